import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal, personalList } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const cents = z.int();
/** ISO UTC. */
const at = z.string();

/** One service. Its texts may describe somebody's property: all of it is sealed. */
const item = z.object({
  id: z.string(),
  service: z.string().nullable(),
  description: z.string().nullable(),
  estimatedCost: z.string().nullable(),
  unitPrice: cents.nullable(),
  quantity: z.int(),
  priority: z.string().nullable(),
  isOptional: z.boolean(),
  estimatedHours: z.number().nullable(),
  hazards: z.array(z.string()),
});

/** What a version of a quote said before a day could be chosen until which it is offered. */
const detailsWithoutDay = z.object({
  customerName: personal(),
  customerEmail: personal(),
  customerPhone: personal(),
  propertyAddress: personal(),
  /** One of the customer's. */
  propertyId: z.string().nullable(),
  items: personalList(item),
  notes: personal(),
  /** What may hurt somebody there, each in a line. */
  hazards: personalList(z.string()),
  /** Of the quote itself, its lead or its customer. */
  photoIds: z.array(z.string()),
  /** What was seen in a photo, as JSON, and the record of that. */
  analysis: personal(),
  analysisId: z.string().nullable(),
  /** Of the total with its tax; null for none. */
  depositPercent: z.int().nullable(),
  /** Thousandths of a percent, as it was when the version was saved. */
  taxRate: z.int(),
});

/** What a version of a quote says. */
export const quoteDetails = detailsWithoutDay.extend({
  /** The last day of the offer once it is sent, `YYYY-MM-DD`; null for as many days as the company gives by then. */
  offeredUntil: z.string().nullable(),
});

const withoutDay = <Data extends object>(before: Data) => ({ ...before, offeredUntil: null });

/** In cents, without optional items: figures stay when a person is erased. */
const figures = { subtotal: cents, tax: cents, total: cents };

const created = {
  /** Of its series (docs/design.md#numbers); null where it was decided and not carried out. */
  number: z.int().nullable(),
  customerId: z.string().nullable(),
  leadId: z.string().nullable(),
  ...figures,
  createdAt: at,
};

/** It is version 1 as well. */
const QuoteCreated = defineEvent('QuoteCreated', detailsWithoutDay.extend(created)).next(
  quoteDetails.extend(created),
  withoutDay,
);

const saved = { version: z.int(), ...figures, savedAt: at };

/** All of a further version. It takes the place of the one before. */
const QuoteVersionSaved = defineEvent('QuoteVersionSaved', detailsWithoutDay.extend(saved)).next(
  quoteDetails.extend(saved),
  withoutDay,
);
/** The one before is in its place again. */
const QuoteVersionWithdrawn = defineEvent('QuoteVersionWithdrawn', z.object({ version: z.int() }));

const sending = {
  sentAt: at,
  /** The last day on which it can be approved, `YYYY-MM-DD` in the company's zone, and the moment at which that ends. */
  validUntil: z.string(),
  expiresAt: at,
  /** Null where it expires too soon. */
  remindAt: at.nullable(),
};

const QuoteSent = defineEvent('QuoteSent', z.object({ version: z.int(), ...sending }));
/** The customer's link to it leads nowhere any more. */
const QuoteRevoked = defineEvent('QuoteRevoked', z.object({ version: z.int(), revokedAt: at }));
const QuoteReminded = defineEvent('QuoteReminded', z.object({ version: z.int(), remindedAt: at }));
const QuoteExpired = defineEvent('QuoteExpired', z.object({ version: z.int(), expiredAt: at }));
const QuoteDeclined = defineEvent('QuoteDeclined', z.object({ version: z.int(), reason: personal(), declinedAt: at }));

const approved = {
  version: z.int(),
  /** Of the event in this stream that the version was saved by. */
  versionRevision: z.int(),
  /** As the customer typed it. */
  signature: personal(),
  /** Of the optional items those that were chosen. */
  optionalItemIds: z.array(z.string()),
  /** With what was chosen. */
  ...figures,
  deposit: cents,
  /** The customer's whose job it becomes; made by the approval where the quote was for nobody that was known. */
  customerId: z.string(),
  leadId: z.string().nullable(),
  /** The quote named no customer before. */
  isNewCustomer: z.boolean(),
  /** They were archived when they signed: they come back. */
  isCustomerArchived: z.boolean(),
  jobId: z.string(),
  /** Of its series (docs/design.md#numbers); null where it was decided and not carried out. */
  jobNumber: z.int().nullable(),
  /** A version of it had been approved before: the job is there. */
  isChange: z.boolean(),
  approvedAt: at,
};

const billed = {
  /** `YYYY-MM-DD` in the company's zone; null where deposits were not invoiced yet. */
  approvedOn: z.string().nullable(),
  /** Of the invoice of the deposit, where there is one to pay. */
  depositInvoiceId: z.string().nullable(),
};

/** The customer signed this version: with it all that the job needs which comes of it. */
const QuoteApproved = defineEvent('QuoteApproved', detailsWithoutDay.extend(approved))
  .next(quoteDetails.extend(approved), withoutDay)
  .next(quoteDetails.extend({ ...approved, ...billed }), (before) => ({
    ...before,
    approvedOn: null,
    depositInvoiceId: null,
  }));

/** An undone step of a version's life: all of that is as it was before. */
const QuoteLifeRestored = defineEvent(
  'QuoteLifeRestored',
  z.object({
    version: z.int(),
    status: z.string(),
    sentAt: at.nullable(),
    validUntil: z.string().nullable(),
    expiresAt: at.nullable(),
    remindAt: at.nullable(),
    remindedAt: at.nullable(),
    endedAt: at.nullable(),
    reason: personal(),
  }),
);

const QuoteQuestionAsked = defineEvent(
  'QuoteQuestionAsked',
  z.object({ questionId: z.string(), version: z.int(), question: personal(), askedAt: at }),
);
const QuoteQuestionAnswered = defineEvent(
  'QuoteQuestionAnswered',
  z.object({ questionId: z.string(), answer: personal(), answeredBy: z.string(), answeredAt: at }),
);
const QuoteAnswerWithdrawn = defineEvent('QuoteAnswerWithdrawn', z.object({ questionId: z.string() }));

const QuoteRemoved = defineEvent('QuoteRemoved', z.object({}));
const QuoteRestored = defineEvent('QuoteRestored', z.object({}));

/** With the person it was for. */
const QuoteErased = defineErasure('QuoteErased', z.object({}));

export const quoteEvents = [
  ...[QuoteCreated, QuoteVersionSaved, QuoteVersionWithdrawn],
  ...[QuoteSent, QuoteRevoked, QuoteReminded, QuoteExpired, QuoteDeclined, QuoteApproved, QuoteLifeRestored],
  ...[QuoteQuestionAsked, QuoteQuestionAnswered, QuoteAnswerWithdrawn],
  ...[QuoteRemoved, QuoteRestored, QuoteErased],
] as const;

export type QuoteEvent = BodyOf<(typeof quoteEvents)[number]>;
export type QuoteDetails = z.output<typeof quoteDetails>;

/** Of a quote of which nothing is known yet. */
export const NO_QUOTE_DETAILS: QuoteDetails = {
  ...{ customerName: null, customerEmail: null, customerPhone: null, propertyAddress: null, propertyId: null },
  ...{ items: [], notes: null, hazards: [], photoIds: [], analysis: null, analysisId: null },
  ...{ depositPercent: null, taxRate: 0, offeredUntil: null },
};
