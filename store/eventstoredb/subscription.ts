import { setTimeout as delay } from 'node:timers/promises';
import type { Position, StoredEvent } from '../event-store.ts';
import type { OwnSubscription } from './all-stream.ts';
import { arrivals } from './arrivals.ts';
import { isTooSlow, translate } from './errors.ts';

/** Records in one page, and the most the client may buffer for the next. */
export const PAGE = 500;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** A subscription of the client, for as long as that client is the one in use. */
export interface Opened {
  subscription: OwnSubscription;
  left: AbortSignal;
}

/** What a subscription needs from the store. */
export interface SubscriptionSource {
  open(after: Position): Promise<Opened>;
  /** Called at each restart. */
  resubscribed(): void;
}

/** The next records of the namespace. */
export interface Page {
  records: StoredEvent[];
  /** True from the first page that reaches the head, as the server tells it. */
  live: boolean;
}

/**
 * Everything after a position, then new records as they arrive. It restarts after the last delivered record, without an
 * error, when the server ends it because 32 live events were not taken in time (a burst, not a fault), when another
 * client has replaced its client, and when it ends without an error, which is a dropped connection. `live` is the
 * server's word that everything has been sent, once all that came before it is delivered.
 * @throws StoreUnavailable if the connection fails
 */
export async function* follow(source: SubscriptionSource, after: Position, signal: AbortSignal): AsyncGenerator<Page> {
  let at = after;
  let live = false;
  let pauseMs = FIRST_PAUSE_MS;

  while (!signal.aborted) {
    const isDropped = yield* untilItEnds(await source.open(at));
    if (signal.aborted) return;
    source.resubscribed();
    if (!isDropped) continue;
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }

  /** The pages of one subscription. @returns whether its connection was dropped */
  async function* untilItEnds({ subscription, left }: Opened): AsyncGenerator<Page, boolean> {
    const stop = AbortSignal.any([signal, left]);
    try {
      for await (const { items, isCaughtUp } of arrivals(subscription, PAGE, stop)) {
        const records = items.filter(({ position }) => position > at);
        const isNewlyLive = isCaughtUp && !live;
        live ||= isCaughtUp;
        pauseMs = FIRST_PAUSE_MS;
        at = records.at(-1)?.position ?? at;
        if (records.length > 0 || isNewlyLive) yield { records, live };
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
}
