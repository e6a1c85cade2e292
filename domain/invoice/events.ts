import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal, personalList } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster. Each event holds all that
// the books (domain/books/) need, so that each can be posted on its own.

const cents = z.int();
/** `YYYY-MM-DD` in the company's zone. */
const day = z.string();
/** ISO UTC. */
const at = z.string();

const line = z.object({
  id: z.string(),
  description: z.string().nullable(),
  quantity: z.number(),
  unitPrice: cents,
  amount: cents,
});

const deduction = z.object({ invoiceId: z.string(), number: z.int().nullable(), amount: cents });
/** Deposits as the first versions told them: what was given back of one was deducted all the same. */
const deductionsInFull = z.array(deduction);

/** Deposits invoiced before, which this invoice deducts. */
const deductions = z.array(
  deduction.extend({
    /** What had been given back of the deposit by then, which is not deducted; left out if that is nothing. */
    givenBack: cents.optional(),
  }),
);

/** What refunds that are no longer owed take off: deposits given back, sales tax, and the rest, an allowance. */
const lowered = z.object({ deposits: cents, tax: cents, refunds: cents });
export type Lowered = z.output<typeof lowered>;

/** As earlier versions booked a refund that was no longer owed, whatever it was refunded on. */
const asAllowance = (refunds: number): Lowered => ({ deposits: 0, tax: 0, refunds });

/** What an invoice says, for good: changes elsewhere do not affect it. */
export const invoiceDetails = z.object({
  kind: z.string(),
  customerId: z.string(),
  jobId: z.string().nullable(),
  quoteId: z.string().nullable(),
  /** The version of the quote that was signed when the invoice was issued. */
  quoteVersion: z.int().nullable(),
  customerName: personal(),
  customerEmail: personal(),
  billingAddress: personal(),
  /** The work it is for, in words. */
  job: personal(),
  /** They may describe somebody's property. */
  lines: personalList(line),
  notes: personal(),
  /** Thousandths of a percent, as it was when issued. */
  taxRate: z.int(),
  deductions,
  /** Earlier invoices of the same job that its lines deduct, if more work was agreed on after they were issued. */
  earlier: z.array(z.string()),
  /** What its lines take off without billing less work; left out if that is nothing. */
  discount: cents.optional(),
  /** It bills a part of its job, and leaves the rest to be invoiced. */
  isPart: z.boolean().optional(),
  issuedOn: day,
  dueDate: day,
});

/** What whoever issues an invoice may add to it, where nobody added anything. */
export const NOTHING_ADDED = { notes: null };

/** `total` is the amount due; `surplus`, what the deposits exceed the work by, becomes the customer's credit. */
const figures = { subtotal: cents, tax: cents, total: cents, surplus: cents };

const issued = invoiceDetails.extend({
  /** From its series (docs/design/commands.md#numbers); null in a decision that was not appended. */
  number: z.int().nullable(),
  ...figures,
  issuedAt: at,
});
const InvoiceIssued = defineEvent('InvoiceIssued', issued.extend({ deductions: deductionsInFull })).next(
  issued,
  (before) => before,
);

const cancelled = {
  kind: z.string(),
  customerId: z.string(),
  jobId: z.string().nullable(),
  deductions,
  ...figures,
  earlier: z.array(z.string()),
  /** What was paid on it, now the customer's credit. */
  released: cents,
  /** The day the books reverse it: its issue day, if it was issued by mistake. */
  day,
  reason: personal(),
};
const InvoiceCancelled = defineEvent(
  'InvoiceCancelled',
  z.object({
    ...cancelled,
    deductions: deductionsInFull,
    /** What was refunded and no longer owed. */
    forgiven: cents,
  }),
).next(
  z.object({
    ...cancelled,
    /** What refunds that are no longer owed had taken off in the books, which is taken back. */
    forgiven: lowered,
  }),
  ({ forgiven, ...told }) => ({ ...told, forgiven: asAllowance(forgiven) }),
);

/** Sent by mail to its customer; the mail has the sending's id. */
const InvoiceSent = defineEvent(
  'InvoiceSent',
  z.object({ sendingId: z.string(), to: personal(), message: personal(), sentAt: at }),
);
/** Undone before the mail went out. */
const InvoiceSendingUndone = defineEvent('InvoiceSendingUndone', z.object({ sendingId: z.string() }));
/** The customer's link leads nowhere from here on, and another one takes its place. */
const InvoiceLinkReplaced = defineEvent('InvoiceLinkReplaced', z.object({ replacedAt: at }));
/** It is overdue by as many days as the company's rule says: its customer gets a reminder. */
const InvoiceReminderCameDue = defineEvent(
  'InvoiceReminderCameDue',
  z.object({
    /** The rule's entry, in days after the due date. */
    days: z.int(),
    open: cents,
    recordedAt: at,
  }),
);
/** No reminders are sent, for example because the customer disputes it. */
const InvoiceRemindersPaused = defineEvent('InvoiceRemindersPaused', z.object({}));
const InvoiceRemindersResumed = defineEvent('InvoiceRemindersResumed', z.object({}));

/** What the first version of `DepositDeducted` implied whenever an amount was owed again. */
const DEPOSIT = { kind: 'deposit', deductions: [], earlier: [], tax: 0, surplus: 0, customerId: null };

/** The invoice reinstated, if it was cancelled at the same moment. */
const reinstated = z.object({
  kind: z.string(),
  deductions,
  earlier: z.array(z.string()),
  ...figures,
  /** Null in events upcast from the first version, which had no surplus. */
  customerId: z.string().nullable(),
});

/** A later invoice deducts this one: a deposit, or an invoice from before more work was agreed on. */
const DepositDeducted = defineEvent(
  'DepositDeducted',
  z.object({
    by: z.string(),
    /** The amount owed again if it was cancelled at the same moment, else 0. */
    reinstated: cents,
    day,
  }),
)
  .next(
    z.object({
      by: z.string(),
      reinstated: reinstated.extend({ deductions: deductionsInFull }).nullable(),
      day,
    }),
    ({ reinstated: total, ...told }) => ({
      ...told,
      reinstated: total === 0 ? null : { ...DEPOSIT, subtotal: total, total },
    }),
  )
  .next(
    z.object({
      by: z.string(),
      reinstated: reinstated.nullable(),
      /** What the later invoice knew to be given back of this deposit: what was given back beyond it is owed again. */
      givenBack: cents,
      /** What that changes in the books; null in earlier versions, which did not book it. */
      lowered: lowered.nullable(),
      day,
    }),
    (before) => ({ ...before, givenBack: 0, lowered: null }),
  );
const DepositReleased = defineEvent('DepositReleased', z.object({ by: z.string() }));

/** `applied` pays for this invoice; `surplus` becomes the customer's credit. */
const paid = {
  paymentId: z.string(),
  customerId: z.string(),
  amount: cents,
  applied: cents,
  surplus: cents,
  /** The day it was received. */
  day,
};

const PaymentRecorded = defineEvent(
  'PaymentRecorded',
  z.object({ ...paid, method: z.string(), transactionId: z.string().nullable(), recordedAt: at }),
);
/** The customer is to get a receipt for a payment. */
const ReceiptAsked = defineEvent('ReceiptAsked', z.object({ paymentId: z.string(), askedAt: at }));
/** Paid from the customer's credit: no money came in. */
const CreditApplied = defineEvent('CreditApplied', z.object({ ...paid, recordedAt: at }));

/** `owed` says whether the customer still owes the refunded amount. */
const refund = z.object({
  refundId: z.string(),
  paymentId: z.string(),
  customerId: z.string(),
  amount: cents,
  owed: z.string(),
  method: z.string(),
  day,
  reason: personal(),
  recordedAt: at,
});
const PaymentRefunded = defineEvent('PaymentRefunded', refund).next(refund.extend({ lowered }), (before) => ({
  ...before,
  lowered: asAllowance(before.owed === 'forgiven' ? before.amount : 0),
}));
/**
 * An earlier version booked a refund as something else than it was: the books get the difference. It is no step in the
 * history of the invoice, to which nothing happened.
 */
const RefundRebooked = defineEvent(
  'RefundRebooked',
  z.object({ refundId: z.string(), paymentId: z.string(), change: lowered, day }),
);

/** It never was a payment: a bounced check, or a typo. The books reverse it on its own day. */
const PaymentVoided = defineEvent(
  'PaymentVoided',
  z.object({
    ...paid,
    isCredit: z.boolean(),
    /** The part of `applied` that had become the customer's credit. */
    released: cents,
    reason: personal(),
  }),
);

/** Erased together with the person it was for; the amounts stay. */
const InvoiceErased = defineErasure('InvoiceErased', z.object({}));

export const invoiceEvents = [
  InvoiceIssued,
  InvoiceCancelled,
  InvoiceSent,
  InvoiceSendingUndone,
  InvoiceLinkReplaced,
  DepositDeducted,
  DepositReleased,
  InvoiceReminderCameDue,
  InvoiceRemindersPaused,
  InvoiceRemindersResumed,
  ReceiptAsked,
  PaymentRecorded,
  CreditApplied,
  PaymentRefunded,
  RefundRebooked,
  PaymentVoided,
  InvoiceErased,
] as const;

export type InvoiceEvent = BodyOf<(typeof invoiceEvents)[number]>;
/** A mail that sent an invoice. */
export interface Sending {
  /** Also the id of the mail. */
  id: string;
  to: string | null;
  /** The sender's note in the mail. */
  message: string | null;
  /** ISO UTC. */
  at: string;
}

export type InvoiceDetails = z.output<typeof invoiceDetails>;
