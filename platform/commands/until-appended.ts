import { setTimeout as delay } from 'node:timers/promises';
import { WrongExpectedRevision } from '../../store/event-store.ts';
import type { Clock } from '../runtime/clock.ts';

/** Others kept changing the stream for as long as we tried. */
export class TooBusy extends Error {
  constructor() {
    super('Others are changing this record at the same time. Try again.');
    this.name = 'TooBusy';
  }
}

const RETRY_FOR_MS = 5_000;

/** Retries when another process has appended to what the decision was based on. @throws TooBusy */
export async function untilAppended<Result>(
  clock: Clock,
  attempt: (isAgain: boolean) => Promise<Result>,
): Promise<Result> {
  const giveUpAt = clock() + RETRY_FOR_MS;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(tries > 1);
    } catch (cause) {
      if (!(cause instanceof WrongExpectedRevision)) throw cause;
      if (clock() >= giveUpAt) throw new TooBusy();
      await delay(Math.random() * Math.min(20 * tries, 250));
    }
  }
}
