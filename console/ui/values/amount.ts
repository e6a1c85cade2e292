/** Dollars as people type them: with or without grouping commas, with up to two decimals. */
const AMOUNT = /^\$?\s*(?<dollars>\d+|\d{1,3}(?:,\d{3})+)?(?:\.(?<cents>\d{1,2}))?$/;

/**
 * Parses a typed amount of money: `1200`, ` $1,200.5 `.
 * @returns decimal text with two decimals (`1200.50`); '' for none; null if it is not an amount, is below zero or has
 * more than two decimals
 */
export function parseAmount(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return '';
  const { dollars = '', cents = '' } = AMOUNT.exec(text)?.groups ?? {};
  if (dollars === '' && cents === '') return null;
  return `${dollars.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0'}.${cents.padEnd(2, '0')}`;
}

/** A typed amount of money in whole cents; null for none, or if it is not an amount. */
export function centsOf(typed: string): number | null {
  const amount = parseAmount(typed);
  return amount ? Number(amount.replace('.', '')) : null;
}

/** The cents of an amount from the server, which is always valid: `1200.00` is 120000. */
export function knownCents(amount: string | null): number {
  return centsOf(amount ?? '') ?? 0;
}

/** Integer cents as the decimal text a form starts with: 120050 is `1200.50`, 120000 is `1200`. */
export function typedAmount(cents: number): string {
  return (cents / 100).toFixed(2).replace(/\.00$/, '');
}
