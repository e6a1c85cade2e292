import type { Payment } from '../../domain/invoice/payments.ts';
import { isAskedFor, isForCancelledWork, isOverdue } from '../../domain/invoice/reminders.ts';
import { knownReference, PAYMENT_METHOD_LABELS } from '../../domain/invoice/terms.ts';
import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { numberText } from '../../domain/kit/numbers.ts';
import type { Paper, PaperPart, PaperTable, PaperTotal } from '../../platform/documents/paper.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import { type DocumentCompany, linesOf } from './letterhead.ts';
import { rateText } from './words.ts';

/**
 * The document for an invoice.
 * @param about.today in the company's time zone
 * @param about.openDeposits what is still to be paid of the deposits that it deducts, in cents, by their ids
 */
export function invoicePaper(
  invoice: InvoiceDocument,
  company: DocumentCompany,
  { today, openDeposits }: { today: string; openDeposits: ReadonlyMap<string, number> },
): Paper {
  const { invoiceNumber, customerName, billingAddress, customerEmail, issuedOn, dueDate, notes } = invoice;
  const kind = invoice.kind === 'deposit' ? 'Deposit invoice' : 'Invoice';
  const isAsked = isAskedFor(invoice, isInVain(invoice));
  return {
    title: [kind, invoiceNumber].filter(Boolean).join(' '),
    letterhead: company.letterhead,
    kind,
    number: invoiceNumber,
    status: statusOf(invoice, today),
    addressees: [
      { label: 'Bill to', lines: [...linesOf(customerName), ...linesOf(billingAddress), ...linesOf(customerEmail)] },
    ],
    facts: [
      { label: 'Issued', value: dayText(issuedOn) },
      { label: 'Due', value: dayText(dueDate) },
      ...(invoice.paidOn && invoice.paid > 0 ? [{ label: 'Paid', value: dayText(invoice.paidOn) }] : []),
      ...(invoice.cancelledOn && invoice.isCancelled
        ? [{ label: 'Cancelled', value: dayText(invoice.cancelledOn) }]
        : []),
    ],
    lead: { text: leadOf(invoice), note: invoice.job === invoice.lines[0]?.description ? null : invoice.job },
    parts: [
      workOf(invoice, openDeposits),
      ...(isAsked && company.paymentInstructions
        ? [{ type: 'text', title: 'How to pay', text: company.paymentInstructions, isBoxed: true } as const]
        : []),
      ...paymentsOf(invoice),
      ...(notes ? [{ type: 'text', title: 'Notes', text: notes } as const] : []),
    ],
  };
}

/** Whether it is a deposit whose job is cancelled or removed: nobody is asked to pay it. */
function isInVain(invoice: InvoiceDocument): boolean {
  return isForCancelledWork(invoice, invoice.depositJobStanding);
}

function statusOf(invoice: InvoiceDocument, today: string): Paper['status'] {
  const { status, paid } = invoice;
  if (status === 'cancelled') return { text: 'Cancelled', tone: 'grey' };
  // One that was waived in full, or is covered by deposits, says that nothing is due.
  if (status === 'paid') return paid > 0 ? { text: 'Paid', tone: 'green' } : null;
  if (status === 'refunded') return { text: 'Refunded', tone: 'grey' };
  if (isOverdue(invoice, isInVain(invoice), today)) return { text: 'Overdue', tone: 'red' };
  return paid > 0 ? { text: 'Partly paid', tone: 'amber' } : null;
}

function leadOf(invoice: InvoiceDocument): string {
  const { status, balance, paid, dueDate } = invoice;
  if (status === 'cancelled') return 'This invoice was cancelled. Nothing is due.';
  if (status === 'refunded') return 'This deposit was given back. Nothing is due.';
  if (status === 'paid') return paid > 0 ? `${dollarText(paid)} paid. Thank you!` : 'Nothing is due.';
  if (isInVain(invoice)) return 'The job is cancelled.';
  return `${dollarText(balance)} due ${dayText(dueDate)}`;
}

function workOf(invoice: InvoiceDocument, openDeposits: ReadonlyMap<string, number>): PaperTable {
  return {
    type: 'table',
    title: null,
    columns: [
      { label: 'Description', width: null, isNumber: false },
      { label: 'Quantity', width: 50, isNumber: true },
      { label: 'Unit price', width: 75, isNumber: true },
      { label: 'Amount', width: 80, isNumber: true },
    ],
    rows: invoice.lines.map(({ description, quantity, unitPrice, amount }) => [
      { text: description ?? '' },
      { text: String(quantity) },
      { text: dollarText(unitPrice) },
      { text: dollarText(amount) },
    ]),
    totals: totalsOf(invoice, openDeposits),
  };
}

function totalsOf(invoice: InvoiceDocument, openDeposits: ReadonlyMap<string, number>): PaperTotal[] {
  const { subtotal, tax, taxRate, deductions, surplus, total, balance, isCancelled, paid, net } = invoice;
  // Refunded and no longer owed.
  const waived = total - net;
  const isPaidOn = paid > 0 || waived > 0;
  return [
    { label: 'Subtotal', value: dollarText(subtotal) },
    ...(taxRate > 0 ? [{ label: `Tax (${rateText(taxRate)})`, value: dollarText(tax) }] : []),
    ...deductions.map(({ invoiceId, number, amount }) => {
      const name = number === null ? 'Deposit' : `Deposit ${numberText('invoice', number)}`;
      const open = openDeposits.get(invoiceId) ?? 0;
      return {
        label: open > 0 ? `${name} (${dollarText(open)} still to be paid)` : name,
        value: dollarText(-amount),
      };
    }),
    ...(surplus > 0 ? [{ label: 'Added to your credit', value: dollarText(surplus) }] : []),
    {
      label: isPaidOn || isCancelled || isInVain(invoice) ? 'Total' : 'Total due',
      value: dollarText(total),
      isSum: true,
    },
    ...(isCancelled || !isPaidOn
      ? []
      : [
          ...(paid > 0 ? [{ label: 'Paid', value: dollarText(-paid) }] : []),
          ...(waived > 0 ? [{ label: waivedLabel(invoice), value: dollarText(-waived) }] : []),
          { label: 'Balance due', value: dollarText(balance), isSum: true },
        ]),
  ];
}

function waivedLabel({ kind, tax, netTax }: InvoiceDocument): string {
  if (kind === 'deposit') return 'Given back';
  return tax > netTax ? `Waived (with ${dollarText(tax - netTax)} of tax)` : 'Waived';
}

/** What was received and refunded. A voided payment never existed. */
function paymentsOf({ payments }: InvoiceDocument): PaperPart[] {
  const rows = payments.filter(({ isVoided }) => !isVoided).flatMap(movesOf);
  if (rows.length === 0) return [];
  const columns = [
    { label: 'Date', width: 110, isNumber: false },
    { label: 'Method', width: null, isNumber: false },
    { label: 'Amount', width: 90, isNumber: true },
  ];
  return [{ type: 'table', title: 'Payments', columns, rows, totals: [] }];
}

function movesOf({ day, method, transactionId, amount, surplus, refunds }: Payment) {
  const by = (id: string) => PAYMENT_METHOD_LABELS[id] ?? id;
  const note = surplus > 0 ? `${dollarText(surplus)} of it was added to your credit.` : null;
  const name = [by(method), knownReference(transactionId)].filter(Boolean).join(', ');
  return [
    [{ text: dayText(day) }, { text: name, note }, { text: dollarText(amount) }],
    ...refunds.map((refund) => [
      { text: dayText(refund.day) },
      { text: `Refunded, ${by(refund.method).toLowerCase()}` },
      { text: dollarText(-refund.amount) },
    ]),
  ];
}
