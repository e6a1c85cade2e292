import { linkEnded } from '../../domain/quote/customer-acts.ts';
import { quote } from '../../domain/quote/quote.ts';
import { isSameRecipient, type Recipient, recipientOf } from '../../domain/quote/recipients.ts';
import { canRevoke, currentVersion, type QuoteBook, type QuoteVersion } from '../../domain/quote/versions.ts';
import { readAfter, type Streams } from '../../platform/commands/streams.ts';
import { asOf } from '../../platform/runtime/as-of.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import type { QuoteDocument } from '../../projections/quotes.ts';
import { type EventLog, StoreUnavailable } from '../../store/event-store.ts';
import { addressInstead } from '../customers/email-changed.ts';
import type { ApiContext } from '../kit/context.ts';
import { addressesOf, type ReachedWithLink, reachedByMails } from '../kit/reached.ts';
import type { QuoteVersionLink } from './schema.ts';

// To whom the versions of a quote went, and so who may learn of the newer ones.

interface Context {
  streams: Streams;
  store: Pick<EventLog, 'readStream'>;
}

/** What customers are mailed with a link; such a mail has the id of its event. */
const MAILED: ReadonlySet<string> = new Set(['QuoteSent', 'QuoteReminded', 'QuoteQuestionAnswered']);

async function reachedWithLinks(context: Context, id: string): Promise<ReachedWithLink[]> {
  const { stream } = await context.streams.load(quote, id);
  const events = (await readAfter(context.store, stream)).filter(({ type }) => MAILED.has(type));
  return reachedByMails(
    context,
    events.map((event) => event.id),
  );
}

function recipientIn(reached: readonly ReachedWithLink[], { version, details }: QuoteVersion): Recipient {
  const own = reached.filter((each) => each.version === version);
  return recipientOf(
    details,
    own.map(({ to }) => to),
  );
}

/** Tells whether a version of a quote went, or is to go, to the one who has the link of `version`. */
export async function toTheSame(
  context: Context,
  { id, version, book }: { id: string; version: QuoteVersion; book: QuoteBook },
): Promise<(other: QuoteVersion) => boolean> {
  if (book.versions.length === 1) return () => true;
  const reached = await reachedWithLinks(context, id);
  const own = recipientIn(reached, version);
  return (other) => {
    if (other.version === version.version) return true;
    const its = recipientIn(reached, other);
    return other.version > version.version ? isSameRecipient(own, its) : isSameRecipient(its, own);
  };
}

/**
 * The links of a quote's versions, by number: of those that were sent. None while the log is away, which alone has them,
 * nor as of an earlier moment: what a link opens is of now.
 */
export async function linksOrNone(
  context: Parameters<typeof linksOfVersions>[0],
  document: QuoteDocument,
): Promise<ReadonlyMap<number, QuoteVersionLink>> {
  if (asOf() !== null || context.streams.readsGoOn()) return new Map();
  return linksOfVersions(context, document).catch((cause: unknown) => {
    if (cause instanceof StoreUnavailable && context.streams.readsGoOn()) return new Map();
    throw cause;
  });
}

async function linksOfVersions(
  context: Context & Pick<ApiContext, 'clock'>,
  document: QuoteDocument,
): Promise<ReadonlyMap<number, QuoteVersionLink>> {
  const shown = document.versions.filter(({ life }) => life.status !== 'draft');
  if (shown.length === 0) return new Map();
  const reached = await reachedWithLinks(context, document.id);
  const now = isoNow(context.clock);
  const isGone = Boolean(document.removed || document.erased);
  const current = currentVersion(document);
  const last = recipientIn(reached, current);
  const links = new Map<number, QuoteVersionLink>();
  for (const version of shown) {
    const own = recipientIn(reached, version);
    const isOpen = !isGone && linkEnded(version, document, now) === null;
    const mayEnd = isOpen && canRevoke(version, document);
    const isOther = version.version !== current.version && !isSameRecipient(own, last);
    const correctedTo = mayEnd && !isOther ? await addressNow(context, document, own) : null;
    const sentTo = addressesOf(reached.filter((each) => each.version === version.version));
    links.set(version.version, {
      isOpen,
      sentTo,
      correctedTo,
      isElsewhere: mayEnd && (isOther || correctedTo !== null),
    });
  }
  return links;
}

/**
 * Whether the link of a version went to somebody else than the newest version is for, or to an address that was
 * corrected since: whoever asks through it may be a stranger, and nothing more is mailed there.
 */
export async function wentElsewhere(context: Context, document: QuoteDocument, version: number): Promise<boolean> {
  const asked = document.versions.find((each) => each.version === version);
  if (!asked) return true;
  const reached = await reachedWithLinks(context, document.id);
  const own = recipientIn(reached, asked);
  const current = currentVersion(document);
  if (asked !== current && !isSameRecipient(own, recipientIn(reached, current))) return true;
  return (await addressNow(context, document, own)) !== null;
}

/** The address of the customer, or the lead, where a version went to one that they have no more. */
async function addressNow(
  context: Context,
  { customerId, leadId }: QuoteBook,
  sent: Recipient,
): Promise<string | null> {
  const streams = [customerId && `customer-${customerId}`, leadId && `lead-${leadId}`].filter((each) => each !== null);
  for (const stream of streams) {
    const email = await addressInstead(context, stream, sent.emails);
    if (email !== null) return email;
  }
  return null;
}
