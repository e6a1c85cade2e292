import fc from 'fast-check';
import { invoiceEvents } from '../../../domain/invoice/events.ts';
import { invoice } from '../../../domain/invoice/invoice.ts';
import { balanceOf, held } from '../../../domain/invoice/payments.ts';
import { remindedDaysOf } from '../../../domain/invoice/reminders.ts';
import { type InvoiceDocument, invoices } from '../../../projections/invoices.ts';
import { PLAIN_INVOICE } from '../samples/invoices.ts';
import { AT, few, of, SAMPLE_ID, sample, TODAY, text, WHY } from './sample.ts';

const INVOICE_UNDONE: readonly string[] = [
  'InvoiceIssued',
  'PaymentRecorded',
  'ReceiptAsked',
  'InvoiceSent',
  'InvoiceRemindersPaused',
  'InvoiceRemindersResumed',
];

export const invoiceSample = sample(invoice, invoiceEvents, {
  first: { type: 'IssueInvoice', details: PLAIN_INVOICE, now: AT },
  commands: fc.oneof(
    fc.record({
      type: of('RecordPayment'),
      paymentId: few,
      amount: fc.constantFrom(1, 5_000, 20_000),
      method: of('check'),
      transactionId: fc.constantFrom(null, '17'),
      day: of(TODAY),
      receipt: fc.boolean(),
      now: of(AT),
    }),
    fc.record({
      type: of('ApplyCredit'),
      paymentId: fc.constantFrom('u', 'v'),
      amount: fc.constantFrom(1, 20_000),
      day: of(TODAY),
      now: of(AT),
    }),
    fc.record({
      type: of('RefundPayment'),
      refundId: fc.constantFrom('r', 's'),
      paymentId: few,
      amount: fc.constantFrom(null, 1),
      owed: fc.constantFrom('still', 'forgiven'),
      method: fc.constant(null),
      reason: text,
      day: of(TODAY),
      now: of(AT),
    }),
    fc.record({ type: of('VoidPayment'), paymentId: few, reason: text }),
    fc.record({ type: of('CancelInvoice'), reason: text, day: fc.constantFrom(TODAY, null) }),
    fc.record({ type: of('SendInvoice'), sendingId: few, to: text, message: text, now: of(AT) }),
    fc.record({ type: of('UndoSending'), sendingId: few }),
    fc.record({ type: of('ReplaceLink'), version: fc.constantFrom(1, 2), now: of(AT) }),
    fc.record({ type: of('RemindOfInvoice'), days: fc.constantFrom(7, 21), now: of(AT) }),
    fc.record({ type: of('PauseReminders'), paused: fc.boolean() }),
    fc.record({ type: of('DeductDeposit'), by: few, day: of(TODAY) }),
    fc.record({ type: of('RebookRefunds') }),
    fc.record({ type: of('ReleaseDeposit'), by: few }),
  ) as fc.Arbitrary<never>,
  projection: invoices,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { details, payments, isCancelled, deductors, sendings, linksReplaced, remindersPaused } = state;
    const { subtotal, tax, total } = state;
    const remindedDays = remindedDaysOf(state.reminders);
    const sent = { sendings, linksReplaced, remindedDays, remindersPaused };
    const paid = payments.reduce((sum, payment) => sum + held(payment), 0);
    const money = { subtotal, tax, total, paid, balance: balanceOf(state) };
    return {
      [SAMPLE_ID]: { ...details, ...money, payments, isCancelled, deductors, ...sent },
    };
  },
  final: invoiceEvents.map(({ type }) => type).filter((type) => !INVOICE_UNDONE.includes(type)),
  // Undoing a payment voids it.
  essence: (state) =>
    state.presence === 'absent' ? state : { ...state, payments: state.payments.filter(({ isVoided }) => !isVoided) },
  essenceOfDocument: (document) => {
    const { payments, ...rest } = document as InvoiceDocument;
    return { ...rest, payments: payments.filter(({ isVoided }) => !isVoided) };
  },
  inClear: {
    [WHY.id]: [
      'PaymentRecorded.paymentId',
      'PaymentRecorded.customerId',
      'CreditApplied.paymentId',
      'CreditApplied.customerId',
      'PaymentVoided.paymentId',
      'PaymentVoided.customerId',
      'PaymentRefunded.paymentId',
      'PaymentRefunded.customerId',
      'PaymentRefunded.refundId',
      'RefundRebooked.refundId',
      'RefundRebooked.paymentId',
      'ReceiptAsked.paymentId',
      'InvoiceSent.sendingId',
      'InvoiceSendingUndone.sendingId',
      'InvoiceIssued.customerId',
      'InvoiceIssued.jobId',
      'InvoiceIssued.earlier',
      'InvoiceCancelled.customerId',
      'InvoiceCancelled.jobId',
      'InvoiceCancelled.earlier',
      'InvoiceIssued.quoteId',
      'DepositDeducted.by',
      'DepositReleased.by',
    ],
    [WHY.number]: ['InvoiceIssued.number'],
    [WHY.choice]: [
      'InvoiceIssued.kind',
      'InvoiceCancelled.kind',
      'InvoiceIssued.isPart',
      'PaymentRecorded.method',
      'PaymentRefunded.method',
      'PaymentRefunded.owed',
      'PaymentVoided.isCredit',
    ],
    [WHY.worth]: [
      'InvoiceIssued.subtotal',
      'InvoiceIssued.tax',
      'InvoiceIssued.total',
      'InvoiceIssued.surplus',
      'InvoiceIssued.deductions',
      'InvoiceCancelled.subtotal',
      'InvoiceCancelled.tax',
      'InvoiceCancelled.total',
      'InvoiceCancelled.surplus',
      'InvoiceCancelled.deductions',
      'InvoiceReminderCameDue.open',
      'InvoiceCancelled.released',
      'InvoiceCancelled.forgiven',
      'DepositDeducted.lowered',
      'PaymentRefunded.lowered',
      'DepositDeducted.givenBack',
      'RefundRebooked.change',
      'InvoiceIssued.taxRate',
      'InvoiceIssued.discount',
      'DepositDeducted.reinstated',
      'PaymentRecorded.amount',
      'PaymentRecorded.applied',
      'PaymentRecorded.surplus',
      'CreditApplied.amount',
      'CreditApplied.applied',
      'CreditApplied.surplus',
      'PaymentVoided.amount',
      'PaymentVoided.applied',
      'PaymentVoided.surplus',
      'PaymentVoided.released',
      'PaymentRefunded.amount',
    ],
    'which version of a quote is meant': ['InvoiceIssued.quoteVersion'],
    [WHY.entered]: [
      'InvoiceIssued.issuedAt',
      'PaymentRecorded.recordedAt',
      'CreditApplied.recordedAt',
      'PaymentRefunded.recordedAt',
      'InvoiceReminderCameDue.recordedAt',
    ],
    [WHY.money]: [
      'InvoiceIssued.issuedOn',
      'InvoiceIssued.dueDate',
      'PaymentRecorded.day',
      'CreditApplied.day',
      'PaymentVoided.day',
      'PaymentRefunded.day',
      'RefundRebooked.day',
      'InvoiceCancelled.day',
      'DepositDeducted.day',
      'InvoiceSent.sentAt',
      'InvoiceLinkReplaced.replacedAt',
      'InvoiceReminderCameDue.days',
      'ReceiptAsked.askedAt',
    ],
    'by what a bank, or a check, tells a payment apart': ['PaymentRecorded.transactionId'],
  },
});
