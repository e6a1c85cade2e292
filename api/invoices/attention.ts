import { dollarText } from '../../domain/kit/money.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import { attention } from '../kit/attention.ts';
import { invoiceKind } from './record.ts';

/** What customers should have paid by now, the longest overdue first. */
export const overdueInvoices = attention<InvoiceDocument>({
  id: 'overdue-invoices',
  label: 'Overdue invoices',
  kind: invoiceKind,
  query: ({ today }) => ({
    where: { removed: null, isOpen: true, dueDate: { lt: today } },
    order: { field: 'dueDate', direction: 'asc' },
  }),
  page: '/invoices?status=overdue&sort=dueDate',
  waiting: ({ balance, dueDate }) => ({ note: `${dollarText(balance)} open, due`, day: dueDate }),
});
