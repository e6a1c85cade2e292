import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import type { Batch, LogEntry, Position } from '../event-store.ts';
import { arrivals } from './arrivals.ts';

/** Events of one batch, and of what the client may hold ready for the next. */
export const BATCH = 500;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** An event's place in the log. */
export type Place = Pick<Batch, 'position' | 'eventId'>;

/** What a subscription needs of the store. */
export interface SubscriptionSource {
  open(after: Position): AllStreamSubscription;
  head(): Promise<Position>;
  /** The namespace's own events after a position, as far as they are wanted, and the last of them, wanted or not. */
  decode(
    events: readonly AllStreamResolvedEvent[],
    after: Position,
  ): Promise<{ entries: LogEntry[]; last: Place | null }>;
}

/**
 * Everything after a position, then what comes. An end without an error is a dropped connection: it goes on after the
 * last event that was delivered. `live` is measured by the head, as the server's own sign overtakes buffered events.
 * @throws StoreUnavailable where the connection fails
 */
export async function* follow(source: SubscriptionSource, after: Position, signal: AbortSignal): AsyncGenerator<Batch> {
  let at: Place = { position: after, eventId: '' };
  let goal: Position | null = null;
  let live = false;
  let pauseMs = FIRST_PAUSE_MS;

  while (!signal.aborted) {
    const subscription = source.open(at.position);
    const pages = arrivals<AllStreamResolvedEvent>(subscription, BATCH, signal);
    try {
      goal ??= await source.head();
      if (!live && at.position >= goal) {
        live = true;
        yield { entries: [], ...at, live };
      }
      for await (const page of pages) {
        const { entries, last } = await source.decode(page, at.position);
        if (signal.aborted) return;
        if (!last) continue;
        at = last;
        live ||= at.position >= goal;
        pauseMs = FIRST_PAUSE_MS;
        yield { entries, ...at, live };
      }
    } finally {
      // Rejects where there never was a connection: then there is nothing to end.
      subscription.unsubscribe().catch(() => {});
    }
    await pause(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
