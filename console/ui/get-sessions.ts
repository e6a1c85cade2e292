import { queryOptions } from '@tanstack/react-query';
import type { SessionRecord } from '../../api/accounts/schema.ts';
import { read } from '../data/query-client.ts';

/** What a change of sessions makes old on this page; they are no records, and no change of the log tells of them. */
export const SESSIONS = ['sessions'] as const;

/** @param path the sessions of the person themselves, or of somebody's account */
export function sessionsQuery(path: string) {
  return queryOptions({
    queryKey: ['sessions', path],
    meta: { collections: SESSIONS },
    // Nobody tells of a sign-in elsewhere: each look is a new one.
    staleTime: 0,
    queryFn: (context) => read<SessionRecord[]>(path, context),
  });
}
