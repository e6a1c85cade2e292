import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { StateStore } from '../../store/state.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import { lastCronTime } from '../runtime/cron.ts';
import { shownMessage, withCauses } from '../runtime/error-texts.ts';
import type { Log } from '../runtime/log.ts';
import type { StoreConfig } from '../runtime/stores.ts';
import type { Loop } from '../runtime/supervisor.ts';
import { configuredPassphrase, type PassphraseConfig } from './passphrase.ts';
import { listBackups } from './shelf.ts';
import type { ThreadAnswer, ThreadData } from './thread.ts';

export const BACKUPS = 'backups';

const LOOK_EVERY_MS = 60_000;
/** After one that failed. */
const AGAIN_AFTER_MS = 15 * 60_000;
/** How long after its time a backup may be missing, and how long one may take. */
const LATE_MS = 60 * 60_000;
const LONGEST_MS = 12 * 60 * 60_000;
/** The folder in which a backup was seen: one that has none any more is a disk that is not there. */
const SEEN = 'backups-seen-in';

/** How backups are made. */
export interface BackupConfig {
  /** Where they go; null: none are made by themselves. */
  folder: string | null;
  passphrase: PassphraseConfig;
  /** When one is made, by the company's clock; null: never automatically. */
  cron: string | null;
  /** How many are kept. */
  keep: number;
}

/** How the backups of a running Heartwood are. */
export interface BackupHealth {
  /** When the newest was taken, ISO UTC; null before the first. */
  newestAt: string | null;
  /** Whether a newer one should be there by now. */
  isOverdue: boolean;
  /** Why the last try failed, for a person; null if it did not. */
  lastError: string | null;
  lastErrorAt: string | null;
}

export interface BackupSchedule {
  health(): BackupHealth;
  run: Loop;
}

/**
 * Makes backups when they are due, by the company's clock; the first one right away. What was missed is made up for.
 * @param options.zone the company's time zone, by its IANA name
 * @param options.everyMs how often to look; a minute by default
 */
export function createBackupSchedule(
  config: StoreConfig & { backup: BackupConfig & { folder: string; cron: string } },
  {
    zone,
    state,
    clock,
    log,
    everyMs = LOOK_EVERY_MS,
  }: { zone(): Promise<string>; state: StateStore; clock: Clock; log: Log; everyMs?: number | undefined },
): BackupSchedule {
  const { folder, cron, passphrase, keep } = config.backup;
  let newest: number | null = null;
  let dueSince: number | null = null;
  let isRunning = false;
  let error: { text: string; at: number } | null = null;

  async function look(): Promise<void> {
    const now = clock();
    // A clock that was put back makes none of then the newest.
    const there = await listBackups(folder).catch((cause: unknown) => {
      fail(`${folder} cannot be read: is it a folder of this user, and its disk connected?`, withCauses(cause));
      return null;
    });
    if (there === null) return;
    newest = there.find(({ takenAt }) => takenAt <= now)?.takenAt ?? null;
    const due = newest === null ? now : lastCronTime(cron, await zone(), { after: newest, until: now });
    // Before the first one it is due since that was noticed.
    dueSince = due !== null && newest === null ? (dueSince ?? due) : due;
    if (error && newest !== null && newest > error.at) error = null;
  }

  /** @throws if there was a backup and is none any more: the disk may be another one, or the folder below it */
  async function requireItsDisk(): Promise<void> {
    if (newest !== null || (await state.get(SEEN))?.value !== folder) return;
    throw new Error(
      `There are no backups in ${folder} any more: is its disk connected? If they are meant to begin anew there, run npm run backup once.`,
    );
  }

  async function noteItsDisk(): Promise<void> {
    const seen = await state.get(SEEN);
    if (seen?.value !== folder) await state.put(SEEN, folder, { expected: seen?.version ?? 'none' });
  }

  async function take(signal: AbortSignal): Promise<void> {
    isRunning = true;
    try {
      await requireItsDisk();
      const { dataDir, eventStoreUrl, eventStoreNamespace, mongodbUrl, mongodbPrefix } = config;
      const stores = { dataDir, eventStoreUrl, eventStoreNamespace, mongodbUrl, mongodbPrefix };
      const said = await inThread(
        { config: stores, folder, passphrase, keep, aheadMs: clock() - systemClock() },
        signal,
      );
      if (said === null) return;
      if ('taken' in said) {
        const { takenAt, events, files, written, removed, warnings } = said.taken;
        log.info({ takenAt, events, files, written, removed }, 'a backup was made');
        for (const warning of warnings) log.warn({ warning }, 'a backup was made, and something should be known');
        error = null;
        await noteItsDisk();
      } else fail(said.shown, said.detail);
    } catch (cause) {
      fail(shownMessage(cause as Error), withCauses(cause));
    } finally {
      isRunning = false;
    }
    await look();
  }

  function fail(text: string, detail: string): void {
    if (error?.text !== text) log.error({ detail }, 'no backup was made');
    error = { text, at: clock() };
  }

  function checkPassphrase(): void {
    try {
      configuredPassphrase(passphrase);
    } catch (cause) {
      fail((cause as Error).message, withCauses(cause));
    }
  }

  function isDue(): boolean {
    return dueSince !== null && (error === null || Math.abs(clock() - error.at) >= AGAIN_AFTER_MS);
  }

  return {
    health: () => ({
      newestAt: newest === null ? null : new Date(newest).toISOString(),
      isOverdue: dueSince !== null && clock() - dueSince > (isRunning ? LONGEST_MS : LATE_MS),
      lastError: error?.text ?? null,
      lastErrorAt: error && new Date(error.at).toISOString(),
    }),
    async run(signal, progress) {
      // Whoever set it up wrongly is told now, and not after the night.
      if (error === null) checkPassphrase();
      while (!signal.aborted) {
        await look();
        if (isDue()) await take(signal);
        progress();
        await delay(everyMs, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}

/** Null if it was ended: what it left counts for nothing. */
async function inThread(workerData: ThreadData, signal: AbortSignal): Promise<ThreadAnswer | null> {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData });
  const ended = new AbortController();
  const end = () => void thread.terminate();
  signal.addEventListener('abort', end, { once: true });
  thread.once('exit', () => ended.abort());
  try {
    const [said] = (await once(thread, 'message', { signal: ended.signal })) as [ThreadAnswer];
    return said;
  } catch (cause) {
    if (signal.aborted) return null;
    throw cause;
  } finally {
    signal.removeEventListener('abort', end);
    await thread.terminate();
  }
}
