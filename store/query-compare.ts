import type { Scalar } from './read-models.ts';

/** The order of values in every list: null, then numbers and booleans, then texts by code point. */
export function compareScalars(a: Scalar, b: Scalar): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0 || a === null || b === null) return rank;
  if (typeof a === 'string') return compareTexts(a, String(b));
  return Number(a) - Number(b);
}

function rankOf(value: Scalar): number {
  if (value === null) return 0;
  return typeof value === 'string' ? 2 : 1;
}

/** The way databases compare: by UTF-8 bytes. JavaScript's own order differs beyond U+FFFF. */
function compareTexts(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
