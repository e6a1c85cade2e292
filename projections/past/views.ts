import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { erasures } from '../../domain/index.ts';
import { StillMaking } from '../../platform/runtime/as-of.ts';
import type { StoresShare } from '../../platform/runtime/stores.ts';
import { openEmbeddedReadModels } from '../../store/embedded/read-models/store.ts';
import type { EventLog, Position } from '../../store/event-store.ts';
import type { Answering, ReadModelStore, ReadModels } from '../../store/read-models.ts';
import type { SubjectKeys } from '../../store/subject-keys.ts';
import { dropOthers } from '../engine/generations.ts';
import type { Moment } from '../engine/moment.ts';
import { projections } from '../index.ts';
import { buildInThread } from './build-in-thread.ts';
import { erasedIn, untilErased } from './erased.ts';
import type { Place } from './times.ts';
import type { Versions } from './versions.ts';

/** The company as it was at a moment. */
export interface PastView extends Omit<Place, 'events'> {
  models: Answering;
}

/** One that was made from the log. */
interface MadeView extends Omit<Place, 'events'> {
  models: ReadModels;
}

/** Views of the company at earlier moments (docs/design/time-travel.md). */
export interface PastViews {
  /**
   * The view of a moment, made where there is none; whoever else asks for the same meanwhile waits for it too.
   * @param using aborted once whoever asks is done with it: until then it stays as it is
   * @throws StillMaking if it takes long; it goes on, for whoever asks again
   */
  open(moment: Moment, using: AbortSignal): Promise<PastView>;
  /** Whether nothing here holds anybody whom an event up to a position erased. */
  isFreeOf(position: Position): Promise<boolean>;
  /**
   * Keeps the versions, and lets go of all that hold somebody who is erased.
   * @throws the signal's reason, or that the log was lost
   */
  run(signal: AbortSignal, progress: () => void): Promise<void>;
  close(): Promise<void>;
}

/** Views that stay although nobody reads them just now: an auditor goes back and forth between a few. */
const MOST_KEPT = 3;
const WAIT_MS = 8_000;

interface Kept {
  built: Promise<MadeView>;
  isBuilt: boolean;
  /** Aborted when it is let go of. */
  ended: AbortController;
  /** How many read it, or wait for it. */
  users: number;
}

/**
 * Views out of the versions of a long log; otherwise as embedded read models in a folder of their own, one made after the
 * other by a thread of its own.
 * @param options.folder holds nothing that is needed after a restart
 * @param options.keys of the people who are erased
 */
export function createPastViews(options: {
  folder: string;
  log: Pick<EventLog, 'subscribe' | 'head'>;
  keys: Pick<SubjectKeys, 'get'>;
  share(): StoresShare;
  versions: Versions;
}): PastViews {
  const { folder, log, keys, share, versions } = options;
  let opened: ReadModelStore | null = null;
  /** Who never looks back has no folder for it. */
  const storeOf = () => (opened ??= openEmbeddedReadModels({ folder }));
  /** In the order in which they were last asked for. */
  const kept = new Map<string, Kept>();
  const open = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  /** How far erasures were followed; null before that begins. */
  let followedTo: Position | null = null;
  /** What was there when the last of them had come to its end: it may hold a name. */
  let doubted: readonly string[] = [];

  function make(moment: Moment, signal: AbortSignal, isWanted: () => boolean): Promise<MadeView> {
    const built = last.then(async () => {
      signal.throwIfAborted();
      // Whoever asks again takes a place in the line anew.
      if (!isWanted()) throw new StillMaking();
      const { generation, ...view } = await buildInThread({ share, folder, moment, signal });
      const models = await storeOf().open(generation, projections);
      if (models === null) throw new Error('The view of an earlier moment is gone.');
      open.add(generation);
      return { ...view, models };
    });
    // A thread that died leaves its files.
    last = built.catch(() => dropOthers(storeOf(), [...open]));
    return built;
  }

  function letGo(key: string, { ended }: Kept): void {
    if (kept.get(key)?.ended === ended) kept.delete(key);
    ended.abort(new StillMaking());
  }

  function letGoOfAll(): Promise<unknown> {
    const all = [...kept];
    for (const [key, each] of all) letGo(key, each);
    return Promise.all(all.map(([, each]) => removeUnused(each)));
  }

  /** Lets go of those that were not asked for for the longest time. */
  function trim(): void {
    const unused = [...kept].filter(([, { isBuilt, users }]) => isBuilt && users === 0);
    for (const [key, each] of unused.slice(0, -MOST_KEPT)) {
      letGo(key, each);
      tidy(each);
    }
  }

  /** Removes what nobody keeps or uses any more; what cannot be removed now, the next start removes. */
  const tidy = (view: Kept) => void removeUnused(view).catch(() => undefined);

  /** Removes what nobody keeps or uses any more. */
  async function removeUnused({ built, ended, users }: Kept): Promise<void> {
    if (!ended.signal.aborted || users > 0) return;
    const view = await built.catch(() => null);
    if (view === null) return;
    const { generation } = view.models;
    if (!open.delete(generation)) return;
    await view.models.close();
    await storeOf().drop(generation);
  }

  function keptFor(moment: Moment): Kept {
    const key = JSON.stringify(moment);
    const found = kept.get(key);
    const view = found ?? begin(moment);
    if (!found) forgetOnceLost(key, view);
    kept.delete(key);
    kept.set(key, view);
    return view;
  }

  /** What could not be made, or is found damaged, is made again for whoever asks next. */
  function forgetOnceLost(key: string, view: Kept): void {
    const lost = () => {
      letGo(key, view);
      tidy(view);
    };
    view.built.then(({ models }) => {
      view.isBuilt = true;
      trim();
      models.damaged.addEventListener('abort', lost);
    }, lost);
  }

  function begin(moment: Moment): Kept {
    const ended = new AbortController();
    const view: Kept = { built: make(moment, ended.signal, () => view.users > 0), isBuilt: false, ended, users: 0 };
    return view;
  }

  async function list(): Promise<string[]> {
    return [...(existsSync(folder) ? await storeOf().list() : []), ...(await versions.list())];
  }

  async function followErasures(signal: AbortSignal, progress: () => void): Promise<void> {
    const head = await log.head();
    // Nobody knows what was erased while nobody followed.
    await letGoOfAll();
    [doubted, followedTo] = [await list(), head];
    for await (const { entries, position } of log.subscribe(head, signal, erasures)) {
      progress();
      if (entries.length > 0) {
        await Promise.all([letGoOfAll(), versions.letGo()]);
        await untilErased(keys, erasedIn(entries), signal);
        await letGoOfAll();
        doubted = await list();
      }
      followedTo = position;
    }
  }

  return {
    async open(moment, using) {
      const known = await versions.at(moment);
      using.throwIfAborted();
      if (known) return known;
      const view = keptFor(moment);
      view.users += 1;
      using.addEventListener('abort', () => {
        view.users -= 1;
        tidy(view);
        trim();
      });
      return within(view.built, WAIT_MS);
    },
    async isFreeOf(position) {
      if (followedTo === null || followedTo < position) return false;
      const there = new Set(await list());
      for (const each of doubted) if (there.has(each) && !(await versions.isUpTo(each, position))) return false;
      return true;
    },
    async run(signal, progress) {
      const failed = new AbortController();
      const until = AbortSignal.any([signal, failed.signal]);
      const parts = [followErasures(until, progress), versions.run(until)];
      try {
        await Promise.all(parts);
      } finally {
        failed.abort();
        await Promise.allSettled(parts);
      }
    },
    async close() {
      await letGoOfAll();
      await last;
      await Promise.all([opened?.close(), versions.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @throws StillMaking */
async function within<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StillMaking()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
