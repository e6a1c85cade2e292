import { addDays } from '../../domain/kit/times.ts';
import { type Amounts, amountsIn } from './amounts.ts';
import { ASK_QUERIES } from './catalog.ts';
import { comparisonIn } from './comparisons.ts';
import { countIn } from './counts.ts';
import { type Named, otherOf, type Reading, readNames } from './names.ts';
import { type Days, type Time, timeIn } from './periods.ts';
import { type AskQuery, type Given, metaOf } from './query.ts';
import { foldedOf, isIdle, ownPhraseOf, phraseOf, placesOf, stem, tokensOf } from './tokens.ts';

// From a question to a query, by the words of the catalog alone. A question is understood only where every word of it
// has a meaning: what is left over may turn the meaning around ("not", "without", a name), so nothing is guessed then.

/** How far a query answers a question. */
export interface Candidate {
  query: AskQuery;
  /** Whether the words that mean it stand in it. */
  isMeant: boolean;
  given: Given;
  /** The words that it leaves unexplained, in order; those that stand together are one text. */
  left: readonly string[];
  /** Of the question's words, as far as they mean something. */
  words: readonly string[];
  /** Why it does not answer the question although it has its words; null: nothing is in the way. */
  trouble: string | null;
  /** The same with the other meaning that a word of it may have: a name, or another day. Null: there is none. */
  or: Given | null;
}

/** Only between two choices: which of them is meant, nobody can tell. */
const BETWEEN = new Set(['or', 'and', 'versus', 'vs']);

/**
 * How the queries of the catalog answer a question, the best first; those of which no word stands in it are left out.
 * @param today in the company's zone
 * @param named records by the names that may stand in it
 */
export function candidatesFor(question: string, today: string, named: readonly Named[] = []): Candidate[] {
  const found = foundIn(question, today);
  const candidates = ASK_QUERIES.map((query) => candidateOf(query, found, { today, named }));
  return candidates.filter(({ isMeant }) => isMeant).sort(bestFirst);
}

/**
 * What one query makes of a question, also where none of the words that mean it stands in it. Its amounts are left over:
 * they are never left out.
 */
export function readAs(query: AskQuery, question: string, today: string, named: readonly Named[] = []): Candidate {
  const { time, isSeveral, rest } = timeIn(foldedOf(question), today);
  const several = isSeveral ? MORE_TIMES : null;
  const found = { words: tokensOf(rest), time, than: null, amounts: null, first: null, several };
  return candidateOf(query, found, { today, named });
}

const MORE_TIMES = 'more than one time';

/** What a question says besides words. */
interface Found {
  /** The words that are left. */
  words: readonly string[];
  time: Time | null;
  /** What the time is compared with. */
  than: Days | null;
  amounts: Amounts | null;
  /** How many of the rows. */
  first: number | null;
  /** What it says more than once; null: nothing. */
  several: string | null;
}

function foundIn(question: string, today: string): Found {
  const { first, rest: counted } = countIn(foldedOf(question));
  const compared = comparisonIn(counted, today);
  const { time, isSeveral: isTimes, rest: withAmounts } = compared ? oneOf(compared) : timeIn(counted, today);
  const { amounts, isSeveral: isAmounts, rest } = amountsIn(withAmounts);
  const more = isAmounts ? 'more than one amount' : null;
  const several = isTimes ? MORE_TIMES : more;
  return { words: tokensOf(rest), time, than: compared?.than ?? null, amounts, first, several };
}

function oneOf({ time, rest }: { time: Days; rest: string }): ReturnType<typeof timeIn> {
  return { time: { kind: 'period', ...time }, isSeveral: false, rest };
}

/** The one query that surely answers a question; null if none does, or several do alike. */
export function clearOf(candidates: readonly Candidate[]): Candidate | null {
  const clear = candidates.filter(({ left, trouble }) => left.length === 0 && trouble === null);
  const [best, next] = clear;
  if (!best || (next && specificity(next) === specificity(best))) return null;
  return best;
}

/**
 * The parts of a question that may be names, as no query has a word for them.
 * @param today in the company's zone
 */
export function unknownIn(question: string, today: string): string[] {
  const known = vocabulary();
  const runs: string[][] = [[]];
  for (const word of foundIn(question, today).words) {
    if (word === '|' || isIdle(word) || known.has(word)) runs.push([]);
    else runs.at(-1)?.push(word);
  }
  return runs.filter((run) => run.length > 0).map((run) => run.join(' '));
}

/** Whether a word means something to some query, or nothing to any. @param word as {@link stem} makes it */
export function isOurs(word: string): boolean {
  return isIdle(word) || vocabulary().has(word);
}

let allWords: ReadonlySet<string> | null = null;

/** Every word that means something to some query. */
export function vocabulary(): ReadonlySet<string> {
  allWords ??= new Set(
    ASK_QUERIES.flatMap((query) => [
      ...query.core.flat().filter((phrase) => !phrase.startsWith('@')),
      ...(query.more ?? []),
      ...Object.values(query.choices ?? {}).flatMap((values) => Object.values(values).flat()),
      ...metaOf(query).flatMap((meta) => Object.values(meta['x-labels'] ?? {})),
    ]).flatMap(phraseOf),
  );
  return allWords;
}

function bestFirst(one: Candidate, other: Candidate): number {
  const [fewer, more] = [countOf(one.left), countOf(other.left)];
  const trouble = Number(one.trouble !== null) - Number(other.trouble !== null);
  return fewer - more || trouble || specificity(other) - specificity(one);
}

function countOf(left: readonly string[]): number {
  return left.reduce((sum, run) => sum + run.split(' ').length, 0);
}

/** A query that asks more of a question means it more. */
function specificity({ query }: Candidate): number {
  return query.core.length;
}

function candidateOf(
  query: AskQuery,
  { words, time, than, amounts, first, several }: Found,
  { today, named }: { today: string; named: readonly Named[] },
): Candidate {
  const reading: Reading = { words, explained: new Set(), names: new Set(), given: {}, trouble: null, or: null };
  readNames(query, reading, named);
  for (const { name, ...meta } of metaOf(query)) {
    if (meta['x-kind'] === 'choice') readChoice(query, name, meta['x-labels'] ?? {}, reading);
  }
  if (several !== null) reading.trouble ??= `The question names ${several}.`;
  if (time !== null) readTime(query, time, today, reading);
  if (than !== null) readThan(query, than, today, reading);
  if (amounts !== null) readAmounts(query, amounts, reading);
  if (first !== null) readFirst(query, first, reading);
  const groups = query.core.map((group) => group.filter((phrase) => isSaid(phrase, reading)));
  for (const phrase of query.more ?? []) isSaid(phrase, reading);
  const said = (phrase: string) => isSaid(phrase, reading);
  const given = query.meant?.(reading.given, said) ?? reading.given;
  const trouble = reading.trouble ?? query.doubt?.(given, said) ?? null;
  const isMeant = groups.every((phrases) => phrases.length > 0);
  const or = otherOf(given, reading) ?? otherDays(query, time, given, today);
  return { query, isMeant, given, left: leftOf(reading), words: meaningful(words), trouble, or };
}

/** The longest phrase that means a value first, so that the rest of it means no other. */
function readChoice(query: AskQuery, name: string, labels: Readonly<Record<string, string>>, reading: Reading): void {
  const phrases = Object.entries(labels).flatMap(([value, label]) =>
    [label, ...(query.choices?.[name]?.[value] ?? [])].map((phrase) => ({ value, phrase })),
  );
  phrases.sort((one, other) => ownPhraseOf(other.phrase).length - ownPhraseOf(one.phrase).length);
  const taken = new Set<number>();
  for (const { value, phrase } of phrases) {
    const parts = ownPhraseOf(phrase);
    for (const at of placesOf(parts, reading.words, (place) => !taken.has(place) && !reading.names.has(place))) {
      const before = reading.given[name];
      const isPart = (part: string, whole: string) => query.within?.[name]?.[whole]?.includes(part) ?? false;
      const isOther = before !== undefined && before !== value && !isPart(before, value) && !isPart(value, before);
      if (isOther) reading.trouble ??= 'The question asks for two things at once.';
      if (before === undefined || !isPart(value, before)) reading.given[name] = value;
      for (const n of parts.keys()) {
        taken.add(at + n);
        reading.explained.add(at + n);
      }
    }
  }
}

/** What says that something is over. */
const PAST = ['did', 'was', 'were', 'had', 'worked'];

function readTime(query: AskQuery, said: Time, today: string, reading: Reading): void {
  const time = said.kind === 'period' && said.back && looksBack(query, reading) ? { ...said, ...said.back } : said;
  const filled = isTooLate(query, time, today) ? null : daysFor(query, time, today);
  if (filled) Object.assign(reading.given, filled);
  else reading.trouble ??= troubleWith(query, time);
}

function looksBack(query: AskQuery, { given, words }: Reading): boolean {
  const isOver = query.isPast || query.times?.period === undefined || query.looksBack?.(given);
  return isOver || PAST.some((word) => words.includes(stem(word)));
}

function isTooLate({ isPast }: AskQuery, time: Time, today: string): boolean {
  return isPast === true && time.kind === 'period' && time.from > today;
}

/** What was understood, with the other day that its time may mean. */
function otherDays(query: AskQuery, time: Time | null, given: Given, today: string): Given | null {
  if (time?.kind !== 'period' || time.or === undefined) return null;
  const other = { ...time, ...time.or };
  const days = isTooLate(query, other, today) ? null : daysFor(query, other, today);
  return days && { ...given, ...days };
}

function readThan(query: AskQuery, than: Days, today: string, reading: Reading): void {
  const names = query.times?.than;
  const days = names && than.from <= today ? periodFor(query, names, than, today) : null;
  if (days) Object.assign(reading.given, days);
  else
    reading.trouble ??= names ? troubleWith(query, { kind: 'period', ...than }) : `The question names ${MORE_TIMES}.`;
}

function readFirst({ parameters, title }: AskQuery, first: number, reading: Reading): void {
  if ('first' in parameters.shape) reading.given['first'] = String(first);
  else reading.trouble ??= `“${title}” cannot be told for the first ${first} alone.`;
}

function readAmounts({ amounts: names, title }: AskQuery, { least, most }: Amounts, reading: Reading): void {
  if (names === undefined) reading.trouble ??= `“${title}” cannot be told for an amount.`;
  else Object.assign(reading.given, { ...(least && { [names[0]]: least }), ...(most && { [names[1]]: most }) });
}

/** The parameters that a time fills; null if it does not fit the query. */
function daysFor(query: AskQuery, time: Time, today: string): Record<string, string> | null {
  const { period, asOf, since } = query.times ?? {};
  if (time.kind === 'asOf') return asOf ? filled(asOf, time.day) : null;
  if (time.kind === 'since') {
    if (since) return filled(since, time.day);
    if (!period?.[0]) return null;
    return filled(period, time.day, ...(query.isPast ? [today] : []));
  }
  if (period) return periodFor(query, period, time, today);
  // On one day.
  return asOf && time.from === time.to ? filled(asOf, time.to) : null;
}

function periodFor(
  { isPast }: AskQuery,
  names: readonly string[],
  { from, to }: { from: string; to: string },
  today: string,
): Record<string, string> | null {
  if (names.length === 0) return isAhead({ to }, today) ? {} : null;
  return filled(names, from, isPast && to > today ? today : to);
}

function filled(names: readonly string[], ...days: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name, at) => {
      const day = days[at];
      return name === '' || day === undefined ? [] : [[name, day]];
    }),
  );
}

/** How far ahead something is told that takes no days. */
const AHEAD_DAYS = 150;

function isAhead({ to }: { to: string }, today: string): boolean {
  return to > today && to <= addDays(today, AHEAD_DAYS);
}

function troubleWith({ title }: AskQuery, { kind }: Time): string {
  if (kind === 'asOf')
    return `“${title}” can only be told as it is now: the records do not say how it was on a past day.`;
  return `“${title}” cannot be told for these days.`;
}

function isSaid(phrase: string, { words, explained, names, given }: Reading): boolean {
  if (phrase.startsWith('@')) return given[phrase.slice(1)] !== undefined;
  const parts = ownPhraseOf(phrase);
  const places = placesOf(parts, words, (place) => !names.has(place));
  for (const at of places) for (const n of parts.keys()) explained.add(at + n);
  return places.length > 0;
}

function leftOf({ words, explained }: Reading): string[] {
  const runs: string[][] = [[]];
  for (const [at, word] of words.entries()) {
    const isGap = explained.has(at) || word === '|' || (isIdle(word) && !BETWEEN.has(word));
    if (isGap) runs.push([]);
    else if (!BETWEEN.has(word) || isBetweenUnexplained(words, at, explained)) runs.at(-1)?.push(word);
  }
  return runs.filter((run) => run.length > 0).map((run) => run.join(' '));
}

/** Whether what stands on a side of it is not explained either: a name such as “Oak and Sons”. */
function isBetweenUnexplained(words: readonly string[], at: number, explained: ReadonlySet<number>): boolean {
  return [at - 1, at + 1].some((side) => words[side] !== undefined && !explained.has(side) && !isIdle(words[side]));
}

function meaningful(words: readonly string[]): string[] {
  return words.filter((word) => word !== '|' && !isIdle(word));
}
