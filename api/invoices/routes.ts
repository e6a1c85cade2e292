import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { formatCents } from '../../domain/kit/money.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors, readHeaders } from '../kit/fields/common.schema.ts';
import { completed } from '../kit/fields/fields.schema.ts';
import { recordRoutes } from '../kit/routes.ts';
import { issueForJobs, issueInvoice } from './issuing.ts';
import { invoiceKind } from './record.ts';
import { remindersAhead } from './reminders.ts';
import {
  cancelBody,
  cancelFields,
  forJobsBody,
  invoicedJobs,
  invoiceFigures,
  invoiceList,
  invoiceRecord,
  issueBody,
  overdueOn,
  remindersAnswer,
  remindersBody,
  remindersQuery,
} from './schema.ts';

const PATH = '/api/invoices';
const TAG = 'Invoices';
const tags = [TAG];

/** The invoices: what customers owe for finished work, and deposits asked for before it begins. */
export function invoiceRoutes(app: App, context: ApiContext): void {
  const calls = recordRoutes(app, context, { kind: invoiceKind, record: invoiceRecord, path: PATH, tag: TAG });
  const routes = app.withTypeProvider<ZodTypeProvider>();

  calls.list(invoiceList);
  calls.get();

  routes.get(
    `${PATH}/figures`,
    {
      config: { access: 'invoices:read' },
      schema: { tags, headers: readHeaders, response: { 200: invoiceFigures, ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const today = await companyToday(context);
      const models = context.readModels.current();
      const figure = async (where: object, field: 'revenue' | 'balance') => {
        const [group] = await models.sum('invoices', { where: { ...where }, groupBy: [], sum: [field] });
        return { count: group?.count ?? 0, amount: formatCents(group?.sums[field] ?? 0) };
      };
      const [paid, pending, overdue] = await Promise.all([
        figure({ removed: null, status: 'paid' }, 'revenue'),
        figure({ removed: null, isOpen: true }, 'balance'),
        figure({ removed: null, ...overdueOn(today) }, 'balance'),
      ]);
      return { totalRevenue: paid.amount, pending, overdue };
    },
  );

  routes.post(
    PATH,
    {
      config: { access: 'invoices:change' },
      schema: {
        tags,
        description: 'For a completed job, or for a customer with its own lines.',
        headers: changeHeaders,
        body: issueBody,
        response: { 201: invoiceRecord, ...changeErrors(invoiceRecord) },
      },
    },
    async (request, reply) => {
      const shown = await issueInvoice(context, request, reply, request.body);
      return reply.code(201).send(shown);
    },
  );

  routes.post(
    `${PATH}/for-jobs`,
    {
      config: { access: 'invoices:change' },
      schema: {
        tags,
        description:
          'An invoice for each of these jobs; jobs that cannot be invoiced are listed and do not stop the others.',
        headers: changeHeaders,
        body: forJobsBody,
        response: { 200: invoicedJobs, 409: errorBody, ...errors },
      },
    },
    async (request, reply) => issueForJobs(context, request, reply, request.body.jobIds, signedIn(request).id),
  );

  routes.get(
    `${PATH}/reminders`,
    {
      config: { access: 'invoices:read' },
      schema: {
        tags,
        description:
          'Which customers are reminded of what is overdue over the next 30 days, and how many reminders wait.',
        headers: readHeaders,
        querystring: remindersQuery,
        response: { 200: remindersAnswer, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return remindersAhead(context, request.query.days);
    },
  );

  calls.change({
    method: 'POST',
    at: '/:id/reminders',
    body: remindersBody,
    commands: async ({ body }) => ({ type: 'PauseReminders', paused: body.paused }),
  });

  calls.change({
    method: 'POST',
    at: '/:id/cancel',
    body: cancelBody,
    async commands({ body }) {
      const { reason } = completed(cancelFields, body ?? {});
      return { type: 'CancelInvoice', reason, day: await companyToday(context) };
    },
  });
}
