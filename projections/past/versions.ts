import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { StillMaking } from '../../platform/runtime/as-of.ts';
import type { StoresShare } from '../../platform/runtime/stores.ts';
import { openEmbeddedReadModels } from '../../store/embedded/read-models/store.ts';
import type { EventLog, Position } from '../../store/event-store.ts';
import type { Answering, ReadModelStore, ReadModels } from '../../store/read-models.ts';
import type { Moment } from '../engine/moment.ts';
import { runThread } from '../engine/run-thread.ts';
import { projections } from '../index.ts';
import { type Place, placeOf } from './times.ts';
import { versionCollections } from './version-collections.ts';
import { versionsAt } from './version-view.ts';

/** What the thread is told. */
export interface ToFollow {
  /** How it reaches this process's stores. */
  shared: StoresShare['data'];
  /** For the thread that reads for it. */
  reader: StoresShare;
  /** Where the versions are. */
  folder: string;
}

/** What it tells: that these are there, and followed. */
export interface VersionsReport {
  generation: string;
}

/** All versions of all documents of a long log (docs/design/time-travel.md#versions). */
export interface Versions {
  /**
   * The company at a moment; null where that is not in the versions: they are not made yet, lag behind, or the moment is not
   * the beginning of the log.
   */
  at(moment: Moment): Promise<(Place & { models: Answering }) | null>;
  /** The generations that there are, also those that are being made or removed. */
  list(): Promise<string[]>;
  /** Whether it is the one that answers, and follows the log up to a position: it holds nobody who was erased by then. */
  isUpTo(generation: string, position: Position): Promise<boolean>;
  /** Lets go of them, as somebody was erased; they come back by themselves. */
  letGo(): Promise<void>;
  /** Makes them once the log is long, and follows it. @throws what ended the thread */
  run(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const LOOK_AGAIN_MS = 60_000;
const NOT_YET_MS = 200;
/** Before they are made anew. */
const PAUSE_MS = 500;
const LAG_MS = 2_000;
/** Of the thread, for what it has just read: it only follows most of the time, and would keep a heap as large as a busy thread's. */
const YOUNG_MIB = 12;
const LOOK_AT_LAG_MS = 20;

/**
 * @param options.folder theirs alone
 * @param options.isLong whether the log is too long to make what is asked for when it is asked for; null: not known yet
 * @param options.live the read models now
 */
export function createVersions(options: {
  folder: string;
  log: Pick<EventLog, 'head' | 'readAll'>;
  share(): StoresShare;
  isLong(): Promise<boolean | null>;
  live(): Answering;
}): Versions {
  const { folder, log, share, isLong, live } = options;
  let store: ReadModelStore | null = null;
  let models: ReadModels | null = null;
  /** Those that hold somebody who was erased. */
  let refused: string | null = null;
  /** Ends the thread that follows: another one makes them anew. */
  let ending = new AbortController();

  async function take({ generation }: VersionsReport): Promise<void> {
    if (generation === refused) return;
    store ??= openEmbeddedReadModels({ folder });
    const opened = await store.open(generation, versionCollections(projections)).catch(() => null);
    if (generation === refused) return opened?.close();
    models = opened;
    // What cannot be dropped now is dropped by the thread that makes them anew.
    opened?.damaged.addEventListener('abort', () => void letGo().catch(() => undefined));
    if (opened === null) ending.abort();
  }

  async function release(): Promise<void> {
    const held = models;
    models = null;
    await held?.close();
  }

  async function letGo(): Promise<void> {
    const generation = models?.generation;
    await release();
    if (generation === undefined) return;
    refused = generation;
    try {
      await store?.drop(generation);
    } finally {
      ending.abort();
    }
  }

  /** Asks them only as long as they are not let go of. */
  function whileHeld(versions: ReadModels): Answering {
    const held = () => {
      if (models !== versions) throw new StillMaking();
      return versions;
    };
    return {
      get: async (...asked) => held().get(...asked),
      find: async (...asked) => held().find(...asked),
      count: async (...asked) => held().count(...asked),
      sum: async (...asked) => held().sum(...asked),
    };
  }

  async function list(): Promise<string[]> {
    if (!existsSync(folder)) return [];
    store ??= openEmbeddedReadModels({ folder });
    return store.list();
  }

  /** What was made of a longer log, which an older one has replaced: nobody follows it, and it may hold whom that erases. */
  async function dropAll(): Promise<void> {
    for (const generation of await list()) await store?.drop(generation);
  }

  async function reached(position: Position, of: ReadModels): Promise<boolean> {
    for (const until = performance.now() + LAG_MS; performance.now() < until; await delay(LOOK_AT_LAG_MS)) {
      if (of !== models) return false;
      if ((await of.checkpoint()).position >= position) return true;
    }
    return false;
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const [own, reader] = [share(), share()];
    const workerData: ToFollow = { shared: own.data, reader, folder };
    ending = new AbortController();
    try {
      await runThread<VersionsReport>(new URL('./versions-thread.ts', import.meta.url), {
        workerData,
        transferList: [...own.transfer, ...reader.transfer],
        told: (report) => void take(report),
        signal: AbortSignal.any([signal, ending.signal]),
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
      });
    } finally {
      await release();
    }
  }

  return {
    async at(moment) {
      const versions = models;
      if (versions === null || !(await reached(await log.head(), versions))) return null;
      const place = await placeOf(moment, { models: versions, log });
      if (place === null) return null;
      const parts = { versions: whileHeld(versions), live: live(), projections };
      return { ...place, models: versionsAt(place, parts) };
    },
    list,
    async isUpTo(generation, position) {
      return models?.generation === generation && (await models.checkpoint()).position >= position;
    },
    letGo,
    async run(signal) {
      const rest = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
      for (let long = await isLong(); !long && !signal.aborted; long = await isLong()) {
        if (long === false) await dropAll();
        await rest(long === null ? NOT_YET_MS : LOOK_AGAIN_MS);
      }
      for (; !signal.aborted; await rest(PAUSE_MS)) await follow(signal);
    },
    async close() {
      await release();
      await store?.close();
    },
  };
}
