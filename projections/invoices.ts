import { due, totalOf } from '../domain/invoice/allowances.ts';
import { deductedPayments, evolveDeductors, takenBack } from '../domain/invoice/deductions.ts';
import type { InvoiceDetails, InvoiceEvent, Sending } from '../domain/invoice/events.ts';
import {
  ERASED_INVOICE,
  erasedPayments,
  erasedReason,
  erasedSendings,
  evolveSendings,
  type SendingEvent,
} from '../domain/invoice/invoice.ts';
import { type InvoiceTotals, sumOf } from '../domain/invoice/lines.ts';
import { type Dated, firstDayOf, lastDayOf, lastOf, paymentDays } from '../domain/invoice/open-amounts.ts';
import {
  balanceOf,
  evolvePayments,
  held,
  type PaidOn,
  type Payment,
  type PaymentEvent,
} from '../domain/invoice/payments.ts';
import { isRemindable } from '../domain/invoice/reminders.ts';
import type { InvoiceStatus } from '../domain/invoice/terms.ts';
import { numberText } from '../domain/kit/numbers.ts';
import { sortText } from '../domain/kit/sort-text.ts';
import { monthOf } from '../domain/kit/times.ts';
import { unseen } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { type LinkTo, readModel } from './engine/read-model.ts';
import type { JobDocument } from './jobs.ts';
import { type OfCampaign, ofLead } from './leads.ts';
import { type OfLead, ofQuote } from './quotes.ts';

/** The job of a deposit: as long as it is cancelled or removed, nobody is asked for that. */
const ofDeposit = {
  collection: 'jobs',
  by: 'depositJobId',
  fields: { depositJobStanding: 'standing' },
} as const satisfies LinkTo<JobDocument>;

type Linked = Record<keyof typeof ofDeposit.fields, string | null> & OfLead & OfCampaign;

interface Derived {
  /** As people say it and search for it: `INV-1001`. */
  invoiceNumber: string | null;
  status: InvoiceStatus;
  /** Cents: what it comes to without what was refunded and is no longer owed, and the sales tax in that. */
  net: number;
  netTax: number;
  /** Cents: what it counts for in reports, which is all but a deposit that was given back. */
  revenue: number;
  /** Cents: what its deposits deducted, what was paid and not refunded, and what is still open. */
  deducted: number;
  paid: number;
  balance: number;
  /** Whether anything is left to pay. */
  isOpen: boolean;
  /** When it was last sent, ISO UTC, and to which address. */
  sentAt: string | null;
  sentTo: string | null;
  /** The last one that deducts it. */
  deductedBy: string | null;
  /** The job of a deposit; null for any other invoice. */
  depositJobId: string | null;
  /** Something is to be paid, and nobody was told. */
  isToSend: boolean;
  /** Figures are queried by it: `2026-06`. */
  month: string;
  /** The day it was paid in full; null if it is not. */
  paidOn: string | null;
  /** The first and the last day that changed what was open of it. */
  firstDay: string;
  lastDay: string;
  /** Its due date, from which a reminder may be due under any rule; null if no reminders go out for it. */
  remindFrom: string | null;
  /** Sort keys of lists. */
  customerKey: string | null;
  jobKey: string | null;
  /** For searching. */
  lineTexts: string;
}

/** An invoice with its payments. */
export interface InvoiceDocument extends RecordDocument, InvoiceDetails, InvoiceTotals, Derived, Linked {
  /** For sorting the list by number. */
  number: number | null;
  isCancelled: boolean;
  /** Why it was cancelled. */
  reason: string | null;
  /** The day on which the books reverse it. */
  cancelledOn: string | null;
  /** Oldest first. */
  payments: readonly Payment[];
  /** If it was cancelled and reinstated: its earlier states, and up to which day. */
  stood: Dated['stood'];
  /** The later invoices that deduct this one, in the order in which they did. */
  deductors: readonly string[];
  /** Oldest first. */
  sendings: readonly Sending[];
  /** When each earlier link was replaced, ISO UTC, oldest first. */
  linksReplaced: readonly string[];
  /** ISO UTC. */
  remindedAt: string | null;
  /** The rule's entry that last reminded the customer, in days after the due date; 0 if none has. */
  remindedDays: number;
  remindersPaused: boolean;
  /** ISO UTC. */
  createdAt: string;
}

const paidBy =
  <Type extends PaymentEvent['type']>(type: Type) =>
  (data: Extract<PaymentEvent, { type: Type }>['data'], invoice: PaidOn) => ({
    payments: evolvePayments(invoice, { type, data } as PaymentEvent),
  });

const sentBy =
  <Type extends SendingEvent['type']>(type: Type) =>
  (data: Extract<SendingEvent, { type: Type }>['data'], { sendings }: Pick<InvoiceDocument, 'sendings'>) => ({
    sendings: evolveSendings(sendings, { type, data } as SendingEvent),
  });

/** The orders of the list. */
const ORDERS = [
  'createdAt',
  'number',
  'customerKey',
  'jobKey',
  'status',
  'issuedOn',
  'dueDate',
  'total',
  'balance',
] as const;

export const invoices = readModel<InvoiceDocument, InvoiceEvent, Derived, Linked>()({
  name: 'invoices',
  version: 13,
  of: 'invoice',
  indexes: [
    ...(ORDERS as readonly (keyof InvoiceDocument & string)[]).map((field) => ['removed', field] as never),
    ['removed', 'status', 'createdAt'],
    // Open invoices, and the overdue among them: sums and lists.
    ['removed', 'isOpen', 'dueDate', 'balance'],
    ['removed', 'isOpen', 'depositJobStanding', 'dueDate', 'balance'],
    ['removed', 'isOpen', 'depositJobStanding', 'dueDate'],
    ['removed', 'isOpen', 'dueDate'],
    ['removed', 'isOpen', 'createdAt'],
    ['removed', 'isToSend', 'depositJobStanding', 'createdAt'],
    ['depositJobId'],
    // Those for which a reminder may be due.
    ['removed', 'remindFrom'],
    // Figures by month and status.
    ['removed', 'status', 'month', 'revenue'],
    ['removed', 'customerId', 'balance'],
    // Reports: what was paid in full or issued in a range of days, and what was open at the end of a day.
    ['removed', 'status', 'paidOn', 'revenue'],
    ['removed', 'status', 'paidOn'],
    ['removed', 'status', 'issuedOn', 'customerId', 'revenue'],
    ['removed', 'isOpen', 'firstDay'],
    ['removed', 'isOpen', 'lastDay'],
    ['removed', 'isOpen', 'customerId', 'balance'],
    ['customerId'],
    ['customerId', 'createdAt'],
    ['jobId', 'createdAt'],
    ['quoteId', 'createdAt'],
    // Those that a campaign brought, and what was paid on them.
    ['quoteId'],
    ['leadId'],
    ['removed', 'campaignId', 'status', 'paid'],
    ['removed', 'campaignId', 'createdAt'],
  ],
  search: ['invoiceNumber', 'customerName', 'job', 'lineTexts'],
  links: [ofDeposit, ofQuote, ofLead],
  first: {
    InvoiceIssued: ({ issuedAt: createdAt, ...told }) => ({
      ...told,
      createdAt,
      isCancelled: false,
      reason: null,
      cancelledOn: null,
      payments: [],
      stood: [],
      deductors: [],
      sendings: [],
      linksReplaced: [],
      remindedAt: null,
      remindedDays: 0,
      remindersPaused: false,
    }),
  },
  after: {
    InvoiceCancelled: ({ reason, day }, { payments }) => ({
      isCancelled: true,
      reason,
      cancelledOn: day,
      payments: payments.map(takenBack),
    }),
    InvoiceSent: sentBy('InvoiceSent'),
    InvoiceSendingUndone: sentBy('InvoiceSendingUndone'),
    InvoiceLinkReplaced: ({ replacedAt }, { linksReplaced }) => ({ linksReplaced: [...linksReplaced, replacedAt] }),
    ReceiptAsked: () => ({}),
    InvoiceReminderCameDue: ({ days, recordedAt }) => ({ remindedDays: days, remindedAt: recordedAt }),
    InvoiceRemindersPaused: () => ({ remindersPaused: true }),
    InvoiceRemindersResumed: () => ({ remindersPaused: false }),
    DepositDeducted: (data, { isCancelled, cancelledOn, payments, stood, deductors: before }) => {
      const told = {
        deductors: evolveDeductors(before, { type: 'DepositDeducted', data }),
        payments: deductedPayments({ payments, isCancelled }, data),
      };
      if (!isCancelled) return told;
      return {
        ...told,
        isCancelled: false,
        reason: null,
        cancelledOn: null,
        stood: [...stood, { until: data.day, cancelledOn, payments }],
      };
    },
    DepositReleased: (data, { deductors }) => ({
      deductors: evolveDeductors(deductors, { type: 'DepositReleased', data }),
    }),
    PaymentRecorded: paidBy('PaymentRecorded'),
    CreditApplied: paidBy('CreditApplied'),
    PaymentRefunded: paidBy('PaymentRefunded'),
    RefundRebooked: unseen,
    PaymentVoided: paidBy('PaymentVoided'),
    InvoiceErased: (_, { payments, sendings, stood, isCancelled }) => ({
      ...ERASED_INVOICE,
      payments: erasedPayments(payments),
      erased: true as const,
      sendings: erasedSendings(sendings),
      stood: stood.map((each) => ({ ...each, payments: erasedPayments(each.payments) })),
      reason: erasedReason(isCancelled),
    }),
  },
  derived: ({ number, isCancelled, payments, customerId, total, ...told }) => {
    const balance = balanceOf({ customerId, total, isCancelled, payments });
    const lowered = due(payments);
    const net = total - totalOf(lowered);
    const revenue = total - lowered.deposits;
    const status = statusOf({ isCancelled, balance, revenue, total });
    return {
      invoiceNumber: number === null ? null : numberText('invoice', number),
      status,
      net,
      netTax: told.tax - lowered.tax,
      revenue,
      deducted: sumOf(told.deductions),
      deductedBy: told.deductors.at(-1) ?? null,
      paid: payments.reduce((sum, payment) => sum + held(payment), 0),
      balance,
      isOpen: balance > 0,
      depositJobId: told.kind === 'deposit' ? told.jobId : null,
      isToSend: balance > 0 && told.sendings.length === 0 && told.erased !== true,
      sentAt: told.sendings.at(-1)?.at ?? null,
      sentTo: told.sendings.at(-1)?.to ?? null,
      month: monthOf(told.issuedOn),
      paidOn: status !== 'paid' ? null : lastOf([told.issuedOn, ...paymentDays(payments)]),
      firstDay: firstDayOf({ ...told, payments }),
      lastDay: lastDayOf({ ...told, payments }),
      remindFrom: isRemindable({ ...told, balance }) && !told.erased ? told.dueDate : null,
      customerKey: told.customerName === null ? null : sortText(told.customerName),
      jobKey: told.job === null ? null : sortText(told.job),
      lineTexts: told.lines.map(({ description }) => description).join(' '),
    };
  },
});

function statusOf({
  isCancelled,
  balance,
  revenue,
  total,
}: Pick<InvoiceDocument, 'isCancelled' | 'balance' | 'revenue' | 'total'>): InvoiceStatus {
  if (isCancelled) return 'cancelled';
  if (balance > 0) return 'pending';
  return revenue === 0 && total > 0 ? 'refunded' : 'paid';
}
