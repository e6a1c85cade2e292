import type { PublicQuote, PublicQuoteChanges, PublicQuoteItem } from '../../../api/public-quotes/schema.ts';
import { depositText, type QuoteTotals, quoteTotals } from '../../../domain/quote/terms.ts';
import { el } from '../elements.ts';
import { money, ofCents } from '../link/texts.ts';
import { pictureOf } from './calls.ts';

// The parts of the quote on the page.

/** The totals with these optional items, calculated like the server does. */
export function totalsOf(quote: PublicQuote, chosen: readonly string[]): QuoteTotals {
  const items = quote.items.map(({ unitPrice, ...item }) => ({ ...item, unitPrice: centsOf(unitPrice) }));
  const { depositPercent, agreedBefore } = quote;
  const taxRate = Math.round(Number(quote.taxRate) * 1_000);
  return quoteTotals({ items, taxRate, depositPercent, agreedBefore: centsOf(agreedBefore ?? '0') }, chosen);
}

function centsOf(dollars: string): number {
  return Math.round(Number(dollars) * 100);
}

export function photoStrip({ photos }: PublicQuote): HTMLElement | null {
  if (photos.length === 0) return null;
  const shown = photos.map(({ id, caption, width, height }, index) => {
    const alt = caption ?? `Photo ${index + 1} of ${photos.length}`;
    const picture = el('img', { src: pictureOf(id, 'thumbnail'), alt, width, height, loading: 'lazy' });
    return el('li', {}, el('a', { href: pictureOf(id, 'image') }, picture));
  });
  return el(
    'section',
    {},
    el('h2', {}, 'Photos'),
    el('ul', { class: 'photos', tabindex: 0, 'aria-label': 'Photos' }, shown),
  );
}

export function itemText({ service, description, quantity, unitPrice }: PublicQuoteItem): Node[] {
  return [
    el('strong', {}, service ?? description ?? 'Service'),
    ...(service && description ? [el('span', { class: 'about' }, description)] : []),
    ...(quantity > 1 ? [el('span', { class: 'about' }, `${quantity} × ${money(unitPrice)}`)] : []),
  ];
}

export function itemLine(item: PublicQuoteItem, note?: string): HTMLElement {
  const words = el('span', { class: 'words' }, itemText(item), note && el('span', { class: 'about' }, note));
  return el('li', { class: 'item' }, words, el('span', { class: 'price' }, money(item.total)));
}

export function totalsTable(quote: PublicQuote, { subtotal, tax, total, deposit }: QuoteTotals): HTMLElement {
  const line = (label: string, cents: number, id: string, className = '') =>
    el('div', { class: className }, el('dt', {}, label), el('dd', { 'data-testid': `text-${id}` }, ofCents(cents)));
  return el(
    'dl',
    { class: 'totals', 'aria-live': 'polite' },
    line('Subtotal', subtotal, 'subtotal'),
    Number(quote.taxRate) > 0 && line(`Tax (${quote.taxRate}%)`, tax, 'tax'),
    line('Total', total, 'total', 'sum'),
    quote.depositPercent !== null &&
      quote.depositPercent > 0 &&
      line(
        `Deposit (${depositText(quote.depositPercent, quote.agreedBefore !== null)}), due before work begins`,
        deposit,
        'deposit',
      ),
  );
}

export function changesList({ added, removed, changed, terms, totalBefore, total }: PublicQuoteChanges): HTMLElement {
  const lines = [
    ...added.map((item) => itemLine(item, 'Added')),
    ...removed.map((item) => itemLine(item, 'No longer included')),
    ...changed.map(({ before, after }) => itemLine(after, `Changed. It was: ${inWords(before)}`)),
    ...terms.map(({ label, before, after }) =>
      el('li', { class: 'item' }, el('span', { class: 'words' }, el('strong', {}, label), `${before} is now ${after}`)),
    ),
  ];
  const sum =
    total === totalBefore
      ? `The total is still ${money(total)}.`
      : `The total was ${money(totalBefore)} and is now ${money(total)}.`;
  return el(
    'section',
    { 'data-testid': 'changes' },
    el('h2', {}, 'What changed'),
    lines.length > 0 ? el('ul', { class: 'items' }, lines) : el('p', {}, 'Nothing in the work or the prices.'),
    el('p', {}, sum),
  );
}

function inWords({ service, description, quantity, total, isOptional }: PublicQuoteItem): string {
  const parts = [service ?? description, quantity > 1 && `${quantity} ×`, money(total), isOptional && 'optional'];
  return parts.filter(Boolean).join(', ');
}
