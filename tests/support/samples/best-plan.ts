import { evaluate } from '../../../optimizer/solver/evaluate.ts';
import {
  type CrewDay,
  compareScores,
  type Job,
  type Problem,
  type Score,
  unassignedPoints,
  type Visit,
} from '../../../optimizer/solver/problem.ts';

/**
 * The score of the best possible plan, found by trying every order of every choice of jobs on every crew-day. For
 * problems of up to 8 jobs, without fixed visits or jobs longer than a day.
 */
export function bestScore(problem: Problem): Score {
  const { crewDays, jobs, weights } = problem;
  let best = new Map([[0, 0]]);
  for (const days of Map.groupBy(crewDays.keys(), (crewDay) => crewDays[crewDay]?.crewId).values()) {
    let ofCrew = new Map([[0, 0]]);
    for (const crewDay of days) ofCrew = join(ofCrew, ofDay(problem, crewDay));
    const available = days.reduce(
      (sum, day) => sum + (crewDays[day]?.shiftEnd ?? 0) - (crewDays[day]?.shiftStart ?? 0),
      0,
    );
    for (const [chosen, points] of ofCrew) {
      const work = jobs.reduce((sum, { minutes }, at) => sum + (chosen & (1 << at) ? minutes : 0), 0);
      ofCrew.set(chosen, points + Math.floor((weights.balance * work ** 2) / available));
    }
    best = join(best, ofCrew);
  }
  const scores = [...best].map(([chosen, soft]): Score => {
    const out = jobs.filter((_, at) => !(chosen & (1 << at)));
    return { hard: 0, medium: out.reduce((sum, job) => sum + unassignedPoints(job, weights), 0), soft };
  });
  return scores.reduce((one, other) => (compareScores(other, one) < 0 ? other : one));
}

/** The fewest points for each choice of jobs (bits) that two can share. */
function join(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): Map<number, number> {
  const least = new Map<number, number>();
  for (const [chosen, points] of one) {
    for (const [more, morePoints] of other) {
      if (chosen & more) continue;
      least.set(chosen | more, Math.min(points + morePoints, least.get(chosen | more) ?? Number.POSITIVE_INFINITY));
    }
  }
  return least;
}

/** The fewest points for each choice of jobs that a crew can do in a day, leaving out balance. */
function ofDay(problem: Problem, crewDay: number): Map<number, number> {
  const { travel, weights } = problem;
  const on = problem.crewDays[crewDay] as CrewDay;
  const unbalanced = { ...problem, weights: { ...weights, balance: 0 } };
  const least = new Map([[0, 0]]);
  const way = (from: number, to: number) => travel.minutes[from * travel.size + to] ?? 0;
  const go = (chosen: number, visits: readonly Visit[], place: number, free: number): void => {
    for (const [index, job] of problem.jobs.entries()) {
      if (chosen & (1 << index) || job.bars[crewDay] !== 0 || !hasRoom(problem, on, [...visits, { job: index }]))
        continue;
      const start = beginOf(job, on.day, free + way(place, job.location));
      if (start === undefined || start + job.minutes + way(job.location, on.end) > on.shiftEnd + on.overtime) continue;
      const more = [...visits, { job: index, start, minutes: job.minutes }];
      const { violations, score } = evaluate(unbalanced, { routes: [{ crewDay, visits: more }] });
      if (violations.length > 0) throw new Error(violations.join(' '));
      const both = chosen | (1 << index);
      least.set(both, Math.min(score.soft, least.get(both) ?? Number.POSITIVE_INFINITY));
      go(both, more, job.location, start + job.minutes);
    }
  };
  go(0, [], on.start, on.shiftStart);
  return least;
}

/** The first minute after arrival at which the job may begin. */
function beginOf({ windows, promise }: Job, day: number, arrival: number): number | undefined {
  const from = promise?.day === day ? Math.max(arrival, promise.start) : arrival;
  const ofDay = windows.filter((window) => window.day === day);
  if (ofDay.length === 0) return from;
  const begins = ofDay.flatMap(({ start, end }) => (from <= end && start <= end ? [Math.max(from, start)] : []));
  return begins.length > 0 ? Math.min(...begins) : undefined;
}

function hasRoom({ jobs }: Problem, { capacity }: CrewDay, visits: readonly { job: number }[]): boolean {
  return capacity === undefined || visits.reduce((sum, { job }) => sum + (jobs[job]?.load ?? 0), 0) <= capacity;
}
