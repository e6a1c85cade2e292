import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { syncFolder } from '../../store/embedded/durable-write.ts';
import { openFolderFiles } from '../../store/embedded/files.ts';
import { dataFolder } from '../../store/embedded/folder/data-folder.ts';
import { type FolderLock, lockFailure, lockFolder } from '../../store/embedded/folder/lock.ts';
import { keepNewFilesPrivate } from '../../store/embedded/folder/private.ts';
import type { LogRow } from '../../store/embedded/log/schema.ts';
import { CannotRemake, remakeLog, remakeState } from '../../store/embedded/remake.ts';
import type { StateRow } from '../../store/embedded/snapshot.ts';
import { openToVerify } from '../proof/verify/open.ts';
import { verifyLog } from '../proof/verify/verify.ts';
import { type VerdictWords, verdictWords } from '../proof/verify/words.ts';
import type { Clock } from '../runtime/clock.ts';
import { DamagedBackup, type Kept, listBackups, type Manifest, openShelf, type Shelf } from './shelf.ts';

export interface RestoreOptions {
  /** Where the backups are. */
  folder: string;
  passphrase: string;
  /** 1 is the newest. */
  which: number;
  /** The new data folder: it must not be there, or be empty. */
  into: string;
  /** Also puts there what is whole as a backup, though its history is not whole by its proof. */
  isProofWaived: boolean;
  clock: Clock;
  signal: AbortSignal;
}

export interface Restored {
  manifest: Manifest;
  verdict: VerdictWords;
  /** Whether it is there: not if the history is not whole by its proof. */
  isThere: boolean;
}

/** A backup as it is listed. */
export interface Listed {
  kept: Kept;
  /** Null if it was cut or changed. */
  manifest: Manifest | null;
}

/** The backups in a folder, newest first. @throws if there are none, or WrongPassphrase */
export async function readBackups(folder: string, passphrase: string): Promise<Listed[]> {
  const shelf = await openShelf(resolve(folder), passphrase);
  const all = await listBackups(shelf.folder);
  return Promise.all(all.map(async (kept) => ({ kept, manifest: await shelf.manifestIfWhole(kept) })));
}

/**
 * Makes a data folder of a backup, and proves its history as `npm run verify` does. It is made beside its place and moved
 * there last: what fails leaves nothing.
 * @throws what keeps it from being made, for a person: a backup that is cut, mixed or damaged, a wrong passphrase
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder, passphrase, which } = options;
  const into = placeOf(resolve(options.into));
  const shelf = await openShelf(resolve(folder), passphrase);
  const kept = await listBackups(shelf.folder);
  const chosen = kept[which - 1];
  if (!chosen)
    throw new Error(`There is no backup ${which} in ${folder}: 1 is the newest, and ${kept.length} the oldest.`);
  const manifest = await shelf.manifest(chosen);
  keepNewFilesPrivate();
  const beside = `${into}.restoring`;
  requireOwn(beside);
  const lock = lockToMake(beside);
  try {
    const verdict = await madeAndProved(beside, shelf, manifest, options).finally(() => lock.release());
    const isThere = verdict.faults.length === 0 || options.isProofWaived;
    if (isThere) await moveTo(beside, into);
    else await rm(beside, { recursive: true, force: true });
    return { manifest, verdict, isThere };
  } catch (cause) {
    await rm(beside, { recursive: true, force: true });
    throw cause;
  }
}

async function madeAndProved(
  folder: string,
  shelf: Shelf,
  manifest: Manifest,
  { signal, clock }: RestoreOptions,
): Promise<VerdictWords> {
  await emptied(folder);
  await make(folder, shelf, manifest, signal);
  return proved(folder, clock);
}

/** The folder itself, behind any link. @throws now rather than after hours if it cannot be there in the end */
function placeOf(into: string): string {
  if (!lstatSync(into, { throwIfNoEntry: false })) return into;
  if (!statSync(into, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${into} is there, and is no folder: name one that is not there yet. Nothing was changed.`);
  const place = realpathSync(into);
  if (readdirSync(place).length > 0)
    throw new Error(`${into} is not empty: a backup is restored into a folder of its own. Nothing was changed.`);
  if (statSync(place).dev !== statSync(dirname(place)).dev)
    throw new Error(
      `${into} is a whole disk: name a folder on it that is not there yet, like ${join(into, 'heartwood')}. Nothing was changed.`,
    );
  return place;
}

/** What a restore makes; once Heartwood was started on it there is more. */
const MADE = /^(?:files|(?:lock|log|state)\.db(?:-\w+)?)$/;

/** @throws if what is there is nothing that a restore left that was killed: it would be removed */
function requireOwn(beside: string): void {
  const found = lstatSync(beside, { throwIfNoEntry: false });
  if (!found || (found.isDirectory() && readdirSync(beside).every((name) => MADE.test(name)))) return;
  throw new Error(
    `${beside} is in the way, as it is made there first: move it away, or restore into a folder of another name. Nothing was changed.`,
  );
}

function lockToMake(beside: string): FolderLock {
  try {
    return lockFolder(beside);
  } catch (error) {
    const { cause } = error as Error;
    const { isBusy, message } = lockFailure(cause);
    const why = isBusy
      ? `${beside} is being written by another restore: wait until it is done.`
      : `${beside} cannot be made: ${message}. Restore into a folder next to which this user may write.`;
    throw new Error(why, { cause });
  }
}

const LOCK = /^lock\.db/;

/** Removes what a restore left that was killed. */
async function emptied(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!LOCK.test(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function make(folder: string, shelf: Shelf, manifest: Manifest, signal: AbortSignal): Promise<void> {
  const paths = dataFolder(folder);
  async function* pages<Row>(parts: readonly string[]): AsyncGenerator<Row[]> {
    for (const part of parts) {
      signal.throwIfAborted();
      const lines = (await shelf.part(part)).toString().split('\n');
      yield lines.map((line) => JSON.parse(line) as Row);
    }
  }
  try {
    await remakeState(paths.state, pages<StateRow>(manifest.state));
    if ((await remakeLog(paths.log, pages<LogRow>(manifest.log))) !== manifest.events)
      throw new CannotRemake('Events are missing.');
  } catch (cause) {
    if (!(cause instanceof CannotRemake)) throw cause;
    throw new DamagedBackup(`This backup is not what it says of itself: ${cause.message} Choose another one.`);
  }
  const files = openFolderFiles(paths.files);
  for (const sha256 of manifest.files) {
    signal.throwIfAborted();
    // Stored under the name that its content has, which is that of the part.
    await files.put(await shelf.file(sha256));
  }
  await syncFolder(folder);
}

async function proved(folder: string, clock: Clock): Promise<VerdictWords> {
  const own = { eventStoreUrl: null, eventStoreNamespace: '', mongodbUrl: null, mongodbPrefix: '' };
  const opened = await openToVerify({ dataDir: folder, ...own }, clock);
  try {
    return verdictWords(await verifyLog(opened.log, opened.kept, []), []);
  } finally {
    await opened.close();
  }
}

/** An empty folder makes room first: not every system moves a folder onto another one. */
async function moveTo(folder: string, into: string): Promise<void> {
  if (existsSync(into)) {
    await rmdir(into).catch((cause: Error) => {
      throw new Error(
        `${into} cannot be exchanged for what was restored (${cause.message}): choose a folder that is not there yet, in a folder that this user may write to.`,
        { cause },
      );
    });
  }
  await rename(folder, into);
  await syncFolder(dirname(into));
}
