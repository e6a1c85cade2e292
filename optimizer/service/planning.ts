import { randomUUID } from 'node:crypto';
import { companyZone } from '../../api/kit/company-time.ts';
import type { ApiContext } from '../../api/kit/context.ts';
import { newestModels } from '../../api/kit/newest-models.ts';
import { addDays, wallMoment } from '../../domain/kit/times.ts';
import { dayOfMoment } from '../../domain/schedule/parts.ts';
import { proposePlan } from '../../platform/plans/plans.ts';
import type { DayRange } from '../../projections/queries/schedule.ts';
import type { Position } from '../../store/event-store.ts';
import type { ReplanAnswer, ReplanBody } from '../answers/replan.schema.ts';
import type { OptimizeAnswer, OptimizeBody } from '../answers/schedule.schema.ts';
import { MOST_DAYS } from '../answers/schedule.schema.ts';
import { nothingToPlan } from '../planning/answer.ts';
import { type Clearing, LEAST_DISRUPTION } from '../planning/clearing.ts';
import { readInputs } from '../planning/inputs.ts';
import { planWithout } from '../planning/outage.ts';
import { planApart } from '../planning/planner.ts';
import { type RunRequest, whyNothing, whyNothingMoves } from '../planning/run.ts';
import { requireCrew } from './asked.ts';
import { outageAsked, shownOutage } from './outages.ts';
import type { Run } from './runs.ts';

/** How many days after a cleared one work may move to by default. */
const DAYS_AFTER = 7;

/** A request to plan. */
export interface Job<Body> {
  body: Body;
  actor: string;
  runId: string;
  run: Run;
  gone: AbortSignal;
}

export interface Planned<Answer> {
  answer: Answer;
  /** Of the stored plan, else of the read models used. */
  position: Position;
}

/** What planning needs from the application: cron has no request. */
export type Planner = Pick<ApiContext, 'readModels' | 'store' | 'commands' | 'clock' | 'config'>;

/** What to plan, and for whom. */
export interface Asked extends DayRange, Pick<RunRequest, 'mode' | 'seed' | 'runId' | 'askedBy' | 'isKept'> {
  /** The id the plan is stored under. */
  planId: string;
}

/**
 * Plans jobs without a day, on read models at least as new as the moment it begins, and stores the proposal; nothing is
 * stored if no job found a place.
 * @param isWanted checked before the plan is stored
 * @throws HttpError 503 while the read models are behind
 */
export async function proposeDays(
  planner: Planner,
  { from, to, planId, mode, ...asked }: Asked,
  run: Run,
  isWanted: () => boolean = () => true,
): Promise<Planned<OptimizeAnswer>> {
  const { models, position, now } = await newest(planner);
  const inputs = await readInputs(models, { from, to });
  const nothing = whyNothing(inputs, now);
  if (nothing !== null) return { answer: nothingToPlan(nothing), position };

  const request = { ...requestOf(planner, asked, position, now), mode, clearing: null };
  const { answer, proposal } = await planApart({ inputs, request, planId }, run);
  const written =
    answer.plan_id !== null && isWanted() ? await proposePlan(planner, planId, proposal, asked.askedBy) : null;
  return { answer, position: written?.position ?? position };
}

/**
 * Plans the days that a person asked for.
 * @throws HttpError 503 while the read models are behind
 */
export async function optimize(context: ApiContext, job: Job<OptimizeBody>): Promise<Planned<OptimizeAnswer>> {
  const { date: from, to = from, optimization_mode: mode } = job.body;
  // Nobody would see a plan whose requester has gone.
  const isWanted = () => !job.gone.aborted;
  return proposeDays(context, { from, to, mode, planId: randomUUID(), ...askedOf(job) }, job.run, isWanted);
}

/**
 * Plans the work that has to leave a day, or the rest of it, around everything else scheduled, and stores the proposal.
 * @throws HttpError 400 for an unknown crew, machine or person, or one that cannot be missing; 503 while the read models are behind
 */
export async function replan(context: ApiContext, job: Job<ReplanBody>): Promise<Planned<ReplanAnswer>> {
  const { kind, date, until = date, to = lastDay(date, until) } = job.body;
  const { models, position, now } = await newest(context);
  const {
    body: { from = date === dayOfMoment(now) ? now.slice(11, 16) : '00:00' },
  } = job;
  // Jobs without a day wait for a separate plan.
  const read = { ...(await readInputs(models, { from: date, to })), unscheduled: [], isCut: false };
  const crew = requireCrew(read, job.body.crew_id);
  const isOver = date < dayOfMoment(now);
  const outage = isOver ? null : await outageAsked(models, read, job.body, { crew, from });
  const cleared: Clearing = {
    kind: outage?.category === 'equipment' ? 'machine_down' : kind,
    day: date,
    from,
    crewId: crew?.id ?? null,
  };
  const { inputs, clearing } = outage ? planWithout(read, cleared, outage, now) : { inputs: read, clearing: cleared };
  const shown = { kind: clearing.kind, outage: await shownOutage(models, outage) };
  const nothing = whyNothingMoves(inputs, clearing, now);
  // What is missing is recorded all the same.
  if (nothing !== null && !outage) return { answer: { ...nothingToPlan(nothing), ...shown, moves: [] }, position };

  const planId = randomUUID();
  const request: RunRequest = { ...requestOf(context, askedOf(job), position, now), mode: LEAST_DISRUPTION, clearing };
  const { answer, moves, proposal } = await planApart({ inputs, request, planId }, job.run);
  const written = job.gone.aborted ? null : await proposePlan(context, planId, proposal, job.actor);
  return { answer: { ...answer, ...shown, moves }, position: written?.position ?? position };
}

type AskedBy = Pick<Asked, 'seed' | 'runId' | 'askedBy' | 'isKept'>;

/** Who asks looks at the plan: it waits for approval only once it is kept. */
function askedOf({ body: { seed }, actor, runId }: Job<{ seed: number }>): AskedBy {
  return { seed, runId, askedBy: actor, isKept: false };
}

/** The last day that work moves to by default. */
function lastDay(date: string, until: string): string {
  const [usual, most] = [addDays(until, DAYS_AFTER), addDays(date, MOST_DAYS)];
  return usual < most ? usual : most;
}

function requestOf(
  { config }: Planner,
  asked: AskedBy,
  position: Position,
  now: string,
): Omit<RunRequest, 'mode' | 'clearing'> {
  return { ...asked, position, now, travelUrl: config.travelUrl };
}

/** Read models at least as new as the request, and the company's wall-clock time. */
async function newest(planner: Planner) {
  return { ...(await newestModels(planner)), now: wallMoment(planner.clock(), await companyZone(planner)) };
}
