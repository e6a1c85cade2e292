import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { type ListPage, readPage, type Watched } from './query-client.ts';

/** What was read of a list so far. */
export type Pages<Shown> = InfiniteData<ListPage<Shown>, string | null>;

interface PagedList<Shown> {
  queryKey: QueryKey;
  meta: Watched;
  /** Of the call, with its filters. */
  path: string;
  /** Of the first page. */
  limit: number;
  /** Of the later ones: whoever scrolls wants more, and what is read anew takes fewer calls. */
  further?: number;
  /** Joins the pages; the same function each time, so that it does so only where they changed. */
  select(data: Pages<Shown>): Shown[];
}

/**
 * A list that is read page by page, further as it is asked for. With another filter the list of before stays until the
 * new one is there: nothing flickers while somebody types.
 */
export function pagedQuery<Shown>({ queryKey, meta, path, limit, further = limit, select }: PagedList<Shown>) {
  return infiniteQueryOptions({
    queryKey,
    meta,
    initialPageParam: null as string | null,
    queryFn(context) {
      const { pageParam } = context;
      const page = new URLSearchParams({ limit: String(pageParam === null ? limit : further) });
      if (pageParam !== null) page.set('cursor', pageParam);
      return readPage<Shown>(`${path}${path.includes('?') ? '&' : '?'}${page}`, context);
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    select,
  });
}

export type PagedQuery<Shown> = ReturnType<typeof pagedQuery<Shown>>;

/**
 * The call of a list with what narrows and orders it; what is blank or undefined is left out, so that the same wish is the
 * same text.
 */
export function listCall(path: string, asked: Readonly<Record<string, string | boolean | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    const text = String(value || '').trim();
    if (text !== '') query.set(name, text);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The records of all pages, each once: one that moved while the pages were read may be in two. */
export function recordsOf<Shown extends { id: string }>({ pages }: Pages<Shown>): Shown[] {
  const byId = new Map<string, Shown>();
  for (const { records } of pages) for (const record of records) if (!byId.has(record.id)) byId.set(record.id, record);
  return [...byId.values()];
}

/** Takes a record out of what was read of a list. */
export function without<Shown extends { id: string }>(data: Pages<Shown>, id: string): Pages<Shown> {
  if (!data.pages.some(({ records }) => records.some((each) => each.id === id))) return data;
  return onEachPage(data, (records) => records.filter((each) => each.id !== id));
}

/** Shows a record as it is now, where it was read already. */
export function replaced<Shown extends { id: string }>(data: Pages<Shown>, record: Shown): Pages<Shown> {
  return onEachPage(data, (records) => records.map((each) => (each.id === record.id ? record : each)));
}

/**
 * Puts a record into what was read of a list, at its place.
 * @param isBefore whether the record comes before another one
 */
export function inserted<Shown extends { id: string }>(
  data: Pages<Shown>,
  record: Shown,
  isBefore: (other: Shown) => boolean,
): Pages<Shown> {
  const { pages } = data;
  const found = pages.findIndex(({ records }) => records.some(isBefore));
  const page = found === -1 ? pages.length - 1 : found;
  return onEachPage(data, (records, index) => {
    if (index !== page) return records;
    const at = records.findIndex(isBefore);
    return records.toSpliced(at === -1 ? records.length : at, 0, record);
  });
}

function onEachPage<Shown>(data: Pages<Shown>, change: (records: Shown[], index: number) => Shown[]): Pages<Shown> {
  return {
    ...data,
    pages: data.pages.map((page, index) => ({ ...page, records: change(page.records, index) })),
  };
}

/** The way to more of a list that is read in pages. */
export interface Paging {
  /** Reads the next page; null at the end. */
  more: (() => void) | null;
  isLoading: boolean;
  /** The next page could not be read: it is not asked for again by itself. */
  hasFailed: boolean;
}

/** How a list goes on. While it is read anew it does not: that would leave its first pages as they were. */
export function pagingOf(query: UseInfiniteQueryResult): Paging {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  return {
    more: hasNextPage ? () => void fetchNextPage({ cancelRefetch: false }) : null,
    isLoading: isFetching,
    hasFailed: isFetchNextPageError,
  };
}

/** What the records that are shown were asked for, by the call; '' while they are still those of the call before. */
export function askedOf({ isPlaceholderData }: UseInfiniteQueryResult, path: string): string {
  return isPlaceholderData ? '' : path;
}
