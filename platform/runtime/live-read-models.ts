import { setTimeout as delay } from 'node:timers/promises';
import { type Position, START } from '../../store/event-store.ts';
import {
  type CollectionDefinition,
  DamagedReadModels,
  type ReadModelStore,
  type ReadModels,
} from '../../store/read-models.ts';
import type { StateStore } from '../../store/state.ts';

/** The read models are being built for the first time, or lack what this code needs from them: ask again soon. */
export class Rebuilding extends Error {
  constructor() {
    super('This list is being rebuilt. It will be back in a moment.');
    this.name = 'Rebuilding';
  }
}

/** Stored read models that were found damaged. */
export interface Damage {
  generation: string;
  /** ISO UTC. */
  foundAt: string;
  /** When the next generation took its place; null until then. */
  repairedAt: string | null;
}

const LOOK_AGAIN_MS = 50;
const WAIT_MS = 1_000;

/**
 * Waits, however long it takes, until the live generation has taken the event at this position.
 * @throws the signal's reason if it is aborted before
 */
export async function untilReached(
  readModels: Pick<LiveReadModels, 'peek' | 'position' | 'waitFor'>,
  position: Position,
  signal: AbortSignal,
): Promise<void> {
  while (readModels.peek() === null || readModels.position() < position) {
    signal.throwIfAborted();
    // It returns at once while there are no read models yet, or the runner is paused.
    if (!(await readModels.waitFor(position, WAIT_MS))) await delay(LOOK_AGAIN_MS, undefined, { signal });
  }
}

/** The live generation, which every query reads, and how far it has come. */
export interface LiveReadModels {
  /**
   * The live generation. Take it once per query, and finish on it.
   * @throws Rebuilding before there is one
   */
  current(): ReadModels;
  /** The live generation, or null. */
  peek(): ReadModels | null;
  /** Whether the live generation was built as this code declares it; an older one may lack what this code needs. */
  isAsDeclared(): boolean;
  /** How far the live generation has come, as far as this process knows. */
  position(): Position;
  /** Sets whether the runner is paused (it is building, or has failed); nobody then waits for it. */
  setPaused(paused: boolean): void;
  isPaused(): boolean;
  /**
   * Waits until the live generation has taken the event at this position.
   * @returns false if it has not done so in time, or the runner is paused
   */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  /** Waits until there is a live generation, at most this long. */
  opened(timeoutMs: number): Promise<void>;
  /** Stops using a damaged generation: until the next one is live, queries get the answer that it is being built. */
  reportDamage(generation: string, cause: Error): void;
  /** The last damage since the process started, or null. */
  damage(): Damage | null;
  /** Looks at once whether another generation is live. */
  refresh(): void;
  /** Follows the live generation and its switches until the signal is aborted. @param progress called per advance */
  run(signal: AbortSignal, progress?: () => void): Promise<void>;
  /** Aborted when another generation becomes live. */
  switched(): AbortSignal;
}

const LOOK_EVERY_MS = 1_000;
/** A generation that is no longer live stays open this long, for the queries that began on it. */
const CLOSE_AFTER_MS = 60_000;

interface Waiter {
  position: Position;
  timer: NodeJS.Timeout;
  resolve(reached: boolean): void;
}

/**
 * @param options.live reads which generation is live, and the declarations it was built from
 * @param options.fingerprint of this code's declarations
 * @param options.belongs whether a generation was built from this log; if not, it is not shown, not even until the
 *   runner has built another
 * @param options.onDamage called once for each generation that is found damaged
 */
export function createLiveReadModels(options: {
  store: ReadModelStore;
  collections: readonly CollectionDefinition[];
  state: StateStore;
  live(state: StateStore): Promise<{ generation: string; fingerprint: string } | null>;
  fingerprint: string;
  belongs(models: ReadModels): Promise<boolean>;
  onDamage?(cause: Error, generation: string): void;
}): LiveReadModels {
  const { store, collections, state, live, fingerprint, belongs, onDamage } = options;
  let models: ReadModels | null = null;
  let isAsDeclared = false;
  let reached: Position = START;
  let paused = false;
  let damage: Damage | null = null;
  let following = new AbortController();
  let look = new AbortController();
  // Not a Set: its outgrown tables refer to newer ones, so what requests added long after would not be collected.
  let waiters: Waiter[] = [];
  const retired = new Set<ReadModels>();

  function advance(position: Position): void {
    reached = position;
    resolveAll(true, ({ position: wanted }) => wanted <= reached);
  }

  function resolveAll(yes: boolean, isMeant: (waiter: Waiter) => boolean = () => true): void {
    const all = waiters;
    waiters = all.filter((waiter) => !isMeant(waiter));
    for (const waiter of all) {
      if (!isMeant(waiter)) continue;
      clearTimeout(waiter.timer);
      waiter.resolve(yes);
    }
  }

  async function follow(current: ReadModels, signal: AbortSignal, progress: () => void): Promise<void> {
    const { position } = await current.checkpoint();
    advance(position);
    for await (const notice of current.watch(position, signal)) {
      advance(notice.position);
      progress();
    }
  }

  /** @returns null if its files are gone, damaged or from another log: the runner will build another */
  async function open(name: string): Promise<ReadModels | null> {
    let next: ReadModels | null = null;
    try {
      next = await store.open(name, collections);
      if (next && (await belongs(next))) {
        const opened = next;
        opened.damaged.addEventListener('abort', () => reportDamage(name, opened.damaged.reason), { once: true });
        show(opened);
        if (damage) damage.repairedAt ??= new Date().toISOString();
        return opened;
      }
    } catch (cause) {
      if (!(cause instanceof DamagedReadModels)) throw cause;
      reportDamage(name, cause);
    }
    await next?.close();
    return null;
  }

  function show(next: ReadModels | null): void {
    const before = models;
    models = next;
    following.abort();
    following = new AbortController();
    if (before) retire(before);
  }

  function reportDamage(generation: string, cause: Error): void {
    if (damage?.generation === generation) return;
    damage = { generation, foundAt: new Date().toISOString(), repairedAt: null };
    if (models?.generation === generation) show(null);
    onDamage?.(cause, generation);
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
    resolveAll(false);
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
    isAsDeclared: () => models !== null && isAsDeclared,
    position: () => reached,
    isPaused: () => paused,
    setPaused(now) {
      paused = now;
      if (!now) return;
      resolveAll(false);
    },
    waitFor(position, timeoutMs) {
      if (models && position <= reached) return Promise.resolve(true);
      if (paused) return Promise.resolve(false);
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolveAll(false, (each) => each === waiter), timeoutMs);
        const waiter: Waiter = { position, timer, resolve };
        waiters.push(waiter);
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
    reportDamage,
    damage: () => damage,
    refresh: () => look.abort(),
    switched: () => following.signal,

    async run(signal, progress = () => {}) {
      let followed: Promise<void> = Promise.resolve();
      let failure: unknown = null;
      try {
        while (!signal.aborted && failure === null) {
          const found = await live(state);
          const isKnown = found?.generation === models?.generation || found?.generation === damage?.generation;
          const next = found && !isKnown ? await open(found.generation) : null;
          if (next) {
            isAsDeclared = found?.fingerprint === fingerprint;
            await followed;
            const both = AbortSignal.any([signal, following.signal]);
            followed = follow(next, both, progress).catch((cause) => {
              if (!both.aborted && !(cause instanceof DamagedReadModels)) failure = cause;
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
