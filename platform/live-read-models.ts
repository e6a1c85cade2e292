import { setTimeout as delay } from 'node:timers/promises';
import { type Position, START } from '../store/event-store.ts';
import type { CollectionDefinition, ReadModelStore, ReadModels } from '../store/read-models.ts';
import type { StateStore } from '../store/state.ts';

/** The read models are being built for the first time, or lack what this code asks of them: ask again soon. */
export class Rebuilding extends Error {
  constructor() {
    super('This view is being rebuilt from the history. It will be back in a moment.');
    this.name = 'Rebuilding';
  }
}

/** The generation that is live, and how far it has come: what every query reads. */
export interface LiveReadModels {
  /**
   * The live generation. Take it once per query, and end on it.
   * @throws Rebuilding before there is one
   */
  current(): ReadModels;
  /** The live generation, or null. */
  peek(): ReadModels | null;
  /** How far the live generation has come, as far as this process knows. */
  position(): Position;
  /** Tells whether the runner stands (it builds, or has failed): then nobody waits for it. */
  setStanding(standing: boolean): void;
  isStanding(): boolean;
  /**
   * Waits until the live generation has taken the event at this position.
   * @returns false where it has not after that time, or the runner stands
   */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  /** Waits until there is a live generation, at most so long. */
  opened(timeoutMs: number): Promise<void>;
  /** Looks at once whether another generation is live. */
  refresh(): void;
  /** Follows the live generation and its switches until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** Aborted when another generation becomes live. */
  switched(): AbortSignal;
}

const LOOK_EVERY_MS = 1_000;
/** A generation that is live no more stays open this long, for the queries that began on it. */
const CLOSE_AFTER_MS = 60_000;

interface Waiter {
  position: Position;
  resolve(reached: boolean): void;
}

/**
 * @param options.liveName reads which generation is live
 * @param options.belongs whether a generation was made from this log; one that was not is not shown, not even until the
 *   runner has built another
 */
export function createLiveReadModels(options: {
  store: ReadModelStore;
  collections: readonly CollectionDefinition[];
  state: StateStore;
  liveName(state: StateStore): Promise<string | null>;
  belongs(models: ReadModels): Promise<boolean>;
}): LiveReadModels {
  const { store, collections, state, liveName, belongs } = options;
  let models: ReadModels | null = null;
  let reached: Position = START;
  let standing = false;
  let following = new AbortController();
  let look = new AbortController();
  const waiters = new Set<Waiter>();
  const retired = new Set<ReadModels>();

  function advance(position: Position): void {
    reached = position;
    for (const waiter of waiters) {
      if (waiter.position <= reached) waiter.resolve(true);
    }
  }

  async function follow(current: ReadModels, signal: AbortSignal): Promise<void> {
    const { position } = await current.checkpoint();
    advance(position);
    for await (const notice of current.watch(position, signal)) advance(notice.position);
  }

  /** @returns null where its files are gone or are another log's: the runner will build another */
  async function open(name: string): Promise<ReadModels | null> {
    const next = await store.open(name, collections);
    if (!next) return null;
    if (!(await belongs(next))) {
      await next.close();
      return null;
    }
    const before = models;
    models = next;
    following.abort();
    following = new AbortController();
    if (before) retire(before);
    return next;
  }

  function retire(before: ReadModels): void {
    retired.add(before);
    setTimeout(() => {
      if (retired.delete(before)) void before.close();
    }, CLOSE_AFTER_MS).unref();
  }

  async function closeAll(): Promise<void> {
    following.abort();
    following = new AbortController();
    for (const waiter of waiters) waiter.resolve(false);
    const open = models ? [models, ...retired] : [...retired];
    models = null;
    retired.clear();
    await Promise.all(open.map((each) => each.close()));
  }

  return {
    current() {
      if (!models) throw new Rebuilding();
      return models;
    },
    peek: () => models,
    position: () => reached,
    isStanding: () => standing,
    setStanding(now) {
      standing = now;
      if (!now) return;
      for (const waiter of waiters) waiter.resolve(false);
    },
    waitFor(position, timeoutMs) {
      if (models && position <= reached) return Promise.resolve(true);
      if (standing) return Promise.resolve(false);
      return new Promise((resolve) => {
        const timer = setTimeout(() => waiter.resolve(false), timeoutMs);
        const waiter: Waiter = {
          position,
          resolve(yes) {
            clearTimeout(timer);
            waiters.delete(waiter);
            resolve(yes);
          },
        };
        waiters.add(waiter);
      });
    },
    async opened(timeoutMs) {
      const timeout = AbortSignal.timeout(timeoutMs);
      while (!models && !timeout.aborted) {
        await delay(LOOK_EVERY_MS, undefined, { signal: AbortSignal.any([timeout, following.signal]) }).catch(
          () => undefined,
        );
      }
    },
    refresh: () => look.abort(),
    switched: () => following.signal,

    async run(signal) {
      let followed: Promise<void> = Promise.resolve();
      let failure: unknown = null;
      try {
        while (!signal.aborted && failure === null) {
          const name = await liveName(state);
          const next = name !== null && name !== models?.generation ? await open(name) : null;
          if (next) {
            await followed;
            const both = AbortSignal.any([signal, following.signal]);
            followed = follow(next, both).catch((cause) => {
              if (!both.aborted) failure = cause;
              look.abort();
            });
          }
          look = new AbortController();
          await delay(LOOK_EVERY_MS, undefined, { signal: AbortSignal.any([signal, look.signal]) }).catch(
            () => undefined,
          );
        }
      } finally {
        await closeAll();
        await followed;
      }
      if (failure !== null) throw failure;
    },
  };
}
