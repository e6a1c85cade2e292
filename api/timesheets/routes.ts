import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { compareTexts } from '../../domain/kit/sort-text.ts';
import { addDays } from '../../domain/kit/times.ts';
import { daysOf, timesheetIdOf, weekOf } from '../../domain/timesheet/terms.ts';
import type { TimesheetCommand } from '../../domain/timesheet/timesheet.ts';
import { type CurrentUser, NotAllowed } from '../../platform/http/access.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { people } from '../../projections/staff.ts';
import { type TimesheetDocument, timesheets } from '../../projections/timesheets.ts';
import { allOf } from '../../store/read-pages.ts';
import { employeeRecordOf } from '../hr/employees.ts';
import { jobKind } from '../jobs/record.ts';
import { newId, signedIn, unlessRepeated } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { sendReportCsv } from '../kit/lists/lists.ts';
import { findRecord, requirePresent } from '../kit/records.ts';
import { requireMayExport, requireOwn, seesOwn } from '../kit/rights.ts';
import { recordRoutes } from '../kit/routes.ts';
import { hoursFiguresOf } from './figures.ts';
import { payrollOf } from './payroll.ts';
import { emptySheet, hoursOf, jobsOf, presentSheets, runningIn, weekOfId } from './present.ts';
import { timesheetKind } from './record.ts';
import {
  addEntryBody,
  correctBody,
  correctionParams,
  entryParams,
  hoursFigures,
  payroll,
  payrollLine,
  payrollQuery,
  stepBody,
  type TimesheetRecord,
  timesheetRecord,
  timesheetsToApprove,
  timesheetWeek,
  weekQuery,
} from './schema.ts';
import { type Days, readWork } from './work.ts';

const weekDays = (week: string): Days => ({ from: week, to: addDays(week, 6) });

const PATH = '/api/timesheets';
const tags = ['Timesheets'];

interface Asked<Body> {
  body: Body;
  id: string;
  personId: string;
  week: string;
  now: string;
  today: string;
  request: FastifyRequest;
  person: CurrentUser;
}

interface Step<Body extends z.ZodType> {
  method: 'POST' | 'DELETE';
  /** The path after that of the week. */
  at: string;
  status?: 200 | 201;
  params?: z.ZodObject;
  body?: Body;
  /** Whether people do it to their own week. */
  own: boolean;
  /** Whether it may be the first step of a week. */
  opens?: boolean;
  command(asked: Asked<z.output<Body>>): TimesheetCommand | Promise<TimesheetCommand>;
}

/** Timesheets: the hours of people by week, submitted, approved, corrected, and as a file for payroll. */
export function timesheetRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { carryOut } = recordRoutes(app, context, {
    kind: timesheetKind,
    record: timesheetRecord,
    path: PATH,
    tag: 'Timesheets',
  });

  routes.get(
    PATH,
    {
      config: { access: 'timesheets:read', own: true, tells: timesheetKind.category },
      schema: {
        tags,
        description: 'A week of everybody who works here, or has hours in it; of those who see only theirs, their own.',
        headers: readHeaders,
        querystring: weekQuery,
        response: { 200: timesheetWeek, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const today = await companyToday(context);
      const week = weekOf(request.query.week ?? today);
      const person = signedIn(request);
      const sheets = seesOwn(person, timesheetKind)
        ? await presentSheets(context, [await sheetOf(timesheetIdOf(person.id, week))])
        : await sheetsOfAll(week);
      return { week, days: daysOf(week), today, sheets };
    },
  );

  routes.get(
    `${PATH}/submitted`,
    {
      config: { access: 'timesheets:read' },
      schema: {
        tags,
        description: 'The weeks that were submitted and that nobody has approved, of all people.',
        headers: readHeaders,
        response: { 200: timesheetsToApprove, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const waiting = await allOf(context.readModels.current(), timesheets.collection, {
        where: { status: 'submitted' },
        order: { field: 'week', direction: 'asc' },
      });
      const sheets = await presentSheets(context, waiting);
      const place = ({ week, person }: TimesheetRecord) => `${week} ${person ?? ''}`;
      return { sheets: sheets.sort((a, b) => compareTexts(place(a), place(b))) };
    },
  );

  routes.get(
    `${PATH}/figures`,
    {
      config: { access: 'timesheets:read' },
      schema: {
        tags,
        description:
          'The hours of thirteen weeks up to this one, by week, person and crew: how much overtime, how much on jobs.',
        headers: readHeaders,
        response: { 200: hoursFigures, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return hoursFiguresOf(context);
    },
  );

  routes.get(
    `${PATH}/payroll`,
    {
      config: { access: 'timesheets:read' },
      schema: {
        tags,
        description:
          'What is to be paid of some days: approved hours, and corrections that were made in them. With `format=csv` as a file for payroll programs, which is recorded as an export.',
        headers: readHeaders,
        querystring: payrollQuery,
        response: { 200: payroll, ...errors },
      },
    },
    async (request, reply) => {
      const { from, to, format } = request.query;
      if (format === 'csv') requireMayExport(request);
      await awaitMinPosition(request, reply, context);
      const found = await payrollOf(context, { from, to });
      if (format !== 'csv') return found;
      const file = { name: `payroll-${from}-${to}`, row: payrollLine, rows: found.lines };
      return sendReportCsv(context, request, reply, file) as unknown as typeof found;
    },
  );

  routes.get(
    `${PATH}/:id`,
    {
      config: { access: 'timesheets:read', own: true, tells: timesheetKind.category },
      schema: { tags, headers: readHeaders, params: idParams, response: { 200: timesheetRecord, ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const sheet = await sheetOf(request.params.id);
      await requireOwn(context, signedIn(request), timesheetKind, sheet);
      const known = await context.readModels.current().get(people.collection, [sheet.personId]);
      if (known.size === 0) throw new HttpError(404, { message: 'There is no such timesheet.', code: 'not_found' });
      const [shown] = await presentSheets(context, [sheet]);
      return shown as NonNullable<typeof shown>;
    },
  );

  /** A week of somebody, also where nobody entered anything. */
  async function sheetOf(id: string): Promise<TimesheetDocument> {
    const found = (await context.readModels.current().get(timesheets.collection, [id])).get(id);
    return found ?? emptySheet(id);
  }

  /** The week of everybody who works here, and of those who left with hours in it, by name. */
  async function sheetsOfAll(week: string): Promise<TimesheetRecord[]> {
    const models = context.readModels.current();
    const work = await readWork(models, weekDays(week));
    const written = await allOf(models, timesheets.collection, { where: { week } });
    const here = (await allOf(models, people.collection, {})).filter(({ isStaff, hasLeft }) => isStaff && !hasLeft);
    const isHere = new Set(here.map(({ id }) => id));
    const ids = new Set([...isHere, ...work.personIds].map((personId) => timesheetIdOf(personId, week)));
    for (const { id } of written) ids.delete(id);
    const shown = await presentSheets(context, [...written, ...[...ids].map(emptySheet)], work);
    return shown
      .filter(({ personId, minutes, revision }) => isHere.has(personId) || minutes > 0 || revision >= 0)
      .sort((a, b) => compareTexts(a.person ?? '', b.person ?? ''));
  }

  /** Registers a step of a week, which begins with it where nobody entered anything before. */
  function step<Body extends z.ZodType>(of: Step<Body>): void {
    const { method, at, status = 200, params = idParams, body, own, opens = false, command } = of;
    app.route({
      method,
      url: `${PATH}/:id${at}`,
      config: { access: 'timesheets:change', own },
      schema: {
        tags,
        headers: changeHeaders,
        params,
        ...(body && { body }),
        response: { [status]: timesheetRecord, ...changeErrors(timesheetRecord) },
      },
      async handler(request: FastifyRequest, reply: FastifyReply) {
        const { id } = request.params as { id: string };
        const person = signedIn(request);
        const { personId, week } = weekOfId(id);
        await requireOwn(context, person, timesheetKind, emptySheet(id));
        const body = request.body as z.output<Body>;
        const commands = await unlessRepeated(context, request, { kind: timesheetKind, id }, async () => {
          const [now, today] = [isoNow(context.clock), await companyToday(context)];
          const asked = { body, id, personId, week, now, today, request, person };
          return [...(opens ? await opening(id, now) : []), await command(asked)];
        });
        const { expectedRevision } = (body ?? {}) as { expectedRevision?: number };
        reply.code(status);
        return carryOut(request, reply, id, commands ?? [], { expectedRevision });
      },
    });
  }

  /** Begins a week in which nobody entered anything. @throws HttpError 400 for somebody who does not work here */
  async function opening(id: string, now: string): Promise<TimesheetCommand[]> {
    if (await findRecord(context, timesheetKind, id)) return [];
    const { personId, week } = weekOfId(id);
    const personRecord = await employeeRecordOf(context, personId);
    return [{ type: 'OpenTimesheet', personId, personRecord, week, now }];
  }

  /** What to call the jobs whose clock runs for somebody. */
  async function runningJobs(personId: string, week: string): Promise<string[]> {
    const models = context.readModels.current();
    const work = await readWork(models, weekDays(week), personId);
    const ids = runningIn(work, { personId, week }, context.clock());
    const found = await jobsOf(models, ids);
    return ids.map((id) => found.get(id)?.jobNumber ?? 'a job');
  }

  step({
    method: 'POST',
    at: '/entries',
    status: 201,
    body: addEntryBody,
    own: true,
    opens: true,
    command: ({ body: { day, hours: minutes, kind, note = null }, now, today, request, person }) => ({
      type: 'AddTimesheetHours',
      entry: { entryId: newId(request, 'entry'), day, minutes, kind, note, addedBy: person.id, addedAt: now },
      today,
    }),
  });
  step({
    method: 'DELETE',
    at: '/entries/:entryId',
    params: entryParams,
    own: true,
    command: ({ request }) => {
      return { type: 'WithdrawTimesheetHours', entryId: (request.params as { entryId: string }).entryId };
    },
  });
  step({
    method: 'POST',
    at: '/submit',
    body: stepBody,
    own: true,
    opens: true,
    async command({ personId, week, now, today, person }) {
      const running = await runningJobs(personId, week);
      return { type: 'SubmitTimesheet', by: person.id, now, today, running };
    },
  });
  step({
    method: 'POST',
    at: '/reopen',
    body: stepBody,
    own: true,
    async command({ id, person }) {
      const sheet = await findRecord(context, timesheetKind, id);
      if (sheet?.status !== 'approved') return { type: 'WithdrawSubmission' };
      if (seesOwn(person, timesheetKind)) throw new NotAllowed('timesheets:change');
      return { type: 'WithdrawApproval', by: person.id, mayApproveOwn: person.role === 'owner' };
    },
  });
  step({
    method: 'POST',
    at: '/approve',
    body: stepBody,
    own: false,
    async command({ id, personId, week, now, today, person }) {
      const sheet = (await findRecord(context, timesheetKind, id)) ?? emptySheet(id);
      const work = await readWork(context.readModels.current(), weekDays(week), personId);
      const { days } = hoursOf(work, { ...sheet, approved: null });
      const worked = days.flatMap(({ day, minutes, paid, sources }) => {
        const kept = sources.map(({ by: _, ...source }) => source);
        return minutes === 0 ? [] : [{ day, ...paid, sources: kept }];
      });
      return {
        type: 'ApproveTimesheet',
        by: person.id,
        mayApproveOwn: person.role === 'owner',
        hours: { days: worked, rule: work.rule },
        now,
        today,
        running: await runningJobs(personId, week),
      };
    },
  });
  step({
    method: 'POST',
    at: '/corrections',
    status: 201,
    body: correctBody,
    own: false,
    async command({ body: { day, hours: minutes, kind, jobId, reason = null }, now, today, request, person }) {
      if (kind === 'job') await requirePresent(context, jobKind, jobId ?? '', 'jobId');
      const correction = {
        correctionId: newId(request, 'correction'),
        day,
        kind,
        jobId: kind === 'job' ? (jobId ?? null) : null,
        minutes,
        reason,
        correctedBy: person.id,
        correctedAt: now,
      };
      return { type: 'CorrectTimesheet', correction, today, mayApproveOwn: person.role === 'owner' };
    },
  });
  step({
    method: 'DELETE',
    at: '/corrections/:correctionId',
    params: correctionParams,
    own: false,
    command: ({ request, person }) => {
      const { correctionId } = request.params as { correctionId: string };
      return { type: 'WithdrawCorrection', correctionId, by: person.id, mayApproveOwn: person.role === 'owner' };
    },
  });
}
