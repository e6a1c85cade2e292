import { ASK_QUERIES, askQueryOf, parametersOf } from '../../ai/ask/catalog.ts';
import { type Candidate, candidatesFor, clearOf, unknownIn } from '../../ai/ask/matcher.ts';
import { isCalled, type Named } from '../../ai/ask/names.ts';
import { listed } from '../../ai/ask/outgoing.ts';
import { PLAIN, TURNING } from '../../ai/ask/plain-words.ts';
import { type AskQuery, type Given, metaOf, wordsOf } from '../../ai/ask/query.ts';
import { respelled } from '../../ai/ask/spelling.ts';
import { phraseOf, placesOf } from '../../ai/ask/tokens.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { nameKey } from '../../domain/kit/fold-text.ts';
import { compareTexts } from '../../domain/kit/sort-text.ts';
import { may } from '../../domain/user/terms.ts';
import { NotAllowed } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { crews } from '../../projections/crews.ts';
import { type CustomerDocument, customers } from '../../projections/customers.ts';
import { allOf } from '../../store/read-pages.ts';
import { currentFacts } from '../audience/facts.ts';
import { presentCustomer, shownName } from '../customers/record.ts';
import { tagsInUse } from '../customers/tags.ts';
import type { ApiContext } from '../kit/context.ts';
import type { AskSuggestion } from './schema.ts';
import type { Asker } from './table.ts';

// From a question in words to a query with its parameters, by rules alone.

/** What a question was understood as. */
export type Understood = Run | NotRun;
export interface Run {
  outcome: 'run';
  query: AskQuery;
  given: Given;
  /** What the question may mean as well. */
  suggestions: AskSuggestion[];
}
export interface NotRun {
  outcome: 'which' | 'unsure' | 'none';
  words: string;
  suggestions: AskSuggestion[];
  /** The question without the typing errors that it may have. */
  spelled: string | null;
}

export const CANNOT_TELL = 'I cannot tell that from your data.';

/** The most suggestions for a question, and the most records to choose from. */
const MOST_SUGGESTIONS = 3;
const MOST_RECORDS = 6;
/** Of parts of a question that may be a name, and of customers who are looked at for one. */
const MOST_PARTS = 4;
const MOST_FOUND = 50;

/** Whether somebody may ask a query. */
export function mayAsk({ person }: Pick<Asker, 'person'>, { needs }: AskQuery): boolean {
  return needs.every((need) => may(person.role, need));
}

/**
 * A query by its name, with its parameters checked.
 * @throws Rejection; NotAllowed
 */
export async function askedFor(
  asker: Asker,
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<{ query: AskQuery; given: Given; words: string }> {
  const query = askQueryOf(name);
  if (query === null) {
    const names = ASK_QUERIES.map((each) => each.name).join(', ');
    throw new Rejection('invalid', `There is no such query. There are: ${names}.`, 'query');
  }
  const lacking = query.needs.find((need) => !may(asker.person.role, need));
  if (lacking !== undefined) throw new NotAllowed(lacking);
  const full = parametersOf(query, given, asker.today);
  const names = await namesIn(asker, query, full);
  return { query, given: full, words: wordsOf(query, full, names) };
}

/**
 * What people call the records that parameters name, by id.
 * @throws Rejection for one that is not there
 */
export async function namesIn({ context }: Asker, query: AskQuery, given: Given): Promise<Map<string, string>> {
  const models = context.readModels.current();
  const names = new Map<string, string>();
  for (const meta of metaOf(query)) {
    const id = given[meta.name];
    if (id === undefined || (meta['x-kind'] !== 'customer' && meta['x-kind'] !== 'crew')) continue;
    const name =
      meta['x-kind'] === 'crew'
        ? (await models.get(crews.collection, [id])).get(id)?.name
        : nameOf((await models.get(customers.collection, [id])).get(id));
    if (name == null)
      throw new Rejection(
        'invalid',
        `There is no such ${meta['x-kind']}. Choose one by its name.`,
        `parameters.${meta.name}`,
      );
    names.set(id, name);
  }
  return names;
}

function nameOf(customer: CustomerDocument | undefined): string | null {
  return customer ? shownName(customer) : null;
}

/** What a question asks for. */
export async function understood(asker: Asker, question: string): Promise<Understood> {
  const crewNames = await crewsNamed(asker);
  const candidates = candidatesOf(asker, question, crewNames);
  const best = clearOf(candidates);
  if (best) return runOf(asker, best);
  const inPlaces = await inPlacesOf(asker, question, crewNames);
  if (inPlaces) return runOf(asker, inPlaces);
  const noCrew = unknownCrew(question, asker.today);
  if (noCrew !== null) return withoutCrew(asker, question, noCrew, crewNames);
  const found = await customersIn(asker, question);
  if (found === null) {
    return { ...(await unsureOf(asker, question, candidates)), spelled: spelledOf(asker, question, crewNames) };
  }
  const withName = candidatesOf(asker, question, [...crewNames, found.named]);
  const clear = clearOf(withName);
  if (clear === null) return unsureOf(asker, question, withName.length > 0 ? withName : candidates);
  return found.customers.length === 1 ? runOf(asker, clear) : whichOf(asker, clear, found.customers);
}

/** What those queries make of a question that somebody may ask, the best first. */
export function candidatesOf(asker: Asker, question: string, named: readonly Named[]): Candidate[] {
  return candidatesFor(question, asker.today, named).filter(({ query }) => mayAsk(asker, query));
}

/** A query whose days do not fit is not what was meant. */
export async function runOf(
  asker: Asker,
  { query, given, or = null }: Pick<Candidate, 'query' | 'given'> & Partial<Pick<Candidate, 'or'>>,
): Promise<Understood> {
  try {
    const full = parametersOf(query, given, asker.today);
    return { outcome: 'run', query, given: full, suggestions: or === null ? [] : [await offered(asker, query, or)] };
  } catch (cause) {
    if (!(cause instanceof Rejection)) throw cause;
    return { outcome: 'unsure', words: cause.message, suggestions: [], spelled: null };
  }
}

async function offered(asker: Asker, query: AskQuery, given: Given): Promise<AskSuggestion> {
  const parameters = suggested(query, given, asker.today);
  return suggestionOf(query, parameters, await namesIn(asker, query, parameters));
}

/** The crews that there are. */
export async function crewsNamed({ context }: Asker): Promise<Named[]> {
  const known = await allOf(context.readModels.current(), crews.collection, {
    where: { removed: null },
    order: { field: 'createdAt', direction: 'asc' },
  });
  return known.flatMap(({ id, name }) => (name === null ? [] : [{ kind: 'crew' as const, id, name }]));
}

/** The question without typing errors, if it surely has an answer then. */
function spelledOf(asker: Asker, question: string, crewNames: readonly Named[]): string | null {
  const isClear = (text: string) => clearOf(candidatesOf(asker, text, crewNames)) !== null;
  return respelled(question, crewNames).find(isClear) ?? null;
}

/** A part of a question that it calls a crew, though none has that name; null without one. */
function unknownCrew(question: string, today: string): string | null {
  const words = phraseOf(question);
  const isCrew = (part: string) => {
    const parts = part.split(' ');
    if (parts.some((word) => PLAIN.has(word) || TURNING.has(word))) return false;
    return placesOf(parts, words, () => true).some((at) => isCalled('crew', at, parts.length, words));
  };
  return unknownIn(question, today).find(isCrew) ?? null;
}

function withoutCrew(asker: Asker, question: string, name: string, crewNames: readonly Named[]): NotRun {
  const known = crewNames.map((crew) => crew.name).sort(compareTexts);
  const all = known.length === 0 ? 'There are no crews yet.' : `The crews are: ${known.join(', ')}.`;
  const spelled = spelledOf(asker, question, crewNames);
  return {
    outcome: 'unsure',
    words: `There is no crew called ${listed(question, name.split(' '))}. ${all}`,
    suggestions: [],
    spelled,
  };
}

/** What surely answers a question by the name of a city or a tag, which our own words are not taken for. */
async function inPlacesOf(asker: Asker, question: string, crewNames: readonly Named[]): Promise<Candidate | null> {
  if (unknownIn(question, asker.today).length === 0) return null;
  if (!may(asker.person.role, 'customers:read')) return null;
  const places = [...(await citiesIn(asker, question)), ...(await tagsNamed(asker))];
  return places.length === 0 ? null : clearOf(candidatesOf(asker, question, [...crewNames, ...places]));
}

/** The tags of customers, for whoever may see customers. */
export async function tagsNamed({ context, person }: Pick<Asker, 'context' | 'person'>): Promise<Named[]> {
  if (!may(person.role, 'customers:read')) return [];
  return (await tagsInUse(context)).map(({ tag }) => ({ kind: 'tag', id: tag, name: tag }));
}

/** The most words of a name of a city. */
const LONGEST_CITY = 4;

/** The cities of customers that a question names, as it writes them: segments know cities by their key alone. */
async function citiesIn({ context }: Asker, question: string): Promise<Named[]> {
  const cities = await citiesOf(context);
  const words = question.match(/[\p{L}\p{N}.'’-]+/gu) ?? [];
  const runs = words.flatMap((_, at) =>
    Array.from({ length: Math.min(LONGEST_CITY, words.length - at) }, (__, more) =>
      words.slice(at, at + more + 1).join(' '),
    ),
  );
  return runs.filter((run) => cities.has(nameKey(run))).map((run) => ({ kind: 'city', id: titled(run), name: run }));
}

async function citiesOf(context: ApiContext): Promise<ReadonlySet<string>> {
  try {
    const facts = await currentFacts(context);
    const cities = new Set(facts.customers().flatMap(({ places }) => places.map(({ city }) => city)));
    cities.delete('');
    return cities;
  } catch (cause) {
    // Without the key of mailboxes no segment can be told; everything else still can.
    if (cause instanceof HttpError) return new Set();
    throw cause;
  }
}

/** As names are written, which people type in small letters. */
function titled(name: string): string {
  return name.replaceAll(/(?<![\p{L}\p{N}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

export interface FoundCustomers {
  /** Stands for all of them in the question. */
  named: Named;
  customers: readonly CustomerDocument[];
}

/** The customers whose name a part of the question is, of those parts that no query has a word for; null without one. */
export async function customersIn({ context, today }: Asker, question: string): Promise<FoundCustomers | null> {
  const words = phraseOf(question);
  for (const part of unknownIn(question, today).slice(0, MOST_PARTS)) {
    const { documents } = await context.readModels.current().find(customers.collection, {
      where: { removed: null, erased: null },
      search: part,
      order: { field: 'createdAt', direction: 'desc' },
      limit: MOST_FOUND,
    });
    const asked = phraseOf(part);
    const found = documents.filter((customer) => {
      const name = phraseOf(shownName(customer) ?? '');
      if (!asked.every((word) => name.includes(word))) return false;
      // The rest of the name stands elsewhere in the question, where it means something else: a month, a service.
      return !name.some((word) => !asked.includes(word) && words.includes(word)) || includes(words, name);
    });
    const whole = found.filter((customer) => includes(words, phraseOf(shownName(customer) ?? '')));
    const meant = whole.length > 0 ? whole : found;
    const [first] = meant;
    if (first === undefined) continue;
    const name = whole.length > 0 ? (shownName(first) ?? part) : part;
    return { named: { kind: 'customer', id: first.id, name }, customers: meant };
  }
  return null;
}

/** Whether words stand in a text, one after the other. */
function includes(words: readonly string[], wanted: readonly string[]): boolean {
  return words.some((_, at) => wanted.every((word, n) => words[at + n] === word));
}

/** The same query for each record that has the name. */
export function whichOf(
  asker: Asker,
  { query, given }: Pick<Candidate, 'query' | 'given'>,
  found: readonly CustomerDocument[],
): NotRun {
  const suggestions = found.slice(0, MOST_RECORDS).map((customer) => {
    const [place = null] = presentCustomer(customer).properties.map(({ address }) => address);
    const name = [shownName(customer), place].filter(Boolean).join(', ');
    const parameters = parametersOf(query, { ...given, customer: customer.id }, asker.today);
    return suggestionOf(query, parameters, new Map([[customer.id, name]]));
  });
  const more = found.length > MOST_RECORDS ? ' The latest are:' : '';
  return {
    outcome: 'which',
    words: `${found.length} customers have this name. Which one do you mean?${more}`,
    suggestions,
    spelled: null,
  };
}

/** What may be meant, with what was understood of it. */
async function unsureOf(asker: Asker, question: string, candidates: readonly Candidate[]): Promise<NotRun> {
  const [best] = candidates;
  if (best === undefined) return { outcome: 'none', words: CANNOT_TELL, suggestions: [], spelled: null };
  const suggestions: AskSuggestion[] = [];
  const meanings = candidates.flatMap(({ query, given, or }) => [
    { query, given },
    ...(or === null ? [] : [{ query, given: or }]),
  ]);
  for (const { query, given } of meanings) {
    if (suggestions.length === MOST_SUGGESTIONS) break;
    suggestions.push(await offered(asker, query, given));
  }
  return { outcome: 'unsure', words: whyUnsure(best, unknownIn(question, asker.today)), suggestions, spelled: null };
}

function whyUnsure({ left, trouble }: Candidate, unknown: readonly string[]): string {
  if (left.length === 0 && trouble !== null) return `${CANNOT_TELL} ${trouble}`;
  const words = unknown.length > 0 ? unknown : left;
  if (words.length === 0) return 'This may mean several things. Which one do you mean?';
  return `${CANNOT_TELL} I do not know what this means here: ${words.map((word) => `“${word}”`).join(', ')}.`;
}

/** Parameters of a query, with what holds where nothing is said; that alone, where they do not fit one another. */
export function suggested(query: AskQuery, given: Given, today: string): Given {
  try {
    return parametersOf(query, given, today);
  } catch (cause) {
    if (!(cause instanceof Rejection)) throw cause;
    return parametersOf(query, {}, today);
  }
}

/** A query with its parameters, in words. @param names of the records that they name, by id */
export function suggestionOf(query: AskQuery, given: Given, names: ReadonlyMap<string, string>): AskSuggestion {
  const parameters = Object.fromEntries(
    Object.entries(given).filter((each): each is [string, string] => each[1] !== undefined),
  );
  return { words: wordsOf(query, given, names), query: query.name, parameters };
}
