import { evaluate } from '../../../optimizer/solver/evaluate.ts';
import {
  type CrewDay,
  compareScores,
  type FixedVisit,
  type Job,
  LEAST_PART,
  type Problem,
  type Score,
  unassignedPoints,
  type Visit,
} from '../../../optimizer/solver/problem.ts';

/**
 * The score of the best possible plan, found by trying every order of every choice of jobs on every crew-day, beside every
 * way to do the long jobs in parts. For problems of up to 8 jobs, without fixed visits.
 */
export function bestScore(problem: Problem): Score {
  const days = problem.crewDays.map((_, crewDay) => ofDay(problem, crewDay));
  const scores = inParts(problem).map((parts) => bestBeside(problem, parts, days));
  return scores.reduce((one, other) => (compareScores(other, one) < 0 ? other : one));
}

/** @param days per crew-day, the fewest points for each choice of jobs (bits) */
function bestBeside(problem: Problem, parts: readonly Part[], days: readonly ReadonlyMap<number, number>[]): Score {
  const { crewDays, jobs, weights } = problem;
  const partsAlone = evaluate(unbalanced(problem), {
    routes: parts.map(({ crewDay, visit }) => ({ crewDay, visits: [visit] })),
  });
  if (partsAlone.violations.length > 0) throw new Error(partsAlone.violations.join(' '));
  const begun = parts.reduce((bits, { visit }) => bits | (1 << visit.job), 0);
  let best = new Map([[begun, partsAlone.score.soft]]);
  for (const own of Map.groupBy(crewDays.keys(), (crewDay) => crewDays[crewDay]?.crewId).values()) {
    let ofCrew = new Map([[0, 0]]);
    for (const crewDay of own) ofCrew = join(ofCrew, besidePart(problem, crewDay, parts) ?? days[crewDay] ?? new Map());
    const available = own.reduce(
      (sum, day) => sum + (crewDays[day]?.shiftEnd ?? 0) - (crewDays[day]?.shiftStart ?? 0),
      0,
    );
    const inTheirs = parts.reduce((sum, { crewDay, visit }) => sum + (own.includes(crewDay) ? visit.minutes : 0), 0);
    for (const [chosen, points] of ofCrew) {
      const work = jobs.reduce((sum, { minutes }, at) => sum + (chosen & (1 << at) ? minutes : 0), inTheirs);
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

// ── Jobs in parts ────────────────────────────────────────────────────────────────────────────────────────────────────

interface Part {
  crewDay: number;
  visit: Visit;
}

/** Every way to do some of the long jobs, none on a day of another. */
function inParts(problem: Problem): Part[][] {
  let ways: Part[][] = [[]];
  for (const [index, job] of problem.jobs.entries()) {
    if (!job.isLong || job.load) continue;
    const own = problem.crewDays.flatMap((_, first) => partsFrom(problem, index, first) ?? []);
    ways = ways.flatMap((taken) => {
      const days = new Set(taken.map(({ crewDay }) => crewDay));
      const free = own.filter((parts) => parts.every(({ crewDay }) => !days.has(crewDay)));
      return [taken, ...free.map((parts) => [...taken, ...parts])];
    });
  }
  return ways;
}

/** The parts of a long job that is begun on a crew-day; null if it cannot be. */
function partsFrom({ crewDays, jobs, travel }: Problem, index: number, first: number): [Part[]] | null {
  const job = jobs[index] as Job;
  const way = (from: number, to: number) => travel.minutes[from * travel.size + to] ?? 0;
  const parts: Part[] = [];
  let left = job.minutes;
  for (const [crewDay, on] of crewDays.entries()) {
    if (left === 0 || crewDay < first || on.crewId !== crewDays[first]?.crewId || job.bars[crewDay] !== 0) continue;
    const arrival = Math.max(on.shiftStart + way(on.start, job.location), job.hours?.start ?? 0);
    const start = beginOf(job, on.day, arrival);
    const until = (closes: number) => Math.min(closes - way(job.location, on.end), job.hours?.end ?? closes);
    if (start === undefined) continue;
    const minutes = start + left <= until(on.shiftEnd + on.overtime) ? left : until(on.shiftEnd) - start;
    if (minutes < Math.min(LEAST_PART, left)) continue;
    parts.push({ crewDay, visit: { job: index, start, minutes } });
    left -= minutes;
  }
  const later = job.isWhole ? 0 : (job.later?.[first] ?? left);
  return parts[0]?.crewDay === first && left <= later ? [parts] : null;
}

/** The choices of jobs on a day with a part; null if it has none. */
function besidePart(problem: Problem, crewDay: number, parts: readonly Part[]): Map<number, number> | null {
  const part = parts.find((each) => each.crewDay === crewDay);
  return part ? ofDay(problem, crewDay, part.visit) : null;
}

function unbalanced(problem: Problem): Problem {
  return { ...problem, weights: { ...problem.weights, balance: 0 } };
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

/**
 * The fewest points for each choice of jobs that a crew can do in a day, leaving out balance.
 * @param part what is done of a long job that day, which takes no points here
 */
function ofDay(problem: Problem, crewDay: number, part?: Visit): Map<number, number> {
  const { travel } = problem;
  const on = problem.crewDays[crewDay] as CrewDay;
  const fixed = part ? [partAt(problem, crewDay, part)] : [];
  const costOf = (visits: Visit[]) => {
    const { violations, score } = evaluate({ ...unbalanced(problem), fixed }, { routes: [{ crewDay, visits }] });
    if (violations.length > 0) throw new Error(violations.join(' '));
    return score.soft;
  };
  const alone = costOf([]);
  const least = new Map([[0, 0]]);
  const way = (from: number, to: number) => travel.minutes[from * travel.size + to] ?? 0;
  const go = (chosen: number, visits: readonly Visit[], place: number, free: number, ahead?: FixedVisit): void => {
    if (ahead && free + way(place, ahead.location) <= ahead.start)
      go(chosen, visits, ahead.location, ahead.start + ahead.minutes);
    const [next, until] = ahead ? [ahead.location, ahead.start] : [on.end, on.shiftEnd + on.overtime];
    for (const [index, { location, minutes }] of problem.jobs.entries()) {
      const start = startOn(problem, crewDay, index, { visits, arrival: free + way(place, location) });
      if (chosen & (1 << index) || start + minutes + way(location, next) > until) continue;
      const more = [...visits, { job: index, start, minutes }];
      const both = chosen | (1 << index);
      least.set(both, Math.min(costOf(more) - alone, least.get(both) ?? Number.POSITIVE_INFINITY));
      go(both, more, location, start + minutes, ahead);
    }
  };
  go(0, [], on.start, on.shiftStart, fixed[0]);
  return least;
}

function partAt({ jobs }: Problem, crewDay: number, { job, start, minutes }: Visit): FixedVisit {
  const { id, location } = jobs[job] as Job;
  return { jobId: id, crewDay, location, start, minutes };
}

/** The first minute after arrival at which the job may begin. */
function beginOf({ windows, promise }: Job, day: number, arrival: number): number | undefined {
  const from = promise?.day === day ? Math.max(arrival, promise.start) : arrival;
  const ofDay = windows.filter((window) => window.day === day);
  if (ofDay.length === 0) return from;
  const begins = ofDay.flatMap(({ start, end }) => (from <= end && start <= end ? [Math.max(from, start)] : []));
  return begins.length > 0 ? Math.min(...begins) : undefined;
}

/** When the whole job can begin on that day after these visits: never if it may not be done there. */
function startOn(
  { jobs, crewDays }: Problem,
  crewDay: number,
  index: number,
  { visits, arrival }: { visits: readonly Visit[]; arrival: number },
): number {
  const job = jobs[index] as Job;
  const { capacity = Number.POSITIVE_INFINITY, day } = crewDays[crewDay] as CrewDay;
  const loaded = visits.reduce((sum, visit) => sum + (jobs[visit.job]?.load ?? 0), job.load ?? 0);
  const isBarred = job.isLong || job.bars[crewDay] !== 0 || loaded > capacity;
  return (isBarred ? undefined : beginOf(job, day, arrival)) ?? Number.POSITIVE_INFINITY;
}
