import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { type ListPage, readPage, type Watched } from './query-client.ts';

/** The pages read so far. */
export type Pages<Shown> = InfiniteData<ListPage<Shown>, string | null>;

interface PagedList<Shown> {
  queryKey: QueryKey;
  meta: Watched;
  /** Of the call, including its filters. */
  path: string;
  /** Size of the first page. */
  limit: number;
  /** Size of later pages: whoever scrolls wants more, and a refetch takes fewer calls. */
  further?: number;
  /** Joins the pages; pass the same function each time, so that it runs only when they change. */
  select(data: Pages<Shown>): Shown[];
}

/**
 * A list read page by page, on demand. When the filter changes, the old list stays until the new one is there: nothing
 * flickers while somebody types.
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
 * A list's call with its filters and sorting; blank or undefined ones are left out, so that equal requests are equal
 * strings.
 */
export function listCall(path: string, asked: Readonly<Record<string, string | boolean | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    const text = String(value || '').trim();
    if (text !== '') query.set(name, text);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The records of all pages, without duplicates: one that moved while pages were being read may be in two. */
export function recordsOf<Shown extends { id: string }>({ pages }: Pages<Shown>): Shown[] {
  const byId = new Map<string, Shown>();
  for (const { records } of pages) for (const record of records) if (!byId.has(record.id)) byId.set(record.id, record);
  return [...byId.values()];
}

/** Removes a record from the pages read so far. */
export function without<Shown extends { id: string }>(data: Pages<Shown>, id: string): Pages<Shown> {
  if (!data.pages.some(({ records }) => records.some((each) => each.id === id))) return data;
  return onEachPage(data, (records) => records.filter((each) => each.id !== id));
}

/** Replaces a record in the pages read so far. */
export function replaced<Shown extends { id: string }>(data: Pages<Shown>, record: Shown): Pages<Shown> {
  return onEachPage(data, (records) => records.map((each) => (each.id === record.id ? record : each)));
}

/**
 * Inserts a record at its place in the pages read so far.
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

/** How to get more of a paged list. */
export interface Paging {
  /** Reads the next page; null at the end. */
  more: (() => void) | null;
  isLoading: boolean;
  /** The next page failed to load: it is not retried automatically. */
  hasFailed: boolean;
}

/** How to load more of a list. Nothing loads during a refetch: that would leave its first pages stale. */
export function pagingOf(query: UseInfiniteQueryResult): Paging {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  return {
    more: hasNextPage ? () => void fetchNextPage({ cancelRefetch: false }) : null,
    isLoading: isFetching,
    hasFailed: isFetchNextPageError,
  };
}

/** The call that the shown records belong to; '' while they are still the previous call's. */
export function askedOf({ isPlaceholderData }: UseInfiniteQueryResult, path: string): string {
  return isPlaceholderData ? '' : path;
}
