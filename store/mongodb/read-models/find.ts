import type { Document as BsonDocument, Collection } from 'mongodb';
import { type FilterPlan, orderedQuery, planFilter, planQuery, type QueryPlan, type SearchWays } from '../../query.ts';
import { cursorAfter } from '../../query-cursor.ts';
import {
  type CollectionDefinition,
  type Document,
  type Filter,
  type Page,
  type Query,
  SORTED_MATCHES,
} from '../../read-models.ts';
import { fieldCondition, oneOf, type RowCondition, rangesAfter } from './filter.ts';
import { type DocumentRow, fieldPath, indexName, SEARCH_INDEX } from './layout.ts';
import { searchConditions } from './search.ts';

/** A collection with its declaration. */
export interface Target {
  definition: CollectionDefinition;
  rows: Collection<DocumentRow>;
}

/** @throws InvalidQuery, NoSuchIndex */
export async function findPage({ definition, rows }: Target, query: Query): Promise<Page> {
  const matches = (ways: SearchWays) =>
    rows.countDocuments(all(searchConditions(ways)), { hint: SEARCH_INDEX, limit: SORTED_MATCHES + 1 });
  const ordered = await orderedQuery(definition, query, matches);
  const plan = planQuery(definition, ordered);
  const filter = filterConditions(plan);
  const ranges = plan.after ? rangesAfter(plan.order, plan.after) : [{}];
  const found: Document[] = [];
  for (const range of ranges) {
    // One more than the page, to know whether there is a next one.
    const limit = query.limit + 1 - found.length;
    if (limit === 0) break;
    const options = { projection: { doc: 1 }, sort: sortOf(plan), hint: hintOf(plan), limit, batchSize: limit + 1 };
    const matching = await rows.find(all([...filter, range]), options).toArray();
    for (const row of matching) found.push(row.doc);
  }
  const documents = found.slice(0, query.limit);
  const last = documents.at(-1);
  const isEnd = found.length === documents.length || last === undefined;
  return { documents, cursor: isEnd ? null : cursorAfter(last, ordered, plan.order) };
}

/** @throws InvalidQuery, NoSuchIndex */
export async function countRows({ definition, rows }: Target, filter: Filter): Promise<number> {
  const plan = planFilter(definition, filter);
  return rows.countDocuments(all(filterConditions(plan)), { hint: hintOf(plan) });
}

function filterConditions({ equal, rest, ways }: FilterPlan): RowCondition[] {
  const compared = [...equal].map(([field, values]) => oneOf(field, values));
  const others = [...rest].map(([field, condition]) => fieldCondition(field, condition));
  return [...compared, ...others, ...searchConditions(ways)];
}

/** The index is named, because the server's own choice may change with its statistics. */
function hintOf({ index, ways }: FilterPlan): string {
  return ways.length > 0 ? SEARCH_INDEX : indexName(index);
}

function sortOf({ order }: QueryPlan): Map<string, 1 | -1> {
  const way = order.direction === 'asc' ? 1 : -1;
  return new Map([fieldPath(order.field), '_id'].map((path) => [path, way]));
}

function all(conditions: readonly RowCondition[]): BsonDocument {
  const present = conditions.filter((condition) => Object.keys(condition).length > 0);
  return present.length === 0 ? {} : { $and: present };
}
