import { fileOf, requireIndex } from '../../../projections/engine/required-index.ts';
import { compareScalars } from '../../../store/query-compare.ts';
import type { CollectionDefinition, Query, Scalar } from '../../../store/read-models.ts';
import type { AnyList, Conditions, ListFilter, Range } from './lists.schema.ts';

type Condition = Conditions[string];

/** What a call for a list asks for, as in its query string. */
export interface ListAsked {
  limit?: number | undefined;
  cursor?: string | undefined;
  search?: string | undefined;
  /** `sort`, and the list's filters. */
  [asked: string]: unknown;
}

/** Any time will do where the result does not depend on it. */
const SOME_DAY = '2000-01-01';
const SOME_INSTANT = '2000-01-01T00:00:00.000Z';

/**
 * The query for the read models. Newest first unless another order is asked for (docs/design/calls.md#lists).
 * @param today where the company is, for a list with a filter by day
 * @param now ISO UTC, for a list with a filter by age
 * @param zone of the company, like `today`
 */
export function queryOf(
  list: AnyList,
  asked: ListAsked,
  today: string = SOME_DAY,
  now: string = SOME_INSTANT,
  zone = 'UTC',
): Omit<Query, 'limit'> {
  const { cursor, sort } = asked;
  const filters = Object.entries(list.filters).flatMap(([name, filter]) => {
    const value = asked[name];
    return typeof value === 'string' ? [{ name, filter, value }] : [];
  });
  const narrowed = filters.map(({ filter, value }): Conditions => filter.where(value, today, now, zone));
  const words = filters.flatMap(({ filter, value }) => filter.search?.(value) ?? []);
  const search = [asked.search ?? '', ...words].join(' ');
  return {
    where: { ...list.where, ...narrowed.reduce(both, {}) },
    order: orderOf(list, typeof sort === 'string' ? sort : (list.preset ?? '-createdAt')),
    ...(search.trim() && { search }),
    ...(cursor !== undefined && { after: cursor }),
    // What is older than an hour is another instant on the next page.
    ...(filters.length > 0 && { asked: JSON.stringify(filters.map(({ name, value }) => [name, value])) }),
  };
}

/** A query that finds only what also meets other conditions: nothing where it asks for a value that these rule out. */
export function narrowed<Asked extends Omit<Query, 'limit'>>(query: Asked, conditions: Conditions): Asked {
  const within = Object.entries(conditions).map(([field, condition]) => {
    const asked = query.where?.[field];
    if (typeof asked !== 'string') return [field, condition];
    const isAmong = isOneOf(condition) ? condition.in.includes(asked) : condition === asked;
    return [field, isAmong ? asked : { in: [] }];
  });
  return { ...query, where: { ...query.where, ...Object.fromEntries(within) } };
}

function isOneOf(condition: Condition | undefined): condition is { in: readonly Scalar[] } {
  return typeof condition === 'object' && condition !== null && 'in' in condition;
}

/** What meets the one and the other. */
function both(some: Conditions, more: Conditions): Conditions {
  const met = Object.entries(more).map(([field, condition]) => {
    const other = some[field];
    return [field, other === undefined ? condition : bothOf(other, condition)];
  });
  return { ...some, ...Object.fromEntries(met) };
}

/** On one field; where they rule each other out, nothing is among its values. */
function bothOf(one: Condition, other: Condition): Condition {
  if (isRange(one)) return isRange(other) ? { ...one, ...other } : bothOf(other, one);
  const values = isOneOf(one) ? one.in : [one];
  const left = values.filter((value) => meets(value, other));
  const [only] = left;
  return left.length === 1 && only !== undefined ? only : { in: left };
}

function meets(value: Scalar, condition: Condition): boolean {
  if (isOneOf(condition)) return condition.in.includes(value);
  if (!isRange(condition)) return condition === value;
  const { gte, lt, lte } = condition;
  return (
    value !== null &&
    (gte === undefined || compareScalars(value, gte) >= 0) &&
    (lt === undefined || compareScalars(value, lt) < 0) &&
    (lte === undefined || compareScalars(value, lte) <= 0)
  );
}

function isRange(condition: Condition): condition is Range {
  return typeof condition === 'object' && condition !== null && !isOneOf(condition);
}

function orderOf({ sorts }: Pick<AnyList, 'sorts'>, sort: string): NonNullable<Query['order']> {
  const name = sort.replace('-', '');
  return { field: sorts[name] ?? name, direction: sort.startsWith('-') ? 'desc' : 'asc' };
}

/**
 * Checks that an index serves every combination of a list's filters, in every order it offers.
 * @param call that offers the list
 * @throws if no declared index serves one of them; the product then does not start
 */
export function requireIndexes(call: string, collection: CollectionDefinition, list: AnyList): void {
  if (collection.search.length === 0)
    throw new Error(
      `${call} offers a search, but the read model ${collection.collection} names no field for it. List some under ` +
        `search in ${fileOf(collection.collection)}.`,
    );
  const always = Object.keys(list.where).filter((field) => isAlwaysEqual(field, list));
  for (const sort of ['createdAt', ...Object.keys(list.sorts)]) {
    const order = orderOf(list, sort);
    if (hasIndex(collection, always, order.field)) continue;
    for (const { names, where } of combinations(list)) {
      const by = names.join(', ') || 'no filter';
      requireIndex(`${call} offers ${by} in the order of ${sort}`, collection, { where, order });
    }
  }
}

/** Whether each combination of filters compares a field by equality. */
function isAlwaysEqual(field: string, { where, filters }: AnyList): boolean {
  const ways = Object.values(filters).flatMap(({ samples, where }) => samples.map((sample) => sampled(where, sample)));
  return [where, ...ways].every(({ [field]: condition }) => condition === undefined || !isRange(condition));
}

/** Whether an index serves these fields in an order, and with it whatever else is asked for: of all there are thousands. */
function hasIndex({ indexes }: CollectionDefinition, equal: readonly string[], order: string): boolean {
  return indexes.some((index) => index.at(-1) === order && index.slice(0, -1).every((field) => equal.includes(field)));
}

function sampled(where: ListFilter['where'], sample: string): Conditions {
  return where(sample, SOME_DAY, SOME_INSTANT, 'UTC');
}

interface Combination {
  /** Of the filters that are asked for. */
  names: readonly string[];
  where: Conditions;
}

/** Every combination of filters, of those that an index serves alike the first. */
function combinations(list: AnyList): Iterable<Combination> {
  const byShape = new Map<string, Combination>([[shapeOf(list.where), { names: [], where: list.where }]]);
  for (const [name, filter] of Object.entries(list.filters)) {
    for (const { names, where } of [...byShape.values()]) {
      for (const sample of filter.samples) {
        const narrowed = { ...where, ...sampled(filter.where, sample) };
        const shape = shapeOf(narrowed);
        if (!byShape.has(shape)) byShape.set(shape, { names: [...names, name], where: narrowed });
      }
    }
  }
  return byShape.values();
}

/** What of conditions decides whether an index serves them: their fields, and which of them hold a range. */
function shapeOf(where: Conditions): string {
  const fields = Object.entries(where).map(([field, condition]) => (isRange(condition) ? `${field}…` : field));
  return fields.sort().join();
}
