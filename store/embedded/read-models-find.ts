import { planFilter, planQuery, type QueryPlan } from '../query.ts';
import { compareScalars } from '../query-compare.ts';
import { cursorAfter } from '../query-cursor.ts';
import type { CollectionDefinition, Document, Filter, Page, Query, Scalar } from '../read-models.ts';
import type { Sql } from './read-models-conditions.ts';
import type { Connection } from './read-models-connection.ts';
import { countStatements, matchStatement, pageStatements, type Way } from './read-models-sql.ts';

/** Up to so many matches of a search are sorted; more are met soon enough on the way along the index. */
const FEW_MATCHES = 1_000;

/** @throws InvalidQuery, NoSuchIndex */
export function findPage(connection: Connection, definition: CollectionDefinition, query: Query): Page {
  const plan = planQuery(definition, query);
  const wanted = query.limit + 1;
  const way = wayOf(connection, definition.collection, plan.terms);
  const lists = pageStatements(definition.collection, plan, way, wanted).map((list) => take(connection, list, wanted));
  const found = merge(lists, plan);
  const documents = found.slice(0, query.limit);
  const last = documents.at(-1);
  const cursor = last && found.length > query.limit ? cursorAfter(last, query, plan.order) : null;
  return { documents, cursor };
}

/** @throws InvalidQuery, NoSuchIndex */
export function countDocuments(connection: Connection, definition: CollectionDefinition, filter: Filter): number {
  const plan = planFilter(definition, filter);
  const way = wayOf(connection, definition.collection, plan.terms);
  return countStatements(definition.collection, plan, way).reduce((sum, sql) => sum + countOf(connection, sql), 0);
}

/** How SQLite carries out a find, in its own words. @throws InvalidQuery, NoSuchIndex */
export function explainFind(connection: Connection, definition: CollectionDefinition, query: Query): string[] {
  const plan = planQuery(definition, query);
  const ways: Way[] = plan.terms.length === 0 ? ['index'] : ['index', 'matches'];
  const statements = ways.flatMap((way) => pageStatements(definition.collection, plan, way, query.limit + 1).flat());
  return statements.flatMap(({ text, values }) => {
    const rows = connection.statement(`EXPLAIN QUERY PLAN ${text}`).all(...values);
    return rows.map((row) => String(row['detail']));
  });
}

function wayOf(connection: Connection, collection: string, terms: readonly string[]): Way {
  if (terms.length === 0) return 'index';
  return countOf(connection, matchStatement(collection, terms, FEW_MATCHES)) < FEW_MATCHES ? 'matches' : 'index';
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
