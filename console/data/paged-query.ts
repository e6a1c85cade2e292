import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { type ListPage, readPage, type Watched } from './query-client.ts';

/** What was read of a list so far. */
export type Pages<Shown> = InfiniteData<ListPage<Shown>, string | null>;

/**
 * A list that is read page by page, further as it is asked for.
 * @param list.path of the call, with its filters
 * @param list.select joins the pages; the same function each time, so that it does so only where they changed
 */
export function pagedQuery<Shown>(list: {
  queryKey: QueryKey;
  meta: Watched;
  path: string;
  limit: number;
  select(data: Pages<Shown>): Shown[];
}) {
  const { queryKey, meta, path, limit, select } = list;
  return infiniteQueryOptions({
    queryKey,
    meta,
    initialPageParam: null as string | null,
    queryFn(context) {
      const page = new URLSearchParams({ limit: String(limit) });
      if (context.pageParam !== null) page.set('cursor', context.pageParam);
      return readPage<Shown>(`${path}${path.includes('?') ? '&' : '?'}${page}`, context);
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select,
  });
}
