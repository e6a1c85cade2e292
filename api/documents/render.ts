import { erasedRejection, Rejection } from '../../domain/kit/decider.ts';
import type { DocumentReader } from '../../platform/documents/documents.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import type { QuoteDocument } from '../../projections/quotes.ts';
import { openDeposits } from '../invoices/deposits.ts';
import { dayOf } from '../kit/company-time.ts';
import { invoicePaper } from './invoice-paper.ts';
import { type DocumentContext, documentCompany } from './letterhead.ts';
import { quotePaper } from './quote-paper.ts';

/** A document as a file. */
export interface DocumentFile {
  /** `INV-1001.pdf` */
  name: string;
  bytes: Uint8Array;
}

/**
 * The PDF of an invoice as of today: what was paid on it, and what is still open.
 * @throws Rejection `erased`; DocumentFailed and NoTurn, after which a retry may succeed in a moment
 */
export async function renderInvoicePdf(
  context: DocumentContext,
  invoice: InvoiceDocument,
  reader?: DocumentReader,
): Promise<DocumentFile> {
  if (invoice.erased) throw erasedRejection('invoice');
  const company = await documentCompany(context);
  const today = dayOf(context.clock(), company.zone);
  const about = { today, openDeposits: await openDeposits(context, [invoice]) };
  const bytes = await context.documents.draw(invoicePaper(invoice, company, about), reader);
  return { name: `${invoice.invoiceNumber ?? 'invoice'}.pdf`, bytes };
}

/**
 * The PDF of a quote's current version, as its customer sees it.
 * @throws Rejection `erased`, `removed`; DocumentFailed and NoTurn, as above
 */
export async function renderQuotePdf(
  context: DocumentContext,
  quote: QuoteDocument,
  reader?: DocumentReader,
): Promise<DocumentFile> {
  if (quote.erased) throw erasedRejection('quote');
  if (quote.removed) throw new Rejection('removed', 'This quote was removed. Restore it to get its PDF.');
  const bytes = await context.documents.draw(quotePaper(quote, await documentCompany(context)), reader);
  return { name: `${quote.quoteNumber ?? 'quote'}.pdf`, bytes };
}
