/** The largest amount any field accepts: under ten million dollars, and exact in every sum. */
export const MAX_CENTS = 999_999_999;

/** Integer cents as a decimal text with two decimals: 120000 → "1200.00". */
export function formatCents(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}${whole}.${rest}`;
}

/** Integer cents as people read them, always with the cents: 120000 → "$1,200.00". */
export function dollarText(cents: number): string {
  return DOLLARS.format(cents / 100);
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/**
 * `part / whole` of an amount, in whole cents, rounded half up. Computed in integers, because a float may not hold a
 * fraction of a cent exactly. No argument may be negative.
 */
export function shareOf(cents: number, part: number, whole: number): number {
  return Number((BigInt(Math.trunc(cents)) * BigInt(Math.trunc(part)) * 2n + BigInt(whole)) / BigInt(whole * 2));
}

/** Hours and other quantities are rounded to the millionth. */
const MILLION = 1_000_000;

/** A quantity, such as a sum of hours, without the noise of a float. */
export function toMillionth(quantity: number): number {
  return Math.round(quantity * MILLION) / MILLION;
}

/** The cost of a quantity at a unit price in cents, rounded half up to the cent; neither may be negative. */
export function timesCents(quantity: number, cents: number): number {
  return shareOf(cents, Math.round(quantity * MILLION), MILLION);
}

/** A decimal text or number as integer cents; null if it is no amount, has more than two decimals, or is too large. */
export function parseCents(amount: string | number): number | null {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(amount).trim());
  if (!match) return null;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  if (cents > MAX_CENTS) return null;
  return match[1] === '-' && cents > 0 ? -cents : cents;
}
