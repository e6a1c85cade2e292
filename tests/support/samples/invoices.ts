import { type InvoiceDetails, NOTHING_ADDED } from '../../../domain/invoice/events.ts';

/** $100 for one removal, plus 8 % tax: $108.00. */
export const PLAIN_INVOICE: InvoiceDetails = {
  kind: 'invoice',
  customerId: 'c',
  jobId: null,
  quoteId: null,
  quoteVersion: null,
  customerName: 'Ada Lovelace',
  customerEmail: 'ada@example.com',
  billingAddress: '3 Elm St',
  job: 'Tree Removal at 3 Elm St',
  lines: [{ id: 'l', description: 'Tree Removal', quantity: 1, unitPrice: 10_000, amount: 10_000 }],
  ...NOTHING_ADDED,
  taxRate: 8_000,
  deductions: [],
  earlier: [],
  issuedOn: '2026-06-15',
  dueDate: '2026-07-15',
};
