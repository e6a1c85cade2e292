import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { requireLikelyPlan } from '../../domain/kit/times.ts';
import { countedDays } from '../../domain/time-off/counted.ts';
import { daysOff } from '../../domain/time-off/terms.ts';
import { requireDays, type TimeOffCommand } from '../../domain/time-off/time-off.ts';
import { NotAllowed } from '../../platform/http/access.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { asDay, companyToday, companyZone } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { completed } from '../kit/fields/fields.schema.ts';
import { readDocument } from '../kit/lists/lists.ts';
import { noSuch } from '../kit/records.ts';
import { seesOwn } from '../kit/rights.ts';
import { recordRoutes } from '../kit/routes.ts';
import { balancesOf, countedByNow, requestBalance, workingDaysOf } from './balances.ts';
import { colleaguesOff } from './colleagues.ts';
import { timeOffEffectsOf } from './effects.ts';
import { employeeRecordOf } from './employees.ts';
import { absenceOf, timeOffFiguresOf } from './figures.ts';
import { deciding, takingBack, timeOffKind } from './record.ts';
import {
  absenceAnswer,
  balancesAnswer,
  balancesQuery,
  decideTimeOffBody,
  previewQuery,
  requestTimeOffBody,
  timeOffEffects,
  timeOffFields,
  timeOffFigures,
  timeOffList,
  timeOffPreview,
  timeOffRecord,
} from './schema.ts';

const tag = 'HR';
const tags = [tag];

/**
 * Whose time off a question is about: without an id, whoever asks.
 * @throws NotAllowed for somebody else's, for whoever sees only their own; HttpError 400 if nobody has the id
 */
async function personAskedFor(context: ApiContext, request: FastifyRequest, id: string | undefined): Promise<string> {
  const asking = signedIn(request);
  const employeeId = id || asking.id;
  if (employeeId !== asking.id && seesOwn(asking, timeOffKind)) throw new NotAllowed('timeOff:read');
  await employeeRecordOf(context, employeeId);
  return employeeId;
}

/** Time off: who asked to be away when, and what was decided. */
export function hrRoutes(app: App, context: ApiContext): void {
  const requests = recordRoutes(app, context, {
    kind: timeOffKind,
    record: timeOffRecord,
    path: '/api/hr/time-off',
    tag,
  });

  requests.list(timeOffList);
  requests.get();

  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    '/api/hr/time-off/figures',
    {
      config: { access: 'timeOff:read' },
      schema: { tags, headers: readHeaders, response: { 200: timeOffFigures, ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return timeOffFiguresOf(context);
    },
  );

  routes.get(
    '/api/hr/absence',
    {
      config: { access: 'timeOff:read' },
      schema: {
        tags,
        description: 'The approved days off of the last twelve months, of all people together.',
        headers: readHeaders,
        response: { 200: absenceAnswer, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return absenceOf(context);
    },
  );

  routes.get(
    '/api/hr/time-off/:id/effects',
    {
      config: { access: 'timeOff:read' },
      schema: {
        tags,
        description: 'What the time off does, or would do if it is approved, to the visits of those days.',
        headers: readHeaders,
        params: idParams,
        response: { 200: timeOffEffects, ...errors },
      },
    },
    async (request, reply) => {
      return timeOffEffectsOf(context, await readDocument(context, request, reply, timeOffKind, request.params.id));
    },
  );

  routes.get(
    '/api/hr/time-off/preview',
    {
      config: { access: 'timeOff:read', own: true },
      schema: {
        tags,
        description:
          'What a request would come to: its days, the balance on its last day, and who else of the crew is off.',
        headers: readHeaders,
        querystring: previewQuery,
        response: { 200: timeOffPreview, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const { requestType, half = null, ...asked } = request.query;
      const zone = await companyZone(context);
      const days = { startDate: asDay(asked.startDate, zone), endDate: asDay(asked.endDate, zone), half };
      requireDays(days);
      requireLikelyPlan('startDate', days.startDate, await companyToday(context));
      const employeeId = await personAskedFor(context, request, asked.employeeId);
      return {
        totalDays: String(daysOff(days.startDate, days.endDate, half)),
        countedDays: countedDays(days, await workingDaysOf(context)),
        balance: await requestBalance(context, { ...days, id: null, employeeId, requestType }),
        colleagues: await colleaguesOff(context, employeeId, days),
      };
    },
  );

  routes.get(
    '/api/hr/balances',
    {
      config: { access: 'timeOff:read', own: true },
      schema: {
        tags,
        description:
          'The balances of time off at the end of a day, by type: of one person, or of all that one may see.',
        headers: readHeaders,
        querystring: balancesQuery,
        response: { 200: balancesAnswer, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const today = await companyToday(context);
      const { employeeId, asOf = today } = request.query;
      requireLikelyPlan('asOf', asOf, today);
      const isOfAll = employeeId === undefined && !seesOwn(signedIn(request), timeOffKind);
      const ids = isOfAll ? null : [await personAskedFor(context, request, employeeId)];
      return { asOf, people: await balancesOf(context, ids, asOf) };
    },
  );

  requests.create({
    own: true,
    body: requestTimeOffBody,
    async commands({ body, now, request }): Promise<TimeOffCommand> {
      const { startDate, endDate } = body;
      if (!startDate) throw noSuch('startDate', 'Choose the first day.');
      if (!endDate) throw noSuch('endDate', 'Choose the last day.');
      const zone = await companyZone(context);
      const requestedBy = signedIn(request).id;
      const employeeId = body.employeeId || requestedBy;
      if (employeeId !== requestedBy && seesOwn(signedIn(request), timeOffKind)) throw new NotAllowed('timeOff:change');
      const days = { startDate: asDay(startDate, zone), endDate: asDay(endDate, zone) };
      // The last day is at most a year after it.
      requireLikelyPlan('startDate', days.startDate, await companyToday(context));
      return {
        type: 'RequestTimeOff',
        employeeId,
        employeeRecord: await employeeRecordOf(context, employeeId),
        details: { ...completed(timeOffFields, body), ...days },
        requestedBy,
        now,
      };
    },
  });

  requests.revise({
    body: decideTimeOffBody,
    async commands({ body: { status, decisionReason: reason = null }, request }): Promise<TimeOffCommand> {
      const countedBy = await countedByNow(context);
      return { type: 'DecideTimeOff', status, reason, countedBy, ...deciding(signedIn(request)) };
    },
  });

  const ofTheirs = (type: 'WithdrawTimeOff' | 'RestoreTimeOff') => (request: FastifyRequest) => {
    return { type, ...takingBack(signedIn(request)) };
  };
  requests.remove(ofTheirs('WithdrawTimeOff'), { own: true });
  // Those who reach only their own take back that they withdrew it, not that an owner did.
  requests.act('restore', ({ request }) => ofTheirs('RestoreTimeOff')(request));
}
