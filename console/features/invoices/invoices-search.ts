import * as z from 'zod/mini';
import { INVOICE_FILTERS } from '../../../domain/invoice/terms.ts';
import { invoicesPath } from '../../entities/invoice/invoice.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import type { Range } from '../../records/list/ranges.tsx';
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
  /** The first and last day on which they were issued, are due, or were paid in full. */
  from: text,
  to: text,
  dueFrom: text,
  dueTo: text,
  paidFrom: text,
  paidTo: text,
  /** The lowest and highest amount, in dollars. */
  amountFrom: text,
  amountTo: text,
  /** The job to generate one for. */
  job: text,
  /** The open invoice's dialog, and the payment it is about. */
  do: oneOf(['cancel', 'refund', 'void', 'credit', 'email']),
  payment: text,
});
export type InvoicesSearch = z.output<typeof invoicesSearch>;

/** The ranges without an input of their own. */
export const INVOICE_RANGES: readonly Range[] = [
  { what: 'Issued', keys: ['from', 'to'], kind: 'days' },
  { what: 'Due', keys: ['dueFrom', 'dueTo'], kind: 'days' },
  { what: 'Paid in full', keys: ['paidFrom', 'paidTo'], kind: 'days' },
  { what: 'Amount', keys: ['amountFrom', 'amountTo'], kind: 'dollars' },
];

/** The list's call for the URL parameters. */
export function pathOf(search: InvoicesSearch): string {
  const { q, sort, status, toSend, customer, quote, campaign } = search;
  const { from, to, dueFrom, dueTo, paidFrom, paidTo, amountFrom, amountTo } = search;
  const ranges = { from, to, dueFrom, dueTo, paidFrom, paidTo, amountFrom, amountTo };
  const asked = { search: q, sort, status, toSend, customerId: customer, quoteId: quote, campaignId: campaign };
  return invoicesPath({ ...asked, ...ranges });
}
