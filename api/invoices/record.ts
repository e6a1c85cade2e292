import { credit } from '../../domain/credit/credit.ts';
import { invoice } from '../../domain/invoice/invoice.ts';
import { type Payment, refunded } from '../../domain/invoice/payments.ts';
import {
  isAskedFor,
  isForCancelledWork,
  isOverdue,
  isRemindable,
  nextReminder,
} from '../../domain/invoice/reminders.ts';
import { INVOICE_STATUS_LABELS } from '../../domain/invoice/terms.ts';
import { formatCents, parseCents } from '../../domain/kit/money.ts';
import { numberText } from '../../domain/kit/numbers.ts';
import { type CreditDocument, credits } from '../../projections/credits.ts';
import { type InvoiceDocument, invoices } from '../../projections/invoices.ts';
import { companySettings, companyToday } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { withUndelivered } from '../kit/undelivered.ts';
import { addressesOfInvoices } from './address.ts';
import { openDeposits } from './deposits.ts';
import { type InvoiceRecord, invoiceFields, type PaymentRecord } from './schema.ts';

function presentInvoice(invoice: InvoiceDocument): Omit<InvoiceRecord, 'undelivered'> {
  const { invoiceNumber, kind, status, customerName, customerId, jobId, quoteId } = invoice;
  const { issuedOn, dueDate, deductedBy, reason, sentAt, sentTo, remindedAt } = invoice;
  return {
    ...shownOf(invoiceFields, invoice),
    invoiceNumber,
    kind,
    status,
    isOverdue: false,
    customer: customerName,
    customerId,
    jobId,
    quoteId,
    amount: formatCents(invoice.subtotal),
    taxAmount: formatCents(invoice.tax),
    totalAmount: formatCents(invoice.total),
    deducted: formatCents(invoice.deducted),
    noLongerOwed: formatCents(invoice.total - invoice.net),
    taxNoLongerOwed: formatCents(invoice.tax - invoice.netTax),
    amountPaid: formatCents(invoice.paid),
    balance: formatCents(invoice.balance),
    taxRate: String(invoice.taxRate / 1_000),
    issuedOn,
    dueDate,
    lines: invoice.lines.map(({ unitPrice, amount, ...line }) => ({
      ...line,
      unitPrice: formatCents(unitPrice),
      amount: formatCents(amount),
    })),
    deductions: invoice.deductions.map(({ invoiceId, number, amount }) => ({
      invoiceId,
      amount: formatCents(amount),
      open: formatCents(0),
      invoiceNumber: number === null ? null : numberText('invoice', number),
    })),
    deductedBy,
    reason,
    sentAt,
    sentTo,
    linkReplacedAt: invoice.linksReplaced.at(-1) ?? null,
    remindedAt,
    remindedDays: invoice.remindedDays,
    remindersPaused: invoice.remindersPaused,
    // They depend on the day, the rule and the customer: see `join`.
    nextReminder: null,
    reminderTo: null,
    ofCancelledJob: isForCancelledWork(invoice, invoice.depositJobStanding),
    erased: invoice.erased === true,
  };
}

/** Adds what became of its email and of the deposits that it deducts, and what depends on the day, on the company's rule and on the customer. */
async function asOfToday(
  context: ApiContext,
  own: readonly Omit<InvoiceRecord, 'undelivered'>[],
): Promise<InvoiceRecord[]> {
  const shown = await withUndelivered(context, { category: 'invoice', kind: 'invoice', waits: 'pending' }, own);
  if (shown.length === 0 || context.readModels.peek() === null) return shown;
  const [{ reminderDays }, today] = await Promise.all([companySettings(context), companyToday(context)]);
  const [addresses, deposits] = await Promise.all([addressesOfInvoices(context, shown), openDeposits(context, shown)]);
  return shown.map((each) => {
    const isReminded =
      isAskedFor(each, each.ofCancelledJob) &&
      !each.erased &&
      isRemindable({ ...each, balance: parseCents(each.balance) ?? 0 });
    return {
      ...each,
      isOverdue: isOverdue(each, each.ofCancelledJob, today),
      deductions: each.deductions.map((deposit) => ({
        ...deposit,
        open: formatCents(deposits.get(deposit.invoiceId) ?? 0),
      })),
      nextReminder: isReminded ? nextReminder(each, reminderDays, today) : null,
      reminderTo: each.status === 'pending' ? (addresses.get(each.id) ?? null) : null,
    };
  });
}

export const invoiceKind = recordKind({
  decider: invoice,
  projection: invoices,
  area: 'invoices',
  title: ({ invoiceNumber, customerName }: InvoiceDocument) => customerName ?? invoiceNumber,
  present: presentInvoice,
  join: asOfToday,
  hangsOn: 'customer',
  found: {
    detail(found, _, today) {
      const { invoiceNumber, job, status } = found;
      const isLate = isOverdue(found, isForCancelledWork(found, found.depositJobStanding), today);
      const shown = isLate ? 'overdue' : status;
      return [invoiceNumber, job, INVOICE_STATUS_LABELS[shown] ?? shown];
    },
  },
});

/** The credit that the company holds for a customer, under the customer's id. */
export const creditKind = recordKind({
  decider: credit,
  projection: credits,
  area: 'invoices',
  title: () => 'Customer credit',
  present: ({ id, balance, revision }: CreditDocument) => ({
    id,
    customerId: id,
    balance: formatCents(balance),
    revision,
  }),
  partOf: ({ id }) => ({ category: 'customer', id }),
});

/** The payments on an invoice, newest first. */
export function presentPayments({ payments }: Pick<InvoiceDocument, 'payments'>): PaymentRecord[] {
  return payments.toReversed().map(presentPayment);
}

export function presentPayment(payment: Payment): PaymentRecord {
  const { id, method, day, transactionId, amount, applied, surplus, refunds, reason } = payment;
  const back = refunded(payment);
  return {
    id,
    amount: formatCents(amount),
    paymentMethod: method,
    processedDate: day,
    transactionId,
    reason,
    status: payment.isVoided ? 'voided' : back === 0 ? 'recorded' : back < applied ? 'partly_refunded' : 'refunded',
    applied: formatCents(applied),
    credited: formatCents(surplus),
    refunded: formatCents(back),
    refunds: refunds.map(({ amount: cents, method: by, day: on, ...refund }) => ({
      id: refund.id,
      owed: refund.owed,
      reason: refund.reason,
      amount: formatCents(cents),
      paymentMethod: by,
      processedDate: on,
    })),
  };
}
