/** The largest amount that any field takes: under ten million dollars and exact in every sum. */
export const MAX_CENTS = 999_999_999;

/** Integer cents as a decimal text with two decimals: 120000 → "1200.00". */
export function formatCents(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}${whole}.${rest}`;
}

/** A decimal text or number as integer cents; null where it is no amount with at most two decimals, or too large. */
export function parseCents(amount: string | number): number | null {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(amount).trim());
  if (!match) return null;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  if (cents > MAX_CENTS) return null;
  return match[1] === '-' && cents > 0 ? -cents : cents;
}
