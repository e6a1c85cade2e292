import type { QueryPlan } from '../query.ts';
import type { CollectionDefinition, Document } from '../read-models.ts';
import { searchText } from '../search-text.ts';
import type { Sql } from './read-models-conditions.ts';
import type { Connection } from './read-models-connection.ts';
import { documentsTable } from './read-models-schema.ts';
import { matchStatement, pageStatements } from './read-models-sql.ts';

/** Documents that are read at once on the way along the ids. */
const STEP = 500;

/**
 * What a look into one document on the way costs, in matches that are fetched and sorted instead (measured, see
 * docs/performance.md). Of `documents` with `matches` among them, one in `documents / matches` on the way is found.
 */
const LOOK_COST = 3;

/** Whether a page of a search by id is sooner met on the way along the ids than in all of its matches. */
export function isWalked(connection: Connection, collection: string, plan: QueryPlan, wanted: number): boolean {
  if (plan.terms.length === 0 || plan.order.field !== 'id') return false;
  const [{ documents = 0 } = {}] = connection
    .statement(`SELECT max(rowid) AS documents FROM ${documentsTable(collection)}`)
    .all() as { documents?: number | null }[];
  const most = Math.ceil(Math.sqrt(LOOK_COST * (documents ?? 0) * wanted));
  const { text, values } = matchStatement(collection, plan.terms, most);
  return Number(connection.statement(text).get(...values)?.['count']) >= most;
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
    const documents = stepStatements(collection, { ...plan, after }).flatMap(({ text, values }) =>
      connection
        .statement(text)
        .all(...values)
        .map((row) => JSON.parse(String(row['doc'])) as Document),
    );
    found.push(...documents.filter((document) => holds(searchText(document, search), plan.terms)));
    const last = documents.at(-1);
    if (!last || documents.length < STEP) break;
    after = { value: last.id, id: last.id };
  }
  return found.slice(0, wanted);
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
