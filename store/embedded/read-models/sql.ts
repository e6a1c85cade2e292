import type { FilterPlan, QueryPlan, SearchWays } from '../../query.ts';
import type { FieldCondition } from '../../query-where.ts';
import type { CollectionDefinition, Scalar } from '../../read-models.ts';
import { columnOf } from './columns.ts';
import { allOf, equals, meets, type Sql } from './conditions.ts';
import { documentsTable, idIndexName, indexName, searchTable } from './names.ts';
import { type ColumnOrder, type Segment, segments } from './segments.ts';
import { alongIndex, countSource, validAt, versionsSource } from './version-sql.ts';

/**
 * How documents are found: along the index, checking each against a search's matches if there is one, or from the
 * matches by rowid, sorted afterwards. The first is fast when matches are many, the second when they are few.
 */
export type Way = 'index' | Pick<Matches, 'rowids'>;

/** What a search found. */
export interface Matches {
  /** JSON, as SQLite makes it and reads it: binding each rowid as a value would cost as much as finding them. */
  rowids: string;
  count: number;
}

/**
 * The statements that return a page: lists to be merged, one per combination of compared values, each a sequence of
 * ranges.
 * @param limit how many documents each may return
 */
export function pageStatements(all: CollectionDefinition, plan: QueryPlan, way: Way, limit: number): Sql[][] {
  const definition = alongIndex(all, plan.index);
  const order = { ...plan.order, column: columnOf(definition, plan.order.field) };
  const ranges = segments(order, plan.rest.get(order.field), plan.after);
  const rest = [...plan.rest].filter(([field]) => field !== order.field);
  const from = definition.versions
    ? versionsSource(definition.collection, plan)
    : source('SELECT doc, sum', definition.collection, plan, way);
  return lists(definition, plan, way, rest).map((conditions) =>
    ranges.map((range) => joined(from, [...conditions, ...range.conditions], tail(order, range, limit))),
  );
}

function tail({ field, column, direction }: ColumnOrder, { isOneValue }: Segment, limit: number): Sql {
  const names = isOneValue || field === 'id' ? ['id'] : [column.text, 'id'];
  const columns = names.map((name) => `${name} ${direction.toUpperCase()}`);
  return { text: `ORDER BY ${columns.join(', ')} LIMIT ?`, values: [limit] };
}

/** The statements whose counts add up to the filter's count. */
export function countStatements(all: CollectionDefinition, plan: FilterPlan, way: Way): Sql[] {
  const definition = alongIndex(all, plan.index);
  const select = 'SELECT count(*) AS count';
  const from = definition.versions
    ? countSource(select, definition, plan)
    : source(select, definition.collection, plan, way);
  return lists(definition, plan, way, [...plan.rest]).map((conditions) => joined(from, conditions));
}

/** A search's {@link Matches}, up to a limit. */
export function matchStatement(collection: string, ways: SearchWays, limit: number): Sql {
  const { text, values } = matching(collection, ways);
  const found = `SELECT rowid FROM ${searchTable(collection)} WHERE ${text} LIMIT ?`;
  const select = `SELECT json_group_array(rowid) AS rowids, count(*) AS count FROM (${found})`;
  return { text: select, values: [...values, limit] };
}

const PLACES = 'SELECT value AS place FROM json_each(?)';

/**
 * The first of the matches by id, up to a limit, as {@link Matches}: found along the index by id alone, without reading
 * any document.
 * @param after the id to start after; null starts at the first
 * @param steps how far to go along the index
 */
export function firstByIdStatement(
  collection: string,
  { rowids }: Pick<Matches, 'rowids'>,
  { after, steps, limit }: { after: string | null; steps: number; limit: number },
): Sql {
  const where = after === null ? '' : 'WHERE id > ?';
  const along = `SELECT rowid FROM ${documentsTable(collection)} INDEXED BY ${idIndexName(collection)} ${where} ORDER BY id LIMIT ?`;
  const first = `SELECT rowid FROM (${along}) WHERE rowid IN (${PLACES}) LIMIT ?`;
  const text = `SELECT json_group_array(rowid) AS rowids, count(*) AS count FROM (${first})`;
  return { text, values: [...(after === null ? [] : [after]), steps, rowids, limit] };
}

function source(select: string, collection: string, { index }: FilterPlan, way: Way): Sql {
  const documents = documentsTable(collection);
  if (way !== 'index') {
    const found = `(${PLACES}) AS found`;
    const text = `${select} FROM ${found} CROSS JOIN ${documents} ON ${documents}.rowid = found.place`;
    return { text, values: [way.rowids] };
  }
  // Named, so that a condition on another field cannot lure the planner away from the order.
  const name = index.length === 0 ? idIndexName(collection) : indexName(collection, index);
  return { text: `${select} FROM ${documents} INDEXED BY ${name}`, values: [] };
}

/** The conditions of each list that is read separately. */
function lists(
  definition: CollectionDefinition,
  plan: FilterPlan,
  way: Way,
  rest: readonly (readonly [string, FieldCondition])[],
): Sql[][] {
  const others = rest.map(([field, condition]) => meets(columnOf(definition, field), condition));
  const { equal, ways } = plan;
  if (way !== 'index') {
    const compared = [...equal].map(([field, values]) =>
      meets(columnOf(definition, field), { kind: 'values', values }),
    );
    return [[...compared, ...others]];
  }
  const found = ways.length === 0 ? [] : [among(definition.collection, ways)];
  const then = plan.asOf === null ? [] : [validAt(plan.asOf)];
  return combinations(definition, equal).map((compared) => [...compared, ...found, ...then, ...others]);
}

/** The conditions of every combination of the fields' values: each is one range of an index. */
export function combinations(definition: CollectionDefinition, equal: ReadonlyMap<string, readonly Scalar[]>): Sql[][] {
  let lists: Sql[][] = [[]];
  for (const [field, values] of equal) {
    const column = columnOf(definition, field);
    lists = lists.flatMap((list) => values.map((value) => [...list, equals(column, value)]));
  }
  return lists;
}

function matching(collection: string, ways: SearchWays): Sql {
  return { text: `${searchTable(collection)} MATCH ?`, values: [matchOf(ways)] };
}

function among(collection: string, ways: SearchWays): Sql {
  const { text, values } = matching(collection, ways);
  const rowid = `${documentsTable(collection)}.rowid`;
  return { text: `${rowid} IN (SELECT rowid FROM ${searchTable(collection)} WHERE ${text})`, values };
}

/** Each term is a phrase of its trigrams, so it matches anywhere in the text. */
function matchOf(ways: SearchWays): string {
  const phrase = (term: string) => `"${term.replaceAll('"', '""')}"`;
  return ways.map((terms) => `(${terms.map(phrase).join(' AND ')})`).join(' OR ');
}

function joined(from: Sql, conditions: readonly Sql[], end: Sql = { text: '', values: [] }): Sql {
  const { text, values } = allOf(conditions);
  const where = conditions.length === 0 ? '' : ` WHERE ${text}`;
  return { text: `${from.text}${where} ${end.text}`, values: [...from.values, ...values, ...end.values] };
}
