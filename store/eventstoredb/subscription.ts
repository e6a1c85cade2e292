import { setTimeout as delay } from 'node:timers/promises';
import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import type { Batch, LogEntry, Position } from '../event-store.ts';
import { type Arrived, arrivals } from './arrivals.ts';
import { isTooSlow, translate } from './errors.ts';

/** Events in one batch, and the most the client may buffer for the next. */
export const BATCH = 500;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** An event's place in the log. */
export type Place = Pick<Batch, 'position' | 'eventId'>;

/** A subscription of the client, for as long as that client is the one in use. */
export interface Opened {
  subscription: AllStreamSubscription;
  left: AbortSignal;
}

/** What a subscription needs from the store. */
export interface SubscriptionSource {
  open(after: Position): Promise<Opened>;
  /** The wanted events of the namespace after a position, and the last of all its events, wanted or not. */
  decode(
    events: readonly AllStreamResolvedEvent[],
    after: Position,
  ): Promise<{ entries: LogEntry[]; last: Place | null }>;
  /** Called at each restart. */
  resubscribed(): void;
}

/**
 * Everything after a position, then new events as they arrive. It restarts after the last delivered event, without an
 * error, when the server ends it because 32 live events were not taken in time (a burst, not a fault), when another
 * client has replaced its client, and when it ends without an error, which is a dropped connection. `live` is the
 * server's word that everything has been sent, once all that came before it is delivered.
 * @throws StoreUnavailable if the connection fails
 */
export async function* follow(source: SubscriptionSource, after: Position, signal: AbortSignal): AsyncGenerator<Batch> {
  let at: Place = { position: after, eventId: '' };
  let live = false;
  let pauseMs = FIRST_PAUSE_MS;

  while (!signal.aborted) {
    const isDropped = yield* untilItEnds(await source.open(at.position));
    if (signal.aborted) return;
    source.resubscribed();
    if (!isDropped) continue;
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }

  /** The batches of one subscription. @returns whether its connection was dropped */
  async function* untilItEnds({ subscription, left }: Opened): AsyncGenerator<Batch, boolean> {
    const stop = AbortSignal.any([signal, left]);
    try {
      for await (const page of arrivals<AllStreamResolvedEvent>(subscription, BATCH, stop)) {
        const batch = await batchOf(page);
        if (signal.aborted) return false;
        if (batch) yield batch;
      }
      return !left.aborted;
    } catch (cause) {
      if (!isTooSlow(cause)) throw translate(cause);
      return false;
    } finally {
      // Rejects if there never was a connection: then there is nothing to end.
      subscription.unsubscribe().catch(() => {});
    }
  }

  /** The batch of a page of arrivals; null if none of it was ours and nothing else is new. */
  async function batchOf({ items, isCaughtUp }: Arrived<AllStreamResolvedEvent>): Promise<Batch | null> {
    const { entries, last } = await source.decode(items, at.position);
    const isNewlyLive = isCaughtUp && !live;
    live ||= isCaughtUp;
    pauseMs = FIRST_PAUSE_MS;
    if (last) at = last;
    return last || isNewlyLive ? { entries, ...at, live } : null;
  }
}
