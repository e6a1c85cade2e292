import type { FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { clientGone } from '../../platform/http/answers/client-gone.ts';
import { invoiceKind } from '../invoices/record.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errorBody, errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { readDocument } from '../kit/lists/lists.ts';
import { quoteKind } from '../quotes/record.ts';
import { type DocumentFile, renderInvoicePdf, renderQuotePdf } from './render.ts';

/** An answer that is a PDF. */
export const pdf = { content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } } };
const response = {
  200: pdf,
  410: errorBody.describe('It was removed, or the personal data in it was erased.'),
  ...errors,
};

/** Invoices and quotes as they are sent to customers. */
export function documentRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/invoices/:id/pdf',
    {
      config: { access: 'invoices:read' },
      schema: { tags: ['Invoices'], headers: readHeaders, params: idParams, response },
    },
    async (request, reply) => {
      const invoice = await readDocument(context, request, reply, invoiceKind, request.params.id);
      return sendPdf(reply, await renderInvoicePdf(context, invoice, { signal: clientGone(reply) }));
    },
  );

  routes.get(
    '/api/quotes/:id/pdf',
    {
      config: { access: 'quotes:read' },
      schema: { tags: ['Quotes'], headers: readHeaders, params: idParams, response },
    },
    async (request, reply) => {
      const quote = await readDocument(context, request, reply, quoteKind, request.params.id);
      return sendPdf(reply, await renderQuotePdf(context, quote, { signal: clientGone(reply) }));
    },
  );
}

export function sendPdf(reply: FastifyReply, { name, bytes }: DocumentFile): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('application/pdf')
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
