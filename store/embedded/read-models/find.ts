import { orderedQuery, planFilter, planQuery, type QueryPlan, type SearchWays } from '../../query.ts';
import { compareScalars } from '../../query-compare.ts';
import { cursorAfter } from '../../query-cursor.ts';
import type { CollectionDefinition, Document, Filter, Page, Query, Scalar } from '../../read-models.ts';
import type { Sql } from './conditions.ts';
import type { Connection } from './connection.ts';
import { countStatements, firstByIdStatement, type Matches, matchStatement, pageStatements, type Way } from './sql.ts';
import { documentIn } from './versions.ts';
import { firstById, manyMatches, stepStatements, walkById } from './walk.ts';

/** A count checks up to this many matches one by one; with more it walks the filter's index. */
const MOST_COUNTED = 1_000;

/** @throws InvalidQuery, NoSuchIndex */
export async function findPage(connection: Connection, definition: CollectionDefinition, query: Query): Promise<Page> {
  const wanted = query.limit + 1;
  // Matches are looked up once: as many as any order can use.
  const many = manyMatches(connection, definition.collection, wanted);
  let matches: Matches | undefined;
  const ordered = await orderedQuery(definition, query, (ways) => {
    matches = matchesOf(connection, definition.collection, ways, many);
    return matches.count;
  });
  const plan = planQuery(definition, ordered);
  if (plan.ways.length > 0) matches ??= matchesOf(connection, definition.collection, plan.ways, many);
  const found = take(connection, definition, plan, { matches, many, wanted });
  const documents = found.slice(0, query.limit);
  const last = documents.at(-1);
  const cursor = last && found.length > query.limit ? cursorAfter(last, ordered, plan.order) : null;
  return { documents, cursor };
}

/** The documents of a page, in order. */
function take(
  connection: Connection,
  definition: CollectionDefinition,
  plan: QueryPlan,
  { matches, many, wanted }: { matches: Matches | undefined; many: number; wanted: number },
): Document[] {
  const isMany = matches !== undefined && matches.count >= many;
  if (isMany && plan.order.field === 'id') return walkById(connection, definition, plan, wanted);
  const known = isMany ? undefined : matches;
  const first = known && firstById(connection, definition.collection, plan, { matches: known, wanted });
  if (first) {
    const page = takeBy(connection, definition, plan, { way: first, wanted });
    if (page.length === wanted) return page;
  }
  return takeBy(connection, definition, plan, { way: known ?? 'index', wanted });
}

function takeBy(
  connection: Connection,
  definition: CollectionDefinition,
  plan: QueryPlan,
  { way, wanted }: { way: Way; wanted: number },
): Document[] {
  const lists = pageStatements(definition, plan, way, wanted);
  return merge(
    lists.map((ranges) => takeFirst(connection, ranges, wanted)),
    plan,
  );
}

/** @throws InvalidQuery, NoSuchIndex */
export function countDocuments(connection: Connection, definition: CollectionDefinition, filter: Filter): number {
  const plan = planFilter(definition, filter);
  const matches = plan.ways.length > 0 && matchesOf(connection, definition.collection, plan.ways, MOST_COUNTED);
  const way = matches && matches.count < MOST_COUNTED ? matches : 'index';
  return countStatements(definition, plan, way).reduce((sum, sql) => sum + countOf(connection, sql), 0);
}

/** How SQLite runs a find, as it explains it. @throws InvalidQuery, NoSuchIndex */
export function explainFind(connection: Connection, definition: CollectionDefinition, query: Query): string[] {
  const { collection } = definition;
  const wanted = query.limit + 1;
  const plan = planQuery(definition, query);
  const matches = { rowids: '[1]' };
  const ways: Way[] = plan.ways.length === 0 ? ['index'] : ['index', matches];
  const statements = ways.flatMap((way) => pageStatements(definition, plan, way, wanted).flat());
  if (plan.ways.length > 0 && query.after === undefined) {
    const { order: _, ...byId } = query;
    const planById = planQuery(definition, byId);
    statements.push(...pageStatements(definition, planById, matches, wanted).flat());
    statements.push(...stepStatements(definition, planById));
    for (const after of [null, 'a'])
      statements.push(firstByIdStatement(collection, matches, { after, steps: wanted, limit: wanted }));
  }
  return statements.flatMap(({ text, values }) => {
    const rows = connection.statement(`EXPLAIN QUERY PLAN ${text}`).all(...values);
    return rows.map((row) => String(row['detail']));
  });
}

/** The documents that a search finds, up to a limit. */
function matchesOf(connection: Connection, collection: string, ways: SearchWays, limit: number): Matches {
  const { text, values } = matchStatement(collection, ways, limit);
  return connection.statement(text).get(...values) as unknown as Matches;
}

function countOf(connection: Connection, { text, values }: Sql): number {
  return Number(connection.statement(text).get(...values)?.['count']);
}

/** The first documents of a sequence of ranges. */
function takeFirst(connection: Connection, ranges: readonly Sql[], wanted: number): Document[] {
  const documents: Document[] = [];
  for (const { text, values } of ranges) {
    if (documents.length >= wanted) break;
    for (const row of connection.statement(text).all(...values)) documents.push(documentIn(row));
  }
  return documents;
}

function merge(lists: readonly Document[][], { order }: QueryPlan): Document[] {
  if (lists.length === 1) return lists.flat();
  const sign = order.direction === 'asc' ? 1 : -1;
  const value = (document: Document) => (document[order.field] ?? null) as Scalar;
  return lists.flat().sort((a, b) => sign * (compareScalars(value(a), value(b)) || compareScalars(a.id, b.id)));
}
