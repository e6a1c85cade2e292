import { addDays, isDate } from '../../domain/kit/times.ts';
import { NUMBER_WORDS } from './number-words.ts';

// Times as people say them in a question. A text that is no time is left for other words.

/** Days, both included. */
export interface Days {
  from: string;
  to: string;
}

/** What a question says about when. */
export type Time =
  | (Days & {
      kind: 'period';
      /** Of a weekday without more: the last one, where what is over is asked for. */
      back?: Days;
      /** What it may mean as well. */
      or?: Days;
    })
  /** The end of a day. */
  | { kind: 'asOf'; day: string }
  /** On a day and later. */
  | { kind: 'since'; day: string };

export interface FoundTime {
  /** Null where the question says no time. */
  time: Time | null;
  /** Whether it says more than one. */
  isSeveral: boolean;
  /** The question without it. */
  rest: string;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;
const MONTH =
  '(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\\.?';
/** The months that are first names too have nothing after them that may be a last name. */
const NO_NAME =
  '(?=$|[?.,!;]| (?:and|are|at|by|did|each|for|from|in|is|of|on|or|per|than|the|through|to|until|was|we|were|with)(?!\\p{L}))';
const YEAR = '((?:19|20)\\d\\d)';
const DAY = `(?:(\\d{4}-\\d\\d-\\d\\d)|(\\d{1,2})/(\\d{1,2})/${YEAR}|${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? ${YEAR})?)`;
const DAY_GROUPS = 7;
const UNIT = '(day|week|month|quarter|year)s?';
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  ...NUMBER_WORDS,
};
const NUMBER = `(\\d{1,3}|${Object.keys(NUMBERS).join('|')})`;
const AS_OF = '(?:as of the end of|as of|as at|at the end of|by the end of|at end of)';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const WEEKDAY =
  "(monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues|tue|wed|thurs|thur|thu|fri|sat|sun)\\.?(?:'s)?";
/** What a weekday without “on” stands after, so that nobody's name is taken for it. */
const HAPPENS =
  '(?<=^|(?:^| )(?:booked|crew|crews|doing|due|job|jobs|off|on|planned|schedule|scheduled|visits|work|working|works) )';
/** What stands after a weekday that is not the first part of a name. */
const NO_MORE_NAME =
  '(?=$|[?.,!;]| (?:and|are|at|by|did|each|for|from|in|is|jobs?|leads?|of|on|or|per|quotes?|schedule|than|the|through|to|visits?|was|we|were|with|work)(?!\\p{L}))';

type Groups = readonly (string | undefined)[];

/** A way to say a time. The first that is found is taken. */
interface Rule {
  pattern: RegExp;
  /** @returns null where what was said is no day of any calendar */
  time(groups: Groups, today: string): Time | null;
}

const rule = (pattern: string, time: Rule['time']): Rule => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'u'),
  time,
});

const period = (span: readonly [string, string] | null): Time | null =>
  span && { kind: 'period', from: span[0], to: span[1] };
const asOf = (day: string | null | undefined): Time | null => (day ? { kind: 'asOf', day } : null);
const since = (day: string | null | undefined): Time | null => (day ? { kind: 'since', day } : null);

const RULES: readonly Rule[] = [
  rule(`(?:from|between) ${DAY} (?:to|through|until|and|till) ${DAY}`, (groups, today) => {
    const from = dayOf(groups, 0, today);
    const to = dayOf(groups, DAY_GROUPS, today);
    return from && to && from <= to ? { kind: 'period', from, to } : null;
  }),
  rule(`(?:from|between) ${MONTH}(?: ${YEAR})? (?:to|through|until|and|till) ${MONTH}(?: ${YEAR})?`, (said, today) => {
    const [first, firstYear, last, lastYear] = said;
    const to = monthSpan(last, lastYear, today);
    const from = to && monthSpan(first, firstYear ?? to[0].slice(0, 4), today);
    return from && to && from[0] <= to[1] ? { kind: 'period', from: from[0], to: to[1] } : null;
  }),
  rule(`since (?:last )?${WEEKDAY}${NO_MORE_NAME}`, ([name], today) => since(weekdayBefore(name, today))),
  rule(
    `(?:on |for |from )?(?:the )?(last|this|next|previous|coming) ${WEEKDAY}${NO_MORE_NAME}`,
    ([which, name], today) => weekdayOf(which, name, today),
  ),
  rule(`(?:on|for) ${WEEKDAY}${NO_MORE_NAME}`, ([name], today) => anyWeekday(name, today)),
  rule(`${HAPPENS}${WEEKDAY}${NO_MORE_NAME}`, ([name], today) => anyWeekday(name, today)),
  rule('(?:on |for |over |during )?(?:the )?(last|this|next|coming) weekend', ([which], today) => {
    const saturday = addDays(mondayOf(today), WEEKDAYS.indexOf('saturday') + 7 * WEEKS_ON[which as 'last']);
    return { kind: 'period', from: saturday, to: addDays(saturday, 1) };
  }),
  rule(`(?:from|between) ${YEAR} (?:to|through|until|and|till) ${YEAR}`, ([first = '', last = '']) =>
    first <= last ? { kind: 'period', from: `${first}-01-01`, to: `${last}-12-31` } : null,
  ),
  rule(`${AS_OF} ${DAY}`, (groups, today) => asOf(dayOf(groups, 0, today))),
  rule(`${AS_OF} ${MONTH}(?: ${YEAR})?`, ([name, year], today) => asOf(monthSpan(name, year, today)?.[1])),
  rule(`${AS_OF} (last|this|next) ${UNIT}`, ([which, unit], today) => asOf(around(which, unit, today)?.[1])),
  rule(`${AS_OF} ${YEAR}`, ([year]) => asOf(`${year}-12-31`)),
  rule(`${AS_OF} (today|now|yesterday)`, ([word], today) => asOf(word === 'yesterday' ? addDays(today, -1) : today)),
  rule(`since ${DAY}`, (groups, today) => since(dayOf(groups, 0, today))),
  rule(`since ${MONTH}(?: ${YEAR})?`, ([name, year], today) => since(monthSpan(name, year, today)?.[0])),
  rule(`since (last|this) ${UNIT}`, ([which, unit], today) => since(around(which, unit, today)?.[0])),
  rule(`since ${YEAR}`, ([year]) => since(`${year}-01-01`)),
  rule(`(?:in|within|over|for|during) (?:the )?(?:last|past|previous) ${NUMBER} ${UNIT}`, ([count, unit], today) =>
    period(ago(count, unit, today)),
  ),
  rule(`(?:the )?(?:last|past|previous) ${NUMBER} ${UNIT}`, ([count, unit], today) => period(ago(count, unit, today))),
  rule(`(?:in|within|over|for|during) (?:the )?(?:next|coming) ${NUMBER} ${UNIT}`, ([count, unit], today) =>
    period(ahead(count, unit, today)),
  ),
  rule(`(?:the )?(?:next|coming) ${NUMBER} ${UNIT}`, ([count, unit], today) => period(ahead(count, unit, today))),
  rule('(?:in |for |over |during )?(?:the )?(?:next|coming) (?:few )?months', (_, today) =>
    period(ahead('3', 'month', today)),
  ),
  rule(`(?:in|for|in over|for over|for more than|in more than) ${NUMBER} ${UNIT}`, ([count, unit], today) =>
    since(ago(count, unit, today)?.[0]),
  ),
  rule('(?:in |during |for |of )?(?:the )?same (week|month|quarter) (?:of |in )?last year', ([unit], today) =>
    period(around('this', unit, dayBefore(today, { years: 1 }))),
  ),
  rule('(?:at |by )?(?:the )?(?:same|this) (?:time|point|period) last year', (_, today) =>
    period(toDate('last', 'year', today)),
  ),
  rule(`(?:in |during |for |of |from )?(?:the )?(last|previous) ${UNIT} (?:to date|so far)`, ([which, unit], today) =>
    period(toDate(which, unit, today)),
  ),
  rule(`(?:in |during |for |of )?(?:the )?(last|previous) (?:ytd)`, ([which], today) =>
    period(toDate(which, 'year', today)),
  ),
  rule(
    `(?:in |during |for |of |from )?(?:the )?(last|this|next|previous|current) ${UNIT}(?: to date| so far)?`,
    ([which, unit], today) => period(around(which, unit, today)),
  ),
  rule('(?:the )?(?:year to date|ytd)', (_, today) => period(around('this', 'year', today))),
  rule(
    `(?:in |during |for |of )?(?:the )?(q[1-4]|first quarter|second quarter|third quarter|fourth quarter)(?: of)?(?: ${YEAR})?`,
    ([name, year], today) => period(quarterSpan(name, year ?? today.slice(0, 4))),
  ),
  rule(`(?:on )?${DAY}`, (groups, today) => {
    const day = dayOf(groups, 0, today);
    return day ? { kind: 'period', from: day, to: day } : null;
  }),
  rule(`(?:in|during|for|of|from) ${MONTH}(?:(?: of)? ${YEAR}|${NO_NAME})`, ([name, year], today) =>
    period(monthSpan(name, year, today)),
  ),
  rule(`${MONTH} ${YEAR}`, ([name, year], today) => period(monthSpan(name, year, today))),
  rule(`(?:in|during|for|of) ${YEAR}`, ([year]) => period([`${year}-01-01`, `${year}-12-31`])),
  rule('(today|yesterday|tomorrow)', ([word], today) => {
    const day = addDays(today, { today: 0, yesterday: -1, tomorrow: 1 }[word as 'today']);
    return { kind: 'period', from: day, to: day };
  }),
];

/**
 * The time that a question says.
 * @param text folded
 * @param today in the company's zone
 */
export function timeIn(text: string, today: string): FoundTime {
  const first = found(text, today);
  if (first === null) return { time: null, isSeveral: false, rest: text };
  return { time: first.time, isSeveral: found(first.rest, today) !== null, rest: first.rest };
}

function found(text: string, today: string): { time: Time; rest: string } | null {
  for (const { pattern, time } of RULES) {
    const match = pattern.exec(text);
    const said = match && time(match.slice(1), today);
    // The gap keeps words apart that were not next to each other.
    if (match && said && firstDayOf(said) >= EARLIEST) return { time: said, rest: text.replace(match[0], ' | ') };
  }
  return null;
}

/** What lies before it no query can be asked for. */
const EARLIEST = '1900';

function firstDayOf(time: Time): string {
  return time.kind === 'period' ? time.from : time.day;
}

/** @param start of its groups */
function dayOf(groups: Groups, start: number, today: string): string | null {
  const [iso, month, day, year, name, dayOfMonth, itsYear] = groups.slice(start, start + DAY_GROUPS);
  const two = (number: string | number) => String(number).padStart(2, '0');
  let said = iso;
  if (month !== undefined) said = `${year}-${two(month)}-${two(day ?? '')}`;
  else if (name !== undefined)
    said = `${itsYear ?? latestYear(monthNumber(name), today)}-${two(monthNumber(name))}-${two(dayOfMonth ?? '')}`;
  return said !== undefined && isDate(said) ? said : null;
}

/** 1 to 12. */
function monthNumber(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1;
}

/** A month without a year is the last one that has begun. */
function latestYear(month: number, today: string): string {
  const [year = '', now = ''] = today.split('-');
  return month <= Number(now) ? year : String(Number(year) - 1);
}

function monthSpan(name: string | undefined, year: string | undefined, today: string): [string, string] | null {
  if (name === undefined) return null;
  const month = monthNumber(name);
  const first = Temporal.PlainYearMonth.from({ year: Number(year ?? latestYear(month, today)), month });
  return [`${first}-01`, `${first}-${first.daysInMonth}`];
}

function quarterSpan(name: string | undefined, year: string): [string, string] {
  const at = ['first', 'second', 'third', 'fourth'].findIndex((word) => name?.startsWith(word));
  const month = (at >= 0 ? at : Number(name?.slice(1)) - 1) * 3 + 1;
  const first = Temporal.PlainDate.from({ year: Number(year), month, day: 1 });
  return [first.toString(), first.add({ months: 3 }).subtract({ days: 1 }).toString()];
}

/** The day, week, month, quarter or year that today is in. */
export function timeThis(unit: string, today: string): Days {
  const [from, to] = around('this', unit, today) ?? [today, today];
  return { from, to };
}

/** The day so long before a day. */
export function dayBefore(day: string, length: Temporal.DurationLike): string {
  return Temporal.PlainDate.from(day).subtract(length).toString();
}

const WEEKS_ON = { last: -1, previous: -1, this: 0, coming: 0, next: 1 } as const;

function mondayOf(day: string): string {
  return addDays(day, 1 - Temporal.PlainDate.from(day).dayOfWeek);
}

/** The weekday in the week of a day. */
function weekdayIn(name: string | undefined, day: string): string {
  return addDays(
    mondayOf(day),
    WEEKDAYS.findIndex((weekday) => weekday.startsWith((name ?? '').slice(0, 3))),
  );
}

/** The last one that is over. */
function weekdayBefore(name: string | undefined, today: string): string {
  const inWeek = weekdayIn(name, today);
  return inWeek < today ? inWeek : addDays(inWeek, -7);
}

const on = (day: string): Days => ({ from: day, to: day });

/** The next one, today included; or the last one, where what is over is asked for. */
function anyWeekday(name: string | undefined, today: string): Time {
  const inWeek = weekdayIn(name, today);
  const next = inWeek < today ? addDays(inWeek, 7) : inWeek;
  return { kind: 'period', ...on(next), back: on(next === today ? today : addDays(next, -7)) };
}

/** “Next Friday” is that of next week, though some mean the one to come; “last Friday” is the one before today. */
function weekdayOf(which: string | undefined, name: string | undefined, today: string): Time {
  const inWeek = weekdayIn(name, today);
  const isAhead = inWeek > today;
  if (which === 'next') return { kind: 'period', ...on(addDays(inWeek, 7)), ...(isAhead && { or: on(inWeek) }) };
  if (which === 'last' || which === 'previous') {
    const before = weekdayBefore(name, today);
    return { kind: 'period', ...on(before), ...(before === inWeek && { or: on(addDays(inWeek, -7)) }) };
  }
  const ahead = isAhead || inWeek === today ? inWeek : addDays(inWeek, 7);
  if (which === 'coming') return { kind: 'period', ...on(ahead) };
  return { kind: 'period', ...on(inWeek), ...(ahead !== inWeek && { or: on(ahead) }) };
}

/** The day, week (from Monday), month, quarter or year around today, the one before it, or the one after. */
function around(which: string | undefined, unit: string | undefined, today: string): [string, string] | null {
  const by = { last: -1, previous: -1, this: 0, current: 0, next: 1 }[which ?? ''];
  if (by === undefined) return null;
  const now = Temporal.PlainDate.from(today);
  const span = (first: Temporal.PlainDate, length: Temporal.DurationLike): [string, string] => [
    first.toString(),
    first.add(length).subtract({ days: 1 }).toString(),
  ];
  switch (unit) {
    case 'day':
      return span(now.add({ days: by }), { days: 1 });
    case 'week':
      return span(now.subtract({ days: now.dayOfWeek - 1 }).add({ weeks: by }), { weeks: 1 });
    case 'month':
      return span(now.with({ day: 1 }).add({ months: by }), { months: 1 });
    case 'quarter':
      return span(now.with({ month: now.month - ((now.month - 1) % 3), day: 1 }).add({ months: 3 * by }), {
        months: 3,
      });
    default:
      return span(now.with({ month: 1, day: 1 }).add({ years: by }), { years: 1 });
  }
}

/** The one before, as far as this one has come: of last year the days through the same day. */
function toDate(which: string | undefined, unit: string | undefined, today: string): [string, string] | null {
  const [before, now] = [around(which, unit, today), around('this', unit, today)];
  if (!before || !now) return null;
  const gone = Temporal.PlainDate.from(now[0]).until(today, { largestUnit: unit === 'year' ? 'month' : 'day' });
  const last = Temporal.PlainDate.from(before[0]).add(gone).toString();
  return [before[0], last < before[1] ? last : before[1]];
}

function lengthOf(count: string | undefined, unit: string | undefined): Temporal.DurationLike {
  const many = NUMBERS[count ?? ''] ?? Number(count);
  return unit === 'quarter' ? { months: 3 * many } : { [`${unit}s`]: many };
}

/** So long up to today. */
function ago(count: string | undefined, unit: string | undefined, today: string): [string, string] {
  const now = Temporal.PlainDate.from(today);
  return [now.subtract(lengthOf(count, unit)).add({ days: 1 }).toString(), today];
}

/** So long from today on. */
function ahead(count: string | undefined, unit: string | undefined, today: string): [string, string] {
  const now = Temporal.PlainDate.from(today);
  return [today, now.add(lengthOf(count, unit)).subtract({ days: 1 }).toString()];
}
