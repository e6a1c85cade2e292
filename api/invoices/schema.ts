import { z } from 'zod';
import {
  CREDIT_METHOD,
  DEPOSIT_ASKED_WHILE,
  INVOICE_FILTERS,
  INVOICE_KIND_LABELS,
  INVOICE_KINDS,
  INVOICE_LIMITS,
  INVOICE_STATUS_LABELS,
  PAYMENT_METHOD_LABELS,
  PAYMENT_METHODS,
  REFUND_OWED,
} from '../../domain/invoice/terms.ts';
import { parseCents } from '../../domain/kit/money.ts';
import { MAIL_LIMITS } from '../../domain/mail/terms.ts';
import {
  createBody,
  dayOrInstant,
  email,
  idOf,
  line,
  type RequiredField,
  recordSchema,
  requiredAmount,
  requiredChoice,
  text,
} from '../kit/fields/fields.schema.ts';
import { amount as amountGiven, generatedId, requiredLines } from '../kit/fields/values.schema.ts';
import {
  type Conditions,
  choices,
  fromAmount,
  type ListFilter,
  named,
  oneOf,
  onlyAnswered,
  sinceDay,
  toAmount,
  untilDay,
} from '../kit/lists/lists.schema.ts';

/** Dollars as decimal text. */
const dollars = z.string();

/** An amount greater than zero. */
function positiveAmount(label: string): RequiredField<number, string> {
  const field = requiredAmount(label, `Enter ${label.toLowerCase()}.`);
  return { ...field, given: field.given.refine((cents) => cents > 0, `${label} must be more than 0.`) };
}

const QUANTITY = `The quantity must be a number from 0.01 to ${INVOICE_LIMITS.quantity} with at most two decimals, like 2 or 1.5.`;
const quantity = z
  .union(
    [
      z.number().meta({ minimum: 0.01, maximum: INVOICE_LIMITS.quantity, multipleOf: 0.01 }),
      z.string().regex(/^\s*\d{1,4}(\.\d{1,2})?\s*$/, QUANTITY),
    ],
    QUANTITY,
  )
  .transform(Number)
  .refine((said) => said > 0 && said <= INVOICE_LIMITS.quantity && parseCents(said) !== null, QUANTITY);

const LINES = 'The lines must be a list, each with a description and a unit price.';
const givenLine = z.object(
  {
    description: requiredLines('The description', INVOICE_LIMITS.description, 'Say what the line is for.'),
    quantity: quantity.nullish().describe('1 by default.'),
    unitPrice: requiredAmount('The unit price', 'Enter the unit price.').given.describe('0 for what is free.'),
  },
  LINES,
);

const lines = z
  .array(givenLine, LINES)
  .max(INVOICE_LIMITS.lines, `There can be at most ${INVOICE_LIMITS.lines} lines.`)
  .nullish()
  .describe('Of an invoice for a job: instead of what was agreed.');

/** What a body may give for an invoice, and what the invoice shows. */
export const invoiceFields = {
  job: { ...line('What it is for', INVOICE_LIMITS.job) },
  customerEmail: email(254),
  billingAddress: line('The billing address', 500),
  notes: text('The notes', INVOICE_LIMITS.notes),
};

export const issueBody = createBody({
  jobId: idOf('The job', 'A completed job that is not invoiced yet.'),
  customerId: idOf('The customer', 'Whom it is for, where it is for no job; with a job, its customer or nothing.'),
  ...invoiceFields,
  dueDate: dayOrInstant('The due date'),
}).extend({ lines, discount: amountGiven('The discount').describe('Taken off before tax.') });
export type IssueBody = z.output<typeof issueBody>;

const JOB_IDS = 'Choose the jobs to invoice.';
export const forJobsBody = z.object({
  jobIds: z
    .array(generatedId(JOB_IDS), JOB_IDS)
    .min(1, JOB_IDS)
    .max(INVOICE_LIMITS.atOnce, `At most ${INVOICE_LIMITS.atOnce} jobs can be invoiced at once.`),
});

export const cancelFields = { reason: line('The reason', INVOICE_LIMITS.reason) };
export const cancelBody = createBody(cancelFields).nullish();

/** Overdue ones are pending too: they are open, and were due before today. */
const byStatus: ListFilter = {
  ...oneOf('The status', INVOICE_FILTERS, 'status'),
  where: (asked, today): Conditions => (asked === 'overdue' ? overdueOn(today) : { status: asked }),
  samples: ['pending', 'overdue'],
  byDay: true,
};

/** The deposit of work that is cancelled or removed is not asked for. */
const asked = { depositJobStanding: { in: DEPOSIT_ASKED_WHILE } };

/** What is to be paid and was not sent. */
export const toSend: Conditions = { isToSend: true, ...asked };

/** What should have been paid by now. */
export function overdueOn(today: string) {
  return { isOpen: true, ...asked, dueDate: { lt: today } };
}

export const invoiceList = {
  where: { removed: null },
  filters: {
    status: byStatus,
    kind: { ...oneOf('The kind', INVOICE_KINDS, 'kind'), samples: [] },
    customerId: named('customerId'),
    jobId: named('jobId'),
    quoteId: named('quoteId'),
    campaignId: named('campaignId'),
    open: choices('open must be true.', { true: { isOpen: true } }),
    toSend: choices('toSend must be true.', { true: toSend }),
    from: sinceDay('from', 'issuedOn'),
    to: untilDay('to', 'issuedOn'),
    dueFrom: { ...sinceDay('dueFrom', 'dueDate'), samples: [] },
    dueTo: untilDay('dueTo', 'dueDate'),
    paidFrom: { ...sinceDay('paidFrom', 'paidOn'), samples: [] },
    paidTo: untilDay('paidTo', 'paidOn'),
    amountFrom: { ...fromAmount('amountFrom', 'total'), samples: [] },
    amountTo: toAmount('amountTo', 'total'),
  },
  sorts: {
    createdAt: 'createdAt',
    invoiceNumber: 'number',
    customer: 'customerKey',
    customerName: 'customerKey',
    job: 'jobKey',
    status: 'status',
    issuedOn: 'issuedOn',
    dueDate: 'dueDate',
    totalAmount: 'total',
    balance: 'balance',
  },
  needs: { campaignId: 'marketing:read' } as const,
};

const shownLine = z
  .object({
    id: z.string(),
    description: z.string().nullable(),
    quantity: z.number(),
    unitPrice: dollars,
    amount: dollars,
  })
  .meta({ id: 'InvoiceLine' });

export const invoiceRecord = recordSchema('Invoice', invoiceFields, {
  /** `INV-1001` */
  invoiceNumber: z.string().nullable(),
  kind: z.string().meta({ 'x-labels': INVOICE_KIND_LABELS }),
  status: z.string().meta({ 'x-labels': INVOICE_STATUS_LABELS }),
  isOverdue: z.boolean().describe('Something is open, and was due before today.'),
  /** Their name at the time it was issued. */
  customer: z.string().nullable(),
  customerId: z.string(),
  jobId: z.string().nullable(),
  quoteId: z.string().nullable(),
  /** Before tax. */
  amount: dollars,
  taxAmount: dollars,
  /** The amount to pay, after subtracting the deposits that it deducts. */
  totalAmount: dollars,
  deducted: dollars,
  noLongerOwed: dollars.describe('What was refunded and is no longer owed: of a deposit, it was given back.'),
  taxNoLongerOwed: dollars.describe('The sales tax in that.'),
  /** Without what was refunded. */
  amountPaid: dollars,
  balance: dollars,
  /** Percent as decimal text, at the time it was issued. */
  taxRate: z.string(),
  issuedOn: z.string(),
  dueDate: z.string(),
  lines: z.array(shownLine),
  /** Deposits that were invoiced earlier. */
  deductions: z.array(
    z.object({
      invoiceId: z.string(),
      invoiceNumber: z.string().nullable(),
      amount: dollars,
      open: dollars.describe('What is still to be paid of the deposit itself.'),
    }),
  ),
  /** For a deposit: the invoice that deducts it. */
  deductedBy: z.string().nullable(),
  /** Why it was cancelled. */
  reason: z.string().nullable(),
  sentAt: z.string().nullable().describe('When it was last sent; null: never.'),
  sentTo: z.string().nullable(),
  undelivered: z.string().nullable().describe('Why that email was not delivered; null: it was, or still may be.'),
  linkReplacedAt: z.string().nullable().describe("When the customer's link was last replaced; null: never."),
  remindedAt: z.string().nullable().describe('When its last reminder came due.'),
  remindedDays: z
    .number()
    .describe('By which entry of the rule it came due, in days after the due date; 0 for none yet.'),
  remindersPaused: z.boolean().describe('No reminders go out, for example because its customer disputes it.'),
  ofCancelledJob: z.boolean().describe('A deposit whose job is cancelled or removed: nobody is reminded of it.'),
  nextReminder: z.string().nullable().describe('The day on which the next reminder is written, by the rule of now.'),
  reminderTo: z.string().nullable().describe('To which address; null where there is none, so that somebody calls.'),
  erased: z.boolean().describe('Its personal data was erased for good, with its customer.'),
  url: onlyAnswered(z.string()).describe('In the answer to replacing the link: the new one.'),
});
export type InvoiceRecord = z.output<typeof invoiceRecord>;

export const sendFields = {
  to: email(MAIL_LIMITS.address),
  message: text('The message', INVOICE_LIMITS.message),
};
export const sendBody = createBody({
  to: { ...sendFields.to, given: sendFields.to.given.describe("The customer's address, where nothing is said.") },
  message: sendFields.message,
}).nullish();

const IDS = 'Choose the invoices to send.';
export const sendSeveralBody = z.object({
  ids: z
    .array(generatedId(IDS), IDS)
    .min(1, IDS)
    .max(INVOICE_LIMITS.atOnce, `At most ${INVOICE_LIMITS.atOnce} invoices can be sent at once.`),
});

export const sentInvoices = z
  .object({
    sent: z.array(z.string()).describe('The ids of those that were sent.'),
    refused: z.array(
      z.object({ id: z.string(), invoiceNumber: z.string().nullable(), message: z.string().describe('Why not.') }),
    ),
    undo: z
      .object({ category: z.string(), id: z.string(), commandId: z.string() })
      .nullable()
      .describe('What `POST /api/undo` takes; null where none was sent.'),
  })
  .meta({ id: 'SentInvoices' });
export type SentInvoices = z.output<typeof sentInvoices>;

const sentTo = z.array(z.string()).describe('The addresses that emails with it reached, or may have reached.');
export const invoiceLink = z
  .object({
    url: z.string().describe('Whoever has it may look at this invoice.'),
    sentTo,
    correctedTo: z
      .string()
      .nullable()
      .describe("The customer's address, if it went to one that they have no more: then replacing it is suggested."),
    replaced: z
      .array(z.object({ replacedAt: z.string(), sentTo }))
      .describe('Earlier links, which open nothing. Oldest first.'),
  })
  .meta({ id: 'InvoiceLink' });
export type InvoiceLink = z.output<typeof invoiceLink>;

export const remindersBody = z.object({
  paused: z.boolean('paused must be true or false.').describe('Whether reminders are stopped.'),
});

/** How many days ahead reminders are listed. */
export const REMINDERS_AHEAD_DAYS = 30;

const REMINDER_RULE = 'days must be a list of rising days after the due date, like 7,21,45.';
export const remindersQuery = z.object({
  days: z
    .string()
    .regex(/^(\d{1,3}(,\d{1,3}){0,5})?$/, REMINDER_RULE)
    .transform((text) => (text === '' ? [] : text.split(',').map(Number)))
    .refine((days) => days.every((day, index) => day > (days[index - 1] ?? 0)), REMINDER_RULE)
    .optional()
    .describe('Another rule than the one in the settings, to see what it would lead to.'),
});

const reminded = z.object({
  id: z.string(),
  invoiceNumber: z.string().nullable(),
  customer: z.string().nullable(),
  balance: dollars,
  dueDate: z.string(),
});

/** Which reminders are waiting, and which are coming. */
export const remindersAnswer = z
  .object({
    today: z.string(),
    /** Days after the due date. */
    rule: z.array(z.number()),
    /** Already written, and waiting in the outbox until somebody sends them. */
    waiting: z.number(),
    /** From today on, the soonest first; limited in number. */
    upcoming: z.array(reminded.extend({ on: z.string(), to: z.string().nullable() })),
    /** The number of all of them. */
    count: z.number(),
    /** Customers who owe credit that they spent: no letter is written, so somebody calls. The longest first; limited in number. */
    owing: z.array(
      z.object({ customerId: z.string(), customer: z.string().nullable(), owed: dollars, since: z.string() }),
    ),
    owingCount: z.number(),
  })
  .meta({ id: 'InvoiceReminders' });

const sumShown = z.object({ count: z.number(), amount: dollars });
/** The figures on the cards. */
export const invoiceFigures = z
  .object({
    /** The total of all paid invoices, less the deposits that were given back. */
    totalRevenue: dollars,
    /** The total that is open, and how much of it is overdue today. */
    pending: sumShown,
    overdue: sumShown,
  })
  .meta({ id: 'InvoiceFigures' });

export const invoicedJobs = z
  .object({
    results: z.array(
      z.object({
        jobId: z.string(),
        invoice: invoiceRecord.nullable(),
        message: z.string().nullable().describe('Why there is none.'),
      }),
    ),
  })
  .meta({ id: 'InvoicedJobs' });

// ── Payments ─────────────────────────────────────────────────────────────────────────────────────────────────────

const method = requiredChoice('The payment method', PAYMENT_METHODS, 'Choose how it was paid.');
const transactionId = line('The transaction id', INVOICE_LIMITS.transactionId);

export const paymentFields = {
  amount: positiveAmount('The amount'),
  paymentMethod: method,
  transactionId,
  processedDate: dayOrInstant('The date'),
};
const confirmed = z
  .boolean('confirmed must be true or false.')
  .nullish()
  .describe('That it is right. The 409 with an issue of this field says all that there is to ask about it.');
export const paymentBody = createBody(paymentFields).extend({
  confirmed,
  receipt: z
    .boolean('receipt must be true or false.')
    .nullish()
    .describe(
      'Emails a receipt to the customer: where there is no address or the invoice is cancelled, none goes, and the payment counts all the same.',
    ),
});

export const refundBody = z
  .object({
    amount: positiveAmount('The amount').given.optional().describe('By default, all that is left of it.'),
    owed: z
      .enum(REFUND_OWED, `owed must be one of: ${REFUND_OWED.join(', ')}.`)
      .default('still')
      .describe('Whether the customer is to pay it again, or it is forgiven.'),
    paymentMethod: method.given.optional().describe('By default, as it was paid.'),
    processedDate: dayOrInstant('The date').given.optional(),
    reason: line('The reason', INVOICE_LIMITS.reason).given.optional(),
    confirmed,
  })
  .nullish();

export const voidBody = z.object({ reason: line('The reason', INVOICE_LIMITS.reason).given.optional() }).nullish();

export const useCreditBody = z
  .object({
    amount: positiveAmount('The amount')
      .given.optional()
      .describe('By default, as much of the balance as the credit covers.'),
  })
  .nullish();

export const refundCreditFields = { amount: positiveAmount('The amount'), paymentMethod: method, transactionId };
export const refundCreditBody = createBody(refundCreditFields).extend({ confirmed });

export const paymentParams = z.object({ id: z.string().min(1).max(100), paymentId: z.string().min(1).max(100) });

const METHODS = z.string().meta({ 'x-labels': PAYMENT_METHOD_LABELS });

/** A payment on an invoice. */
export const paymentRecord = z
  .object({
    id: z.string(),
    amount: dollars,
    /** `credit` if it was paid from the customer's credit. */
    paymentMethod: METHODS,
    /** The day it was received, `YYYY-MM-DD`. */
    processedDate: z.string(),
    transactionId: z.string().nullable(),
    status: z.enum(['recorded', 'partly_refunded', 'refunded', 'voided']),
    /** How much pays for this invoice, became credit of the customer, and was refunded. */
    applied: dollars,
    credited: dollars,
    refunded: dollars,
    /** Why it was voided. */
    reason: z.string().nullable(),
    refunds: z.array(
      z.object({
        id: z.string(),
        amount: dollars,
        owed: z.string(),
        paymentMethod: METHODS,
        processedDate: z.string(),
        reason: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Payment' });
export type PaymentRecord = z.output<typeof paymentRecord>;

/** The answer to a change of payments: the payment, and its invoice afterward. */
export const paymentAnswer = paymentRecord.extend({ invoice: invoiceRecord });

/** Money that moved, over all invoices. */
export const paymentRow = z
  .object({
    id: z.string(),
    kind: z.enum(['payment', 'refund', 'credit_refund']).meta({
      'x-labels': { payment: 'Payment', refund: 'Refund', credit_refund: 'Credit paid back' },
    }),
    invoiceId: z.string().nullable(),
    invoiceNumber: z.string().nullable(),
    customerId: z.string(),
    customer: z.string().nullable(),
    /** Refunds are negative. */
    amount: dollars,
    paymentMethod: METHODS,
    transactionId: z.string().nullable(),
    processedDate: z.string(),
    isVoided: z.boolean(),
    createdAt: z.string(),
  })
  .meta({ id: 'PaymentRow' });

export type PaymentRow = z.output<typeof paymentRow>;

export const paymentList = {
  where: { removed: null },
  filters: {
    from: sinceDay('from', 'day'),
    to: untilDay('to', 'day'),
    method: { ...oneOf('The method', [...PAYMENT_METHODS, CREDIT_METHOD], 'method'), samples: [] },
    invoiceId: named('invoiceId'),
    customerId: named('customerId'),
    refunds: { ...choices('refunds must be true.', { true: { amount: { lt: 0 } } }), samples: [] },
  },
  sorts: { createdAt: 'createdAt', processedDate: 'day', amount: 'amount', customer: 'customerKey' },
};

export const creditRecord = z
  .object({ id: z.string(), customerId: z.string(), balance: dollars, revision: z.number() })
  .meta({ id: 'CustomerCredit' });
