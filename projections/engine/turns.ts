import { setTimeout as delay } from 'node:timers/promises';
import type { Batch, EventLog, Position } from '../../store/event-store.ts';

/**
 * What a subscription delivers; while there is other work and no batch is ready, yields null as a turn for that work.
 * @param isWorkLeft asked before each turn
 */
export async function* turnsOf(
  log: Pick<EventLog, 'subscribe'>,
  after: Position,
  signal: AbortSignal,
  isWorkLeft: () => boolean,
): AsyncGenerator<Batch | null, void, undefined> {
  const ending = new AbortController();
  const batches = log.subscribe(after, AbortSignal.any([signal, ending.signal]))[Symbol.asyncIterator]();
  try {
    let next = batches.next();
    for (;;) {
      while (isWorkLeft() && !(await isSettled(next))) yield null;
      const { done, value } = await next;
      if (done) return;
      yield value;
      next = batches.next();
    }
  } finally {
    ending.abort();
    await batches.return?.();
  }
}

/** How long to wait for a batch before other work continues: enough for the store to notice an append and read it. */
const LISTEN_MS = 2;

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const settled = () => true;
  return Promise.race([promise.then(settled, settled), delay(LISTEN_MS, false)]);
}
