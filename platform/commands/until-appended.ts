import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable, WrongExpectedRevision } from '../../store/event-store.ts';
import type { Clock } from '../runtime/clock.ts';

/** Others kept changing the stream for as long as we tried. */
export class TooBusy extends Error {
  constructor() {
    super('Others are changing this record at the same time. Try again.');
    this.name = 'TooBusy';
  }
}

const RETRY_FOR_MS = 5_000;
const NOT_SHOWN = 'The event store refuses an append for what it does not show yet.';

/**
 * Retries when another process has appended to what the decision was based on.
 *
 * Whoever is refused by others' changes then reads these, and expects another revision. A log that goes on refusing the
 * same one knows of an append that it does not show yet, such as a cluster between two leaders, even one that this
 * command made before.
 * @throws TooBusy; StoreUnavailable while the log does not show what it has
 */
export async function untilAppended<Result>(
  clock: Clock,
  attempt: (isAgain: boolean) => Promise<Result>,
): Promise<Result> {
  const giveUpAt = clock() + RETRY_FOR_MS;
  let refused: WrongExpectedRevision | null = null;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(tries > 1);
    } catch (cause) {
      if (!(cause instanceof WrongExpectedRevision)) throw cause;
      const isSame = refused?.expected === cause.expected;
      // Once more, however long the first try took: only two show whether others changed anything.
      if (refused && clock() >= giveUpAt) throw isSame ? new StoreUnavailable(NOT_SHOWN, { cause }) : new TooBusy();
      refused = cause;
      await delay(Math.random() * Math.min(20 * tries, 250));
    }
  }
}
