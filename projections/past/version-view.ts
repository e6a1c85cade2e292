import { searchWays } from '../../domain/kit/search-text.ts';
import type { Position } from '../../store/event-store.ts';
import { portionsOf } from '../../store/portions.ts';
import { type Place as Cursor, cursorAfter, isCursorOf, type Order, placeOf } from '../../store/query-cursor.ts';
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
import { beforeVersions, documentOf, openId, textsOf, type Version } from './version-collections.ts';

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
  { end, events }: Pick<Place, 'end' | 'events'>,
  options: { versions: Answering; live: Answering; projections: readonly Projection[] },
): Answering {
  const { versions, live, projections } = options;
  const byName = new Map(projections.map((projection) => [projection.collection, projection]));
  const then: Where = { versionFrom: { lte: events }, versionUntil: { gt: events } };

  function projectionOf(collection: string): Projection {
    const projection = byName.get(collection);
    if (!projection) throw new NoSuchCollection(collection);
    return projection;
  }

  async function get(collection: string, ids: readonly string[]): Promise<Map<string, Document>> {
    const found = new Map<string, Document>();
    for (const some of portionsOf(ids, IDS_PER_QUERY)) {
      const where = { ...then, versionOf: { in: some } };
      const { documents } = await versions.find(collection, { where, limit: IDS_PER_QUERY });
      for (const version of documents) found.set((version as Version).versionOf, documentOf(version as Version));
    }
    return found;
  }

  /** A page of what was then, whatever else is searched. */
  async function pageOf(collection: string, query: Query, also: Where = {}): Promise<Page> {
    const { search: _, after: __, asked: ___, order = BY_ID, ...asked } = query;
    const where = { ...conditionsOf(query), ...also };
    const inner: Query = { ...asked, order: orderOf(order, where), where: { ...where, ...then } };
    const place = placeOf(query, order);
    if (place) inner.after = cursorBehind(place, inner);
    const { documents, cursor } = await versions.find(collection, inner);
    const page = documents.map((version) => documentOf(version as Version));
    const last = page.at(-1);
    return { documents: page, cursor: cursor === null || !last ? null : cursorAfter(last, query, order) };
  }

  /** The versions that have these ids then, as a condition. */
  async function among(collection: string, ids: readonly string[]): Promise<Where> {
    const { documents } = await versions.find(collection, {
      where: { ...then, versionOf: { in: ids } },
      limit: ids.length || 1,
    });
    return { id: { in: documents.map(({ id }) => id) } };
  }

  /** The ids of what a search finds, by id. @param after all that come before are left out */
  async function matches(collection: string, search: string, limit: number, after?: string): Promise<string[]> {
    const where = { ...then, ...(after !== undefined && { id: { gt: openId(after) } }) };
    const { documents } = await versions.find(textsOf(collection), { where, search, limit });
    return documents.map((version) => (version as Version).versionOf);
  }

  async function searched(collection: string, query: Query, search: string): Promise<Page> {
    const { order: _, ...byId } = query;
    const isById = query.after !== undefined && isCursorOf(byId, BY_ID);
    const found = isById ? [] : await matches(collection, search, SORTED_MATCHES + 1);
    if (isById || found.length > SORTED_MATCHES) return searchedById(collection, byId, search);
    return pageOf(collection, query, await among(collection, found));
  }

  async function searchedById(collection: string, query: Query, search: string): Promise<Page> {
    const page: Document[] = [];
    let after = placeOf(query, BY_ID)?.id;
    for (;;) {
      const room = query.limit - page.length;
      const found = await matches(collection, search, room, after);
      const asked = { limit: room, where: query.where ?? {} };
      const { documents } = await pageOf(collection, asked, await among(collection, found));
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
      const where = { ...conditionsOf(filter), ...then, ...(await among(collection, found)) };
      count += await versions.count(collection, { where });
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
      return (words === null ? pageOf(collection, query) : searched(collection, query, words)) as never;
    },
    async count(collection, filter) {
      const words = wordsOf(projectionOf(collection), filter);
      if (words !== null) return countSearched(collection, filter, words);
      const where = conditionsOf(filter);
      // All of a list is found along an index, as the documents are not.
      const all: Where = Object.keys(where).length === 0 ? { versionOf: { gte: '' } } : {};
      return versions.count(collection, { where: { ...where, ...all, ...then } });
    },
    async sum(collection, query) {
      return versions.sum(collection, { ...query, where: { ...conditionsOf(query), ...then } });
    },
  };
}

/** The conditions on a document as they are on its versions. */
function conditionsOf({ where = {} }: { where?: Filter['where'] | undefined }): Where {
  const { id, ...others } = where;
  return id === undefined ? others : { ...others, versionOf: id };
}

/** The order of versions. Where no other index is used, there is one for the ids of documents. */
function orderOf(order: Order, where: Where): Order {
  const isOfIds = order.field === 'id' && Object.keys(where).every((field) => field === 'versionOf');
  return isOfIds ? { ...order, field: 'versionOf' } : order;
}

/** Behind all versions of a document, in either direction. */
function cursorBehind({ value, id }: Cursor, query: Query): string {
  const order = query.order ?? BY_ID;
  const last = order.direction === 'asc' ? openId(id) : beforeVersions(id);
  const values = { id: last, [order.field]: order.field === 'id' ? last : value };
  return cursorAfter(values as Document, query, order);
}

function isOfActs(collection: string): boolean {
  return collection === acts.collection;
}

/** Whether an event of an act, whose id ends with its position, is one of those up to another. */
function isBy(end: Position, id: string): boolean {
  return id.slice(id.lastIndexOf(' ') + 1) <= end;
}
