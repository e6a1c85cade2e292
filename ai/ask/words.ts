import { addDays } from '../../domain/kit/times.ts';

// How days and lists are said in an answer.

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const shortWithYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

const at = (day: string) => new Date(`${day}T00:00Z`);
const isFirst = (day: string) => day.endsWith('-01');
const isLast = (day: string) => isFirst(addDays(day, 1));

/** `2026-11-29` as `Nov 29, 2026`. */
export function dayWords(day: string): string {
  return shortWithYear.format(at(day));
}

/** A range of days: a whole month or year by its name, otherwise `Jan 1 to Nov 29, 2026`. */
export function spanWords(from: string, to: string): string {
  if (from === to) return dayWords(from);
  if (from.slice(0, 4) === to.slice(0, 4)) {
    if (from.endsWith('-01-01') && to.endsWith('-12-31')) return from.slice(0, 4);
    if (from.slice(0, 7) === to.slice(0, 7) && isFirst(from) && isLast(to)) return month.format(at(from));
    return `${short.format(at(from))} to ${dayWords(to)}`;
  }
  return `${dayWords(from)} to ${dayWords(to)}`;
}

/** The days that may be bounded on either side; '' without a bound. */
export function daysWords(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) return spanWords(from, to);
  if (from !== undefined) return `from ${dayWords(from)}`;
  return to === undefined ? '' : `through ${dayWords(to)}`;
}

/** Amounts that may be bounded on either side: `priced $1,000.00 to $2,000.00`; '' without a bound. */
export function amountWords(what: string, least: string | undefined, most: string | undefined): string {
  const said = (text: string) => dollars.format(Number(text));
  if (least !== undefined && most !== undefined) return `${what} ${said(least)} to ${said(most)}`;
  if (least !== undefined) return `${what} ${said(least)} or more`;
  return most === undefined ? '' : `${what} ${said(most)} or less`;
}

/** The parts that say something, one after the other. */
export function joined(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(', ');
}
