import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../runtime/clock.ts';
import { shownMessage, withCauses } from '../runtime/error-texts.ts';
import type { StoreConfig } from '../runtime/stores.ts';
import { type BackupTaken, takeBackup } from './backup.ts';
import { configuredPassphrase, type PassphraseConfig, passphraseWarnings } from './passphrase.ts';

// Takes one backup in a thread of its own: what it reads, hashes and seals would hold up every call.

/** What the thread is given. */
export interface ThreadData {
  config: StoreConfig;
  folder: string;
  passphrase: PassphraseConfig;
  keep: number;
  /** How far the process's clock is ahead of that of the machine, in milliseconds. */
  aheadMs: number;
}

/** What became of it. */
export type ThreadAnswer =
  | { taken: BackupTaken }
  | {
      /** For the signed-in. */
      shown: string;
      /** For the server's log. */
      detail: string;
    };

const { passphrase, aheadMs, ...options } = workerData as ThreadData;
try {
  const text = configuredPassphrase(passphrase);
  if (text === null) throw new Error('There is no passphrase: set BACKUP_PASSPHRASE_FILE.');
  const taken = await takeBackup({ ...options, passphrase: text, clock: () => systemClock() + aheadMs });
  answer({ taken: { ...taken, warnings: [...passphraseWarnings(passphrase), ...taken.warnings] } });
} catch (cause) {
  answer({ shown: shownMessage(cause as Error), detail: withCauses(cause) });
}

function answer(said: ThreadAnswer): void {
  parentPort?.postMessage(said);
}
