import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreUnavailable } from '../../store/event-store.ts';

/** The most files waiting at once: with two photos decoded at a time, the last waits about ten seconds. */
const MOST_AT_ONCE = 24;
const RETRY_AFTER_SECONDS = 5;

/** More files arrive at once than there is room for; a retry may succeed in a moment. */
export class TooManyIncoming extends Error {
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  constructor() {
    super('Many photos are coming in right now. Wait a moment, then send this one again.');
    this.name = 'TooManyIncoming';
  }
}

/** Incoming files are kept on disk, not in memory, until it is their turn. */
export interface IncomingFiles {
  /**
   * Keeps room for one file while something is done with it.
   * @param work is given a path where nothing exists yet; whatever file or folder it leaves there is removed
   * @throws TooManyIncoming at once; StoreUnavailable
   */
  receive<Result>(work: (path: string) => Promise<Result>): Promise<Result>;
  /** The same without room: whoever calls limits how many there are. */
  at<Result>(work: (path: string) => Promise<Result>): Promise<Result>;
}

/** @param folder readable by this user only; created with the first file */
export function openIncomingFiles(folder: string, mostAtOnce = MOST_AT_ONCE): IncomingFiles {
  let left = mostAtOnce;

  async function at<Result>(work: (path: string) => Promise<Result>): Promise<Result> {
    const path = join(folder, randomUUID());
    try {
      await makeFolder(folder);
      return await work(path);
    } finally {
      // Whatever remains is swept at the next start.
      await rm(path, { force: true, recursive: true }).catch(() => undefined);
    }
  }

  return {
    at,
    async receive(work) {
      if (left === 0) throw new TooManyIncoming();
      left--;
      try {
        return await at(work);
      } finally {
        left++;
      }
    },
  };
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StoreUnavailable('A file could not be written.', { cause });
  }
}
