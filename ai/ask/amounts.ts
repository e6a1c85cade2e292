// Amounts of money as people say them in a question: "over $5,000", "between 1k and 2k".

/** What a question says about how much, as decimal text in dollars, both included. */
export interface Amounts {
  least?: string;
  most?: string;
}

export interface FoundAmounts {
  /** Null where the question says none. */
  amounts: Amounts | null;
  /** Whether it says more than one. */
  isSeveral: boolean;
  /** The question without them. */
  rest: string;
}

const AMOUNT = String.raw`(\$ ?)?(\d{1,3}(?:,\d{3})+|\d{1,7})(\.\d\d?)?( ?k| grand| thousand)?( dollars| bucks| usd)?`;
const GROUPS = 5;
const OVER = '(?:over|above|more than|greater than|higher than|larger than|bigger than|exceeding|>)';
const UNDER = '(?:under|below|less than|lower than|cheaper than|smaller than|<)';
const AT_LEAST = '(?:at least|no less than|not less than|a minimum of|starting at|>=|≥)';
const AT_MOST = '(?:at most|up to|no more than|not more than|not over|a maximum of|<=|≤)';
const PRICED = '(?:priced |worth |valued |that cost |of )?';

/** What a number without a sign of money may count instead. */
const COUNTED =
  '(?! ?(?:%|percent|jobs?|visits?|hours?|days?|weeks?|months?|quarters?|years?|customers?|clients?|invoices?|quotes?|leads?|people|crews?|trees?|stumps?|miles?|minutes?|am|pm)(?![\\p{L}\\p{N}]))';

type Groups = readonly (string | undefined)[];

interface Rule {
  pattern: RegExp;
  /** @returns null where the numbers may be no money */
  amounts(groups: Groups): Amounts | null;
}

const rule = (pattern: string, amounts: Rule['amounts']): Rule => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}$])${PRICED}${pattern}(?![\\p{L}\\p{N}]|[.,]\\d)${COUNTED}`, 'u'),
  amounts,
});

/** More is no amount of anything here, and no query can be asked for it. */
const MOST_DOLLARS = 999_999_999.99;
/** A number that is no money for sure has at least three digits, so that "over 5" is not taken for it. */
const LEAST_PLAIN = 10_000;

const RULES: readonly Rule[] = [
  rule(`(?:between|from) ${AMOUNT} ?(?:and|to|through|-) ?${AMOUNT}`, (groups) => {
    const [least, most] = [centsOf(groups, 0), centsOf(groups, GROUPS)];
    const isMoney = isSaidAsMoney(groups, 0) || (isSaidAsMoney(groups, GROUPS) && least >= LEAST_PLAIN);
    return isMoney && least <= most ? { least: textOf(least), most: textOf(most) } : null;
  }),
  rule(`${AT_LEAST} ?${AMOUNT}`, (groups) => plain(groups, (cents) => ({ least: textOf(cents) }))),
  rule(`${AT_MOST} ?${AMOUNT}`, (groups) => plain(groups, (cents) => ({ most: textOf(cents) }))),
  rule(`${OVER} ?${AMOUNT}`, (groups) => plain(groups, (cents) => ({ least: textOf(cents + 1) }))),
  rule(`${UNDER} ?${AMOUNT}`, (groups) => plain(groups, (cents) => (cents > 0 ? { most: textOf(cents - 1) } : null))),
  rule(`${AMOUNT}(?: or more| and more| and up| and above| or above| or higher|\\+)`, (groups) =>
    isSaidAsMoney(groups, 0) ? { least: textOf(centsOf(groups, 0)) } : null,
  ),
  rule(`${AMOUNT}(?: or less| and less| or below| and below| or lower)`, (groups) =>
    isSaidAsMoney(groups, 0) ? { most: textOf(centsOf(groups, 0)) } : null,
  ),
];

/**
 * The amounts that a question says.
 * @param text folded
 */
export function amountsIn(text: string): FoundAmounts {
  const first = found(text);
  if (first === null) return { amounts: null, isSeveral: false, rest: text };
  return { amounts: first.amounts, isSeveral: found(first.rest) !== null, rest: first.rest };
}

function found(text: string): { amounts: Amounts; rest: string } | null {
  for (const { pattern, amounts } of RULES) {
    const match = pattern.exec(text);
    const said = match && amounts(match.slice(1));
    const isKnown = said && [said.least, said.most].every((dollars) => Number(dollars ?? 0) <= MOST_DOLLARS);
    if (match && isKnown) return { amounts: said, rest: text.replace(match[0], ' | ') };
  }
  return null;
}

/** @param start of its groups */
function centsOf(groups: Groups, start: number): number {
  const [, whole = '0', part = '', thousand] = groups.slice(start, start + GROUPS);
  const cents = Math.round(Number(`${whole.replaceAll(',', '')}${part}`) * 100);
  return thousand === undefined ? cents : cents * 1_000;
}

function isSaidAsMoney(groups: Groups, start: number): boolean {
  const [sign, whole = '', part, thousand, dollars] = groups.slice(start, start + GROUPS);
  return [sign, part, thousand, dollars].some((said) => said !== undefined) || whole.includes(',');
}

function plain(groups: Groups, amounts: (cents: number) => Amounts | null): Amounts | null {
  const cents = centsOf(groups, 0);
  return isSaidAsMoney(groups, 0) || cents >= LEAST_PLAIN ? amounts(cents) : null;
}

function textOf(cents: number): string {
  return (cents / 100).toFixed(2);
}
