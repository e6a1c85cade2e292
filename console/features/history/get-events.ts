import { type InfiniteData, queryOptions } from '@tanstack/react-query';
import type { ActUndo } from '../../../api/audit/act-undo.schema.ts';
import type { AuditActTree } from '../../../api/audit/acts.schema.ts';
import type { AuditEvent } from '../../../api/audit/schema.ts';
import { type Pages, pagedQuery } from '../../data/paged-query.ts';
import { type ListPage, queryClient, read } from '../../data/query-client.ts';

/** Events of one page. */
const PAGE = 100;
/** How many newer ones are counted. */
export const MOST_NEWER = 99;

/** What is read of the log so far. */
export interface ReadEvents {
  /** Newest first, or in the order of the call. */
  events: AuditEvent[];
  /** How many pages without an event were read since the last event. */
  emptyPages: number;
  /** Where it goes on; null at the end. */
  next: string | null;
}

/**
 * Events as the call has them. What is appended meanwhile changes none of them: it is counted by {@link newerQuery}.
 * @param call with its filters
 */
export function eventsQuery(call: string) {
  const paged = pagedQuery<AuditEvent>({
    queryKey: ['history', 'events', call],
    meta: { collections: [] },
    path: call,
    limit: PAGE,
    select: ({ pages }) => pages.flatMap(({ records }) => records),
  });
  return { ...paged, select: readSoFar };
}

function readSoFar({ pages }: Pages<AuditEvent>): ReadEvents {
  return {
    events: pages.flatMap(({ records }) => records),
    emptyPages: pages.length - 1 - pages.findLastIndex(({ records }) => records.length > 0),
    next: pages.at(-1)?.nextCursor ?? null,
  };
}

/** What was appended after the newest event that is shown, oldest first. @param call with its filters */
export function newerQuery(call: string, newest: string | undefined) {
  const after = new URLSearchParams({ order: 'oldest', limit: String(MOST_NEWER + 1), after: newest ?? '' });
  return queryOptions({
    queryKey: ['history', 'newer', call, newest],
    meta: { collections: 'all' },
    enabled: newest !== undefined,
    queryFn: (context) => read<AuditEvent[]>(`${call}${call.includes('?') ? '&' : '?'}${after}`, context),
  });
}

/** Puts newer events before those that are shown, or reads all anew where there are more than were counted. */
export function showNewer(call: string, newer: readonly AuditEvent[]): void {
  const { queryKey } = eventsQuery(call);
  if (newer.length > MOST_NEWER) {
    void queryClient.resetQueries({ queryKey });
    return;
  }
  queryClient.setQueryData<InfiniteData<ListPage<AuditEvent>, string | null>>(
    queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page, index) =>
          index === 0 ? { ...page, records: [...newer.toReversed(), ...page.records] } : page,
        ),
      },
  );
}

/** When the event before a place of the log was recorded: so far back was looked. @param cursor a position */
export function lookedQuery(cursor: string) {
  return queryOptions({
    queryKey: ['history', 'looked', cursor],
    meta: { collections: [] },
    queryFn: async (context) => {
      const [event] = await read<AuditEvent[]>(
        `/api/audit/events?${new URLSearchParams({ cursor, limit: '1' })}`,
        context,
      );
      return event?.recordedAt ?? null;
    },
  });
}

/** One act with what it came from and what came of it. @param id the correlation id of its events */
export function actQuery(id: string) {
  return queryOptions({
    queryKey: ['history', 'act', id],
    meta: { collections: [] },
    queryFn: (context) => read<AuditActTree>(`/api/audit/acts/${encodeURIComponent(id)}`, context),
  });
}

/** What an undo of an act would do. @param id as above */
export function actUndoQuery(id: string) {
  return queryOptions({
    queryKey: ['history', 'undo', id],
    meta: { collections: 'all' },
    queryFn: (context) => read<ActUndo>(`/api/audit/acts/${encodeURIComponent(id)}/undo`, context),
  });
}

/** The name of an event in the URL, as causes name it; null for one that is not told. */
export function nameOfEvent({ stream, revision }: Pick<AuditEvent, 'stream' | 'revision'>): string | null {
  return stream === null || revision === null ? null : `${stream}@${revision}`;
}

/** One event by its name, `stream@revision`; null where there is none. */
export function eventQuery(name: string) {
  const at = name.lastIndexOf('@');
  const [stream, revision] = [name.slice(0, at), Number(name.slice(at + 1))];
  const asked = new URLSearchParams({ stream, order: 'oldest', limit: '1' });
  if (revision > 0) asked.set('cursor', String(revision - 1));
  return queryOptions({
    queryKey: ['history', 'event', name],
    meta: { collections: [] },
    queryFn: async (context) => {
      const [event] = await read<AuditEvent[]>(`/api/audit/events?${asked}`, context);
      return event && nameOfEvent(event) === name ? event : null;
    },
  });
}
