import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { SecurityEventRecord } from '../../../api/security/schema.ts';
import { type ListPage, readPage } from '../../data/query-client.ts';

export interface SecurityFilter {
  type?: string | undefined;
  user?: string | undefined;
}

const PAGE = 50;

/** The call of the list with its filters. */
export function securityEventsPath({ type, user }: SecurityFilter): string {
  const query = new URLSearchParams();
  if (type) query.set('type', type);
  if (user) query.set('user', user);
  return query.size === 0 ? '/api/security-events' : `/api/security-events?${query}`;
}

/** The newest first, page by page. They are no events of the history, so that no change tells of them: each look is a new one. */
export function securityEventsQuery(filter: SecurityFilter) {
  const path = securityEventsPath(filter);
  return infiniteQueryOptions({
    queryKey: ['security-events', path],
    meta: { collections: [] },
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn(context) {
      const page = new URLSearchParams({ limit: String(PAGE) });
      if (context.pageParam !== null) page.set('cursor', context.pageParam);
      return readPage<SecurityEventRecord>(`${path}${path.includes('?') ? '&' : '?'}${page}`, context);
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: allOf,
  });
}

/** The same function each time: the pages are joined again only where they changed. */
function allOf({ pages }: InfiniteData<ListPage<SecurityEventRecord>>): SecurityEventRecord[] {
  return pages.flatMap(({ records }) => records);
}
