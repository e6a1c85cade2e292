import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal, personalList } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster. Each event holds all that the
// books need of it (domain/books/), so that they follow from the events one by one.

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

/** Deposits that were invoiced before. */
const deductions = z.array(z.object({ invoiceId: z.string(), number: z.int().nullable(), amount: cents }));

/** What an invoice says for good: nothing that changes elsewhere changes it. */
export const invoiceDetails = z.object({
  kind: z.string(),
  customerId: z.string(),
  jobId: z.string().nullable(),
  quoteId: z.string().nullable(),
  /** Of the quote, that was agreed to when it was issued. */
  quoteVersion: z.int().nullable(),
  customerName: personal(),
  customerEmail: personal(),
  billingAddress: personal(),
  /** What it is for. */
  job: personal(),
  /** They may describe somebody's property. */
  lines: personalList(line),
  notes: personal(),
  /** Thousandths of a percent, as it was then. */
  taxRate: z.int(),
  deductions,
  /** The invoices of the same job that its lines take off: where more was agreed to after they were issued. */
  earlier: z.array(z.string()),
  issuedOn: day,
  dueDate: day,
});

/** `total` is what is to be paid; `surplus` of the deposits is the customer's credit. */
const figures = { subtotal: cents, tax: cents, total: cents, surplus: cents };

const InvoiceIssued = defineEvent(
  'InvoiceIssued',
  invoiceDetails.extend({
    /** Of its series (docs/design.md#numbers); null where it was decided and not carried out. */
    number: z.int().nullable(),
    ...figures,
    issuedAt: at,
  }),
);

const InvoiceCancelled = defineEvent(
  'InvoiceCancelled',
  z.object({
    ...{ kind: z.string(), customerId: z.string(), jobId: z.string().nullable(), deductions, ...figures },
    earlier: z.array(z.string()),
    /** What was paid on it, and is the customer's credit from now on. */
    released: cents,
    /** What was paid back and was not owed any more. */
    forgiven: cents,
    /** On which the books take it back: that of its issue, where it was issued by mistake. */
    day,
    reason: personal(),
  }),
);

/** To whoever it is for, by mail: the mail has the sending's id. */
const InvoiceSent = defineEvent(
  'InvoiceSent',
  z.object({ sendingId: z.string(), to: personal(), message: personal(), sentAt: at }),
);
/** Before it went. */
const InvoiceSendingUndone = defineEvent('InvoiceSendingUndone', z.object({ sendingId: z.string() }));
/** It is overdue by as many days as the company's rule says: its customer is to be told. */
const InvoiceReminderCameDue = defineEvent(
  'InvoiceReminderCameDue',
  z.object({
    /** The entry of the rule: days after the due date. */
    days: z.int(),
    open: cents,
    recordedAt: at,
  }),
);
/** Nobody is reminded of it, as where its customer disputes it. */
const InvoiceRemindersPaused = defineEvent('InvoiceRemindersPaused', z.object({}));
const InvoiceRemindersResumed = defineEvent('InvoiceRemindersResumed', z.object({}));

/** What the first version of `DepositDeducted` meant whenever something was owed again. */
const DEPOSIT = { kind: 'deposit', deductions: [], earlier: [], tax: 0, surplus: 0, customerId: null };

/** A later invoice deducts this one: a deposit, or what was invoiced before more was agreed to. */
const DepositDeducted = defineEvent(
  'DepositDeducted',
  z.object({
    by: z.string(),
    /** What is owed again, where it was cancelled in the same moment: else 0. */
    reinstated: cents,
    day,
  }),
).next(
  z.object({
    by: z.string(),
    /** What stands again and is owed, where it was cancelled in the same moment; else null. */
    reinstated: z
      .object({
        ...{ kind: z.string(), deductions, earlier: z.array(z.string()), ...figures },
        /** Null where the version before did not tell: nothing of it is a surplus. */
        customerId: z.string().nullable(),
      })
      .nullable(),
    day,
  }),
  ({ reinstated: total, ...told }) => ({
    ...told,
    reinstated: total === 0 ? null : { ...DEPOSIT, subtotal: total, total },
  }),
);
const DepositReleased = defineEvent('DepositReleased', z.object({ by: z.string() }));

/** `applied` pays for this invoice; `surplus` becomes the customer's credit. */
const paid = {
  ...{ paymentId: z.string(), customerId: z.string(), amount: cents, applied: cents, surplus: cents },
  /** On which it was received. */
  day,
};

const PaymentRecorded = defineEvent(
  'PaymentRecorded',
  z.object({ ...paid, method: z.string(), transactionId: z.string().nullable(), recordedAt: at }),
);
/** Whoever the invoice is for is to be told that a payment came. */
const ReceiptAsked = defineEvent('ReceiptAsked', z.object({ paymentId: z.string(), askedAt: at }));
/** Paid from the customer's credit: no money came in. */
const CreditApplied = defineEvent('CreditApplied', z.object({ ...paid, recordedAt: at }));

/** `owed` says whether the customer is to pay it again. */
const PaymentRefunded = defineEvent(
  'PaymentRefunded',
  z.object({
    ...{ refundId: z.string(), paymentId: z.string(), customerId: z.string(), amount: cents, owed: z.string() },
    ...{ method: z.string(), day, reason: personal(), recordedAt: at },
  }),
);

/** It never was a payment: a check that bounced, or a slip. The books take it back on its own day. */
const PaymentVoided = defineEvent(
  'PaymentVoided',
  z.object({
    ...{ ...paid, isCredit: z.boolean() },
    /** What of `applied` was the customer's credit already. */
    released: cents,
    reason: personal(),
  }),
);

/** With the person it was for; the amounts stay. */
const InvoiceErased = defineErasure('InvoiceErased', z.object({}));

export const invoiceEvents = [
  ...[InvoiceIssued, InvoiceCancelled, InvoiceSent, InvoiceSendingUndone, DepositDeducted, DepositReleased],
  ...[InvoiceReminderCameDue, InvoiceRemindersPaused, InvoiceRemindersResumed, ReceiptAsked],
  ...[PaymentRecorded, CreditApplied, PaymentRefunded, PaymentVoided, InvoiceErased],
] as const;

export type InvoiceEvent = BodyOf<(typeof invoiceEvents)[number]>;
/** A mail by which an invoice was sent. */
export interface Sending {
  /** Of the mail too. */
  id: string;
  to: string | null;
  /** What its sender wrote with it. */
  message: string | null;
  /** ISO UTC. */
  at: string;
}

export type InvoiceDetails = z.output<typeof invoiceDetails>;
