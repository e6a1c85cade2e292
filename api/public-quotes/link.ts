import { formatCents } from '../../domain/kit/money.ts';
import { requireLink } from '../../domain/quote/customer-acts.ts';
import { quote } from '../../domain/quote/quote.ts';
import { currentVersion, newestShown, type QuoteQuestion, versionNumbered } from '../../domain/quote/versions.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { type PhotoDocument, photos } from '../../projections/photos.ts';
import type { QuoteDocument } from '../../projections/quotes.ts';
import { depositIdOf, isOfCancelledWork } from '../invoices/deposits.ts';
import { invoiceToken } from '../invoices/links.ts';
import { invoiceKind } from '../invoices/record.ts';
import { companySettings } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';
import { QUOTE_LINK, quoteToken, versionEventId } from '../quotes/links.ts';
import { toTheSame } from '../quotes/recipients.ts';
import { changesBetween, type Offer } from './present.ts';
import type { PublicQuote, PublicQuoteNewer } from './schema.ts';

const NO_LINK = 'This link does not lead to a quote. Check that you have the whole address, or ask us for a new one.';
/** For a quote that was removed or erased. */
export const GONE = 'This quote is no longer available. Please ask us for a new one.';

/**
 * The version of a quote that a token was made for.
 * @throws HttpError 404 for a token that we did not make, 410 for a quote that is gone; Rejection 410 if the version is
 *   no longer offered
 */
export async function openLink(context: ApiContext, token: string): Promise<Offer> {
  const target = await context.links.verify(QUOTE_LINK, token, (asked) => versionEventId(context, asked));
  if (!target) throw new HttpError(404, { message: NO_LINK, code: 'not_found' });
  const { id } = target;
  const { state, records } = await context.streams.load(quote, id);
  if (state.presence !== 'present' || state.isErased) {
    throw new HttpError(410, { message: GONE, code: state.presence === 'removed' ? 'removed' : 'erased' });
  }
  const version = versionNumbered(state, target.version);
  if (!version) throw new HttpError(410, { message: GONE, code: 'revoked' });
  requireLink(version, state, isoNow(context.clock));
  const document = records.get(id)?.document as QuoteDocument | null | undefined;
  const isTheirs = await toTheSame(context, { id, version, book: state });
  return { id, quoteNumber: document?.quoteNumber ?? null, version, book: state, isTheirs };
}

/**
 * What replaced an offer; null if nothing did, or the newest one sent was revoked. Drafts stay in the office, and so does
 * all of a version that went to somebody else: a link that went to a wrong address never leads to the right one's.
 */
export async function newerThan(
  context: ApiContext,
  { id, version, book, isTheirs }: Offer,
): Promise<PublicQuoteNewer> {
  if (currentVersion(book) === version) return null;
  const sent = newestShown(book);
  if (sent?.life.status === 'revoked') return null;
  if (!sent || sent.version <= version.version || !isTheirs(sent)) return { changes: null, token: null };
  const isOpen = ['sent', 'approved', 'declined'].includes(sent.life.status);
  return {
    changes: changesBetween(version, sent, book),
    token: isOpen ? await quoteToken(context, { id, version: sent.version }) : null,
  };
}

/**
 * The deposit that an approval asked for, on the page of the version that was approved, or of one for the same reader;
 * null once it was given back, or where the work is cancelled.
 */
export async function depositInvoiceOf(
  context: ApiContext,
  { id, version, book, isTheirs }: Offer,
): Promise<PublicQuote['depositInvoice']> {
  if (version.approval === null) return null;
  const invoiceId = depositIdOf(id);
  const deposit = await findRecord(context, invoiceKind, invoiceId);
  if (!deposit || deposit.erased || deposit.isCancelled || deposit.status === 'refunded') return null;
  if (await isOfCancelledWork(context.streams, deposit)) return null;
  const asked = versionNumbered(book, deposit.quoteVersion ?? 0);
  if (asked === null || (asked !== version && !isTheirs(asked))) return null;
  const { paymentInstructions } = await companySettings(context);
  return {
    invoiceNumber: deposit.invoiceNumber,
    amount: formatCents(deposit.total),
    balance: formatCents(deposit.balance),
    paymentInstructions: deposit.isOpen ? paymentInstructions : null,
    // A link that the office replaced is not for everybody who has the quote's.
    token: deposit.linksReplaced.length === 0 ? await invoiceToken(context, invoiceId) : null,
  };
}

const MOST_PHOTOS = 60;

/**
 * The quote's own photos, and those of its lead or customer that the version names; without removed ones, and without
 * those that were added for a later version which is for somebody else.
 */
export async function photosOf(context: ApiContext, { id, version, book, isTheirs }: Offer): Promise<PhotoDocument[]> {
  const models = context.readModels.current();
  const named = await models.get(photos.collection, version.details.photoIds);
  const own = await models.find(photos.collection, {
    where: { removed: null, category: 'quote', recordId: id },
    order: { field: 'createdAt', direction: 'asc' },
    limit: MOST_PHOTOS,
  });
  const until = book.versions.find((other) => other.version > version.version && !isTheirs(other))?.savedAt;
  const shown = own.documents.filter((photo) => until === undefined || photo.createdAt < until);
  const found = new Map([...named.values(), ...shown].map((photo) => [photo.id, photo]));
  return [...found.values()].filter(({ removed, erased }) => !removed && !erased);
}

/** What was asked about the offer, or about another version by whom that went to as well. Oldest first. */
export function questionsOf({ book, isTheirs }: Offer): QuoteQuestion[] {
  return book.questions.filter((asked) => {
    const version = versionNumbered(book, asked.version);
    return version !== null && isTheirs(version);
  });
}
