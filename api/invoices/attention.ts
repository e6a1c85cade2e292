import { dollarText } from '../../domain/kit/money.ts';
import { type CreditDocument, credits } from '../../projections/credits.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import { customerKind, shownName } from '../customers/record.ts';
import { attention } from '../kit/attention.ts';
import { dayOf } from '../kit/company-time.ts';
import { invoiceKind } from './record.ts';
import { overdueOn, toSend } from './schema.ts';

/** What customers should have paid by now, the longest overdue first. */
export const overdueInvoices = attention<InvoiceDocument>({
  id: 'overdue-invoices',
  label: 'Overdue invoices',
  kind: invoiceKind,
  query: ({ today }) => ({
    where: { removed: null, ...overdueOn(today) },
    order: { field: 'dueDate', direction: 'asc' },
  }),
  page: '/invoices?status=overdue&sort=dueDate',
  waiting: ({ balance, dueDate }) => ({ note: `${dollarText(balance)} open, due`, day: dueDate }),
});

/** What customers are to pay and were not sent, such as the deposit of a quote they approved; the oldest first. */
export const invoicesToSend = attention<InvoiceDocument>({
  id: 'invoices-to-send',
  label: 'Invoices to send',
  kind: invoiceKind,
  query: () => ({ where: { removed: null, ...toSend }, order: { field: 'createdAt', direction: 'asc' } }),
  page: '/invoices?toSend=true',
  waiting: ({ kind, balance, issuedOn }) => ({
    note: `${dollarText(balance)}${kind === 'deposit' ? ' deposit' : ''}, issued`,
    day: issuedOn,
  }),
});

/** Customers who owe credit that they spent, as the payment that it came from was voided; the longest first. */
export const owedCredit = attention<CreditDocument>({
  id: 'owed-credit',
  label: 'Customers who owe spent credit',
  kind: customerKind,
  collection: credits,
  query: () => ({ where: { isOwed: true }, order: { field: 'owedSince', direction: 'asc' } }),
  // The receivables have them.
  page: '/reports',
  waiting: ({ owed, owedSince }, { today, zone }) => ({
    note: `${dollarText(owed)} owed since`,
    day: owedSince === null ? today : dayOf(Date.parse(owedSince), zone),
  }),
  title: (credit) => nameOfOwing(credit) ?? 'Customer',
});

/** The name of the customer whose credit it is; null if there is none. */
export function nameOfOwing({ customerFirstName, customerLastName }: CreditDocument): string | null {
  return shownName({ firstName: customerFirstName ?? null, lastName: customerLastName ?? null });
}
