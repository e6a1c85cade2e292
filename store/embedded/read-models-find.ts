import { orderedQuery, planFilter, planQuery, type QueryPlan } from '../query.ts';
import { compareScalars } from '../query-compare.ts';
import { cursorAfter } from '../query-cursor.ts';
import {
  type CollectionDefinition,
  type Document,
  type Filter,
  type Page,
  type Query,
  type Scalar,
  SORTED_MATCHES,
} from '../read-models.ts';
import type { Sql } from './read-models-conditions.ts';
import type { Connection } from './read-models-connection.ts';
import { countStatements, matchStatement, pageStatements, type Way } from './read-models-sql.ts';
import { isWalked, stepStatements, walkById } from './read-models-walk.ts';

/** @throws InvalidQuery, NoSuchIndex */
export async function findPage(connection: Connection, definition: CollectionDefinition, query: Query): Promise<Page> {
  const { collection } = definition;
  const ordered = await orderedQuery(definition, query, (terms) => matchesOf(connection, collection, terms));
  const plan = planQuery(definition, ordered);
  const wanted = query.limit + 1;
  const found = isWalked(connection, collection, plan, wanted)
    ? walkById(connection, definition, plan, wanted)
    : findByStatements(connection, collection, plan, wanted);
  const documents = found.slice(0, query.limit);
  const last = documents.at(-1);
  const cursor = last && found.length > query.limit ? cursorAfter(last, ordered, plan.order) : null;
  return { documents, cursor };
}

function findByStatements(connection: Connection, collection: string, plan: QueryPlan, wanted: number): Document[] {
  const way =
    plan.order.field === 'id' && plan.terms.length > 0 ? 'matches' : wayOf(connection, collection, plan.terms);
  return merge(
    pageStatements(collection, plan, way, wanted).map((list) => take(connection, list, wanted)),
    plan,
  );
}

/** @throws InvalidQuery, NoSuchIndex */
export function countDocuments(connection: Connection, definition: CollectionDefinition, filter: Filter): number {
  const plan = planFilter(definition, filter);
  const way = wayOf(connection, definition.collection, plan.terms);
  return countStatements(definition.collection, plan, way).reduce((sum, sql) => sum + countOf(connection, sql), 0);
}

/** How SQLite carries out a find, in its own words. @throws InvalidQuery, NoSuchIndex */
export function explainFind(connection: Connection, definition: CollectionDefinition, query: Query): string[] {
  const { collection } = definition;
  const wanted = query.limit + 1;
  const plan = planQuery(definition, query);
  const ways: Way[] = plan.terms.length === 0 ? ['index'] : ['index', 'matches'];
  const statements = ways.flatMap((way) => pageStatements(collection, plan, way, wanted).flat());
  if (plan.terms.length > 0 && query.after === undefined) {
    const { order: _, ...byId } = query;
    const planById = planQuery(definition, byId);
    statements.push(...pageStatements(collection, planById, 'matches', wanted).flat());
    statements.push(...stepStatements(collection, planById));
  }
  return statements.flatMap(({ text, values }) => {
    const rows = connection.statement(`EXPLAIN QUERY PLAN ${text}`).all(...values);
    return rows.map((row) => String(row['detail']));
  });
}

function wayOf(connection: Connection, collection: string, terms: readonly string[]): Way {
  if (terms.length === 0) return 'index';
  return matchesOf(connection, collection, terms) <= SORTED_MATCHES ? 'matches' : 'index';
}

/** How many documents hold the terms, counted up to one more than are sorted. */
function matchesOf(connection: Connection, collection: string, terms: readonly string[]): number {
  return countOf(connection, matchStatement(collection, terms, SORTED_MATCHES + 1));
}

function countOf(connection: Connection, { text, values }: Sql): number {
  return Number(connection.statement(text).get(...values)?.['count']);
}

/** The first documents of a sequence of ranges. */
function take(connection: Connection, ranges: readonly Sql[], wanted: number): Document[] {
  const documents: Document[] = [];
  for (const { text, values } of ranges) {
    if (documents.length >= wanted) break;
    for (const row of connection.statement(text).all(...values)) documents.push(JSON.parse(String(row['doc'])));
  }
  return documents;
}

function merge(lists: readonly Document[][], { order }: QueryPlan): Document[] {
  if (lists.length === 1) return lists.flat();
  const sign = order.direction === 'asc' ? 1 : -1;
  const value = (document: Document) => (document[order.field] ?? null) as Scalar;
  return lists.flat().sort((a, b) => sign * (compareScalars(value(a), value(b)) || compareScalars(a.id, b.id)));
}
