import { invoice } from '../../domain/invoice/invoice.ts';
import type { MailAttachments } from '../../platform/mail/mail-effect.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import type { DocumentContext } from '../documents/letterhead.ts';
import { renderInvoicePdf } from '../documents/render.ts';
import type { ApiContext } from '../kit/context.ts';

/** What goes with mails: with an invoice its PDF, as it stands when it is sent. @throws where it cannot be drawn now */
export function mailAttachments(context: () => DocumentContext & Pick<ApiContext, 'streams'>): MailAttachments {
  return async ({ kind, recordId }) => {
    if (kind !== 'invoice') return [];
    const { records } = await context().streams.load(invoice, recordId);
    const document = records.get(recordId)?.document as InvoiceDocument | null | undefined;
    if (!document || document.erased) return [];
    const { name, bytes } = await renderInvoicePdf(context(), document);
    return [{ name, type: 'application/pdf', bytes }];
  };
}
