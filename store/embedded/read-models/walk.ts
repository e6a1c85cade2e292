import type { SQLOutputValue } from 'node:sqlite';
import { holdsAny, searchText } from '../../../domain/kit/search-text.ts';
import type { QueryPlan, SearchWays } from '../../query.ts';
import { type CollectionDefinition, type Document, SORTED_MATCHES } from '../../read-models.ts';
import type { Sql } from './conditions.ts';
import type { Connection } from './connection.ts';
import { documentOf } from './damage.ts';
import { documentsTable } from './names.ts';
import { firstByIdStatement, type Matches, pageStatements } from './sql.ts';

/** Documents read at once on the walk along the ids. */
const STEP = 500;

/**
 * The cost of looking into one document on the walk, in matches found through the search index instead (measured, see
 * docs/performance.md). With `matches` among `documents`, the walk finds one per `documents / matches`.
 */
const LOOK_COST = 3;

/** The cost of one step along the index by id, which reads no document, in matches fetched and sorted. */
const STEP_COST = 0.05;
/** The walk along the index by id may go this many times as far as a page of evenly spread matches would reach. */
const MARGIN = 4;
/** This many times the wanted matches are taken: some may not meet the rest of the filter. */
const SPARE = 2;

/**
 * The number of matches from which walking along the ids fills a page of a search by id sooner than fetching all of
 * them.
 * @param wanted documents on the page
 */
export function manyMatches(connection: Connection, collection: string, wanted: number): number {
  const looks = documentsIn(connection, collection) * wanted;
  return Math.max(SORTED_MATCHES + 1, Math.ceil(Math.sqrt(LOOK_COST * looks)));
}

function documentsIn(connection: Connection, collection: string): number {
  const select = `SELECT max(rowid) AS documents FROM ${documentsTable(collection)}`;
  return Number(connection.statement(select).get()?.['documents'] ?? 0);
}

/**
 * The search's first matches by id, if the walk along the index by id is cheaper than fetching and sorting all of them;
 * otherwise null. May be fewer than wanted even if more follow.
 */
export function firstById(
  connection: Connection,
  collection: string,
  { order, after }: QueryPlan,
  { matches, wanted }: { matches: Matches; wanted: number },
): Matches | null {
  if (order.field !== 'id' || order.direction !== 'asc' || matches.count <= wanted) return null;
  const steps = (documentsIn(connection, collection) * wanted) / matches.count;
  if (steps * STEP_COST > matches.count) return null;
  const reach = { after: after?.id ?? null, steps: Math.ceil(MARGIN * steps), limit: SPARE * wanted };
  const { text, values } = firstByIdStatement(collection, matches, reach);
  return connection.statement(text).get(...values) as unknown as Matches;
}

/** A page of a search by id: walks the documents in that order, looking into each. */
export function walkById(
  connection: Connection,
  definition: CollectionDefinition,
  plan: QueryPlan,
  wanted: number,
): Document[] {
  const found: Document[] = [];
  const mayHold = quickCheck(plan.ways);
  for (let after = plan.after; found.length < wanted; ) {
    const rows = stepStatements(definition, { ...plan, after }).flatMap(({ text, values }) =>
      connection.statement(text).all(...values),
    );
    for (const row of rows) {
      if (!mayHold(row)) continue;
      const document = documentOf(row);
      if (holdsAny(searchText(document, definition.search), plan.ways)) found.push(document);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < STEP) break;
    const { id } = documentOf(last);
    after = { value: id, id };
  }
  return found.slice(0, wanted);
}

/**
 * A term that folding makes only from its own text in lower case, but for what it leaves out; one of digits may also
 * come from a number's joined parts.
 */
const PLAIN_TERM = /^(?=.*[a-z])[ !#-[\]-~]+$/;
const PLAIN_ROW = /^[ -~]*$/;

/** What the text of a search may leave out between two characters of a document, as its JSON has it. */
const LEFT_OUT = /\\(?:["\\bfnrt]|u[\da-f]{4})|[\s'`.,;:-]/g;

/**
 * A quick check of the JSON, which saves parsing most documents: never false for a document that is found.
 */
function quickCheck(ways: SearchWays): (row: Record<string, SQLOutputValue>) => boolean {
  const plain = ways.map((terms) => terms.filter((term) => PLAIN_TERM.test(term)));
  const close = plain.map((terms) => terms.map((term) => term.replace(LEFT_OUT, '')));
  return (row) => {
    const doc = String(row['doc']);
    if (!PLAIN_ROW.test(doc)) return true;
    const lower = doc.toLowerCase();
    return holdsAny(lower, plain) || holdsAny(lower.replace(LEFT_OUT, ''), close);
  };
}

/** The statements of one step: along the index by id alone, with every condition except the search. */
export function stepStatements(definition: CollectionDefinition, plan: QueryPlan): Sql[] {
  const equal = [...plan.equal].map(([field, values]) => [field, { kind: 'values', values }] as const);
  const along = { ...plan, index: [], equal: new Map(), rest: new Map([...plan.rest, ...equal]), ways: [] };
  return pageStatements(definition, along, 'index', STEP).flat();
}
