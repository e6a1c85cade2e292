import type { SQLOutputValue } from 'node:sqlite';
import { searchText } from '../../../domain/kit/search-text.ts';
import type { QueryPlan } from '../../query.ts';
import { type CollectionDefinition, type Document, SORTED_MATCHES } from '../../read-models.ts';
import type { Sql } from './conditions.ts';
import type { Connection } from './connection.ts';
import { documentOf } from './damage.ts';
import { documentsTable } from './schema.ts';
import { firstByIdStatement, type Matches, pageStatements } from './sql.ts';

/** Documents that are read at once on the way along the ids. */
const STEP = 500;

/**
 * What a look into one document on the way costs, in matches that are found by the search index instead (measured, see
 * docs/performance.md). Of `documents` with `matches` among them, one in `documents / matches` on the way is found.
 */
const LOOK_COST = 3;

/** The same of a step along the index by id, which looks into no document, in matches that are fetched and sorted. */
const STEP_COST = 0.05;
/** Along the index by id it is looked so many times as far as the matches of a page reach where they lie evenly. */
const MARGIN = 4;
/** So many times as many are taken as are wanted: some may not meet the rest of the filter. */
const SPARE = 2;

/**
 * From how many matches on a page of a search by id is sooner met on the way along the ids than in all of them.
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
 * The matches of a search that come first by id, where the way along the index by id is shorter than to fetch and sort
 * all of them; else null. It may have fewer than are wanted, where more follow.
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

/** A page of a search by id: the documents in that order, each looked into. */
export function walkById(
  connection: Connection,
  { collection, search }: CollectionDefinition,
  plan: QueryPlan,
  wanted: number,
): Document[] {
  const found: Document[] = [];
  for (let after = plan.after; found.length < wanted; ) {
    const rows = stepStatements(collection, { ...plan, after }).flatMap(({ text, values }) =>
      connection.statement(text).all(...values),
    );
    for (const row of rows) {
      if (!mayHold(row, plan.terms)) continue;
      const document = documentOf(row);
      if (holds(searchText(document, search), plan.terms)) found.push(document);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < STEP) break;
    const { id } = documentOf(last);
    after = { value: id, id };
  }
  return found.slice(0, wanted);
}

/** A term that folding makes of no other text than itself in lower case; a number is folded to its digits. */
const PLAIN_TERM = /^(?=.*[a-z])[ !#-[\]-~]+$/;
const PLAIN_ROW = /^[ -~]*$/;

/** A quick look at the JSON, which spares the reading of most: never false for a document that holds the terms. */
function mayHold(row: Record<string, SQLOutputValue>, terms: readonly string[]): boolean {
  const doc = String(row['doc']);
  if (!PLAIN_ROW.test(doc)) return true;
  const lower = doc.toLowerCase();
  return terms.every((term) => !PLAIN_TERM.test(term) || lower.includes(term));
}

/** The statements of one step: along the index by id alone, with every condition but the search. */
export function stepStatements(collection: string, plan: QueryPlan): Sql[] {
  const equal = [...plan.equal].map(([field, values]) => [field, { kind: 'values', values }] as const);
  const along = { ...plan, index: [], equal: new Map(), rest: new Map([...plan.rest, ...equal]), terms: [] };
  return pageStatements(collection, along, 'index', STEP).flat();
}

function holds(text: string, terms: readonly string[]): boolean {
  return terms.every((term) => text.includes(term));
}
