import { dayOfMoment, minutesOf } from '../../domain/schedule/parts.ts';
import { evaluate } from '../solver/evaluate.ts';
import type { Solution } from '../solver/worker.ts';
import { withStarts } from './at-their-times.ts';
import type { Planning } from './problem.ts';

/** The most points that keeping the hour of one customer may cost, in drives and in waiting of others: less than a day. */
const WORTH = 500;

/**
 * The same plan, in which whoever keeps their day keeps their hour too, where their crew has it free. The search begins
 * everything as early as it can, because no cost of it falls with time; a customer who was told two o'clock is not at
 * home at eight.
 */
export function atTheirHours<Found extends Solution>(
  { problem, jobs, days }: Pick<Planning, 'problem' | 'jobs' | 'days'>,
  found: Found,
): Found {
  let kept = found;
  for (const [job, { visits }] of jobs.entries()) {
    const [first] = visits;
    const at = kept.plan.routes.flatMap((route) =>
      route.visits.flatMap((visit) => (visit.job === job ? [{ route, visit }] : [])),
    );
    const [only] = at;
    if (!first || !only || visits.length > 1 || at.length > 1) continue;
    const day = days[problem.crewDays[only.route.crewDay]?.day ?? -1] ?? '';
    const start = minutesOf(first.start) - minutesOf(`${day}T00:00`);
    if (dayOfMoment(first.start) !== day || only.visit.start === start) continue;
    const plan = withStarts(kept.plan, only.route.crewDay, new Map([[job, start]]));
    const evaluation = evaluate(problem, plan);
    const { hard, medium, soft } = evaluation.score;
    const { score } = kept.evaluation;
    if (hard === 0 && medium === score.medium && soft <= score.soft + WORTH) kept = { ...kept, plan, evaluation };
  }
  return kept;
}
