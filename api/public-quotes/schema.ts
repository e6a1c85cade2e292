import { z } from 'zod';
import { QUOTE_LIMITS } from '../../domain/quote/terms.ts';
import { errorBody, errors } from '../kit/fields/common.schema.ts';
import { text } from '../kit/fields/fields.schema.ts';
import { requiredLines, requiredText } from '../kit/fields/values.schema.ts';

const INCOMPLETE = 'The link is not complete. Check that you have the whole address.';
const token = z.string().min(1, INCOMPLETE).max(100, 'The link is wrong: it is too long.');
export const tokenParams = z.object({ token });
export const photoParams = z.object({
  token,
  photoId: z.string().min(1, INCOMPLETE).max(100, 'This quote has no such photo.'),
});

const OPTIONAL = 'optionalItemIds must be a list of ids of optional items.';

export const approveBody = z.object({
  version: z.int('Say which version of the quote is approved.').describe('The one that was shown.'),
  signature: requiredText('Your name', QUOTE_LIMITS.signature, 'Type your name to sign the quote.'),
  optionalItemIds: z
    .array(z.string(OPTIONAL).max(100, OPTIONAL), OPTIONAL)
    .max(QUOTE_LIMITS.items, OPTIONAL)
    .optional()
    .describe('Of the optional items those that are taken.'),
});
const reason = text('The reason', QUOTE_LIMITS.reason).given;
export const declineBody = z.object({ reason: reason.optional() }).nullish();
export const askBody = z.object({
  question: requiredLines('The question', QUOTE_LIMITS.question, 'Enter your question.'),
});

/** Dollars as decimal text. */
const dollars = z.string();

const item = z
  .object({
    id: z.string(),
    service: z.string().nullable(),
    description: z.string().nullable(),
    quantity: z.number(),
    unitPrice: dollars,
    total: dollars,
    /** The customer chooses whether to have it done. */
    isOptional: z.boolean(),
  })
  .meta({ id: 'PublicQuoteItem' });

/** How a newer version differs from the one that a link opens. */
const changes = z
  .object({
    added: z.array(item),
    removed: z.array(item),
    changed: z.array(z.object({ before: item, after: item })),
    /** The changes apart from items, in words: before and after. */
    terms: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
    totalBefore: dollars,
    total: dollars,
  })
  .meta({ id: 'PublicQuoteChanges' });

/** What replaced this version; null if nothing did. */
const newer = z
  .object({
    changes: changes.nullable().describe('Null while the newer version is not sent, or if it went to somebody else.'),
    token: z.string().nullable().describe('Of its link, if it is open, and went to whom this one went.'),
  })
  .nullable();

const photo = z.object({
  id: z.string(),
  caption: z.string().nullable(),
  /** The picture's size, in pixels. */
  width: z.number(),
  height: z.number(),
});

/** A quote as its customer sees it: what they were offered, and nothing of the office's internal work. */
export const publicQuote = z
  .object({
    quoteNumber: z.string().nullable(),
    version: z.number(),
    status: z.enum(['open', 'approved', 'declined', 'superseded']),
    company: z.object({ name: z.string().nullable(), phone: z.string().nullable(), email: z.string().nullable() }),
    customerName: z.string().nullable(),
    propertyAddress: z.string().nullable(),
    items: z.array(item),
    /** `GET /api/public/quotes/{token}/photos/{id}/image` and `/thumbnail` */
    photos: z.array(photo),
    /** Percent as decimal text. */
    taxRate: z.string(),
    depositPercent: z.number().nullable().describe('Of the total, or of what a change order adds to `agreedBefore`.'),
    agreedBefore: dollars.nullable().describe('What the approved version before it came to; null if there is none.'),
    /** Including the chosen options once it is approved; before that, without optional items. */
    subtotal: dollars,
    tax: dollars,
    total: dollars,
    deposit: dollars,
    /** The last day, `YYYY-MM-DD`. */
    validUntil: z.string().nullable(),
    /** The invoice for the deposit that the approval made; null without one. */
    depositInvoice: z
      .object({
        invoiceNumber: z.string().nullable(),
        amount: dollars,
        balance: dollars.describe('What is still to be paid of it.'),
        paymentInstructions: z.string().nullable().describe('As the owner wrote it; null if nothing is open.'),
        token: z.string().nullable().describe('Of its link; null if that was replaced, and went to whom it is for.'),
      })
      .nullable(),
    approval: z
      .object({ signature: z.string().nullable(), approvedAt: z.string(), optionalItemIds: z.array(z.string()) })
      .nullable(),
    /** Oldest first. */
    questions: z.array(
      z.object({ question: z.string().nullable(), askedAt: z.string(), answer: z.string().nullable() }),
    ),
    newer,
  })
  .meta({ id: 'PublicQuote' });

/** The outcome of a customer's act. */
export const publicAnswer = z.object({ version: z.number(), status: z.string() }).meta({ id: 'PublicQuoteAnswer' });

const superseded = errorBody
  .extend({ code: z.literal('superseded'), newer })
  .describe('A newer version took its place: what changed.');
const conflict = errorBody.extend({ code: z.enum(['conflict', 'busy', 'idempotency_conflict']) });

export const linkErrors = {
  404: errorBody.describe('No link of ours.'),
  410: errorBody.describe('The quote is no longer available: `revoked`, `expired`, `removed` or `erased`.'),
  ...errors,
};
export const actErrors = { 409: z.union([superseded, conflict]), ...linkErrors };

export type PublicQuote = z.output<typeof publicQuote>;
export type PublicQuoteItem = z.output<typeof item>;
export type PublicQuoteChanges = z.output<typeof changes>;
export type PublicQuoteNewer = z.output<typeof newer>;
