import { searchWays } from '../domain/kit/search-text.ts';
import { isCursorOf, type Order, type Place, placeOf } from './query-cursor.ts';
import { type FieldCondition, fieldConditions, requireFieldName } from './query-where.ts';
import {
  type CollectionDefinition,
  type Filter,
  InvalidQuery,
  NoSuchIndex,
  type Query,
  type Scalar,
  SORTED_MATCHES,
} from './read-models.ts';

/** The terms of each way in which a search matches. */
export type SearchWays = readonly (readonly string[])[];

/** A validated filter, and the part of a declared index that it can use. */
export interface FilterPlan {
  /** The fields of the index that serves it, as declared; `[]` is the index by `id` that every collection has. */
  index: readonly string[];
  /** The index's first fields, each with the values it may have: one range of the index per combination. */
  equal: ReadonlyMap<string, readonly Scalar[]>;
  /** Conditions on the other fields. */
  rest: ReadonlyMap<string, FieldCondition>;
  /** How a search matches, as `searchWays` says; `[]` if nothing is searched. */
  ways: SearchWays;
  /** Of versions: after which event. */
  asOf: number | null;
}

/** A validated query: after its `equal` fields the index continues with the field to order by, unless that is `id`. */
export interface QueryPlan extends FilterPlan {
  order: Order;
  /** Where the page resumes; null for the first page. */
  after: Place | null;
}

const ORDER_BY_ID: Order = { field: 'id', direction: 'asc' };

/** One find may read this many index ranges, which come from `in`. */
const MAX_RANGES = 1_000;

/**
 * Checks a query and chooses the declared index that serves it: the longest one made of fields compared by equality (or
 * `in`) followed by the field to order by.
 * @throws InvalidQuery, NoSuchIndex
 */
export function planQuery(definition: CollectionDefinition, query: Query): QueryPlan {
  const { conditions, ways } = checkFilter(definition, query);
  const order = checkOrder(query.order);
  if (!Number.isInteger(query.limit) || query.limit < 1) throw new InvalidQuery('A limit is a whole number from 1 on.');

  /** How many of an index's fields are compared by equality; the one to order by follows them. */
  const firstOf = (index: readonly string[]) => index.length - (order.field === 'id' ? 0 : 1);
  const serves = (index: readonly string[]) =>
    (order.field === 'id' || index.at(-1) === order.field) &&
    index.every((field, at) => at === firstOf(index) || isEquality(conditions, field, order.field));
  const index = longest([[], ...definition.indexes], serves);
  // A search has an index of its own: it yields matches by id without any other.
  const isServed = isById(conditions) || (ways.length > 0 && order.field === 'id');
  if (!index || (index.length === 0 && !isServed))
    throw new NoSuchIndex(definition.collection, wanted(conditions, order.field));

  const equal = valuesOf(conditions, index.slice(0, firstOf(index)));
  return { index, ...divide(conditions, equal), ways, asOf: query.asOf ?? null, order, after: placeOf(query, order) };
}

/**
 * The query that a find really runs: a search with more than `SORTED_MATCHES` matches is ordered by id, whatever was
 * asked, because sorting them, or finding them along another index, takes too long. A list keeps the order of its first
 * page.
 * @param countMatches how many documents match in one of the ways; may stop at `SORTED_MATCHES` plus one
 * @throws InvalidQuery, NoSuchIndex
 */
export async function orderedQuery(
  definition: CollectionDefinition,
  query: Query,
  countMatches: (ways: SearchWays) => number | Promise<number>,
): Promise<Query> {
  const ways = typeof query.search === 'string' ? searchWays(query.search) : [];
  if (ways.length === 0) return query;
  const { order: _, ...byId } = query;
  if (query.after !== undefined) return isCursorOf(byId, ORDER_BY_ID) ? byId : query;
  planQuery(definition, query);
  return (await countMatches(ways)) > SORTED_MATCHES ? byId : query;
}

/**
 * Checks a filter and chooses the declared index that narrows it most: by the most fields compared by equality (or
 * `in`), otherwise by a range of its first field. A search needs no index but its own.
 * @throws InvalidQuery, NoSuchIndex
 */
export function planFilter(definition: CollectionDefinition, filter: Filter): FilterPlan {
  const { conditions, ways } = checkFilter(definition, filter);
  const compared = (index: readonly string[]) => {
    const end = index.findIndex((field) => !isEquality(conditions, field, null));
    return end === -1 ? index.length : end;
  };
  const best = [...definition.indexes].sort((a, b) => compared(b) - compared(a))[0] ?? [];
  const equal = valuesOf(conditions, best.slice(0, compared(best)));
  const ranged = definition.indexes.find(([first]) => first !== undefined && conditions.has(first));
  const index = equal.size > 0 ? best : (ranged ?? []);
  const needsNone = ways.length > 0 || isById(conditions);
  if (index.length === 0 && !needsNone) throw new NoSuchIndex(definition.collection, wanted(conditions, null));
  return { index, ...divide(conditions, equal), ways, asOf: filter.asOf ?? null };
}

/** Whether the index by id serves a filter: one that names documents is met by few, whatever else it says. */
function isById(conditions: ReadonlyMap<string, FieldCondition>): boolean {
  const isNamed = conditions.get('id')?.kind === 'values';
  return isNamed || [...conditions.keys()].every((field) => field === 'id');
}

interface CheckedFilter {
  conditions: ReadonlyMap<string, FieldCondition>;
  ways: SearchWays;
}

function checkFilter(definition: CollectionDefinition, { where, search }: Filter): CheckedFilter {
  if (search !== undefined && typeof search !== 'string') throw new InvalidQuery('A search is a text.');
  const ways = searchWays(search ?? '');
  if (ways.length > 0 && definition.search.length === 0) throw new NoSuchIndex(definition.collection, 'a search');
  return { conditions: fieldConditions(where ?? {}), ways };
}

function checkOrder(order: Query['order']): Order {
  if (order === undefined) return ORDER_BY_ID;
  requireFieldName(order.field);
  if (order.direction !== 'asc' && order.direction !== 'desc') throw new InvalidQuery('An order is asc or desc.');
  return { field: order.field, direction: order.direction };
}

function longest(
  indexes: readonly (readonly string[])[],
  serves: (index: readonly string[]) => boolean,
): readonly string[] | undefined {
  return indexes.filter(serves).sort((a, b) => b.length - a.length)[0];
}

/** The field to order by bounds the index's range; it is not one of the fields before it. */
function isEquality(
  conditions: ReadonlyMap<string, FieldCondition>,
  field: string,
  orderField: string | null,
): boolean {
  return field !== orderField && conditions.get(field)?.kind === 'values';
}

/** The values of the fields that are compared by equality. @throws InvalidQuery if they make too many ranges */
export function valuesOf(
  conditions: ReadonlyMap<string, FieldCondition>,
  fields: readonly string[],
): Map<string, readonly Scalar[]> {
  const equal = new Map<string, readonly Scalar[]>();
  for (const field of fields) {
    const condition = conditions.get(field);
    if (condition?.kind === 'values') equal.set(field, condition.values);
  }
  const ranges = [...equal.values()].reduce((product, values) => product * values.length, 1);
  if (ranges > MAX_RANGES) throw new InvalidQuery(`One query takes at most ${MAX_RANGES} combinations of values.`);
  return equal;
}

function divide(
  conditions: ReadonlyMap<string, FieldCondition>,
  equal: ReadonlyMap<string, readonly Scalar[]>,
): Pick<FilterPlan, 'equal' | 'rest'> {
  return { equal, rest: new Map([...conditions].filter(([field]) => !equal.has(field))) };
}

function wanted(conditions: ReadonlyMap<string, FieldCondition>, orderField: string | null): string {
  const fields = [...conditions.keys()].join(', ') || 'everything';
  return orderField === null ? fields : `${fields} by ${orderField}`;
}
