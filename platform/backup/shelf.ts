import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { syncFolder, writeDurably } from '../../store/embedded/durable-write.ts';
import { type FolderLock, lockFailure, lockFolder } from '../../store/embedded/folder/lock.ts';
import { fileName } from '../../store/files.ts';
import { type Header, newSealing, partPlace, readHeader, type Sealing, sealingOf, WrongPassphrase } from './sealing.ts';

// The folder of backups: parts, each once, however many backups have it, and a manifest for each backup, which names all
// of its parts. A manifest is written last, so that what has one is whole.

const HEADER = 'heartwood-backup.json';
const PARTS = 'parts';
const UNFINISHED = 'unfinished';
const MANIFEST = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.backup$/;
const PART = /^[0-9a-f]{64}$/;
const SHELF = /^[0-9a-f]{2}$/;
/** As `randomUUID` makes them. */
const UNFINISHED_NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Nothing is there, or the disk cannot read it any more: it is lost either way. */
const LOST: readonly (string | undefined)[] = ['ENOENT', 'EISDIR', 'EIO'];

const event = z.object({ position: z.number(), id: z.string() });
const name = z.string().regex(PART);

/** All that one backup is made of. */
const manifest = z.object({
  /** When it was taken, ISO UTC: its state, and the log as it was then. */
  takenAt: z.string(),
  first: event,
  last: event.extend({ recordedAt: z.string().nullable() }),
  events: z.number(),
  /** Names of parts: of rows of the log and records of the state, a JSON line each. */
  log: z.array(name),
  state: z.array(name),
  /** Photos and the like, by their own names. */
  files: z.array(name),
});

export type Manifest = z.output<typeof manifest>;

/** One backup as it lies in the folder. */
export interface Kept {
  /** The name of its manifest's file. */
  file: string;
  /** Milliseconds since 1970. */
  takenAt: number;
}

/** Something in a folder of backups is missing, cut or changed. */
export class DamagedBackup extends Error {}

/** The backups in a folder, newest first; none if there is no such folder. Nothing is opened. */
export async function listBackups(folder: string): Promise<Kept[]> {
  const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    throw cause;
  });
  return names
    .flatMap((file) => {
      const [, stamp] = MANIFEST.exec(file) ?? [];
      return stamp === undefined ? [] : [{ file, takenAt: timeOf(stamp) }];
    })
    .toSorted((a, b) => b.takenAt - a.takenAt);
}

/** A file's name may have no colon on Windows. */
function stampOf(time: string): string {
  return time.replaceAll(/[:.]/g, '-');
}

function timeOf(stamp: string): number {
  const [day, time = ''] = stamp.split('T');
  const [hour, minute, second, rest] = time.split('-');
  return Date.parse(`${day}T${hour}:${minute}:${second}.${rest}`);
}

/** A folder of backups that is only read. */
export class Shelf {
  readonly folder: string;
  readonly sealing: Sealing;

  constructor(folder: string, sealing: Sealing) {
    this.folder = folder;
    this.sealing = sealing;
  }

  /** @throws DamagedBackup */
  async manifest(kept: Kept): Promise<Manifest> {
    const found = await this.manifestIfWhole(kept);
    if (found) return found;
    throw new DamagedBackup(
      `${kept.file} was cut or changed, or is of another folder of backups: that backup cannot be used. Choose another one.`,
    );
  }

  /** Null if it was cut or changed. */
  async manifestIfWhole({ file }: Kept): Promise<Manifest | null> {
    const bytes = await bytesIn(join(this.folder, file));
    const start = bytes ? bytes.indexOf('\n') + 1 : 0;
    const content = bytes && this.sealing.open(bytes.subarray(start), manifestPlace(file));
    return content && manifest.parse(JSON.parse(content.toString()));
  }

  /** A part as it was put there. @throws DamagedBackup */
  async part(part: string): Promise<Buffer> {
    const content = await this.partIfWhole(part);
    if (content) return content;
    throw new DamagedBackup(
      `${join(PARTS, part.slice(0, 2), part)} is missing, cut, changed or of another folder of backups: this backup cannot be used. Choose another one.`,
    );
  }

  /** A photo's part. @throws DamagedBackup */
  file(sha256: string): Promise<Buffer> {
    return this.part(this.sealing.nameOf(sha256));
  }

  protected async partIfWhole(part: string): Promise<Buffer | null> {
    const sealed = await bytesIn(this.pathOf(part));
    return sealed && this.sealing.openPart(sealed, part);
  }

  protected pathOf(part: string): string {
    return join(this.folder, PARTS, part.slice(0, 2), part);
  }
}

function manifestPlace(file: string): string {
  return `manifest ${file}`;
}

/** Null if it is lost. */
async function bytesIn(path: string): Promise<Buffer | null> {
  return readFile(path).catch((cause: NodeJS.ErrnoException) => {
    if (LOST.includes(cause.code)) return null;
    throw cause;
  });
}

/** Opens a folder of backups to read. @throws if there is none, WrongPassphrase, or DamagedBackup */
export async function openShelf(folder: string, passphrase: string): Promise<Shelf> {
  const kept = await listBackups(folder);
  if (kept.length === 0) throw new Error(`There is no backup in ${folder}.`);
  const found = await sealingIn(folder, kept, passphrase);
  if (found === null)
    throw new DamagedBackup(`${HEADER} in ${folder}, and the beginning of each backup, was cut or changed.`);
  return new Shelf(folder, found);
}

/** Null if no header can be read, or there is none. @throws WrongPassphrase */
async function sealingIn(folder: string, kept: readonly Kept[], passphrase: string): Promise<Sealing | null> {
  let wrong: unknown = null;
  for (const header of await headersIn(folder, kept)) {
    try {
      return await sealingOf(header, passphrase);
    } catch (cause) {
      if (!(cause instanceof WrongPassphrase)) throw cause;
      wrong = cause;
    }
  }
  if (wrong !== null) throw wrong;
  return null;
}

/**
 * Each manifest begins with it too, so that no single file is needed by all of them. One that was changed can still be read,
 * so that what most of them say counts.
 * @returns it, or several if as many say one as the other
 */
async function headersIn(folder: string, kept: readonly Kept[]): Promise<Header[]> {
  const found: Header[] = [];
  for (const file of [HEADER, ...kept.map((each) => each.file)]) {
    const text = (await bytesIn(join(folder, file)))?.toString('latin1') ?? '';
    const header = readHeader(text.split('\n', 1)[0] ?? '');
    if (header) found.push(header);
  }
  const same = [...Map.groupBy(found, (header) => JSON.stringify(header)).values()];
  const most = Math.max(0, ...same.map(({ length }) => length));
  return same.flatMap((each) => (each.length === most ? (each[0] ?? []) : []));
}

/** A folder of backups that this process alone writes. */
export class OwnShelf extends Shelf {
  readonly #lock: FolderLock;
  /** Bytes that were written. */
  written = 0;

  constructor(folder: string, sealing: Sealing, lock: FolderLock) {
    super(folder, sealing);
    this.#lock = lock;
  }

  async has(part: string): Promise<boolean> {
    return (await stat(this.pathOf(part)).catch(() => null)) !== null;
  }

  /** Stores a part, unless it is there. @returns its name */
  async put(content: Uint8Array): Promise<string> {
    const part = this.sealing.nameOf(fileName(content));
    if (await this.has(part)) return part;
    await mkdir(join(this.folder, PARTS, part.slice(0, 2)), { recursive: true });
    await this.#write(this.pathOf(part), this.sealing.seal(content, partPlace(part)));
    return part;
  }

  /** Removes those parts of a backup that are not whole, so that they are written again. @returns how many */
  async removeDamaged(parts: Iterable<string>): Promise<number> {
    let removed = 0;
    for (const part of parts) {
      if (await this.partIfWhole(part)) continue;
      await rm(this.pathOf(part), { recursive: true, force: true });
      removed += 1;
    }
    return removed;
  }

  /** Makes a backup of what is there: only from now on it counts. */
  async add(made: Manifest): Promise<Kept> {
    const file = `${stampOf(made.takenAt)}.backup`;
    // The names of the parts' folders first: a manifest must not be there without them.
    for (const each of [join(this.folder, PARTS), this.folder]) await syncFolder(each);
    const sealed = this.sealing.seal(Buffer.from(JSON.stringify(made)), manifestPlace(file));
    await this.#write(
      join(this.folder, file),
      Buffer.concat([Buffer.from(`${JSON.stringify(this.sealing.header)}\n`), sealed]),
    );
    return { file, takenAt: Date.parse(made.takenAt) };
  }

  async remove({ file }: Kept): Promise<void> {
    await rm(join(this.folder, file), { force: true });
    await syncFolder(this.folder);
  }

  /** Removes the parts that no backup names, and nothing else that somebody keeps there. @param named by `partsOf` */
  async sweep(named: ReadonlySet<string>): Promise<void> {
    for (const shelf of await namesIn(join(this.folder, PARTS), SHELF)) {
      for (const part of await namesIn(join(this.folder, PARTS, shelf), PART))
        if (!named.has(part)) await rm(join(this.folder, PARTS, shelf, part), { recursive: true, force: true });
    }
  }

  /** All parts of a backup. */
  partsOf({ log, state, files }: Manifest): string[] {
    return [...log, ...state, ...files.map((sha256) => this.sealing.nameOf(sha256))];
  }

  async writeHeader(): Promise<void> {
    await this.#write(join(this.folder, HEADER), Buffer.from(`${JSON.stringify(this.sealing.header)}\n`));
  }

  close(): void {
    this.#lock.release();
  }

  async #write(path: string, bytes: Buffer): Promise<void> {
    try {
      await writeDurably(path, bytes, { temporary: join(this.folder, UNFINISHED, randomUUID()) });
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      const why = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' ? 'its disk is full' : message;
      throw new Error(`${this.folder} could not be written: ${why}. The backups that are there are as they were.`, {
        cause,
      });
    }
    this.written += bytes.length;
  }
}

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  return (await readdir(folder)).filter((each) => pattern.test(each));
}

/**
 * Opens a folder to back up into, which is made if need be.
 * @throws if another process writes a backup there, it cannot be written, WrongPassphrase, or DamagedBackup
 */
export async function openOwnShelf(folder: string, passphrase: string): Promise<OwnShelf> {
  const lock = lockShelf(folder);
  try {
    await mkdir(join(folder, UNFINISHED), { recursive: true });
    for (const left of await namesIn(join(folder, UNFINISHED), UNFINISHED_NAME))
      await rm(join(folder, UNFINISHED, left), { force: true });
    await mkdir(join(folder, PARTS), { recursive: true });
    const kept = await listBackups(folder);
    const found = await sealingIn(folder, kept, passphrase);
    if (found === null && kept.length > 0)
      throw new DamagedBackup(`No backup in ${folder} can be read: back up into another folder, and look at its disk.`);
    const shelf = new OwnShelf(folder, found ?? (await newSealing(passphrase)), lock);
    await shelf.writeHeader();
    return shelf;
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

function lockShelf(folder: string): FolderLock {
  try {
    return lockFolder(folder);
  } catch (error) {
    const { cause } = error as Error;
    const { isBusy, message } = lockFailure(cause);
    const why = isBusy
      ? `Another backup is being written into ${folder}: wait until it is done.`
      : `${folder} cannot be written: ${message}. Give this user write access to it, or choose another folder.`;
    throw new Error(why, { cause });
  }
}
