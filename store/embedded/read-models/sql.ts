import type { FilterPlan, QueryPlan } from '../../query.ts';
import type { Order } from '../../query-cursor.ts';
import type { FieldCondition } from '../../query-where.ts';
import type { Scalar } from '../../read-models.ts';
import { allOf, equals, meets, type Sql } from './conditions.ts';
import { documentsTable, fieldSql, idIndexName, indexName, searchTable } from './schema.ts';
import { type Segment, segments } from './segments.ts';

/**
 * How the documents are come by: along the index, each looked up among a search's matches where there is one, or from
 * the matches, by their rowids, which are then sorted. The one is quick where they are many, the other where they are few.
 */
export type Way = 'index' | Pick<Matches, 'rowids'>;

/** What a search has found. */
export interface Matches {
  /** JSON, as SQLite makes it and takes it: as a value for each, the many of them cost as much as to find them. */
  rowids: string;
  count: number;
}

/**
 * The statements that hold a page: lists that are to be merged, each of one combination of compared values and each a
 * sequence of ranges.
 * @param limit how many documents each may give
 */
export function pageStatements(collection: string, plan: QueryPlan, way: Way, limit: number): Sql[][] {
  const { order } = plan;
  const ranges = segments(order, plan.rest.get(order.field), plan.after);
  const rest = [...plan.rest].filter(([field]) => field !== order.field);
  const from = source('SELECT doc, sum', collection, plan, way);
  return lists(collection, plan, way, rest).map((conditions) =>
    ranges.map((range) => joined(from, [...conditions, ...range.conditions], tail(order, range, limit))),
  );
}

function tail({ field, direction }: Order, { isOneValue }: Segment, limit: number): Sql {
  const fields = isOneValue || field === 'id' ? ['id'] : [field, 'id'];
  const columns = fields.map((each) => `${fieldSql(each)} ${direction.toUpperCase()}`);
  return { text: `ORDER BY ${columns.join(', ')} LIMIT ?`, values: [limit] };
}

/** The statements whose counts add up to that of a filter. */
export function countStatements(collection: string, plan: FilterPlan, way: Way): Sql[] {
  const from = source('SELECT count(*) AS count', collection, plan, way);
  return lists(collection, plan, way, [...plan.rest]).map((conditions) => joined(from, conditions));
}

/** A search's {@link Matches}, up to a limit. */
export function matchStatement(collection: string, terms: readonly string[], limit: number): Sql {
  const { text, values } = matching(collection, terms);
  const found = `SELECT rowid FROM ${searchTable(collection)} WHERE ${text} LIMIT ?`;
  const select = `SELECT json_group_array(rowid) AS rowids, count(*) AS count FROM (${found})`;
  return { text: select, values: [...values, limit] };
}

const PLACES = 'SELECT value AS place FROM json_each(?)';

/**
 * Of matches those that come first by id, up to a limit, as {@link Matches}: along the index by id alone, which none of the
 * documents is read for.
 * @param after the id that they come after; null begins at the first
 * @param steps how far along the index they are looked for
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
  // Named, so that no condition on another field tempts the planner away from the order.
  const name = index.length === 0 ? idIndexName(collection) : indexName(collection, index);
  return { text: `${select} FROM ${documents} INDEXED BY ${name}`, values: [] };
}

/** The conditions of each list that is read by itself. */
function lists(
  collection: string,
  plan: FilterPlan,
  way: Way,
  rest: readonly (readonly [string, FieldCondition])[],
): Sql[][] {
  const others = rest.map(([field, condition]) => meets(field, condition));
  const { equal, terms } = plan;
  if (way !== 'index') {
    const compared = [...equal].map(([field, values]) => meets(field, { kind: 'values', values }));
    return [[...compared, ...others]];
  }
  const found = terms.length === 0 ? [] : [among(collection, terms)];
  return combinations(equal).map((compared) => [...compared, ...found, ...others]);
}

/** The conditions of every combination of the values that fields may have: each is one range of an index. */
export function combinations(equal: ReadonlyMap<string, readonly Scalar[]>): Sql[][] {
  let lists: Sql[][] = [[]];
  for (const [field, values] of equal)
    lists = lists.flatMap((list) => values.map((value) => [...list, equals(field, value)]));
  return lists;
}

function matching(collection: string, terms: readonly string[]): Sql {
  return { text: `${searchTable(collection)} MATCH ?`, values: [matchOf(terms)] };
}

function among(collection: string, terms: readonly string[]): Sql {
  const { text, values } = matching(collection, terms);
  const rowid = `${documentsTable(collection)}.rowid`;
  return { text: `${rowid} IN (SELECT rowid FROM ${searchTable(collection)} WHERE ${text})`, values };
}

/** Every term is a phrase of its trigrams, and so anywhere in the text. */
function matchOf(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND ');
}

function joined(from: Sql, conditions: readonly Sql[], end: Sql = { text: '', values: [] }): Sql {
  const { text, values } = allOf(conditions);
  const where = conditions.length === 0 ? '' : ` WHERE ${text}`;
  return { text: `${from.text}${where} ${end.text}`, values: [...from.values, ...values, ...end.values] };
}
