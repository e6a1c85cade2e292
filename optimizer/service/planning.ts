import { randomUUID } from 'node:crypto';
import { companyZone } from '../../api/kit/company-time.ts';
import type { ApiContext } from '../../api/kit/context.ts';
import { noSuch } from '../../api/kit/records.ts';
import { addDays, wallMoment } from '../../domain/kit/times.ts';
import { dayOfMoment } from '../../domain/schedule/parts.ts';
import { proposePlan } from '../../platform/commands/plans.ts';
import { HttpError } from '../../platform/http/errors.ts';
import type { Position } from '../../store/event-store.ts';
import { answerOf, movesOf, nothingToPlan, toldOf } from '../planning/answer.ts';
import { LEAST_DISRUPTION } from '../planning/clearing.ts';
import { readInputs } from '../planning/inputs.ts';
import { planDays, type RunRequest, whyNothing, whyNothingMoves } from '../planning/run.ts';
import type { ReplanAnswer, ReplanBody } from './replan.schema.ts';
import type { Run } from './runs.ts';
import type { OptimizeAnswer, OptimizeBody } from './schedule.schema.ts';

/** How long a run waits for the read models to show all that was done before it. */
const NEWEST_WITHIN_MS = 10_000;
/** How many days after a cleared one work is moved to, where nobody says. */
const DAYS_AFTER = 7;

/** What there is to plan, as it was asked. */
export interface Job<Body> {
  body: Body;
  actor: string;
  runId: string;
  run: Run;
  gone: AbortSignal;
}

export interface Planned<Answer> {
  answer: Answer;
  /** Of the plan that was kept, else of what was read. */
  position: Position;
}

/**
 * Plans what has no day yet, and keeps what it proposes.
 * @throws HttpError 503 while the read models are behind
 */
export async function optimize(context: ApiContext, job: Job<OptimizeBody>): Promise<Planned<OptimizeAnswer>> {
  const { date, to = date, optimization_mode: mode } = job.body;
  const { models, position, now } = await newest(context);
  const inputs = await readInputs(models, { from: date, to });
  const nothing = whyNothing(inputs, now);
  if (nothing !== null) return { answer: nothingToPlan(nothing), position };

  const found = await planDays(inputs, { ...requestOf(context, job, position, now), mode, clearing: null });
  // Nobody would see it.
  const isKept = !job.gone.aborted && found.proposal.totals.jobs > 0;
  const planId = isKept ? randomUUID() : null;
  const written = planId === null ? null : await proposePlan(context, planId, found.proposal, job.actor);
  return { answer: answerOf(toldOf(inputs, found, planId)), position: written?.position ?? position };
}

/**
 * Plans what has to leave a day, or what is left of it, around everything else that is scheduled, and keeps what it proposes.
 * @throws HttpError 400 for a crew that there is not; 503 while the read models are behind
 */
export async function replan(context: ApiContext, job: Job<ReplanBody>): Promise<Planned<ReplanAnswer>> {
  const { kind, date, to = addDays(date, DAYS_AFTER), crew_id: crewId = null } = job.body;
  const { models, position, now } = await newest(context);
  const {
    body: { from = date === dayOfMoment(now) ? now.slice(11, 16) : '00:00' },
  } = job;
  // What has no day yet waits for a plan of its own.
  const inputs = { ...(await readInputs(models, { from: date, to })), unscheduled: [], isCut: false };
  if (crewId !== null && !inputs.resources.crews.some(({ id }) => id === crewId)) {
    throw noSuch('crew_id', 'There is no such crew.');
  }
  const clearing = { kind, day: date, from, crewId };
  const nothing = whyNothingMoves(inputs, clearing, now);
  if (nothing !== null) return { answer: { ...nothingToPlan(nothing), kind, moves: [] }, position };

  const request = requestOf(context, job, position, now);
  const found = await planDays(inputs, { ...request, mode: LEAST_DISRUPTION, clearing });
  const planId = job.gone.aborted ? null : randomUUID();
  const written = planId === null ? null : await proposePlan(context, planId, found.proposal, job.actor);
  const told = toldOf(inputs, found, planId);
  return { answer: { ...answerOf(told), kind, moves: movesOf(told) }, position: written?.position ?? position };
}

function requestOf(
  { config }: ApiContext,
  { body: { seed }, actor, runId, run }: Job<{ seed: number }>,
  position: Position,
  now: string,
): Omit<RunRequest, 'mode' | 'clearing'> {
  return {
    ...{ seed, askedBy: actor, runId, position, now, travelUrl: config.travelUrl, signal: run.signal },
    onProgress: ({ done }) => run.tell(done),
  };
}

/** Read models that are at least as new as the request, and what the company's clock shows. */
async function newest(context: ApiContext) {
  const { readModels, store } = context;
  const models = readModels.current();
  if (!(await readModels.waitFor(await store.head(), NEWEST_WITHIN_MS))) throw new HttpError(503, BEHIND, 5);
  return { models, position: readModels.position(), now: wallMoment(context.clock(), await companyZone(context)) };
}

const BEHIND = {
  message: 'The lists are still catching up with what was done. Wait a moment, then optimize again.',
  code: 'rebuilding',
};
