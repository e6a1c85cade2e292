import { JOB_STATUSES } from '../job/terms.ts';

/** The status of an invoice. It follows from its events: nobody sets it. Refunded is a deposit that was given back. */
export const INVOICE_STATUSES = ['pending', 'paid', 'refunded', 'cancelled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** What lists can be filtered by: an overdue invoice is also pending. */
export const INVOICE_FILTERS = ['pending', 'paid', 'overdue', 'refunded', 'cancelled'] as const;

export const INVOICE_STATUS_LABELS: Readonly<Record<string, string>> = {
  pending: 'Pending',
  paid: 'Paid',
  overdue: 'Overdue',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
} satisfies Record<(typeof INVOICE_FILTERS)[number], string>;

/** For finished work, or a deposit before it begins. */
export const INVOICE_KINDS = ['invoice', 'deposit'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

export const INVOICE_KIND_LABELS: Readonly<Record<string, string>> = {
  invoice: 'Invoice',
  deposit: 'Deposit',
} satisfies Record<InvoiceKind, string>;

/**
 * How a job stands while its deposit is asked for; null for an invoice that is no deposit of a job. While its job is
 * cancelled or removed it stays owed, but nobody is asked for it.
 */
export const DEPOSIT_ASKED_WHILE: readonly (string | null)[] = [
  null,
  ...JOB_STATUSES.filter((status) => status !== 'cancelled'),
];

/** How customers pay. */
export const PAYMENT_METHODS = ['credit_card', 'check', 'cash', 'bank_transfer'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Paid from the customer's credit. */
export const CREDIT_METHOD = 'credit';

export const PAYMENT_METHOD_LABELS: Readonly<Record<string, string>> = {
  credit_card: 'Credit card',
  check: 'Check',
  cash: 'Cash',
  bank_transfer: 'Bank transfer',
  credit: 'Customer credit',
} satisfies Record<PaymentMethod | typeof CREDIT_METHOD, string>;

/** Whether the customer still owes what was refunded to them. */
export const REFUND_OWED = ['still', 'forgiven'] as const;
export type RefundOwed = (typeof REFUND_OWED)[number];

/** The longest texts, in characters, and lists. */
export const INVOICE_LIMITS = {
  job: 500,
  notes: 10_000,
  reason: 500,
  transactionId: 100,
  message: 4_000,
  lines: 100,
  description: 2_000,
  quantity: 9_999,
  payments: 500,
  atOnce: 100,
} as const;

/** How the number of a payment begins that nobody typed: the form makes one, so that a repeat is known (spec: Invoices). */
export const MADE_NUMBER = 'manual-';

/** The reference of a payment as people know it: one that was made for them tells nobody anything. */
export function knownReference(transactionId: string | null): string | null {
  return transactionId?.startsWith(MADE_NUMBER) ? null : transactionId;
}
