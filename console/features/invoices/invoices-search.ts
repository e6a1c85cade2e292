import * as z from 'zod/mini';
import { INVOICE_FILTERS } from '../../../domain/invoice/terms.ts';
import { invoicesPath } from '../../entities/invoice/invoice.ts';
import { listSearch, sortBy } from '../../records/list-search.ts';
import { flag, oneOf, text } from '../../ui/search.ts';

/** The columns that can be sorted by: those that the server sorts by. */
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
  /** Only those that nobody was told of. */
  toSend: flag,
  /** The open invoice. */
  invoice: text,
  customer: text,
  /** Only those of this quote. */
  quote: text,
  /** The job for which one is generated. */
  job: text,
  /** What is asked for about the open invoice, and of which payment. */
  do: oneOf(['cancel', 'refund', 'void', 'credit', 'email']),
  payment: text,
});
export type InvoicesSearch = z.output<typeof invoicesSearch>;

/** The call of the list that the address asks for. */
export function pathOf({ q, sort, status, toSend, customer, quote }: InvoicesSearch): string {
  return invoicesPath({ search: q, sort, status, toSend, customerId: customer, quoteId: quote });
}
