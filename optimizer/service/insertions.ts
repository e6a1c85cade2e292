import { randomUUID } from 'node:crypto';
import { missedBy } from '../../api/kit/changes/commands.ts';
import { companyZone, dayOf } from '../../api/kit/company-time.ts';
import type { ApiContext } from '../../api/kit/context.ts';
import { newestModels } from '../../api/kit/newest-models.ts';
import { noSuch } from '../../api/kit/records.ts';
import { addHours, wallMoment } from '../../domain/kit/times.ts';
import { plan } from '../../domain/plan/plan.ts';
import { dayOfMoment, minutesOf, type PlannedCrew } from '../../domain/schedule/parts.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { type Application, proposePlan, requireSameRequest } from '../../platform/plans/plans.ts';
import { type JobDocument, jobs } from '../../projections/jobs.ts';
import type { DayRange } from '../../projections/queries/schedule.ts';
import type { ReadModels } from '../../store/read-models.ts';
import type { InsertBody, InsertionsAnswer, InsertionsBody } from '../answers/insertions.schema.ts';
import { namesOf } from '../planning/answer.ts';
import { bestOf, type Choice, type Fitting, fittingOf, placesOf } from '../planning/fitting.ts';
import { sayingOf } from '../planning/fitting-answer.ts';
import { type Inputs, readInputs } from '../planning/inputs.ts';
import { emergencyPlan } from '../planning/inserting.ts';
import { whyNobody, whyOver } from '../planning/run.ts';
import { STEP } from '../solver/whole-starts.ts';
import { openTravel } from '../travel/open-travel.ts';
import { applyProposed } from './apply.ts';
import { requireCrew, requireRange } from './asked.ts';

/** How many places are returned if no crew is named. */
const CHEAPEST = 3;
/** The time to choose a place and call the crew: places that begin sooner are left out. */
const NOTICE_MINUTES = 15;

/**
 * Finds places for one job in the schedule.
 * @throws HttpError 404, 409 and 410 for a job that cannot get one, 400 for an unknown crew
 */
export async function findInsertions(context: ApiContext, body: InsertionsBody): Promise<InsertionsAnswer> {
  const { models } = await newestModels(context);
  const job = await jobOf(models, body.job_id, context.clock());
  const { date = await firstDay(context, job, body), to = date } = body;
  requireRange({ date, to });
  const found = await find(context, models, job, { from: date, to });
  const { inputs, fitting, now } = found;
  const crew = requireCrew(inputs, body.crew_id);
  const why = whyOver(inputs, now) ?? (crew ? whyNobodyOf(crew) : whyNobody(inputs));
  const places = why === null ? placesIn(found, crew) : [];
  const chosen = crew ? bestOf(places, 0) : bestOf(places, CHEAPEST).slice(0, CHEAPEST);
  return {
    job: { ...namesOf(inputs).shown(job.id), revision: job.revision },
    insertions: chosen.map(sayingOf(inputs, fitting, now)),
    message: chosen.length > 0 ? null : (why ?? whyNoPlace(fitting, crew)),
  };
}

/** Who takes a place, and the id of the plan that this makes. */
export interface Taker {
  person: CurrentUser;
  planId: string;
  /** The canonical text of the body. */
  said: string;
}

/**
 * Puts a job in a place found for it, as things are now, with everything that moves for it: a plan that is applied at
 * once. Repeating the request gets the same answer.
 * @throws HttpError 409 `stale` if that place is gone or the job has changed since; 400 if a rule gives way and no
 * reason is given; IdempotencyConflict if the id was used for another place
 */
export async function insertJob(context: ApiContext, body: InsertBody, taker: Taker): Promise<Application> {
  const { person, planId } = taker;
  const actor = person.id;
  const { state } = await context.streams.load(plan, planId);
  if (state.status !== null) await requireSameRequest(context, planId, actor, taker.said);
  if (state.status === 'dismissed') throw new HttpError(409, { ...STALE, moved: [] });
  if (state.status !== null) return applyOrDismiss(context, actor, planId);
  requireRange(body);
  const { models, position } = await newestModels(context);
  const job = await jobOf(models, body.job_id, context.clock());
  await requireUnchanged(context, person, job, body);
  const { found, choice, said } = await findAgain(context, models, job, body);
  const { reason = null } = body;
  if (said.needs.length > 0 && reason === null) {
    throw noSuch('reason', `${said.needs.map(({ text }) => text).join(' ')} Choose why it is planned anyway.`);
  }
  const { inputs, fitting, now } = found;
  const taking = { position, now, reason, needs: said.needs, askedBy: actor, runId: planId };
  await proposePlan(context, planId, emergencyPlan(inputs, fitting, choice, taking), actor, taker.said);
  return applyOrDismiss(context, actor, planId);
}

/** A plan that a person wanted at once must not wait for approval: if it is refused, it is dismissed. */
async function applyOrDismiss(context: ApiContext, actor: string, planId: string): Promise<Application> {
  try {
    return await applyProposed(context, actor, planId);
  } catch (cause) {
    if (cause instanceof HttpError && cause.status === 409) {
      const sender = { actor, commandId: randomUUID(), body: 'null', correlationId: planId, causationId: null };
      await context.commands.handle(plan, planId, [{ type: 'DismissPlan' }], sender);
    }
    throw cause;
  }
}

/** @throws HttpError 409 `stale` with the job as it is now, and who has changed what since its places were found */
async function requireUnchanged(
  context: ApiContext,
  person: CurrentUser,
  { id, jobNumber, revision }: JobDocument,
  body: InsertBody,
) {
  if (body.expectedRevision === undefined) return;
  const seen = BigInt(body.expectedRevision);
  if (seen === BigInt(revision)) return;
  const kind = context.kinds.of('job');
  const now = await context.streams.load(kind.decider, id);
  const { record, changes } = await missedBy(context, kind, id, { now, seen }, person);
  const who = changes.at(-1)?.actorName ?? 'Somebody';
  const message = `${who} has changed ${jobNumber ?? 'this job'} since its places were found. Look for places again.`;
  throw new HttpError(409, { message, code: 'stale', record, changes });
}

/** Finds the place again that was shown up to a quarter of an hour ago. */
async function findAgain(context: ApiContext, models: ReadModels, job: JobDocument, body: InsertBody) {
  const { crew_id, date, to = date, start } = body;
  for (let notice = NOTICE_MINUTES; notice >= 0; notice -= STEP) {
    const found = await find(context, models, job, { from: date, to }, notice);
    const crew = requireCrew(found.inputs, crew_id) as PlannedCrew;
    const places = whyOver(found.inputs, found.now) === null ? placesIn(found, crew) : [];
    for (const choice of places) {
      const said = sayingOf(found.inputs, found.fitting, found.now)(choice);
      const isSame = said.date === date && said.start === start;
      if (isSame && areThese(said.moves, body.moves) && areThese(said.takes_off, body.takes_off))
        return { found, choice, said };
    }
    if (date !== dayOfMoment(found.now)) break;
  }
  throw new HttpError(409, { ...STALE, moved: [] });
}

const STALE = {
  message: 'The schedule has changed: this place is no longer as it was shown. Look for places again.',
  code: 'stale',
};

function areThese(jobs: readonly { job_id: string }[], ids: readonly string[] | undefined): boolean {
  const asked = new Set(ids);
  return ids === undefined || (jobs.length === asked.size && jobs.every(({ job_id: id }) => asked.has(id)));
}

/** The schedule of some days, and a job to find a place in it. */
interface Found {
  inputs: Inputs;
  fitting: Fitting;
  /** The company's wall-clock time. */
  now: string;
}

/** @param notice minutes until the crews know */
async function find(
  { clock, config }: ApiContext,
  models: ReadModels,
  job: JobDocument,
  range: DayRange,
  notice = NOTICE_MINUTES,
): Promise<Found> {
  const inputs = await readInputs(models, range, job);
  const now = wallMoment(clock(), inputs.resources.company.zone);
  const travel = openTravel(config.travelUrl, inputs.settings.travel);
  return { inputs, now, fitting: await fittingOf(inputs, rounded(now, notice), travel) };
}

/** A round time that a person would say, at least so many minutes later. */
function rounded(now: string, notice: number): string {
  return addHours(now, (Math.ceil((minutesOf(now) + notice) / STEP) * STEP - minutesOf(now)) / 60);
}

/** Places on days that are not over, for crews with members. @param crew the only one to look at; null for all */
function placesIn({ inputs, fitting, now }: Found, crew: PlannedCrew | null): Choice[] {
  const crews = crew ? [crew] : inputs.resources.crews;
  const asked = new Set(crews.filter(({ memberIds }) => memberIds.length > 0).map(({ id }) => id));
  return placesOf(fitting, ({ crewId }, day) => day >= dayOfMoment(now) && asked.has(crewId));
}

// ── What is asked ────────────────────────────────────────────────────────────────────────────────────────────────

/** @throws HttpError 404 for an unknown job, 410 if its customer was erased, 409 if its status allows no new place */
async function jobOf(models: ReadModels, id: string, now: number): Promise<JobDocument> {
  const job = (await models.get(jobs.collection, [id])).get(id);
  if (!job || job.removed) throw new HttpError(404, NO_JOB);
  if (job.erased) throw new HttpError(410, ERASED_JOB);
  const why = WHY_NOT[job.status] ?? (isHalfOver(job, now) ? HALF_OVER : undefined);
  if (why === undefined) return job;
  throw new HttpError(409, { message: `${job.jobNumber ?? 'This job'} ${why}`, code: 'conflict' });
}

const NO_JOB = { message: 'There is no such job. Choose one from the list.', code: 'not_found' };

/** Nobody pressed start, but its first day is over: only a person knows where the rest should go. */
function isHalfOver({ visits, zone }: JobDocument, now: number): boolean {
  const [first, last] = [visits[0], visits.at(-1)];
  if (!first || !last || zone === null) return false;
  const moment = wallMoment(now, zone);
  return first.end <= moment && last.end > moment;
}

const HALF_OVER =
  'has a visit that is over and others still to come. Start it if work has begun, or move the remaining visits on its page.';
const ERASED_JOB = {
  message: 'The customer of this job was erased. Nothing can be changed: delete the job.',
  code: 'erased',
};
const WHY_NOT: Readonly<Record<string, string>> = {
  in_progress: 'has already started. Only a job that has not started can get another place.',
  on_hold: 'is on hold. Resume it, then find a place for it.',
  completed: 'is completed. There is nothing left to plan.',
  cancelled: 'is cancelled. There is nothing left to plan.',
};

/** Today; if a crew is named, the day the job is scheduled on, unless that is over. */
async function firstDay(context: ApiContext, job: JobDocument, { crew_id }: InsertionsBody): Promise<string> {
  const zone = await companyZone(context);
  const today = dayOf(context.clock(), zone);
  if (crew_id === undefined || job.scheduledDate === null) return today;
  const scheduled = dayOf(Date.parse(job.scheduledDate), zone);
  return scheduled < today ? today : scheduled;
}

// ── Why there is no place ────────────────────────────────────────────────────────────────────────────────────────

function whyNobodyOf({ name, isActive, memberIds }: PlannedCrew): string | null {
  if (!isActive) return `${name} is not active. Activate it, then try again.`;
  return memberIds.length === 0 ? `${name} has no members. Add people to it, then try again.` : null;
}

function whyNoPlace({ planning: { problem }, job }: Fitting, crew: PlannedCrew | null): string {
  const longest = Math.max(...problem.crewDays.map(({ shiftStart, shiftEnd }) => shiftEnd - shiftStart));
  const who = crew ? `${crew.name} has no` : 'No crew has a';
  if ((problem.jobs[job]?.minutes ?? 0) > longest)
    return `It takes longer than a day. ${who} stretch of free days for it then. Try other days.`;
  return `${who} spot for it then: pinned, started or locked work leaves none. Try other days.`;
}
