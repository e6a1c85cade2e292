import { dayOfMoment, minutesOf } from '../../domain/schedule/parts.ts';
import { evaluate } from '../solver/evaluate.ts';
import type { Plan, Visit } from '../solver/problem.ts';
import type { Solution } from '../solver/worker.ts';
import type { Planning } from './problem.ts';

/** What another time on the same day with the same crew weighs, in points a minute: ten are worth one on the road. */
const OTHER_TIME = 1;

/**
 * The same plan, in which a visit that stays with its crew on its day keeps its time, unless another one gains more than
 * `OTHER_TIME` for each minute. The search weighs only crew and day, because no cost of it falls with time: the other way
 * around a route costs the same, and its customers were told when.
 */
export function atTheirTimes<Found extends Solution>(
  planning: Pick<Planning, 'problem' | 'jobs' | 'days'>,
  found: Found,
): Found {
  let kept = found;
  for (const { crewDay, visits } of found.plan.routes) {
    const moved = visits.filter((visit) => timeOf(planning, crewDay, visit) !== visit.start);
    // All of them at once: two that change places stand in each other's way.
    const ways = [moved, ...moved.map((visit) => [visit])];
    for (const way of moved.length > 0 ? ways : []) {
      const back = new Map(way.map((visit) => [visit.job, timeOf(planning, crewDay, visit)]));
      const plan = withStarts(kept.plan, crewDay, back);
      const evaluation = evaluate(planning.problem, plan);
      const { hard, medium, soft } = evaluation.score;
      const { score } = kept.evaluation;
      const minutes = way.reduce((sum, { job, start }) => sum + Math.abs(start - (back.get(job) ?? start)), 0);
      const isBetter = hard === 0 && medium === score.medium && soft <= score.soft + OTHER_TIME * minutes;
      if (isBetter) kept = { ...kept, plan, evaluation };
      if (isBetter && way === moved) break;
    }
  }
  return kept;
}

/** When the schedule has the visit, in minutes of its day; where it is in the plan if it was not with this crew then. */
function timeOf({ problem, jobs, days }: Pick<Planning, 'problem' | 'jobs' | 'days'>, crewDay: number, visit: Visit) {
  const [now, ...others] = jobs[visit.job]?.visits ?? [];
  const day = days[problem.crewDays[crewDay]?.day ?? -1];
  const isHere = problem.jobs[visit.job]?.scheduled === crewDay && visit.minutes === problem.jobs[visit.job]?.minutes;
  if (!now || others.length > 0 || !isHere || dayOfMoment(now.start) !== day) return visit.start;
  return minutesOf(now.start) - minutesOf(`${day}T00:00`);
}

/** The same plan, in which these jobs begin at other times on a crew's day. @param starts in minutes of the day, by job */
export function withStarts({ routes }: Plan, crewDay: number, starts: ReadonlyMap<number, number>): Plan {
  return {
    routes: routes.map((route) => {
      if (route.crewDay !== crewDay) return route;
      const visits = route.visits.map((visit) => ({ ...visit, start: starts.get(visit.job) ?? visit.start }));
      return { crewDay, visits: visits.sort((a, b) => a.start - b.start) };
    }),
  };
}
