import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountName } from '../../domain/accounts/accounts.ts';
import { ACCOUNT_KEYS } from '../../domain/accounts/terms.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { JournalDocument } from '../../projections/journal.ts';
import type { PeriodDocument } from '../../projections/periods.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { companySettings, companyToday } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { readDocument, sendPages, sendReportCsv } from '../kit/lists/lists.ts';
import { recordRoutes } from '../kit/routes.ts';
import { linesAlong, linesQuery, presentLines, type ReadLines, type Telling } from './journal.ts';
import { correctionsAfter, exportsOf, firstDayOf, linesOfExport, periodsOf } from './periods.ts';
import { periodKind } from './record.ts';
import {
  accountingPeriods,
  exportBody,
  JOURNAL_COLUMNS,
  type JournalLine,
  journalLine,
  journalQuery,
  linesAsked,
  periodRecord,
  trialBalance,
  trialBalanceQuery,
} from './schema.ts';
import { trialBalanceOf } from './trial-balance.ts';

const PERIODS = '/api/accounting/periods';
const TAG = 'Accounting';
const config = { access: 'books:read' } as const;
const asked = { tags: [TAG], headers: readHeaders };
const lines = { response: { 200: z.array(journalLine), ...errors } };

/** The books as a bookkeeper takes them over: the journal, its exports, and the balance of each account. */
export function accountingRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const periods = recordRoutes(app, context, { kind: periodKind, record: periodRecord, path: PERIODS, tag: TAG });
  const namesNow = async () => (await companySettings(context)).accountNames;

  routes.get(
    '/api/accounting/journal',
    {
      config,
      schema: {
        ...asked,
        ...lines,
        querystring: journalQuery,
        description: 'Everything that is booked, by day. Each document’s debits equal its credits.',
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const models = context.readModels.current();
      const { from, to } = request.query;
      return sendLines(request, reply, {
        models,
        name: ['journal', from, to].filter(Boolean).join('-'),
        read: linesAlong(models, linesQuery(request.query)),
        telling: { names: await namesNow(), exports: await exportsOf(models) },
      });
    },
  );

  routes.get(
    '/api/accounting/corrections',
    {
      config,
      schema: {
        ...asked,
        ...lines,
        querystring: linesAsked,
        description: 'What was recorded for exported days since their export: it goes into the next one.',
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const models = context.readModels.current();
      const exports = await exportsOf(models);
      return sendLines(request, reply, {
        models,
        name: 'corrections',
        read: correctionsAfter(models, exports.at(-1) ?? null),
        telling: { names: await namesNow(), exports },
      });
    },
  );

  routes.get(
    '/api/accounting/trial-balance',
    {
      config,
      schema: {
        ...asked,
        querystring: trialBalanceQuery,
        response: { 200: trialBalance, ...errors },
        description: 'The total of each account over some days; without a first day, from the beginning to the last.',
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const { format, ...days } = request.query;
      const balance = await trialBalanceOf(context.readModels.current(), days, await namesNow());
      if (format !== 'csv') return balance;
      const list = { name: 'trial-balance', row: trialBalance.shape.rows.element, rows: balance.rows };
      return sendReportCsv(context, request, reply, list) as unknown as typeof balance;
    },
  );

  routes.get(
    PERIODS,
    {
      config,
      schema: {
        ...asked,
        response: { 200: accountingPeriods, ...errors },
        description: 'The months with entries, the exports, and what is waiting for the next one.',
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return periodsOf(context.readModels.current(), await companyToday(context), await namesNow());
    },
  );

  periods.create({
    body: exportBody,
    async commands({ body, id: periodId, now }) {
      const said = await namesNow();
      const accountNames = Object.fromEntries(ACCOUNT_KEYS.map((key) => [key, accountName(key, said)]));
      const firstDay = await firstDayOf(context.readModels.current());
      const today = await companyToday(context);
      return { type: 'ExportPeriod', periodId, ...body, today, firstDay, accountNames, now };
    },
  });

  // Undoes the newest export, so that its days can be exported again.
  periods.remove(({ params }) => ({ type: 'ReopenPeriod', periodId: (params as { id: string }).id }));

  routes.get(
    `${PERIODS}/:id/journal`,
    {
      config,
      schema: {
        ...asked,
        ...lines,
        params: idParams,
        querystring: linesAsked,
        description:
          'The content of an export, the same each time: corrections for earlier days first, then its own days.',
      },
    },
    async (request, reply) => {
      const period = await readDocument<PeriodDocument>(context, request, reply, periodKind, request.params.id);
      if (period.removed)
        throw new HttpError(404, { message: 'This export was undone. Export its days again.', code: 'not_found' });
      const models = context.readModels.current();
      const before = (await exportsOf(models)).findLast(({ number }) => number < period.number) ?? null;
      const { number, from, to, accountNames } = period;
      return sendLines(request, reply, {
        models,
        name: `journal-${number}-${from}-${to}`,
        read: linesOfExport(models, period, before),
        telling: { names: accountNames, exports: [period], datedAsExported: true },
      });
    },
  );

  function sendLines(
    request: FastifyRequest<{ Querystring: z.output<typeof linesAsked> }>,
    reply: FastifyReply,
    list: { models: ReadModels; name: string; read: ReadLines; telling: Telling },
  ): Promise<JournalLine[]> {
    const { limit, cursor } = request.query;
    const { models, name, read, telling } = list;
    return sendPages(context, request, reply, {
      name,
      limit,
      columns: JOURNAL_COLUMNS,
      read: (most, after = cursor) => read(most, after),
      present: (found: readonly JournalDocument[]) => presentLines(models, found, telling),
    });
  }
}
