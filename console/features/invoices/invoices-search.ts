import * as z from 'zod/mini';
import { INVOICE_FILTERS } from '../../../domain/invoice/terms.ts';
import { invoicesPath } from '../../entities/invoice/invoice.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import { flag, oneOf, text } from '../../ui/search.ts';

/** The columns the server can sort by. */
export const INVOICE_SORTS = [
  'invoiceNumber',
  'customer',
  'job',
  'status',
  'totalAmount',
  'balance',
  'dueDate',
  'issuedOn',
] as const;

export const invoicesSearch = z.object({
  ...listSearch,
  sort: sortBy(INVOICE_SORTS),
  status: oneOf(INVOICE_FILTERS),
  /** Only unsent ones. */
  toSend: flag,
  /** Id of the open invoice. */
  invoice: text,
  customer: text,
  /** Only those of this quote. */
  quote: text,
  /** Only those that came of this campaign. */
  campaign: text,
  /** The job to generate one for. */
  job: text,
  /** The open invoice's dialog, and the payment it is about. */
  do: oneOf(['cancel', 'refund', 'void', 'credit', 'email']),
  payment: text,
});
export type InvoicesSearch = z.output<typeof invoicesSearch>;

/** The list's call for the URL parameters. */
export function pathOf({ q, sort, status, toSend, customer, quote, campaign }: InvoicesSearch): string {
  return invoicesPath({ search: q, sort, status, toSend, customerId: customer, quoteId: quote, campaignId: campaign });
}
