import { resolve, sep } from 'node:path';
import { keepNewFilesPrivate } from '../../store/embedded/folder/private.ts';
import { isContentDamage, unreadable } from '../../store/embedded/folder/unreadable.ts';
import { isWithin } from '../../store/embedded/folder/within.ts';
import { recordedAt } from '../../store/embedded/log/mark.ts';
import { isAsWritten, type LogRow } from '../../store/embedded/log/schema.ts';
import type { Clock } from '../runtime/clock.ts';
import { requireData, type StoreConfig } from '../runtime/stores.ts';
import { type Kept, listBackups, type Manifest, type OwnShelf, openOwnShelf } from './shelf.ts';
import { Moved, openSource, type Source } from './source.ts';

/** How often what moves is read again: what was written before is not written again. */
const MOST_TRIES = 20;

const STARTED = 'Heartwood was started meanwhile.';

export interface BackupOptions {
  config: StoreConfig;
  /** Where the backups are, or are to be. */
  folder: string;
  passphrase: string;
  /** How many of the newest are kept, this one included. */
  keep: number;
  clock: Clock;
}

/** What was done. */
export interface BackupTaken {
  file: string;
  /** ISO UTC. */
  takenAt: string;
  events: number;
  files: number;
  /** Bytes that were written: what no earlier backup there had. */
  written: number;
  /** How many backups are there now, and how many older ones were removed. */
  kept: number;
  removed: number;
  /** What a person should know. */
  warnings: string[];
}

/**
 * Backs up the data folder, also while Heartwood runs: log, state and files of one moment (docs/design/stores.md#backups).
 * It counts once each of its parts was read back; only then are older ones removed.
 * @throws what keeps it from being taken, for a person; the backups that are there stay as they were
 */
export async function takeBackup({ config, folder, passphrase, keep, clock }: BackupOptions): Promise<BackupTaken> {
  requireOwnFiles(config);
  const dataDir = resolve(config.dataDir);
  requireData(dataDir);
  requireApart(dataDir, resolve(folder));
  keepNewFilesPrivate();
  const shelf = await openOwnShelf(resolve(folder), passphrase);
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await takeOnce(dataDir, shelf, { keep, clock });
      } catch (cause) {
        if (!(cause instanceof Moved)) throw cause;
        if (tries === MOST_TRIES) throw new Error(`${cause.message} This went on for as long as it was tried.`);
      }
    }
  } catch (cause) {
    throw isContentDamage(cause)
      ? new Error(`The data folder ${dataDir} is damaged: ${(cause as Error).message}. npm run verify says more.`, {
          cause,
        })
      : (unusable(shelf.folder, cause) ?? unreadable(dataDir, cause));
  } finally {
    shelf.close();
  }
}

/** Null if it is not the folder of the backups that could not be used. */
function unusable(folder: string, cause: unknown): Error | null {
  const { path, message } = cause as NodeJS.ErrnoException;
  if (!path?.startsWith(folder + sep) && path !== folder) return null;
  return new Error(
    `${folder} cannot be used: ${message}. Give this user access to all that is in it, or choose another folder. The backups that are there are as they were.`,
    { cause },
  );
}

/** @throws if a part of the data is on a server */
export function requireOwnFiles({ eventStoreUrl, mongodbUrl }: StoreConfig): void {
  const servers = [...(eventStoreUrl ? ['EventStoreDB'] : []), ...(mongodbUrl ? ['MongoDB'] : [])];
  if (servers.length === 0) return;
  throw new Error(
    `The data is on ${servers.join(' and ')}, whose own tools make its backups: of state and photos first, of the history last, as keys may be newer than the history and must not be older. npm run archive writes all of it in open formats.`,
  );
}

/** What damages the data must not damage its backups too. */
function requireApart(dataDir: string, folder: string): void {
  if (isWithin(dataDir, folder))
    throw new Error(`${folder} is in the data folder: choose a folder on another disk, or on another machine.`);
}

async function takeOnce(
  dataDir: string,
  shelf: OwnShelf,
  { keep, clock }: { keep: number; clock: Clock },
): Promise<BackupTaken> {
  const source = await openSource(dataDir, clock);
  try {
    const earlier = await readEarlier(shelf, source);
    const { made, missing } = await write(source, shelf);
    if (source.isStale()) throw new Moved(STARTED);
    // Also what an earlier backup wrote: a disk may have lost it since.
    if ((await shelf.removeDamaged(shelf.partsOf(made))) > 0) throw new Moved(notHeld(shelf));
    const taken = await shelf.add(made);
    if ((await shelf.manifestIfWhole(taken)) === null) {
      await shelf.remove(taken);
      throw new Moved(notHeld(shelf));
    }
    const { removed, kept, warnings } = await prune(shelf, source, { taken, made, earlier, keep });
    const { takenAt, events, files } = made;
    return {
      file: taken.file,
      takenAt,
      events,
      files: files.length,
      written: shelf.written,
      kept,
      removed,
      warnings: [...missing.map(missingText), ...warnings],
    };
  } catch (cause) {
    // What looks like damage then may be a page that was written under the reader.
    throw source.isStale() ? new Moved(STARTED) : cause;
  } finally {
    source.close();
  }
}

function notHeld({ folder }: OwnShelf): string {
  return `${folder} does not hold what was written there: look at its disk.`;
}

function missingText(sha256: string): string {
  return `The file ${sha256} is damaged, and so in no backup. Its photo's page says which it is, and how to send it again.`;
}

/** Null for one that cannot be opened. */
type Earlier = { kept: Kept; manifest: Manifest | null };

/** @throws if they are of another company */
async function readEarlier(shelf: OwnShelf, source: Source): Promise<Earlier[]> {
  const earlier: Earlier[] = [];
  for (const kept of await listBackups(shelf.folder)) {
    earlier.push({ kept, manifest: await shelf.manifestIfWhole(kept) });
  }
  const newest = earlier.find(({ manifest }) => manifest !== null)?.manifest;
  if (newest && source.rowAt(newest.first.position)?.id !== newest.first.id)
    throw new Error(`The backups in ${shelf.folder} are of another history: choose another folder for this one.`);
  return earlier;
}

/** Writes what the folder does not have yet. @returns also the files that are damaged here, and that it does not have */
async function write(source: Source, shelf: OwnShelf): Promise<{ made: Manifest; missing: string[] }> {
  const { takenAt, bounds } = source;
  const state: string[] = [];
  for (const page of source.state) state.push(await shelf.put(Buffer.from(page)));
  const log: string[] = [];
  let events = 0;
  for (const rows of source.log()) {
    for (const row of rows) requireWhole(row);
    events += rows.length;
    log.push(await shelf.put(Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))));
  }
  const files: string[] = [];
  const missing: string[] = [];
  for (const sha256 of source.files) ((await putFile(source, shelf, sha256)) ? files : missing).push(sha256);
  const [first, last] = [source.rowAt(bounds.first), source.rowAt(bounds.last)];
  if (!first || !last) throw new Moved('The log was exchanged.');
  return {
    made: {
      takenAt,
      first: { position: first.position, id: first.id },
      last: { position: last.position, id: last.id, recordedAt: recordedAt(last.metadata) },
      events,
      log,
      state,
      files,
    },
    missing,
  };
}

function requireWhole(row: LogRow): void {
  if (isAsWritten(row)) return;
  throw new Error(
    `The event at position ${row.position} of log.db is damaged, so this would be no whole backup. npm run verify says what is damaged; the earlier backups are kept.`,
  );
}

/** @returns false for one that is damaged */
async function putFile({ fileStore }: Source, shelf: OwnShelf, sha256: string): Promise<boolean> {
  if (await shelf.has(shelf.sealing.nameOf(sha256))) return true;
  const bytes = await fileStore.get(sha256);
  if (bytes) await shelf.put(bytes);
  else if (!(await fileStore.has(sha256))) throw new Moved('A photo was removed.');
  return bytes !== null;
}

/**
 * Removes what is more than the newest ones, of those whose whole history the new one has: what was made of a history that
 * went another way may be the only copy of that.
 */
async function prune(
  shelf: OwnShelf,
  source: Source,
  { taken, made, earlier, keep }: { taken: Kept; made: Manifest; earlier: readonly Earlier[]; keep: number },
) {
  const isBehind = ({ manifest }: Earlier) =>
    manifest !== null && source.rowAt(manifest.last.position)?.id === manifest.last.id;
  const behind = earlier.filter((each) => each.kept.file !== taken.file && isBehind(each));
  const surplus = new Set(behind.slice(keep - 1));
  for (const { kept } of surplus) await shelf.remove(kept);
  const left = earlier.filter((each) => !surplus.has(each) && each.kept.file !== taken.file);
  const damaged = left.filter(({ manifest }) => manifest === null);
  const elsewhere = left.filter((each) => each.manifest !== null && !isBehind(each));
  // What a damaged one would need cannot be told.
  if (damaged.length === 0) {
    const named = [made, ...left.flatMap(({ manifest }) => manifest ?? [])];
    await shelf.sweep(new Set(named.flatMap((each) => shelf.partsOf(each))));
  }
  return {
    removed: surplus.size,
    kept: left.length + 1,
    warnings: [
      ...damaged.map(
        ({ kept }) =>
          `${kept.file} was cut or changed, and cannot be restored. Remove that file: until then nothing that older backups alone need is removed.`,
      ),
      ...elsewhere.map(
        ({ kept }) =>
          `${kept.file} has events that this history does not have, so it is kept for as long as you do not remove it yourself.`,
      ),
    ],
  };
}
