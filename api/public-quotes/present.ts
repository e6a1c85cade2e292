import { formatCents } from '../../domain/kit/money.ts';
import { depositText, lineTotal, type QuoteItem, SERVICE_LABELS } from '../../domain/quote/terms.ts';
import {
  agreedBefore,
  depositAsked,
  depositVersion,
  type QuoteBook,
  type QuoteQuestion,
  type QuoteVersion,
  versionTotals,
} from '../../domain/quote/versions.ts';
import type { PhotoDocument } from '../../projections/photos.ts';
import type { PublicQuote, PublicQuoteChanges, PublicQuoteItem, PublicQuoteNewer } from './schema.ts';

// A quote as its customer sees it. Fields are listed one by one: what is not listed stays in the office.

/** What a link opens. */
export interface Offer {
  id: string;
  /** As people refer to it: `Q-1001`. */
  quoteNumber: string | null;
  version: QuoteVersion;
  book: QuoteBook;
  /** Whether another version went, or is to go, to whoever has this link. */
  isTheirs(other: QuoteVersion): boolean;
}

export function presentOffer(
  { quoteNumber, version, book }: Offer,
  joined: {
    company: PublicQuote['company'];
    photos: readonly PhotoDocument[];
    questions: readonly QuoteQuestion[];
    newer: PublicQuoteNewer;
    depositInvoice: PublicQuote['depositInvoice'];
  },
): PublicQuote {
  const { details, approval, life } = version;
  const totals = versionTotals(version, book);
  const agreed = agreedBefore(version, book);
  const { customerName, propertyAddress } = details;
  return {
    quoteNumber,
    version: version.version,
    status: statusOf(version, joined.newer),
    company: joined.company,
    customerName,
    propertyAddress,
    depositPercent: depositAsked(version, book),
    agreedBefore: agreed === null ? null : formatCents(agreed),
    items: details.items.map(presentItem),
    photos: joined.photos.map(({ id, caption, width, height }) => ({ id, caption, width, height })),
    taxRate: percent(details.taxRate),
    subtotal: formatCents(totals.subtotal),
    tax: formatCents(totals.tax),
    total: formatCents(totals.total),
    deposit: formatCents(totals.deposit),
    validUntil: life.validUntil,
    depositInvoice: joined.depositInvoice,
    approval: approval && {
      signature: approval.signature,
      approvedAt: approval.approvedAt,
      optionalItemIds: [...approval.optionalItemIds],
    },
    questions: joined.questions.map(({ question, askedAt, answer }) => ({ question, askedAt, answer })),
    newer: joined.newer,
  };
}

function statusOf({ approval, life }: QuoteVersion, newer: PublicQuoteNewer): PublicQuote['status'] {
  if (approval) return 'approved';
  if (newer) return 'superseded';
  return life.status === 'declined' ? 'declined' : 'open';
}

function presentItem(item: QuoteItem): PublicQuoteItem {
  const { id, service, description, quantity, unitPrice, isOptional } = item;
  return {
    id,
    service: service && (SERVICE_LABELS[service] ?? service),
    description,
    quantity,
    isOptional,
    unitPrice: formatCents(unitPrice ?? 0),
    total: formatCents(lineTotal(item)),
  };
}

/** How one version of a quote differs from an earlier one, as far as the customer can see. */
export function changesBetween(before: QuoteVersion, after: QuoteVersion, quote: QuoteBook): PublicQuoteChanges {
  // A deposit that was asked for stays as it is, whatever a change order says.
  const asked = depositVersion(quote);
  const isOpen = asked === null || after.version <= asked.version;
  const depositOf = (version: QuoteVersion) => {
    const percent = depositAsked(version, quote) ?? 0;
    return isOpen ? depositText(percent, percent > 0 && agreedBefore(version, quote) !== null) : null;
  };
  const now = termsOf(after, depositOf(after));
  const [earlier, later] = [before, after].map(
    ({ details }) => new Map(details.items.map((item) => [item.id, presentItem(item)])),
  );
  const of = (items: Map<string, PublicQuoteItem> | undefined) => [...(items?.values() ?? [])];
  return {
    added: of(later).filter(({ id }) => !earlier?.has(id)),
    removed: of(earlier).filter(({ id }) => !later?.has(id)),
    changed: of(later).flatMap((item) => {
      const was = earlier?.get(item.id);
      return was && JSON.stringify(was) !== JSON.stringify(item) ? [{ before: was, after: item }] : [];
    }),
    terms: termsOf(before, depositOf(before)).flatMap(({ label, value }, index) => {
      const is = now[index]?.value ?? '';
      return is === value ? [] : [{ label, before: value, after: is }];
    }),
    totalBefore: formatCents(before.figures.total),
    total: formatCents(after.figures.total),
  };
}

/** @param deposit null where a version before has asked for it */
function termsOf({ details }: QuoteVersion, deposit: string | null): { label: string; value: string }[] {
  return [
    { label: 'Address', value: details.propertyAddress ?? '' },
    { label: 'Tax', value: `${percent(details.taxRate)}%` },
    ...(deposit === null ? [] : [{ label: 'Deposit', value: deposit }]),
  ];
}

function percent(thousandths: number): string {
  return String(thousandths / 1_000);
}
