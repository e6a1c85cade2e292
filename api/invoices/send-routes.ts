import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { batch } from '../../domain/batch/batch.ts';
import type { BatchItem } from '../../domain/batch/events.ts';
import type { InvoiceCommand } from '../../domain/invoice/invoice.ts';
import { erasedRejection } from '../../domain/kit/decider.ts';
import { BatchRefused, batchIdOf } from '../../platform/commands/batches.ts';
import { waitAndTell } from '../../platform/http/answers/consistency.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { madeId } from '../../platform/runtime/ids.ts';
import { senderOf } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { completed } from '../kit/fields/fields.schema.ts';
import { readDocument } from '../kit/lists/lists.ts';
import { originOfLinks } from '../kit/origin.ts';
import { findRecord } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { addressOfInvoice, NO_ADDRESS } from './address.ts';
import { ASKED_IN_VAIN, asksInVain } from './deposits.ts';
import { invoiceUrlOf, linkVersion } from './links.ts';
import { whereLinksWent } from './links-sent.ts';
import { invoiceKind } from './record.ts';
import {
  invoiceLink,
  invoiceRecord,
  type SentInvoices,
  sendBody,
  sendFields,
  sendSeveralBody,
  sentInvoices,
} from './schema.ts';

const PATH = '/api/invoices';
const TAG = 'Invoices';
const tags = [TAG];

/** How an invoice gets to its customer. */
export function invoiceSendRoutes(app: App, context: ApiContext): void {
  const calls = recordRoutes(app, context, { kind: invoiceKind, record: invoiceRecord, path: PATH, tag: TAG });
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    `${PATH}/:id/link`,
    {
      // Whoever has the link can see, without an account, what a customer owes.
      config: { access: 'invoices:change' },
      schema: {
        tags,
        description: "The customer's link: its page shows what was charged and paid, and the balance.",
        headers: readHeaders,
        params: idParams,
        response: { 200: invoiceLink, 410: errorBody.describe('Its person was erased.'), ...errors },
      },
    },
    async (request, reply) => {
      const document = await readDocument(context, request, reply, invoiceKind, request.params.id);
      if (document.erased) throw erasedRejection('invoice');
      return { url: await invoiceUrlOf(context, request, document.id), ...(await whereLinksWent(context, document)) };
    },
  );

  calls.change({
    method: 'POST',
    at: '/:id/replace-link',
    async commands({ id, now, request }) {
      originOfLinks(context, request);
      return { type: 'ReplaceLink', version: await linkVersion(context, id), now };
    },
    async answer(shown, _body, request) {
      return { ...shown, url: await invoiceUrlOf(context, request, shown.id) };
    },
  });

  calls.change({
    method: 'POST',
    at: '/:id/send',
    body: sendBody,
    commands({ body, now, newId, request }) {
      // If the link would have an unknown address, it is refused before anything is sent.
      originOfLinks(context, request);
      const { to, message } = completed(sendFields, body ?? {});
      return { type: 'SendInvoice', sendingId: newId('sending'), ...(to !== null && { to }), message, now };
    },
  });

  routes.post(
    `${PATH}/send`,
    {
      config: { access: 'invoices:change' },
      schema: {
        tags,
        description:
          'Emails each of these invoices, as one act with one undo. Those that cannot be sent are listed with the reason.',
        headers: changeHeaders,
        body: sendSeveralBody,
        response: { 200: sentInvoices, 409: errorBody, ...errors },
      },
    },
    async (request, reply) => {
      originOfLinks(context, request);
      return sendSeveral(context, request, reply, [...new Set(request.body.ids)]);
    },
  );
}

async function sendSeveral(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  ids: readonly string[],
): Promise<SentInvoices> {
  const sender = senderOf(request);
  const refused = (await Promise.all(ids.map((id) => refusalOf(context, id)))).filter((each) => each !== null);
  const isRepeat = (await context.streams.load(batch, batchIdOf(sender))).state.acts.length > 0;
  const unsendable = new Set(refused.map(({ id }) => id));
  const items = ids
    .filter((id) => !unsendable.has(id))
    .map((id) => itemOf(id, sender.commandId, isoNow(context.clock)));
  if (items.length === 0 && !isRepeat) return { sent: [], refused, undo: null };
  const outcome = await context.batches
    .carryOut({ kind: 'send_invoices', planId: null, items }, sender)
    .catch((cause) => {
      throw cause instanceof BatchRefused ? changedMeanwhile(cause) : cause;
    });
  const { batchId, position } = outcome;
  reply.header('x-command-id', sender.commandId);
  reply.header('x-position', position);
  await waitAndTell(reply, context.readModels, position);
  // For a repeat: those that the first one sent.
  const failed = new Set(outcome.refused.map(({ recordId }) => recordId));
  const sent = outcome.now.state.items.map(({ recordId }) => recordId).filter((id) => !failed.has(id));
  return {
    sent,
    refused: refused.filter(({ id }) => !sent.includes(id)),
    undo: { category: 'batch', id: batchId, commandId: sender.commandId },
  };
}

/** Each sending's id is derived from the request, so a repeat sends nothing twice. A batch contains no address. */
function itemOf(id: string, commandId: string, now: string): BatchItem {
  const command: InvoiceCommand = { type: 'SendInvoice', sendingId: madeId(commandId, `sending/${id}`), now };
  return {
    stream: `${invoiceKind.category}-${id}`,
    recordId: id,
    expectedRevision: null,
    commands: [command],
  };
}

/** Why an invoice cannot be sent; null if it can. */
async function refusalOf(context: ApiContext, id: string): Promise<SentInvoices['refused'][number] | null> {
  const found = await findRecord(context, invoiceKind, id);
  const refused = (message: string) => ({ id, invoiceNumber: found?.invoiceNumber ?? null, message });
  if (!found) return refused('There is no such invoice.');
  if (found.erased) return refused('The personal data in it was erased.');
  if (found.isCancelled) return refused('It is cancelled.');
  if (await asksInVain(context.streams, found)) return refused(ASKED_IN_VAIN);
  return (await addressOfInvoice(context.streams, found)) === null ? refused(NO_ADDRESS) : null;
}

function changedMeanwhile({ refused }: BatchRefused): HttpError {
  const message = `Nothing was sent, because of one of them. ${refused[0]?.reason ?? ''}`;
  return new HttpError(409, { message, code: 'conflict' });
}
