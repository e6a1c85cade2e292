import { formatCents } from '../../domain/kit/money.ts';
import { type QuoteDifferences, quoteDifferences } from '../../domain/quote/differences.ts';
import type { QuoteDetails } from '../../domain/quote/events.ts';
import { quote } from '../../domain/quote/quote.ts';
import { QUOTE_STATUS_LABELS } from '../../domain/quote/terms.ts';
import {
  agreedBefore,
  approvedVersion,
  currentVersion,
  depositAsked,
  depositVersion,
  type QuoteVersion,
  versionTotals,
} from '../../domain/quote/versions.ts';
import { type QuoteDocument, quotes } from '../../projections/quotes.ts';
import { shownFields, shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { QUOTE_LETTERS, withUndelivered } from '../kit/undelivered.ts';
import {
  type QuoteDifferenceShown,
  type QuoteRecord,
  type QuoteVersionLink,
  type QuoteVersionShown,
  quoteFields,
  showItem,
} from './schema.ts';

function presentQuote(quote: QuoteDocument): Omit<QuoteRecord, 'undelivered'> {
  const approved = approvedVersion(quote)?.approval ?? null;
  return {
    ...shownOf(quoteFields, quote),
    customerId: quote.customerId,
    leadId: quote.leadId,
    quoteNumber: quote.quoteNumber,
    items: quote.items.map(showItem),
    taxRate: percent(quote.taxRate),
    ...lifeOf(currentVersion(quote), quote),
    approvedVersion: quote.approvedVersion,
    depositVersion: depositVersion(quote)?.version ?? null,
    approvedAt: quote.approvedAt,
    approvedTotal: approved && formatCents(approved.total),
    signature: approved?.signature ?? null,
    optionalItemIds: approved?.optionalItemIds ?? [],
    jobId: quote.jobId,
    questions: [...quote.questions],
    openQuestions: quote.openQuestions ?? 0,
    erased: quote.erased === true,
  };
}

function percent(rate: number): string {
  return String(rate / 1_000);
}

/** The status and amounts of a version, including the chosen options once it is approved. */
function lifeOf(shown: QuoteVersion, quote: Pick<QuoteDocument, 'versions'>) {
  const { version, life } = shown;
  const { status, sentAt, validUntil, remindedAt, endedAt, reason } = life;
  const { subtotal, tax, total, deposit } = versionTotals(shown, quote);
  const agreed = agreedBefore(shown, quote);
  return {
    version,
    status,
    sentAt,
    validUntil,
    remindedAt,
    endedAt,
    reason,
    subtotal: formatCents(subtotal),
    tax: formatCents(tax),
    total: formatCents(total),
    agreedBefore: agreed === null ? null : formatCents(agreed),
    depositAsked: depositAsked(shown, quote),
    deposit: formatCents(deposit),
  };
}

/**
 * The versions of a quote, oldest first, each with its differences from the one before.
 * @param links of those that were sent, by number
 */
export function presentVersions(
  { versions }: Pick<QuoteDocument, 'versions'>,
  links: ReadonlyMap<number, QuoteVersionLink>,
): QuoteVersionShown[] {
  return versions.map((each, index) => ({
    ...lifeOf(each, { versions }),
    savedAt: each.savedAt,
    ...shownDetails(each.details),
    approvedAt: each.approval?.approvedAt ?? null,
    signature: each.approval?.signature ?? null,
    optionalItemIds: each.approval?.optionalItemIds ?? [],
    isSuperseded: index < versions.length - 1,
    link: links.get(each.version) ?? null,
    differences: presentDifferences(versions[index - 1] ?? null, each),
  }));
}

function shownDetails(details: QuoteDetails) {
  return {
    ...shownFields(quoteFields, details),
    items: details.items.map(showItem),
    taxRate: percent(details.taxRate),
  };
}

/** The differences of a version from an earlier one; null if there is none. */
export function presentDifferences(before: QuoteVersion | null, after: QuoteVersion): QuoteDifferenceShown | null {
  if (before === null) return null;
  const { fields, added, removed, changed } = quoteDifferences(before.details, after.details);
  const shown = { before: shownDetails(before.details), after: shownDetails(after.details) };
  return {
    fields: fields.flatMap((each) => fieldShown(each, shown)),
    added: added.map(showItem),
    removed: removed.map(showItem),
    changed: changed.map((item) => ({ ...item, before: showItem(item.before), after: showItem(item.after) })),
    totalBefore: formatCents(before.figures.total),
    total: formatCents(after.figures.total),
  };
}

type Details = ReturnType<typeof shownDetails>;

/** The field as the record shows it; a field that the record does not show is left out. */
function fieldShown(
  { field }: QuoteDifferences['fields'][number],
  shown: { before: Details; after: Details },
): QuoteDifferenceShown['fields'] {
  if (!(field in shown.after)) return [];
  const name = field as keyof Details;
  return [{ field, before: shown.before[name], after: shown.after[name] }];
}

export const quoteKind = recordKind({
  decider: quote,
  projection: quotes,
  area: 'quotes',
  title: ({ customerName, quoteNumber }: QuoteDocument) => customerName ?? quoteNumber,
  present: presentQuote,
  join: (context, own) => withUndelivered(context, QUOTE_LETTERS, own),
  hangsOn: 'customer',
  found: {
    detail: ({ quoteNumber, propertyAddress, status }) => [
      quoteNumber,
      propertyAddress,
      QUOTE_STATUS_LABELS[status] ?? status,
    ],
  },
});
