/** Dollars as a person types them: grouped by commas or not at all, with up to two decimals. */
const AMOUNT = /^\$?\s*(?<dollars>\d+|\d{1,3}(?:,\d{3})+)?(?:\.(?<cents>\d{1,2}))?$/;

/**
 * Reads a typed amount of money: `1200`, ` $1,200.5 `.
 * @returns decimal text with two decimals (`1200.50`); '' for none; null for what is no amount, is below zero or has
 *   more than two decimals
 */
export function parseAmount(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return '';
  const { dollars = '', cents = '' } = AMOUNT.exec(text)?.groups ?? {};
  if (dollars === '' && cents === '') return null;
  return `${dollars.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0'}.${cents.padEnd(2, '0')}`;
}

/** A typed amount of money in whole cents; null for none, and for what is no amount. */
export function centsOf(typed: string): number | null {
  const amount = parseAmount(typed);
  return amount ? Number(amount.replace('.', '')) : null;
}
