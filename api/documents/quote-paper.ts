import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { depositText, lineTotal, type QuoteItem, SERVICE_LABELS, takenItems } from '../../domain/quote/terms.ts';
import {
  agreedBefore,
  currentVersion,
  depositAsked,
  type QuoteVersion,
  versionTotals,
} from '../../domain/quote/versions.ts';
import type { Paper, PaperPart, PaperTable, PaperTotal } from '../../platform/documents/paper.ts';
import type { QuoteDocument } from '../../projections/quotes.ts';
import { type DocumentCompany, linesOf } from './letterhead.ts';
import { dayTextIn, rateText } from './words.ts';

/**
 * The document for a quote: its current version, as the customer sees it (api/public-quotes/present.ts). Notes and
 * hazards stay in the office.
 */
export function quotePaper(quote: QuoteDocument, company: DocumentCompany): Paper {
  const version = currentVersion(quote);
  const { details, life } = version;
  const { customerName, propertyAddress, customerEmail } = details;
  return {
    title: ['Quote', quote.quoteNumber].filter(Boolean).join(' '),
    letterhead: company.letterhead,
    kind: 'Quote',
    number: quote.quoteNumber,
    status: STATUSES[life.status] ?? null,
    addressees: [
      { label: 'For', lines: [...linesOf(customerName), ...linesOf(customerEmail)] },
      { label: 'Property', lines: linesOf(propertyAddress) },
    ],
    facts: [
      { label: 'Date', value: dayTextIn(company.zone, life.sentAt ?? version.savedAt) },
      ...(life.validUntil ? [{ label: 'Valid until', value: dayText(life.validUntil) }] : []),
      ...(version.version > 1 ? [{ label: 'Version', value: String(version.version) }] : []),
    ],
    lead: null,
    parts: [...workOf(version, quote), ...agreedOf(version, company), ...answersOf(quote)],
  };
}

const STATUSES: Record<string, NonNullable<Paper['status']>> = {
  draft: { text: 'Draft', tone: 'grey' },
  approved: { text: 'Approved', tone: 'green' },
  declined: { text: 'Declined', tone: 'grey' },
  expired: { text: 'Expired', tone: 'red' },
  revoked: { text: 'Withdrawn', tone: 'grey' },
};

/** The work with its totals; then the options the customer may still add, which are left out once it is approved. */
function workOf(version: QuoteVersion, quote: QuoteDocument): PaperPart[] {
  const { details, approval } = version;
  const chosen = approval?.optionalItemIds ?? [];
  const taken = takenItems(details.items, chosen);
  const open = approval ? [] : details.items.filter(({ isOptional }) => isOptional);
  const work = tableOf(approval ? 'What was approved' : 'The work', taken, totalsOf(version, quote));
  return open.length === 0 ? [work] : [work, tableOf('Optional: choose when you approve', open, [])];
}

function tableOf(title: string, items: readonly QuoteItem[], totals: readonly PaperTotal[]): PaperTable {
  return {
    type: 'table',
    title,
    totals,
    columns: [
      { label: 'Service', width: null, isNumber: false },
      { label: 'Quantity', width: 50, isNumber: true },
      { label: 'Price', width: 75, isNumber: true },
      { label: 'Amount', width: 80, isNumber: true },
    ],
    rows: items.map((item) => {
      const { service, description, quantity, unitPrice } = item;
      const name = service && (SERVICE_LABELS[service] ?? service);
      const price = (cents: number) => (unitPrice === null ? 'Not priced yet' : dollarText(cents));
      return [
        { text: name ?? description ?? 'Service', note: name ? description : null },
        { text: String(quantity) },
        { text: unitPrice === null ? '' : dollarText(unitPrice) },
        { text: price(lineTotal(item)) },
      ];
    }),
  };
}

function totalsOf(version: QuoteVersion, quote: QuoteDocument): PaperTotal[] {
  const { subtotal, tax, total, deposit } = versionTotals(version, quote);
  const { taxRate } = version.details;
  const depositPercent = depositAsked(version, quote);
  const share = depositText(depositPercent ?? 0, agreedBefore(version, quote) !== null);
  return [
    { label: 'Subtotal', value: dollarText(subtotal) },
    ...(taxRate > 0 ? [{ label: `Tax (${rateText(taxRate)})`, value: dollarText(tax) }] : []),
    { label: 'Total', value: dollarText(total), isSum: true },
    ...(depositPercent ? [{ label: `Deposit (${share}), due before work`, value: dollarText(deposit) }] : []),
  ];
}

function agreedOf({ life, approval, version }: QuoteVersion, { reach, zone }: DocumentCompany): PaperPart[] {
  const asked = reach ? ` Questions? Please ${reach}.` : '';
  if (approval) {
    const by = `Approved by ${approval.signature ?? 'the customer'} on ${dayTextIn(zone, approval.approvedAt)}.`;
    return [{ type: 'text', title: 'Approved', text: `${by}${asked}`, isBoxed: true }];
  }
  if (life.status !== 'sent') return [];
  const until = life.validUntil ? ` by ${dayText(life.validUntil)}` : '';
  const how = `Open the link in our message to you and sign with your name${until}. There you can also ask a question.`;
  const what = `By approving, you accept version ${version} of this quote as it is shown here.`;
  return [{ type: 'text', title: 'How to approve', text: `${how} ${what}${asked}`, isBoxed: true }];
}

/** The customer's questions with their answers. */
function answersOf({ questions }: QuoteDocument): PaperPart[] {
  return questions.flatMap(({ question, answer }) =>
    question && answer ? [{ type: 'text', title: `You asked: ${question}`, text: answer } as const] : [],
  );
}
