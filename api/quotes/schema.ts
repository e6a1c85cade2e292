import { z } from 'zod';
import { formatCents } from '../../domain/kit/money.ts';
import {
  ITEM_PRIORITIES,
  lineTotal,
  plainAmount,
  QUOTE_LIMITS,
  QUOTE_STATUS_LABELS,
  QUOTE_STATUSES,
  type QuoteItem,
  SERVICE_LABELS,
} from '../../domain/quote/terms.ts';
import { eraseBody, erasureProgress } from '../kit/changes/erasure.schema.ts';
import {
  amount,
  choice,
  completed,
  createBody,
  dayOrInstant,
  duration,
  email,
  type Field,
  idOf,
  idsOf,
  line,
  recordSchema,
  reviseBody,
  shownFields,
  shownShape,
  text,
  texts,
  whole,
  yesNo,
} from '../kit/fields/fields.schema.ts';
import { generatedId, lines } from '../kit/fields/values.schema.ts';
import {
  choices,
  fromAmount,
  fromDay,
  named,
  olderOnes,
  oneOf,
  onlyAnswered,
  removedOnes,
  toAmount,
  toDay,
} from '../kit/lists/lists.schema.ts';

const QUANTITY = `The quantity must be a whole number from 1 to ${QUOTE_LIMITS.quantity}.`;

/** One service, without its id. */
export const itemFields = {
  service: line('The service', QUOTE_LIMITS.service),
  description: text('The description', QUOTE_LIMITS.description),
  estimatedCost: line('The estimated cost', QUOTE_LIMITS.estimatedCost),
  unitPrice: amount('The unit price'),
  quantity: whole(QUANTITY, 1, QUOTE_LIMITS.quantity),
  priority: choice('The priority', ITEM_PRIORITIES),
  isOptional: yesNo('isOptional'),
  estimatedHours: duration('The hours', QUOTE_LIMITS.hours),
  hazards: texts('A hazard', QUOTE_LIMITS.hazard, 'hazards', QUOTE_LIMITS.hazards),
};

/** An item in a body: a new one has no id yet. */
export type GivenItem = Omit<QuoteItem, 'id'> & { id: string | null };

const ITEMS = 'The items must be a list.';
const givenItem = createBody(itemFields)
  .extend({
    id: generatedId('An item that is new comes without an id; else it is the one that the quote shows.').nullish(),
    lineTotal: z
      .unknown()
      .optional()
      .describe('Not read, and computed anew: an item can be sent as the quote shows it.'),
  })
  .transform((said): GivenItem => {
    const item = completed(itemFields, said);
    // A price given only as text becomes the price, if it reads as one.
    const unitPrice = said.unitPrice === undefined ? plainAmount(item.estimatedCost) : item.unitPrice;
    return { ...item, id: said.id || null, quantity: item.quantity ?? 1, unitPrice };
  });
const givenItems = z
  .array(givenItem, ITEMS)
  .max(QUOTE_LIMITS.items, `There can be at most ${QUOTE_LIMITS.items} items.`)
  .describe('All of them. An item keeps its id from version to version; a new one comes without.');

export const shownItem = z
  .object({
    id: z.string(),
    ...shownShape(itemFields),
    service: z.string().nullable().meta({ 'x-labels': SERVICE_LABELS }),
    quantity: z.number(),
    /** Price times quantity, as decimal text in dollars; null without a price. */
    lineTotal: z.string().nullable(),
  })
  .meta({ id: 'QuoteItem' });
export type ShownItem = z.output<typeof shownItem>;

/** An item on the wire. */
export function showItem(item: QuoteItem): ShownItem {
  const total = item.unitPrice === null ? null : formatCents(lineTotal(item));
  return { id: item.id, ...shownFields(itemFields, item), quantity: item.quantity, lineTotal: total };
}

const ANALYSIS = 'The analysis must be what the analysis of a photo answered.';
const said = lines('The analysis', 10_000);
const analysisShape = z.object(
  {
    analysisId: generatedId(ANALYSIS).nullish(),
    summary: said,
    treeCondition: said,
    safetyRisk: said,
    additionalNotes: said,
  },
  ANALYSIS,
);
export const shownAnalysis = z
  .object({
    analysisId: z.string().nullable(),
    summary: z.string().nullable(),
    treeCondition: z.string().nullable(),
    safetyRisk: z.string().nullable(),
    additionalNotes: z.string().nullable(),
  })
  .meta({ id: 'QuoteAnalysis' });
export type ShownAnalysis = z.output<typeof shownAnalysis>;

/** Stored as text, as which it is sealed. */
const analysis: Field<string | null, ShownAnalysis | null> = {
  given: analysisShape.nullable().transform((given) => (given === null ? null : JSON.stringify(given))),
  none: null,
  shown: shownAnalysis.nullable(),
  show: readAnalysis,
};

/** The content of a stored analysis; null if it was erased. */
export function readAnalysis(stored: string | null): ShownAnalysis | null {
  try {
    const { analysisId, ...told } = JSON.parse(stored ?? 'null') as Partial<ShownAnalysis>;
    const { summary = null, treeCondition = null, safetyRisk = null, additionalNotes = null } = told;
    return { analysisId: analysisId ?? null, summary, treeCondition, safetyRisk, additionalNotes };
  } catch {
    return null;
  }
}

const DEPOSIT = 'The deposit must be a whole number of percent from 0 to 100.';

/** What a body may give for a version, and what the quote shows, except its items. */
export const quoteFields = {
  customerName: line('The name', QUOTE_LIMITS.customerName),
  customerEmail: email(QUOTE_LIMITS.customerEmail),
  customerPhone: line('The phone number', QUOTE_LIMITS.customerPhone),
  propertyAddress: line('The address', QUOTE_LIMITS.propertyAddress),
  propertyId: idOf('The property', 'One of the properties of the customer.'),
  notes: text('The notes', QUOTE_LIMITS.notes),
  hazards: texts('A hazard', QUOTE_LIMITS.hazard, 'hazards', QUOTE_LIMITS.hazards),
  photoIds: idsOf(
    'photoIds',
    QUOTE_LIMITS.photos,
    'Photos of the lead or the customer that belong to the quote; its own do so anyway.',
  ),
  analysis,
  depositPercent: whole(DEPOSIT, 0, 100),
  offeredUntil: dayOrInstant('The last day of the offer, once it is sent'),
};

const origin = {
  customerId: idOf('The customer', 'The customer it is for. It cannot be changed later.'),
  leadId: idOf('The lead', 'The lead it is for, which is moved to Quoting. It cannot be changed later.'),
};

const items = { items: givenItems.optional() };

export const createQuoteBody = createBody({ ...origin, ...quoteFields })
  .extend(items)
  .describe('Missing fields come from the lead or the customer; without either, a name and an address are required.');

export const saveVersionBody = reviseBody(quoteFields)
  .extend(items)
  .describe('Makes a new version, which takes the place of the one before. What is missing stays as it is.');

export const sendFields = { validUntil: dayOrInstant('The valid-until day') };
export const sendBody = createBody(sendFields).nullish();

export const revokeBody = z
  .object({
    version: z
      .int('The version must be a whole number.')
      .optional()
      .describe('Whose link ends: by default the newest that was sent, and with it the earlier ones.'),
  })
  .nullish();

export const answerFields = { answer: text('The answer', QUOTE_LIMITS.answer) };
export const answerBody = createBody(answerFields);
export const questionParams = z.object({ id: z.string().min(1).max(100), questionId: z.string().min(1).max(100) });

/** A quote that expires within this time waits for a person. */
export const EXPIRES_SOON_MS = 3 * 24 * 60 * 60 * 1_000;

export const quoteList = {
  where: { removed: null },
  filters: {
    status: oneOf('The status', QUOTE_STATUSES, 'status'),
    open: choices('open must be true.', { true: { status: { in: ['draft', 'sent'] } } }),
    expiring: olderOnes('expiring', 'expiresAt', -EXPIRES_SOON_MS),
    questions: olderOnes('questions', 'askedAt', 0),
    customerId: named('customerId'),
    leadId: named('leadId'),
    campaignId: named('campaignId'),
    removed: removedOnes,
    from: fromDay('from', 'createdAt'),
    to: toDay('to', 'createdAt'),
    sentFrom: fromDay('sentFrom', 'sentAt'),
    sentTo: toDay('sentTo', 'sentAt'),
    approvedFrom: fromDay('approvedFrom', 'approvedAt'),
    approvedTo: toDay('approvedTo', 'approvedAt'),
    endedFrom: fromDay('endedFrom', 'endedAt'),
    endedTo: toDay('endedTo', 'endedAt'),
    totalFrom: fromAmount('totalFrom', 'total'),
    totalTo: toAmount('totalTo', 'total'),
  },
  sorts: {
    createdAt: 'createdAt',
    created: 'createdAt',
    customerName: 'customerNameKey',
    quoteNumber: 'number',
    number: 'number',
    total: 'total',
    validUntil: 'validUntil',
    status: 'status',
  },
  needs: { campaignId: 'marketing:read' } as const,
};

const status = z.string().meta({ 'x-labels': QUOTE_STATUS_LABELS });
/** Dollars as decimal text. */
const dollars = z.string();
const question = z
  .object({
    id: z.string(),
    /** The version that the customer asked about. */
    version: z.number(),
    question: z.string().nullable(),
    askedAt: z.string(),
    answer: z.string().nullable(),
    answeredBy: z.string().nullable(),
    answeredAt: z.string().nullable(),
  })
  .meta({ id: 'QuoteQuestion' });

/** What every version has: its amounts, and what became of it. */
const versionLife = {
  version: z.number(),
  status,
  sentAt: z.string().nullable(),
  /** The last day on which it is valid. */
  validUntil: z.string().nullable(),
  remindedAt: z.string().nullable(),
  /** When it was approved, declined or revoked, or expired. */
  endedAt: z.string().nullable(),
  /** Why it was declined. */
  reason: z.string().nullable(),
  subtotal: dollars,
  tax: dollars,
  total: dollars.describe('With what the customer chose, once it is approved; before that, without optional items.'),
  agreedBefore: dollars.nullable().describe('What the approved version before it came to; null if there is none.'),
  /** What it asks for before the work begins, in percent of the total, or of what a change order adds; null: nothing. */
  depositAsked: z.number().nullable(),
  deposit: dollars,
};

export const quoteRecord = recordSchema(
  'Quote',
  { ...origin, ...quoteFields },
  {
    /** `Q-1001` */
    quoteNumber: z.string().nullable(),
    items: z.array(shownItem),
    /** Percent as decimal text, at the time the version was saved. */
    taxRate: z.string(),
    ...versionLife,
    undelivered: z.string().nullable().describe('Why its email was not delivered; null: it was, or still may be.'),
    /** The newest version that the customer approved. If it is an older one, the newer is a change order. */
    approvedVersion: z.number().nullable(),
    /** The version whose approval asked for the deposit: a change order after it asks for no other. */
    depositVersion: z.number().nullable(),
    approvedAt: z.string().nullable(),
    approvedTotal: dollars.nullable(),
    signature: z.string().nullable(),
    /** The optional items that the customer chose. */
    optionalItemIds: z.array(z.string()),
    /** The job that it became. */
    jobId: z.string().nullable(),
    questions: z.array(question),
    /** How many of them are unanswered. */
    openQuestions: z.number(),
    erased: z.boolean().describe('Its personal data was erased for good, with its customer.'),
    /** In the answer to sending: the customer's link. */
    url: onlyAnswered(z.string()),
  },
);

const difference = z
  .object({
    /** The changes apart from items. */
    fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    added: z.array(shownItem),
    removed: z.array(shownItem),
    changed: z.array(z.object({ before: shownItem, after: shownItem, fields: z.array(z.string()) })),
    totalBefore: dollars,
    total: dollars,
  })
  .meta({ id: 'QuoteDifference' });

const versionLink = z
  .object({
    isOpen: z.boolean().describe('It still opens the page of this version.'),
    sentTo: z.array(z.string()).describe('The addresses that emails with it reached, or may have reached.'),
    isElsewhere: z
      .boolean()
      .describe('It is open to somebody else than the newest version is for, so that revoking it is suggested.'),
    correctedTo: z
      .string()
      .nullable()
      .describe("The customer's address, if the link went to one that they have no more."),
  })
  .meta({ id: 'QuoteVersionLink' });
export type QuoteVersionLink = z.output<typeof versionLink>;

export const quoteVersion = z
  .object({
    ...versionLife,
    savedAt: z.string(),
    ...shownShape(quoteFields),
    items: z.array(shownItem),
    taxRate: z.string(),
    approvedAt: z.string().nullable(),
    signature: z.string().nullable(),
    optionalItemIds: z.array(z.string()),
    /** A newer version replaced it. */
    isSuperseded: z.boolean(),
    link: versionLink
      .nullable()
      .describe("The customer's link to it; null if it was not sent, and while the log is away."),
    /** From the version before; null for the first. */
    differences: difference.nullable(),
  })
  .meta({ id: 'QuoteVersion' });

/** One quote, with all its versions. */
export const quoteWithVersions = quoteRecord
  .extend({ versions: z.array(quoteVersion).describe('Oldest first.') })
  .meta({ id: 'QuoteWithVersions' });

export const eraseQuoteBody = eraseBody('Enter the full name of the customer.');

/** The result of an erasure. */
export const erasedQuote = z.object({ quote: quoteRecord, ...erasureProgress.shape }).meta({ id: 'ErasedQuote' });
export type ErasedQuote = z.output<typeof erasedQuote>;

const counted = { count: z.number(), total: dollars };
/** How many there are in each status, and their totals. */
export const quoteFigures = z
  .object({
    statuses: z.array(z.object({ status: z.string(), ...counted })),
    undelivered: z.object(counted).describe('Those of the sent ones whose email was not delivered.'),
  })
  .meta({ id: 'QuoteFigures' });
export type QuoteFigures = z.output<typeof quoteFigures>;

export const quoteLink = z
  .object({ version: z.number(), url: z.string().describe('Whoever has it may look at this version, and approve it.') })
  .meta({ id: 'QuoteLink' });
export type QuoteLink = z.output<typeof quoteLink>;

export type QuoteRecord = z.output<typeof quoteRecord>;
export type QuoteVersionShown = z.output<typeof quoteVersion>;
export type QuoteDifferenceShown = z.output<typeof difference>;
export type QuoteWithVersions = z.output<typeof quoteWithVersions>;
export type CreateQuoteBody = z.output<typeof createQuoteBody>;
export type SaveVersionBody = z.output<typeof saveVersionBody>;
