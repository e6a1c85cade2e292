import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { JobCommand } from '../../domain/job/job.ts';
import type { JobAct } from '../../domain/job/terms.ts';
import { happenedAt } from '../../domain/kit/device-times.ts';
import type { Conflict } from '../../domain/schedule/conflicts.ts';
import { type CurrentUser, NotAllowed } from '../../platform/http/access.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { customers } from '../../projections/customers.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { customerKind } from '../customers/record.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { asDay, companyToday, companyZone, dayOf } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { completed } from '../kit/fields/fields.schema.ts';
import { findRecord, noSuch, requirePresent } from '../kit/records.ts';
import { seesOwn, showTo } from '../kit/rights.ts';
import { type Asked, recordRoutes } from '../kit/routes.ts';
import { hourlyRate } from '../pay/rate.ts';
import { placementAfter } from '../schedule/conflicts.ts';
import { staffKind } from '../staff/record.ts';
import { givenDetails, givenPlan } from './given.ts';
import { requireOneClock } from './one-clock.ts';
import { isOfOwnCrew, jobKind } from './record.ts';
import {
  actBody,
  addHoursBody,
  addNoteBody,
  type CreateJobBody,
  createJobBody,
  giveUpBody,
  hoursParams,
  type JobRecord,
  type JobWithRelations,
  jobFields,
  jobFigures,
  jobList,
  jobRecord,
  jobRow,
  jobWithRelations,
  noteFields,
  noteParams,
  type ReviseJobBody,
  reasonBody,
  reasonFields,
  reviseJobBody,
  unscheduleBody,
} from './schema.ts';

/** The jobs: what to do, for whom, where and when, and how far along it is. */
export function jobRoutes(app: App, context: ApiContext): void {
  const calls = recordRoutes(app, context, { kind: jobKind, record: jobRecord, path: '/api/jobs', tag: 'Jobs' });

  calls.list(jobList, {
    row: jobRow,
    async show(request, documents) {
      const { with_relations } = request.query as { with_relations?: string };
      const person = signedIn(request);
      if (with_relations === 'true') return withRelations(context, person, documents);
      return showTo(context, person, jobKind, documents);
    },
    rowOf: ({ query }) =>
      (query as { with_relations?: string }).with_relations === 'true' ? jobWithRelations : jobRecord,
  });
  calls.get();

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/jobs/figures',
    {
      config: { access: 'jobs:read' },
      schema: { tags: ['Jobs'], headers: readHeaders, response: { 200: jobFigures, ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const query = { where: { removed: null }, groupBy: ['status'], sum: [] };
      const groups = await context.readModels.current().sum('jobs', query);
      const statuses = groups.map(({ by, count }) => ({ status: String(by['status']), count }));
      return { count: statuses.reduce((sum, { count }) => sum + count, 0), statuses };
    },
  );

  /** The conflicts of each request's placement, to include in its answer. */
  const conflictsOfRequest = new WeakMap<FastifyRequest, Conflict[]>();

  /** Adds the conflicts of where it is placed, and the reason for placing it there anyway; conflicts refuse nothing. */
  async function placed(
    commands: JobCommand[],
    { id, body, request }: Pick<Asked<CreateJobBody | ReviseJobBody>, 'id' | 'body' | 'request'>,
  ): Promise<JobCommand[]> {
    if (!PLACING.some((field) => field in body)) return commands;
    const placement = await placementAfter(context, id, commands);
    if (placement === null) return commands;
    const { conflicts, isMoved } = placement;
    conflictsOfRequest.set(request, conflicts);
    const { overrideReason = null } = body;
    if (!isMoved && overrideReason === null) return commands;
    const found = conflicts.map(({ message: _, ...conflict }) => conflict);
    return [...commands, { type: 'RecordConflicts', conflicts: found, overrideReason }];
  }

  /** Adds warnings of what is allowed but may be a mistake, and conflicts. */
  async function answered(job: JobRecord, body: object, request: FastifyRequest): Promise<JobRecord> {
    const conflicts = conflictsOfRequest.get(request);
    return { ...(await warned(context, job, body)), ...(conflicts && { conflicts }) };
  }

  calls.create({
    body: createJobBody,
    async commands({ body, now, id, request }) {
      const { customerId = null } = body;
      if (customerId) await requirePresent(context, customerKind, customerId, 'customerId');
      const given = await givenDetails(context, body, { customerId, propertyId: null, crewId: null });
      const details = completed(jobFields, given);
      const commands: JobCommand[] = [
        { type: 'CreateJob', customerId, details, now },
        ...(await givenPlan(context, body)),
      ];
      return placed(commands, { id, body, request });
    },
    answer: answered,
  });

  calls.revise({
    method: 'PUT',
    body: reviseJobBody,
    async commands({ body, id, request }) {
      const { customerId } = body;
      const before = (await findRecord(context, jobKind, id)) ?? NOTHING;
      const details = await givenDetails(context, body, before);
      const revise = { type: 'ReviseJob', details, ...(customerId !== undefined && { customerId }) } as const;
      return placed([revise, ...(await givenPlan(context, body))], { id, body, request });
    },
    answer: answered,
  });

  calls.remove({ type: 'RemoveJob' });
  calls.act('restore', { type: 'RestoreJob' });
  calls.change({
    method: 'POST',
    at: '/:id/unschedule',
    body: unscheduleBody,
    commands: () => [{ type: 'UnscheduleJob' }, { type: 'RecordConflicts', conflicts: [], overrideReason: null }],
  });

  calls.change({
    method: 'POST',
    at: '/:id/give-up-rest',
    body: giveUpBody,
    commands: ({ body: { reason } }) => ({ type: 'GiveUpRest', reason }),
  });

  const act = (name: JobAct) =>
    calls.change({
      method: 'POST',
      own: true,
      at: `/:id/${name}`,
      body: actBody,
      async commands({ body, id, now }) {
        const at = happenedAt(body ?? {}, now);
        if (name === 'start' || name === 'resume') await requireOneClock(context, id, at, now);
        return { type: 'AdvanceJob', act: name, at, reason: null };
      },
    });
  const actWithReason = (name: JobAct, own = false) =>
    calls.change({
      method: 'POST',
      own,
      at: `/:id/${name}`,
      body: reasonBody,
      commands({ body, now }) {
        const { reason } = completed(reasonFields, body ?? {});
        return { type: 'AdvanceJob', act: name, at: happenedAt(body ?? {}, now), reason };
      },
    });
  act('start');
  act('pause');
  act('resume');
  act('complete');
  calls.change({
    method: 'POST',
    at: '/:id/notes',
    own: true,
    body: addNoteBody,
    commands({ body, now, newId, request }) {
      const { note } = completed(noteFields, body);
      const said = { id: newId('note'), note, addedBy: signedIn(request).id, addedAt: happenedAt(body, now) };
      return { type: 'AddNote', note: said };
    },
  });
  calls.change({
    method: 'DELETE',
    at: '/:id/notes/:noteId',
    own: true,
    status: 204,
    params: noteParams,
    async commands({ id, params: { noteId }, request }) {
      await requireTheirNote(context, signedIn(request), id, noteId);
      return { type: 'WithdrawNote', noteId };
    },
  });
  calls.change({
    method: 'POST',
    at: '/:id/hours',
    own: true,
    body: addHoursBody,
    async commands({ id, body: { personId, hours, day }, newId, request }) {
      const person = await findRecord(context, staffKind, personId);
      if (!person || person.erased) throw noSuch('personId', 'Choose someone who works here.');
      await requireOfCrew(context, signedIn(request), id, personId);
      const today = await companyToday(context);
      const worked = day ? asDay(day, await companyZone(context)) : today;
      const rate = await hourlyRate(context, personId, worked);
      const entry = { id: newId('hours'), personId, day: worked, hours, rate };
      return { type: 'AddHours', entry, today };
    },
  });
  calls.change({
    method: 'DELETE',
    at: '/:id/hours/:hoursId',
    own: true,
    status: 204,
    params: hoursParams,
    async commands({ id, params: { hoursId }, request }) {
      await requireTheirHours(context, signedIn(request), id, hoursId);
      return { type: 'WithdrawHours', hoursId };
    },
  });
  const photoConsent = (at: string, type: 'GivePhotoConsent' | 'TakeBackPhotoConsent') =>
    calls.change({
      method: 'POST',
      own: true,
      at,
      body: actBody,
      commands: ({ body, now, request }) => ({
        type,
        recordedBy: signedIn(request).id,
        now: happenedAt(body ?? {}, now),
      }),
    });
  photoConsent('/:id/give-photo-consent', 'GivePhotoConsent');
  photoConsent('/:id/take-back-photo-consent', 'TakeBackPhotoConsent');
  actWithReason('hold', true);
  actWithReason('cancel');
}

/** @throws NotAllowed for a note of somebody else, to those who reach only their own work */
async function requireTheirNote(context: ApiContext, person: CurrentUser, id: string, noteId: string): Promise<void> {
  if (!seesOwn(person, jobKind)) return;
  const job = await findRecord(context, jobKind, id);
  const note = job?.notes?.find((each) => each.id === noteId);
  if (note && note.addedBy !== person.id) throw new NotAllowed('jobs:change');
}

/** @throws HttpError 400 for hours of somebody outside the job's crew, to those who reach only their own work */
async function requireOfCrew(context: ApiContext, by: CurrentUser, id: string, personId: string): Promise<void> {
  if (!seesOwn(by, jobKind) || personId === by.id) return;
  const job = await findRecord(context, jobKind, id);
  if (!job || (await isOfOwnCrew(context, { id: personId }, job))) return;
  throw noSuch('personId', 'Choose someone of the job’s crew. The office can enter the hours of others.');
}

/** @throws HttpError 403 for what others entered of others, to those who reach only their own work */
async function requireTheirHours(context: ApiContext, by: CurrentUser, id: string, hoursId: string): Promise<void> {
  if (!seesOwn(by, jobKind)) return;
  const job = await findRecord(context, jobKind, id);
  const entry = job?.hours?.find((each) => each.id === hoursId);
  if (!job || !entry || [entry.personId, job.enteredBy?.[hoursId]].includes(by.id)) return;
  const message = 'Somebody else entered these hours. Ask them, or the office, to remove them.';
  throw new HttpError(403, { message, code: 'forbidden' });
}

/** The fields of a body that determine when a job is done, or by whom. */
const PLACING = [
  'crewId',
  'scheduledDate',
  'estimatedStartTime',
  'estimatedEndTime',
  'visits',
  'status',
  'overrideReason',
] as const;

const NOTHING = { customerId: null, propertyId: null, crewId: null };

/** Adds the customer of each, and what was estimated. */
async function withRelations(
  context: ApiContext,
  person: CurrentUser,
  documents: readonly JobDocument[],
): Promise<JobWithRelations[]> {
  const jobs = await showTo(context, person, jobKind, documents);
  const ids = new Set(jobs.flatMap(({ customerId }) => (customerId === null ? [] : [customerId])));
  const found = await context.readModels.current().get(customers.collection, [...ids]);
  const shown = await showTo(context, person, customerKind, [...found.values()]);
  const byId = new Map(shown.map((customer) => [customer.id, customer]));
  return jobs.map((job) => ({
    job,
    customer: byId.get(job.customerId ?? '') ?? null,
    estimate: job.amount === null ? null : { amount: job.amount },
  }));
}

/** Adds warnings of what is allowed but may be a mistake: a day that is past, or that the customer did not want. */
async function warned(context: ApiContext, job: JobRecord, body: object): Promise<JobRecord> {
  const isAbout = ['scheduledDate', 'estimatedStartTime', 'visits', 'earliestDate', 'latestDate'].some(
    (field) => field in body,
  );
  if (!isAbout || job.scheduledDate === null) return job;
  const zone = await companyZone(context);
  const day = dayOf(Date.parse(job.scheduledDate), zone);
  const warnings: string[] = [];
  if (day < (await companyToday(context))) warnings.push('The date of the job is in the past.');
  if (job.earliestDate !== null && day < job.earliestDate) warnings.push('The date is before the earliest date.');
  if (job.latestDate !== null && day > job.latestDate) warnings.push('The date is after the latest date.');
  return { ...job, warnings };
}
