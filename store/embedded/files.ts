import { randomUUID } from 'node:crypto';
import { mkdir, opendir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreUnavailable } from '../event-store.ts';
import { type FileStore, fileName, isFileName, type OldFiles } from '../files.ts';
import { syncFolder, writeDurably } from './durable-write.ts';

/** Below the folder: files being written, and those a crash left unfinished. */
const UNFINISHED = 'unfinished';
/** The only name under which an empty file is whole. */
const EMPTY = fileName(new Uint8Array());

/**
 * Files in a folder, which is made with the first of them. A file is written under another name and renamed once it is
 * on disk, so that nobody ever sees part of one.
 */
export function openFolderFiles(folder: string): FileStore & OldFiles {
  /** What goes on with a file, so that none is removed for its age while it is put again. */
  const busy = new Map<string, Promise<unknown>>();

  function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = busy.get(name) ?? Promise.resolve();
    const result = before.then(work, work);
    busy.set(name, result);
    const forget = () => {
      if (busy.get(name) === result) busy.delete(name);
    };
    result.then(forget, forget);
    return result;
  }

  return {
    async put(bytes) {
      const name = fileName(bytes);
      try {
        await inTurn(name, async () => {
          // A damaged one is written again.
          if ((await read(folder, name)) === null) await write(folder, name, bytes);
          else await utimes(pathOf(folder, name), new Date(), new Date());
        });
      } catch (cause) {
        throw new StoreUnavailable('A file could not be written.', { cause });
      }
      return name;
    },
    async *putBefore(then) {
      for await (const shelf of entriesOf(folder)) {
        if (!/^[0-9a-f]{2}$/.test(shelf)) continue;
        for await (const name of entriesOf(join(folder, shelf))) {
          if (isFileName(name) && (await isOlder(folder, name, then))) yield name;
        }
      }
    },
    deletePutBefore: (name, then) =>
      inTurn(name, async () => {
        if (!isFileName(name) || !(await isOlder(folder, name, then))) return false;
        await rm(pathOf(folder, name), { force: true });
        await syncFolder(join(folder, shelfOf(name)));
        return true;
      }),
    get: async (name) => (isFileName(name) ? read(folder, name) : null),
    async has(name) {
      const found = isFileName(name) ? await orNull(stat(pathOf(folder, name))) : null;
      return found !== null && (found.size > 0 || name === EMPTY);
    },
    async delete(name) {
      if (!isFileName(name)) return false;
      const removed = await orNull(rm(pathOf(folder, name)).then(() => true));
      if (removed) await syncFolder(join(folder, shelfOf(name)));
      return removed === true;
    },
  };
}

/**
 * Removes what a crash left unfinished; if that fails, it only takes up space. Only for the process that holds the
 * folder, before it writes.
 * @returns the folder for unfinished files, which may not exist
 */
export async function sweepFolderFiles(folder: string): Promise<string> {
  const unfinished = join(folder, UNFINISHED);
  await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
  return unfinished;
}

/** Spreads the files over folders of some thousands, where one folder would hold them all. */
function shelfOf(name: string): string {
  return name.slice(0, 2);
}

function pathOf(folder: string, name: string): string {
  return join(folder, shelfOf(name), name);
}

async function write(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const shelf = join(folder, shelfOf(name));
  const temporary = join(folder, UNFINISHED, randomUUID());
  await mkdir(join(folder, UNFINISHED), { recursive: true });
  await mkdir(shelf, { recursive: true });
  await writeDurably(pathOf(folder, name), bytes, { temporary });
  await syncFolder(folder);
}

/** Null if there is no such file, or its content does not match its name. */
async function read(folder: string, name: string): Promise<Buffer | null> {
  const bytes = await orNull(readFile(pathOf(folder, name)));
  return bytes && fileName(bytes) === name ? bytes : null;
}

async function isOlder(folder: string, name: string, then: number): Promise<boolean> {
  const found = await orNull(stat(pathOf(folder, name)));
  return found !== null && found.mtimeMs < then;
}

/** The names in a folder; none if it does not exist. */
async function* entriesOf(folder: string): AsyncGenerator<string> {
  const entries = await orNull(opendir(folder));
  if (entries) for await (const { name } of entries) yield name;
}

/** Null if there is no such file. */
async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
