import { searchWays } from '../../domain/kit/search-text.ts';
import type { Position } from '../../store/event-store.ts';
import { portionsOf } from '../../store/portions.ts';
import { compareScalars } from '../../store/query-compare.ts';
import { cursorAfter, isCursorOf, type Order, placeOf } from '../../store/query-cursor.ts';
import {
  type Answering,
  type Condition,
  type Document,
  type Filter,
  NoSuchCollection,
  type Page,
  type Query,
  SORTED_MATCHES,
} from '../../store/read-models.ts';
import { acts } from '../acts.ts';
import type { Projection } from '../engine/projection.ts';
import type { Place } from './times.ts';
import { openId, type Texts, textsOf } from './version-collections.ts';

type Where = Record<string, Condition>;

const BY_ID: Order = { field: 'id', direction: 'asc' };
/** Ids in one query. */
const IDS_PER_QUERY = 1_000;

/**
 * The read models as they were up to an event, out of all versions: each question is asked of those that were the last ones then.
 * @param options.versions all
 * @param options.live now: of acts, it has what there was then too
 */
export function versionsAt(
  { end, events: asOf }: Pick<Place, 'end' | 'events'>,
  options: { versions: Answering; live: Answering; projections: readonly Projection[] },
): Answering {
  const { versions, live, projections } = options;
  const byName = new Map(projections.map((projection) => [projection.collection, projection]));
  const then: Where = { versionFrom: { lte: asOf }, versionUntil: { gt: asOf } };

  function projectionOf(collection: string): Projection {
    const projection = byName.get(collection);
    if (!projection) throw new NoSuchCollection(collection);
    return projection;
  }

  async function get(collection: string, ids: readonly string[]): Promise<Map<string, Document>> {
    const found = new Map<string, Document>();
    for (const some of portionsOf(ids, IDS_PER_QUERY)) {
      const { documents } = await versions.find(collection, {
        asOf,
        where: { id: { in: some } },
        limit: IDS_PER_QUERY,
      });
      for (const document of documents) found.set(document.id, document);
    }
    return found;
  }

  /** A page of what a search found. @param ids what it found */
  async function pageAmong(collection: string, query: Query, ids: readonly string[]): Promise<Page> {
    const { search: _, after: __, asked: ___, order = BY_ID, ...rest } = query;
    const inner: Query = { ...rest, asOf, order, where: whereAmong(query, ids) };
    const place = placeOf(query, order);
    if (place) inner.after = cursorAfter({ [order.field]: place.value, id: place.id }, inner, order);
    const { documents, cursor } = await versions.find(collection, inner);
    const last = documents.at(-1);
    return { documents, cursor: cursor === null || !last ? null : cursorAfter(last, query, order) };
  }

  /** The ids of what a search finds, by id. @param after all that come before are left out */
  async function matches(collection: string, search: string, limit: number, after?: string): Promise<string[]> {
    const where = { ...then, ...(after !== undefined && { id: { gt: openId(after) } }) };
    const { documents } = await versions.find(textsOf(collection), { where, search, limit });
    return documents.map((texts) => (texts as Texts).versionOf);
  }

  async function searched(collection: string, query: Query, search: string): Promise<Page> {
    const { order: _, ...byId } = query;
    const isById = query.after !== undefined && isCursorOf(byId, BY_ID);
    const found = isById ? [] : await matches(collection, search, SORTED_MATCHES + 1);
    if (isById || found.length > SORTED_MATCHES) return searchedById(collection, byId, search);
    return pageAmong(collection, query, found);
  }

  async function searchedById(collection: string, query: Query, search: string): Promise<Page> {
    const page: Document[] = [];
    let after = placeOf(query, BY_ID)?.id;
    for (;;) {
      const room = query.limit - page.length;
      const found = await matches(collection, search, room, after);
      const asked = { limit: room, where: query.where ?? {} };
      const { documents } = await pageAmong(collection, asked, found);
      page.push(...documents);
      after = found.at(-1) ?? after;
      if (found.length < room) return { documents: page, cursor: null };
      if (page.length < query.limit || after === undefined) continue;
      const isEnd = (await matches(collection, search, 1, after)).length === 0;
      return { documents: page, cursor: isEnd ? null : cursorAfter({ id: after }, query, BY_ID) };
    }
  }

  async function countSearched(collection: string, filter: Filter, search: string): Promise<number> {
    if (Object.keys(filter.where ?? {}).length === 0)
      return versions.count(textsOf(collection), { where: then, search });
    let count = 0;
    for (let after: string | undefined; ; ) {
      const found = await matches(collection, search, IDS_PER_QUERY, after);
      count += await versions.count(collection, { asOf, where: whereAmong(filter, found) });
      if (found.length < IDS_PER_QUERY) return count;
      after = found.at(-1);
    }
  }

  /** What is searched; nothing where a text has no words, or the collection no texts: then it is refused as it always is. */
  function wordsOf({ search: declared }: Projection, { search }: Filter): string | null {
    return search !== undefined && declared.length > 0 && searchWays(search).length > 0 ? search : null;
  }

  return {
    async get(collection, ids) {
      if (!isOfActs(collection)) return (await get(collection, ids)) as never;
      const found = await live.get(collection, ids);
      return new Map([...found].filter(([id]) => isBy(end, id))) as never;
    },
    async find(collection, query) {
      const projection = projectionOf(collection);
      if (isOfActs(collection)) {
        const { documents, cursor } = await live.find(collection, query);
        return { documents: documents.filter(({ id }) => isBy(end, id)), cursor } as never;
      }
      const words = wordsOf(projection, query);
      return (
        words === null ? versions.find(collection, { ...query, asOf }) : searched(collection, query, words)
      ) as never;
    },
    async count(collection, filter) {
      const words = wordsOf(projectionOf(collection), filter);
      if (words !== null) return countSearched(collection, filter, words);
      return versions.count(collection, { ...filter, asOf });
    },
    async sum(collection, query) {
      return versions.sum(collection, { ...query, asOf });
    },
  };
}

/** The conditions of a query, of documents that have one of these ids. */
function whereAmong({ where = {} }: Filter, ids: readonly string[]): Where {
  const { id, ...others } = where;
  return { ...others, id: { in: id === undefined ? ids : ids.filter((each) => meetsId(each, id)) } };
}

function meetsId(id: string, condition: Condition): boolean {
  if (condition === null || typeof condition !== 'object') return id === condition;
  if ('in' in condition) return condition.in.includes(id);
  return Object.entries(condition).every(([bound, value]) => {
    const distance = compareScalars(id, value);
    return distance === 0 ? bound.endsWith('e') : bound.startsWith('g') === distance > 0;
  });
}

function isOfActs(collection: string): boolean {
  return collection === acts.collection;
}

/** Whether an event of an act, whose id ends with its position, is one of those up to another. */
function isBy(end: Position, id: string): boolean {
  return id.slice(id.lastIndexOf(' ') + 1) <= end;
}
