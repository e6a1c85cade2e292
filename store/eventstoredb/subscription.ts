import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import type { Batch, LogEntry, Position } from '../event-store.ts';
import { arrivals } from './arrivals.ts';

/** Events of one batch, and of what the client may hold ready for the next. */
export const BATCH = 500;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** What a subscription needs of the store. */
export interface SubscriptionSource {
  open(after: Position): AllStreamSubscription;
  head(): Promise<Position>;
  /** The namespace's own among the events, in their order. */
  decode(events: readonly AllStreamResolvedEvent[]): Promise<LogEntry[]>;
}

/**
 * Everything after a position, then what comes. An end without an error is a dropped connection: it goes on after the
 * last event that was delivered. `live` is measured by the head, as the server's own sign overtakes buffered events.
 * @throws StoreUnavailable where the connection fails
 */
export async function* follow(source: SubscriptionSource, after: Position, signal: AbortSignal): AsyncGenerator<Batch> {
  let position = after;
  let goal: Position | null = null;
  let live = false;
  let pauseMs = FIRST_PAUSE_MS;

  while (!signal.aborted) {
    const subscription = source.open(position);
    const pages = arrivals<AllStreamResolvedEvent>(subscription, BATCH, signal);
    try {
      goal ??= await source.head();
      if (!live && position >= goal) {
        live = true;
        yield { entries: [], position, live };
      }
      for await (const page of pages) {
        const entries = (await source.decode(page)).filter((entry) => entry.position > position);
        const last = entries.at(-1);
        if (signal.aborted) return;
        if (!last) continue;
        position = last.position;
        live ||= position >= goal;
        pauseMs = FIRST_PAUSE_MS;
        yield { entries, position, live };
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
