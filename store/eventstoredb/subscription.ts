import { setTimeout as delay } from 'node:timers/promises';
import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import type { Batch, LogEntry, Position } from '../event-store.ts';
import { type Arrived, arrivals } from './arrivals.ts';
import { isTooSlow, translate } from './errors.ts';

/** Events of one batch, and of what the client may hold ready for the next. */
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

/** What a subscription needs of the store. */
export interface SubscriptionSource {
  open(after: Position): Promise<Opened>;
  /** The namespace's own events after a position, as far as they are wanted, and the last of them, wanted or not. */
  decode(
    events: readonly AllStreamResolvedEvent[],
    after: Position,
  ): Promise<{ entries: LogEntry[]; last: Place | null }>;
  /** Is told of each new beginning. */
  resubscribed(): void;
}

/**
 * Everything after a position, then what comes. It begins again after the last event that was delivered, with no
 * error, where the server ends it because 32 live events were not taken in time (a burst does that, and no fault),
 * where another client has taken its client's place, and where it ends without an error, which is a dropped connection.
 * `live` is the server's word that all has been sent, once all that came before it is delivered.
 * @throws StoreUnavailable where the connection fails
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

  /** What one subscription brings. @returns whether its connection was dropped */
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
      // Rejects where there never was a connection: then there is nothing to end.
      subscription.unsubscribe().catch(() => {});
    }
  }

  /** What a page of arrivals tells; null where none of it was wanted, and nothing else is new. */
  async function batchOf({ items, isCaughtUp }: Arrived<AllStreamResolvedEvent>): Promise<Batch | null> {
    const { entries, last } = await source.decode(items, at.position);
    const isNewlyLive = isCaughtUp && !live;
    live ||= isCaughtUp;
    pauseMs = FIRST_PAUSE_MS;
    if (last) at = last;
    return last || isNewlyLive ? { entries, ...at, live } : null;
  }
}
