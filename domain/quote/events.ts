import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal, personalList } from '../kit/event.ts';
import { type QuoteItem, takenItems } from './terms.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const cents = z.int();
/** ISO UTC. */
const at = z.string();

/** One service. Its texts may describe somebody's property, so the whole item is sealed. */
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

/** What a version of a quote said before its last day could be chosen. */
const detailsWithoutDay = z.object({
  customerName: personal(),
  customerEmail: personal(),
  customerPhone: personal(),
  propertyAddress: personal(),
  /** One of the customer's properties. */
  propertyId: z.string().nullable(),
  items: personalList(item),
  notes: personal(),
  /** What could hurt somebody there, one hazard per entry. */
  hazards: personalList(z.string()),
  /** Photos of the quote itself, its lead or its customer. */
  photoIds: z.array(z.string()),
  /** What was seen in a photo, as JSON, and the id of that analysis. */
  analysis: personal(),
  analysisId: z.string().nullable(),
  /** Of the total including tax; null for no deposit. */
  depositPercent: z.int().nullable(),
  /** Thousandths of a percent, as it was when the version was saved. */
  taxRate: z.int(),
});

/** What a version of a quote says. */
export const quoteDetails = detailsWithoutDay.extend({
  /** The last day of the offer once it is sent, `YYYY-MM-DD`; null for the company's default number of days then. */
  offeredUntil: z.string().nullable(),
});

const withoutDay = <Data extends object>(before: Data) => ({ ...before, offeredUntil: null });

/** In cents, without optional items. Not sealed: figures stay when a person is erased. */
const figures = { subtotal: cents, tax: cents, total: cents };

const created = {
  /** From its series (docs/design/commands.md#numbers); null in a decision that was not appended. */
  number: z.int().nullable(),
  customerId: z.string().nullable(),
  leadId: z.string().nullable(),
  ...figures,
  createdAt: at,
};

/** Also saves version 1. */
const QuoteCreated = defineEvent('QuoteCreated', detailsWithoutDay.extend(created)).next(
  quoteDetails.extend(created),
  withoutDay,
);

const saved = { version: z.int(), ...figures, savedAt: at };

/** A further version, complete. It replaces the one before. */
const QuoteVersionSaved = defineEvent('QuoteVersionSaved', detailsWithoutDay.extend(saved)).next(
  quoteDetails.extend(saved),
  withoutDay,
);
/** The version before counts again. */
const QuoteVersionWithdrawn = defineEvent('QuoteVersionWithdrawn', z.object({ version: z.int() }));

const sending = {
  sentAt: at,
  /** The last day on which it can be approved, `YYYY-MM-DD` in the company's zone, and the moment that day ends. */
  validUntil: z.string(),
  expiresAt: at,
  /** Null if it expires too soon for a reminder. */
  remindAt: at.nullable(),
};

const QuoteSent = defineEvent('QuoteSent', z.object({ version: z.int(), ...sending }));
/** The customer's link to it is no longer valid. */
const QuoteRevoked = defineEvent('QuoteRevoked', z.object({ version: z.int(), revokedAt: at }));
const QuoteReminded = defineEvent('QuoteReminded', z.object({ version: z.int(), remindedAt: at }));
const QuoteExpired = defineEvent('QuoteExpired', z.object({ version: z.int(), expiredAt: at }));
const QuoteDeclined = defineEvent('QuoteDeclined', z.object({ version: z.int(), reason: personal(), declinedAt: at }));

const approved = {
  version: z.int(),
  /** The revision of the event in this stream that saved the version. */
  versionRevision: z.int(),
  /** As the customer typed it. */
  signature: personal(),
  /** The optional items that were chosen. */
  optionalItemIds: z.array(z.string()),
  /** Including the chosen items. */
  ...figures,
  /** What it asks for before the work begins; in change orders of before they could ask for it, what nobody asked for. */
  deposit: cents,
  /** The customer of the job; the approval registers a new one if the quote names none. */
  customerId: z.string(),
  leadId: z.string().nullable(),
  /** The quote named no customer until then. */
  isNewCustomer: z.boolean(),
  /** They were archived when they signed, and come back. */
  isCustomerArchived: z.boolean(),
  jobId: z.string(),
  /** From its series (docs/design/commands.md#numbers); null in a decision that was not appended. */
  jobNumber: z.int().nullable(),
  /** An earlier version had been approved: the job already exists. */
  isChange: z.boolean(),
  approvedAt: at,
};

const billed = {
  /** `YYYY-MM-DD` in the company's zone; null in events from before deposits were invoiced. */
  approvedOn: z.string().nullable(),
  /** The id of the deposit invoice, if it asks for a deposit. */
  depositInvoiceId: z.string().nullable(),
};

/** How long the chosen work takes, in hours; null if nobody said. */
const planned = { estimatedDuration: z.number().nullable() };

/** The customer signed this version. Holds everything the resulting job needs. */
const QuoteApproved = defineEvent('QuoteApproved', detailsWithoutDay.extend(approved))
  .next(quoteDetails.extend(approved), withoutDay)
  .next(quoteDetails.extend({ ...approved, ...billed }), (before) => ({
    ...before,
    approvedOn: null,
    depositInvoiceId: null,
  }))
  .next(quoteDetails.extend({ ...approved, ...billed, ...planned }), (before) => ({
    ...before,
    estimatedDuration: hoursOnce(before),
  }));

/** The hours that jobs got at first: of each item once, and none for one without hours. */
function hoursOnce({ items, optionalItemIds }: { items: QuoteItem[]; optionalItemIds: string[] }): number | null {
  const hours = takenItems(items, optionalItemIds).flatMap(({ estimatedHours }) => estimatedHours ?? []);
  return hours.length === 0 ? null : hours.reduce((sum, each) => sum + each);
}

/** A step of a version's life was undone: all of it is as it was before. */
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

/** Erased together with the person it was for. */
const QuoteErased = defineErasure('QuoteErased', z.object({}));

export const quoteEvents = [
  QuoteCreated,
  QuoteVersionSaved,
  QuoteVersionWithdrawn,
  QuoteSent,
  QuoteRevoked,
  QuoteReminded,
  QuoteExpired,
  QuoteDeclined,
  QuoteApproved,
  QuoteLifeRestored,
  QuoteQuestionAsked,
  QuoteQuestionAnswered,
  QuoteAnswerWithdrawn,
  QuoteRemoved,
  QuoteRestored,
  QuoteErased,
] as const;

export type QuoteEvent = BodyOf<(typeof quoteEvents)[number]>;
export type QuoteDetails = z.output<typeof quoteDetails>;

/** The details of a quote that nothing is known about yet. */
export const NO_QUOTE_DETAILS: QuoteDetails = {
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  propertyAddress: null,
  propertyId: null,
  items: [],
  notes: null,
  hazards: [],
  photoIds: [],
  analysis: null,
  analysisId: null,
  depositPercent: null,
  taxRate: 0,
  offeredUntil: null,
};
