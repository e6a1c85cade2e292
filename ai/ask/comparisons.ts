import { type Days, dayBefore, type Time, timeIn, timeThis } from './periods.ts';
import { isIdle, tokensOf } from './tokens.ts';

// Two times as people compare them: “revenue this month compared to last month”, “2025 vs 2024”.

export interface FoundComparison {
  time: Days;
  /** What it is compared with. */
  than: Days;
  /** The question without them. */
  rest: string;
}

const YEAR = '(?:19|20)\\d\\d';
const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: (?:19|20)\\d\\d)?';
const AGAINST = '(?:(?:as |when )?compared? (?:to|with|against)|against|versus|vs\\.?|than)';
const COMPARED = new RegExp(`^(.*)(?<![\\p{L}\\p{N}])${AGAINST}(?![\\p{L}\\p{N}])(.*)$`, 'u');
/** “Compare this month to last month”. */
const COMPARE = /^(?:please )?compare (.*) (?:to|with|and|against|versus|vs\.?) (.*)$/u;
const YEAR_BEFORE =
  /^(?:in |during |for |of )?(?:the )?(?:(?:same|this) (?:time|period|days|day|week|month|quarter|point)(?: of| in)? last year|(?:a|one) year ago|(?:the )?year before)[?.! ]*$/u;
const LAST = /^(?:in |during |for |of )?(?:the )?(?:last|previous) (week|month|quarter|year)[?.! ]*$/u;

/**
 * The two times that a question compares; null if it does not.
 * @param text folded
 * @param today in the company's zone
 */
export function comparisonIn(text: string, today: string): FoundComparison | null {
  const [, first, second] = (COMPARE.exec(text) ?? COMPARED.exec(text) ?? []).map((side) => side.trim());
  if (first === undefined || second === undefined) return null;
  const one = sideOf(first, today) ?? impliedBy(first, second, today);
  if (one === null) return null;
  if (YEAR_BEFORE.test(second)) return { ...one, than: aYearBefore(one.time) };
  const other = sideOf(second, today);
  // With anything beside its time, the second one is not of the same as the first.
  if (other === null || tokensOf(other.rest).some((word) => word !== '|' && !isIdle(word))) return null;
  // The later one first: a difference is what changed since.
  const [time, than] = one.time.from < other.time.from ? [other.time, one.time] : [one.time, other.time];
  return { time, than, rest: one.rest };
}

/** The one time of a side; null if it has none, or several. */
function sideOf(text: string, today: string): { time: Days; rest: string } | null {
  const said = timeIn(text, today);
  const { time, isSeveral, rest } = said.time ? said : timeIn(withIn(text), today);
  return time?.kind === 'period' && !isSeveral ? { time: pastOf(time, today), rest } : null;
}

/** A year or a month alone, as between “vs”. */
function withIn(text: string): string {
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(${YEAR}|${MONTH})(?=[?.! ]*$)`, 'u'), 'in $1');
}

/** Compared with last month is this month. */
function impliedBy(first: string, second: string, today: string): { time: Days; rest: string } | null {
  const [, unit] = LAST.exec(second) ?? [];
  const { time } = timeIn(first, today);
  return unit === undefined || time !== null ? null : { time: timeThis(unit, today), rest: first };
}

function pastOf({ from, to, back }: Time & { kind: 'period' }, today: string): Days {
  return from > today && back ? back : { from, to };
}

function aYearBefore({ from, to }: Days): Days {
  return { from: dayBefore(from, { years: 1 }), to: dayBefore(to, { years: 1 }) };
}

/**
 * As many months and days of another time as these have: of last month the days through the same day.
 * @returns null where the other one has no more than that
 */
export function sameDaysOf({ from, to }: Days, than: Days): Days | null {
  const end = Temporal.PlainDate.from(to).add({ days: 1 });
  const length = Temporal.PlainDate.from(from).until(end, { largestUnit: 'month' });
  const last = Temporal.PlainDate.from(than.from).add(length).subtract({ days: 1 }).toString();
  return last < than.to ? { from: than.from, to: last } : null;
}
