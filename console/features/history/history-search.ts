import * as z from 'zod/mini';
import { listCall } from '../../data/paged-query.ts';
import { text } from '../../ui/search.ts';

const filters = {
  /** `category:id`. */
  record: text,
  /** A kind of record. */
  category: text,
  /** The name of an event. */
  type: text,
  /** An account's id, a process, or `public`. */
  actor: text,
  /** Days, both included; by hand also a time or an instant. */
  from: text,
  to: text,
  /** All that one act did. */
  act: text,
  /** `stream@revision`: what followed directly from this event. */
  cause: text,
  stream: text,
};

/** The page's URL parameters; what a filter may be is the server's to say, as it says why not. */
export const historySearch = z.object({
  ...filters,
  /** The open event, `stream@revision`. */
  event: text,
});
export type HistorySearch = z.output<typeof historySearch>;
export type HistoryFilter = Pick<HistorySearch, keyof typeof filters>;

/** The URL parameters that filter the events. */
export const FILTER_KEYS = Object.keys(filters) as (keyof HistoryFilter)[];

/** The call with its filters: newest first, but of one act as it went on. */
export function eventsCall(search: HistoryFilter): string {
  const order = search.act === undefined ? undefined : 'oldest';
  const filter = Object.fromEntries(FILTER_KEYS.map((key) => [key, search[key]]));
  return listCall('/api/audit/events', { ...filter, order });
}

/** The address of the events that are filtered, and nothing else. */
export function eventsOf(filter: HistoryFilter) {
  return { to: '/history', search: filter } as const;
}
