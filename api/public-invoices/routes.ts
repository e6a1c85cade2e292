import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { clientGone } from '../../platform/http/answers/client-gone.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import { renderInvoicePdf } from '../documents/render.ts';
import { pdf, sendPdf } from '../documents/routes.ts';
import { depositJobStanding } from '../invoices/deposits.ts';
import { INVOICE_LINK, linkEventId, linkVersion } from '../invoices/links.ts';
import { invoiceKind } from '../invoices/record.ts';
import type { InvoiceRecord } from '../invoices/schema.ts';
import { companySettings } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';
import { tokenParams } from '../public-quotes/schema.ts';
import { presentPublicInvoice } from './present.ts';
import { invoiceLinkErrors, type PublicInvoice, publicInvoice } from './schema.ts';

const PATH = '/api/public/invoices/:token';
const tags = ['Public invoices'];
/** Whoever has the link needs no account; a session is not even read. */
const config = { access: 'public', limitedPerAddress: 1 } as const;

const NO_LINK =
  'This link does not lead to an invoice. Check that you have the whole address, or ask us for a new one.';
const REPLACED = 'This link to the invoice was replaced. Please ask us for the new one.';
const GONE = 'The personal details in this invoice were erased. Please ask us about it.';

/** What a customer sees through the link to their invoice. */
export function publicInvoiceRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    PATH,
    { config, schema: { tags, params: tokenParams, response: { 200: publicInvoice, ...invoiceLinkErrors } } },
    async (request) => publicInvoiceOf(context, await openInvoiceLink(context, request.params.token)),
  );

  routes.get(
    `${PATH}/pdf`,
    { config, schema: { tags, params: tokenParams, response: { 200: pdf, ...invoiceLinkErrors } } },
    async (request, reply) => {
      const reader = { address: request.ip, signal: clientGone(reply) };
      return sendPdf(
        reply,
        await renderInvoicePdf(context, await openInvoiceLink(context, request.params.token), reader),
      );
    },
  );
}

/**
 * The invoice that a token was made for, even a cancelled one, to show the customer that nothing is owed on it.
 * @throws HttpError 404 for a token that we did not make, 410 if its person was erased or the link was replaced
 */
async function openInvoiceLink(context: ApiContext, token: string): Promise<InvoiceDocument> {
  const target = await context.links.verify(INVOICE_LINK, token, (asked) => linkEventId(context, asked));
  const document = target && (await findRecord(context, invoiceKind, target.id));
  if (!document) throw new HttpError(404, { message: NO_LINK, code: 'not_found' });
  if (document.erased) throw new HttpError(410, { message: GONE, code: 'erased' });
  if (target.version !== (await linkVersion(context, target.id))) {
    throw new HttpError(410, { message: REPLACED, code: 'revoked' });
  }
  // Its own stream does not know the job.
  return { ...document, depositJobStanding: await depositJobStanding(context.streams, document) };
}

async function publicInvoiceOf(context: ApiContext, document: InvoiceDocument): Promise<PublicInvoice> {
  const { name, phone, email, postalAddress, paymentInstructions } = await companySettings(context);
  const [shown] = await invoiceKind.show(context, [document]);
  const company = { name, phone, email, postalAddress };
  return presentPublicInvoice(shown as InvoiceRecord, document.payments, { company, paymentInstructions });
}
