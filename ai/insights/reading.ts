import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Stores, StoresShare } from '../../platform/runtime/stores.ts';
import type { EventLog } from '../../store/event-store.ts';
import type { StateStore } from '../../store/state.ts';
import type { Detector } from '../detectors/detector.ts';
import type { Predictions } from '../predictions/predictions.ts';
import { createTrackRecords } from './track-records.ts';
import { createWatch, type Evaluated, follow, type Question, type Reached } from './watch.ts';

/** One reading of the log, from its start on, with the answers to what is asked about it. */
export interface Reading {
  /** @throws what ended the reading */
  evaluate(question: Question): Promise<Evaluated>;
  /** @param asOf ISO UTC. @throws what ended the reading, or the error of the prediction */
  predict(asOf: string): Promise<Predictions>;
  stop(): void;
  /** Resolves once it was stopped. @throws what ended it */
  ended: Promise<void>;
}

export interface ThreadData {
  shared: StoresShare['data'];
}

export type ToThread = { key: number; question: Question } | { key: number; predictAsOf: string } | 'stop';
export type ToMain =
  | { reached: Reached }
  | { key: number; answer: Evaluated | Predictions }
  | { key: number; failure: Error };

const THREAD = new URL('./thread.ts', import.meta.url);

/** Reads in a thread of its own. @param moved called as it gets on */
export function readInThread(stores: Pick<Stores, 'share'>, moved: (to: Reached) => void): Reading {
  const { data, transfer } = stores.share();
  const workerData: ThreadData = { shared: data };
  const worker = new Worker(THREAD, { workerData, transferList: transfer });
  const say = (message: ToThread) => worker.postMessage(message);
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  let keys = 0;
  worker.on('message', (message: ToMain) => {
    if ('reached' in message) return moved(message.reached);
    if ('failure' in message) asked.get(message.key)?.reject(message.failure);
    else asked.get(message.key)?.resolve(message.answer);
    asked.delete(message.key);
  });
  const ended = untilExit(worker);
  const refuse = (cause: unknown = new Error('The reading was stopped.')) => {
    for (const { reject } of asked.values()) reject(cause);
    asked.clear();
  };
  ended.then(() => refuse(), refuse);
  const ask = (question: { question: Question } | { predictAsOf: string }) => {
    const answer = Promise.withResolvers<unknown>();
    const key = keys++;
    asked.set(key, answer);
    say({ key, ...question });
    return answer.promise;
  };
  return {
    evaluate: async (question) => (await ask({ question })) as Evaluated,
    predict: async (predictAsOf) => (await ask({ predictAsOf })) as Predictions,
    stop: () => say('stop'),
    ended,
  };
}

/** @throws what ended the thread before it was stopped */
async function untilExit(worker: Worker): Promise<void> {
  const [code] = (await once(worker, 'exit')) as [number]; // rejects on the worker's 'error'
  if (code !== 0) throw new Error(`The thread that looks for insights ended with code ${code}.`);
}

/** Reads in the thread that calls it, which saves the loading of another one. @param moved called as it gets on */
export function readHere(
  { log, state }: { log: EventLog; state: StateStore },
  detectors: readonly Detector[],
  moved: (to: Reached) => void,
): Reading {
  const records = createTrackRecords({ log, state, detectors });
  const watch = createWatch(detectors, records.of);
  const stopping = new AbortController();

  async function read(): Promise<void> {
    try {
      await records.load();
      const following = follow(log, watch, stopping.signal, async (to, batch) => {
        await records.take(batch);
        moved(to);
      });
      await Promise.race([following, records.failed]);
    } finally {
      stopping.abort();
      await records.close();
    }
  }

  return {
    async evaluate(question) {
      const evaluated = watch.evaluate(question);
      records.bringUpTo(question.asOf, watch.reached());
      return evaluated;
    },
    predict: async (asOf) => watch.predict(asOf),
    stop: () => stopping.abort(),
    ended: read(),
  };
}
