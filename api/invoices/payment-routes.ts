import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type CreditCommand, credit } from '../../domain/credit/credit.ts';
import type { InvoiceCommand } from '../../domain/invoice/invoice.ts';
import { valid } from '../../domain/invoice/payments.ts';
import { repeated } from '../../domain/invoice/repeats.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { isDate, requireLikelyDay } from '../../domain/kit/times.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import { type PaymentDocument, payments } from '../../projections/payments.ts';
import { customerKind } from '../customers/record.ts';
import { customerRecord } from '../customers/schema.ts';
import { carryOut, changerOf, newId, senderOf } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import { asDay, companyToday, companyZone } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { completed } from '../kit/fields/fields.schema.ts';
import { readDocument } from '../kit/lists/lists.ts';
import { findRecord, noSuch } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { creditKind, invoiceKind, presentPayment, presentPayments } from './record.ts';
import {
  invoiceRecord,
  paymentAnswer,
  paymentBody,
  paymentFields,
  paymentList,
  paymentParams,
  paymentRecord,
  paymentRow,
  refundBody,
  refundCreditBody,
  refundCreditFields,
  useCreditBody,
  voidBody,
} from './schema.ts';

const PATH = '/api/invoices/:id/payments';
const tags = ['Payments'];

/** Payments on invoices, and customers' credit: a ledger in which nothing is ever edited. */
export function paymentRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const all = recordRoutes(app, context, {
    kind: invoiceKind,
    record: invoiceRecord,
    path: '/api/invoices',
    tag: 'Payments',
  });
  const change = changerOf(context, invoiceKind);
  const config = { access: 'invoices:change' } as const;

  all.list(paymentList, {
    path: '/api/payments',
    collection: payments,
    row: paymentRow,
    show: async (_, documents) => documents.map(presentPaymentRow),
  });

  routes.get(
    PATH,
    {
      config: { access: 'invoices:read' },
      schema: {
        tags,
        headers: readHeaders,
        params: idParams,
        response: { 200: z.array(paymentRecord), ...errors },
      },
    },
    async (request, reply) =>
      presentPayments(await readDocument(context, request, reply, invoiceKind, request.params.id)),
  );

  /** Carries out a change to one payment, and answers with the payment and its invoice. */
  async function answered(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    command: InvoiceCommand,
    paymentId: () => Promise<string>,
  ) {
    const invoice = await change(request, reply, id, command);
    const document = await findRecord(context, invoiceKind, id);
    const wanted = await paymentId();
    const payment = document?.payments.find((each) => each.id === wanted);
    if (!payment) throw new Error(`The invoice ${id} lacks the payment ${wanted}.`);
    return { ...presentPayment(payment), invoice };
  }

  routes.post(
    PATH,
    {
      config,
      schema: {
        tags,
        description:
          'Of one Idempotency-Key, or of one number made by a form (`manual-…`), a payment counts once. What else looks like one that is recorded, or is of long before its invoice or on a cancelled one, is 409 with an issue of `confirmed`, which asks all at once. More than is owed is credit.',
        headers: changeHeaders,
        params: idParams,
        body: paymentBody,
        response: { 201: paymentAnswer, ...changeErrors(invoiceRecord) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { amount, paymentMethod: method, transactionId, processedDate } = completed(paymentFields, request.body);
      const paymentId = newId(request, 'payment');
      const day = await dayOfMoney(context, processedDate);
      const told = { receipt: request.body.receipt === true, confirmed: request.body.confirmed === true };
      const command = { type: 'RecordPayment', paymentId, amount, method, transactionId, day, ...told } as const;
      const answer = await answered(request, reply, id, { ...command, now: isoNow(context.clock) }, async () => {
        const { payments: made = [] } = (await findRecord(context, invoiceKind, id)) ?? {};
        const isNew = made.some((each) => each.id === paymentId);
        return isNew ? paymentId : (repeated({ transactionId }, valid({ payments: made }))?.id ?? paymentId);
      });
      return reply.code(201).send(answer);
    },
  );

  routes.post(
    `${PATH}/:paymentId/refund`,
    {
      config,
      schema: {
        tags,
        description:
          'As much of one payment, by the same method and on the same day, as was refunded of it before is 409 with an issue of `confirmed`.',
        headers: changeHeaders,
        params: paymentParams,
        body: refundBody,
        response: { 200: paymentAnswer, ...changeErrors(invoiceRecord) },
      },
    },
    async (request, reply) => {
      const { id, paymentId } = request.params;
      const {
        amount = null,
        owed = 'still',
        paymentMethod: method = null,
        reason = null,
        processedDate,
      } = request.body ?? {};
      const day = await dayOfMoney(context, processedDate ?? null);
      const refundId = newId(request, 'refund');
      const said = { amount, owed, method, reason, day, confirmed: request.body?.confirmed === true };
      const command = { type: 'RefundPayment', refundId, paymentId, ...said } as const;
      return answered(request, reply, id, { ...command, now: isoNow(context.clock) }, async () => paymentId);
    },
  );

  routes.post(
    `${PATH}/:paymentId/void`,
    {
      config,
      schema: {
        tags,
        description: 'It never was a payment: a check that bounced, or a slip.',
        headers: changeHeaders,
        params: paymentParams,
        body: voidBody,
        response: { 200: paymentAnswer, ...changeErrors(invoiceRecord) },
      },
    },
    async (request, reply) => {
      const { id, paymentId } = request.params;
      const command = { type: 'VoidPayment', paymentId, reason: request.body?.reason ?? null } as const;
      return answered(request, reply, id, command, async () => paymentId);
    },
  );

  routes.post(
    '/api/invoices/:id/credit',
    {
      config,
      schema: {
        tags,
        description: "Pays for it from the customer's credit.",
        headers: changeHeaders,
        params: idParams,
        body: useCreditBody,
        response: { 200: invoiceRecord, ...changeErrors(invoiceRecord) },
      },
    },
    async (request, reply) => {
      const { id: invoiceId } = request.params;
      const invoice = await findRecord(context, invoiceKind, invoiceId);
      if (!invoice) throw new Rejection('not_found', 'There is no such invoice.');
      const { customerId } = invoice;
      const { state } = await context.streams.load(credit, customerId);
      const useId = newId(request, 'credit');
      if (!state.entries.has(useId) && invoice.balance <= 0) {
        throw new Rejection('conflict', 'Nothing is owed on this invoice.');
      }
      const most = Math.max(0, Math.min(state.balance, invoice.balance));
      const amount = request.body?.amount ?? most;
      if (amount > invoice.balance && !state.entries.has(useId)) {
        throw noSuch('amount', `Only $${formatCents(invoice.balance)} is owed on this invoice.`);
      }
      const [day, now] = [await companyToday(context), isoNow(context.clock)];
      const command: CreditCommand = { type: 'UseCredit', useId, invoiceId, amount: amount || state.balance, day, now };
      await carryOut(context, senderOf(request), reply, { kind: creditKind, id: customerId, commands: [command] });
      const document = (await findRecord(context, invoiceKind, invoiceId)) as InvoiceDocument;
      const [shown] = await invoiceKind.show(context, [document]);
      return shown as z.output<typeof invoiceRecord>;
    },
  );

  routes.post(
    '/api/customers/:id/credit/refund',
    {
      config,
      schema: {
        tags,
        description: 'Pays credit back to the customer.',
        headers: changeHeaders,
        params: idParams,
        body: refundCreditBody,
        response: { 200: customerRecord, ...changeErrors(customerRecord) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const customer = await findRecord(context, customerKind, id);
      if (!customer) throw new Rejection('not_found', 'There is no such customer.');
      const { amount, paymentMethod: method, transactionId } = completed(refundCreditFields, request.body);
      const [day, now] = [await companyToday(context), isoNow(context.clock)];
      const refundId = newId(request, 'refund');
      const said = { amount, method, transactionId, confirmed: request.body.confirmed === true };
      const command: CreditCommand = { type: 'RefundCredit', refundId, ...said, day, now };
      // With an empty stream there is no credit, and no record to answer with.
      await context.streams.load(credit, id).then(({ state }) => requireCredit(state.balance, state.entries.size));
      await carryOut(context, senderOf(request), reply, { kind: creditKind, id, commands: [command] });
      const [shown] = await customerKind.show(context, [customer]);
      return shown as z.output<typeof customerRecord>;
    },
  );
}

function requireCredit(balance: number, entries: number): void {
  if (entries === 0 && balance === 0) throw new Rejection('conflict', 'This customer has no credit.', 'amount');
}

/** When money moved; today by default. @throws HttpError 400 for a future day; Rejection for one long ago */
async function dayOfMoney(context: ApiContext, said: string | null): Promise<string> {
  const today = await companyToday(context);
  if (!said) return today;
  const day = asDay(said, await companyZone(context));
  if (!isDate(day)) throw noSuch('processedDate', 'The date must be a day like 2026-06-15.');
  if (day > today) throw noSuch('processedDate', 'The date must not be after today.');
  requireLikelyDay('processedDate', day, today);
  return day;
}

export function presentPaymentRow(row: PaymentDocument): z.output<typeof paymentRow> {
  const { id, kind, invoiceId, customerId, method, transactionId, day, isVoided, createdAt } = row;
  return {
    id,
    kind,
    invoiceId,
    customerId,
    amount: formatCents(row.amount),
    paymentMethod: method,
    transactionId,
    invoiceNumber: row.invoiceNumber ?? null,
    customer: row.customerName ?? null,
    processedDate: day,
    isVoided,
    createdAt,
  };
}
