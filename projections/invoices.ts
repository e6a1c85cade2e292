import type { InvoiceDetails, InvoiceEvent, Sending } from '../domain/invoice/events.ts';
import {
  ERASED_INVOICE,
  erasedPayments,
  erasedReason,
  erasedSendings,
  evolveSendings,
  type SendingEvent,
  unapplied,
} from '../domain/invoice/invoice.ts';
import { type InvoiceTotals, sumOf } from '../domain/invoice/lines.ts';
import { type Dated, lastDayOf, lastOf, paymentDays } from '../domain/invoice/open-amounts.ts';
import { balanceOf, evolvePayments, type Payment, type PaymentEvent, settled } from '../domain/invoice/payments.ts';
import { isRemindable } from '../domain/invoice/reminders.ts';
import type { InvoiceStatus } from '../domain/invoice/terms.ts';
import { monthOf } from '../domain/kit/times.ts';
import { numberText } from '../domain/numbering/terms.ts';
import { sortText } from '../store/sort-text.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

interface Derived {
  /** As people say it, and search for it: `INV-1001`. */
  invoiceNumber: string | null;
  status: InvoiceStatus;
  /** Cents: what its deposits took off, what was paid, and what is open. */
  deducted: number;
  paid: number;
  balance: number;
  /** Whether something is to be paid. */
  isOpen: boolean;
  /** When it was sent last, ISO UTC, and to which address. */
  sentAt: string | null;
  sentTo: string | null;
  /** Something is to be paid, and nobody was told. */
  isToSend: boolean;
  /** By which figures are asked: `2026-06`. */
  month: string;
  /** The day on which it was paid in full; null where it is not. */
  paidOn: string | null;
  /** The last day that changed what was open of it. */
  lastDay: string;
  /** Its due date, from which on a reminder may be due by whichever rule; null where nobody is reminded of it. */
  remindFrom: string | null;
  /** What lists are sorted by. */
  customerKey: string | null;
  jobKey: string | null;
  /** What is searched. */
  lineTexts: string;
}

/** An invoice, with what was paid on it. */
export interface InvoiceDocument extends RecordDocument, InvoiceDetails, InvoiceTotals, Derived {
  /** What the list by number is sorted by. */
  number: number | null;
  isCancelled: boolean;
  /** Why it was cancelled. */
  reason: string | null;
  /** On which the books take it back. */
  cancelledOn: string | null;
  /** Oldest first. */
  payments: readonly Payment[];
  /** How it stood before it was cancelled and stands again. */
  stood: Dated['stood'];
  /** The invoice that deducts this deposit. */
  deductedBy: string | null;
  /** Oldest first. */
  sendings: readonly Sending[];
  /** ISO UTC. */
  remindedAt: string | null;
  /** By which entry of the rule the customer was last reminded, in days after the due date; 0 where they were not. */
  remindedDays: number;
  remindersPaused: boolean;
  /** ISO UTC. */
  createdAt: string;
}

const paidBy =
  <Type extends PaymentEvent['type']>(type: Type) =>
  (data: Extract<PaymentEvent, { type: Type }>['data'], { payments }: Pick<InvoiceDocument, 'payments'>) => ({
    payments: evolvePayments(payments, { type, data } as PaymentEvent),
  });

const sentBy =
  <Type extends SendingEvent['type']>(type: Type) =>
  (data: Extract<SendingEvent, { type: Type }>['data'], { sendings }: Pick<InvoiceDocument, 'sendings'>) => ({
    sendings: evolveSendings(sendings, { type, data } as SendingEvent),
  });

/** What the list is sorted by. */
const ORDERS = [
  ...['createdAt', 'number', 'customerKey', 'jobKey', 'status'],
  ...['issuedOn', 'dueDate', 'total', 'balance'],
] as const;

export const invoices = readModel<InvoiceDocument, InvoiceEvent, Derived>()({
  name: 'invoices',
  version: 6,
  of: 'invoice',
  indexes: [
    ...(ORDERS as readonly (keyof InvoiceDocument & string)[]).map((field) => ['removed', field] as never),
    ['removed', 'status', 'createdAt'],
    // What is open, and what of it is overdue: its sums, and its lists.
    ['removed', 'isOpen', 'dueDate', 'balance'],
    ['removed', 'isOpen', 'dueDate'],
    ['removed', 'isOpen', 'createdAt'],
    ['removed', 'isToSend', 'createdAt'],
    // Of which a reminder may be due.
    ['removed', 'remindFrom'],
    // Figures by month and status.
    ['removed', 'status', 'month', 'total'],
    ['removed', 'customerId', 'balance'],
    // Reports: what was paid in full and what was issued in some days, and what was open at the end of a day.
    ['removed', 'status', 'paidOn', 'total'],
    ['removed', 'status', 'paidOn'],
    ['removed', 'status', 'issuedOn', 'customerId', 'total'],
    ['removed', 'isOpen', 'issuedOn'],
    ['removed', 'isOpen', 'lastDay'],
    ['removed', 'isOpen', 'customerId', 'balance'],
    ['customerId'],
    ['customerId', 'createdAt'],
    ['jobId', 'createdAt'],
    ['quoteId', 'createdAt'],
  ],
  search: ['invoiceNumber', 'customerName', 'job', 'lineTexts'],
  first: {
    InvoiceIssued: ({ issuedAt: createdAt, ...told }) => ({
      ...{ ...told, createdAt, isCancelled: false, reason: null, cancelledOn: null, payments: [], stood: [] },
      ...{ deductedBy: null, sendings: [], remindedAt: null, remindedDays: 0, remindersPaused: false },
    }),
  },
  after: {
    InvoiceCancelled: ({ reason, day }) => ({ isCancelled: true, reason, cancelledOn: day }),
    InvoiceSent: sentBy('InvoiceSent'),
    InvoiceSendingUndone: sentBy('InvoiceSendingUndone'),
    ReceiptAsked: () => ({}),
    InvoiceReminderCameDue: ({ days, recordedAt }) => ({ remindedDays: days, remindedAt: recordedAt }),
    InvoiceRemindersPaused: () => ({ remindersPaused: true }),
    InvoiceRemindersResumed: () => ({ remindersPaused: false }),
    DepositDeducted: ({ by, day: until }, { isCancelled, cancelledOn, payments, stood }) =>
      isCancelled
        ? {
            ...{ deductedBy: by, isCancelled: false, reason: null, cancelledOn: null },
            ...{ payments: payments.map(unapplied), stood: [...stood, { until, cancelledOn, payments }] },
          }
        : { deductedBy: by },
    DepositReleased: () => ({ deductedBy: null }),
    PaymentRecorded: paidBy('PaymentRecorded'),
    CreditApplied: paidBy('CreditApplied'),
    PaymentRefunded: paidBy('PaymentRefunded'),
    PaymentVoided: paidBy('PaymentVoided'),
    InvoiceErased: (_, { payments, sendings, stood, isCancelled }) => ({
      ...{ ...ERASED_INVOICE, payments: erasedPayments(payments), erased: true as const },
      sendings: erasedSendings(sendings),
      stood: stood.map((each) => ({ ...each, payments: erasedPayments(each.payments) })),
      reason: erasedReason(isCancelled),
    }),
  },
  derived: ({ number, isCancelled, payments, customerId, total, ...told }) => {
    const balance = balanceOf({ customerId, total, isCancelled, payments });
    return {
      invoiceNumber: number === null ? null : numberText('invoice', number),
      status: isCancelled ? 'cancelled' : balance > 0 ? 'pending' : 'paid',
      deducted: sumOf(told.deductions),
      paid: settled(payments),
      balance,
      isOpen: balance > 0,
      isToSend: balance > 0 && told.sendings.length === 0 && told.erased !== true,
      sentAt: told.sendings.at(-1)?.at ?? null,
      sentTo: told.sendings.at(-1)?.to ?? null,
      month: monthOf(told.issuedOn),
      paidOn: isCancelled || balance > 0 ? null : lastOf([told.issuedOn, ...paymentDays(payments)]),
      lastDay: lastDayOf({ ...told, payments }),
      remindFrom: isRemindable({ ...told, balance }) && !told.erased ? told.dueDate : null,
      customerKey: told.customerName === null ? null : sortText(told.customerName),
      jobKey: told.job === null ? null : sortText(told.job),
      lineTexts: told.lines.map(({ description }) => description).join(' '),
    };
  },
});
