import { setTimeout as delay } from 'node:timers/promises';
import { type Position, StoreUnavailable } from '../../store/event-store.ts';
import type { Predictions } from '../predictions/predictions.ts';
import type { Reading } from './reading.ts';
import type { Evaluated, Question, Reached } from './watch.ts';

/** Facts and insights as this process knows them; they are read from the log once somebody asks. */
export interface Evaluator {
  /** Begins to read, unless it has. @throws StoreUnavailable, once for each reading that has ended by itself */
  begin(): void;
  /** How far it was read; null before the first of it. */
  reached(): Reached | null;
  /**
   * Waits until the log is read up to a position.
   * @returns false if it is not in time
   * @throws StoreUnavailable if the reading ended
   */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  /** @throws StoreUnavailable if the reading ended; what it failed of, if it ends meanwhile */
  evaluate(question: Question): Promise<Evaluated>;
  /** @param asOf ISO UTC. @throws StoreUnavailable if the reading ended; what it failed of */
  predict(asOf: string): Promise<Predictions>;
  close(): Promise<void>;
}

const LOOK_AGAIN_MS = 10;

/** @param read begins a reading, which calls back as it gets on */
export function createEvaluator(read: (moved: (to: Reached) => void) => Reading): Evaluator {
  let reading: Reading | null = null;
  let reached: Reached | null = null;
  let failure: StoreUnavailable | null = null;
  let isClosed = false;

  function start(): void {
    const started = read((to) => {
      if (reading === started) reached = to;
    });
    reading = started;
    const end = (cause?: unknown) => {
      if (reading !== started) return;
      reading = null;
      reached = null;
      failure = new StoreUnavailable('The history could not be read to its end.', { cause });
    };
    started.ended.then(() => end(), end);
  }

  function begin(): void {
    const ended = failure;
    failure = null;
    if (ended) throw ended;
    if (isClosed) throw new StoreUnavailable('Heartwood is stopping.');
    if (!reading) start();
  }

  function current(): Reading {
    begin();
    if (!reading) throw new Error('Nothing is being read.');
    return reading;
  }

  return {
    begin,
    reached: () => reached,
    async waitFor(position, timeoutMs) {
      const until = performance.now() + timeoutMs;
      for (;;) {
        begin();
        if (reached?.live && reached.position >= position) return true;
        if (performance.now() >= until) return false;
        await delay(LOOK_AGAIN_MS);
      }
    },
    evaluate: async (question) => current().evaluate(question),
    predict: async (asOf) => current().predict(asOf),
    async close() {
      isClosed = true;
      const ending = reading;
      reading = null;
      ending?.stop();
      await ending?.ended.catch(() => undefined);
    },
  };
}
