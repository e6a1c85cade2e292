import type { ApiContext } from '../../api/kit/context.ts';
import type { BatchKind } from '../../domain/batch/terms.ts';
import { wallMoment } from '../../domain/kit/times.ts';
import { STALE_REASONS, type StaleReason } from '../../domain/plan/terms.ts';
import { ERASED_PERSON } from '../../domain/staff/terms.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { plans } from '../../projections/plans.ts';
import { users } from '../../projections/users.ts';
import type { ReadModels } from '../../store/read-models.ts';
import type { PlanAnswer } from '../answers/replan.schema.ts';
import { answerOf, movesOf, UNMOVED } from '../planning/answer.ts';
import { readPlanned } from '../planning/inputs.ts';
import { shiftLeft, whyFixed } from '../planning/problem.ts';
import { shownOutage } from './outages.ts';

/**
 * A stored plan as if it had just been made, with today's names and its original reasons.
 * @throws HttpError 404
 */
export async function keptPlan(context: ApiContext, planId: string): Promise<PlanAnswer> {
  const models = context.readModels.current();
  const plan = (await models.get(plans.collection, [planId])).get(planId);
  if (!plan?.status || !plan.totals) throw new HttpError(404, NO_PLAN);
  const { kind, from, to, mode, status, staleReason, askedBy, routes, unassigned, moves, totals } = plan;
  const jobs = [...routes.flatMap(({ stops }) => stops), ...unassigned, ...moves].map(({ jobId }) => jobId);
  const inputs = await readPlanned(models, { from, to }, jobs);
  const opened = new Map(inputs.visited.map((job) => [job.document.id, job]));
  const hours = new Map(inputs.resources.crews.map(({ id, workingHours }) => [id, workingHours]));
  const { zone, workingHours } = inputs.resources.company;
  const now = wallMoment(context.clock(), zone);
  const told = {
    inputs,
    planId,
    isCancelled: false,
    proposal: { head: plan, routes, unassigned, moves, totals },
    shiftOf: ({ crewId, day }: { crewId: string; day: string }) =>
      shiftLeft(hours.get(crewId) ?? workingHours, day, now),
    whyFixed(jobId: string) {
      const job = opened.get(jobId);
      return (job && whyFixed(inputs, job, new Set())) ?? UNMOVED;
    },
  };
  return {
    ...answerOf(told),
    kind: kind as BatchKind,
    moves: movesOf(told),
    outage: await shownOutage(models, plan.outage),
    from,
    to,
    mode,
    status,
    stale_reason: staleReason === null ? null : (STALE_REASONS[staleReason as StaleReason] ?? staleReason),
    asked_by_name: await nameOf(models, askedBy),
  };
}

const NO_PLAN = { message: 'There is no such plan.', code: 'not_found' };

/** The name of whoever asked for a plan; null if nobody did, or their account is gone. */
async function nameOf(models: ReadModels, userId: string): Promise<string | null> {
  const user = (await models.get(users.collection, [userId])).get(userId);
  if (user?.erased) return ERASED_PERSON;
  return user ? [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username : null;
}
