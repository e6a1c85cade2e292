import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { COMPANIONS } from './data-folder.ts';

/** A database is these files: its own, its write-ahead log and the log's index. */
const SUFFIXES = ['', ...COMPANIONS];
const DATABASES = ['log.db', 'state.db'];
const FAULTS = ['removed', 'replaced', 'cut'] as const;
type FileFault = (typeof FAULTS)[number];

/** What happened to a file of the folder while it was open. */
export interface FileDamage {
  file: string;
  fault: FileFault;
}

/** All possible ones, in an order that every thread knows. */
export const FILE_DAMAGES: readonly FileDamage[] = DATABASES.flatMap((database) =>
  SUFFIXES.flatMap((suffix) => FAULTS.map((fault) => ({ file: database + suffix, fault }))),
);

interface Known {
  device: bigint;
  inode: bigint;
  /** The least size of the file; 0 for one that may shrink. */
  size: bigint;
}

/**
 * Checks whether the files of a database that its writer has open are still the ones in the folder. It looks only at
 * the names: opening and closing a file here would drop SQLite's locks.
 */
export class OpenFiles {
  readonly #path: string;
  readonly #bytes: () => number;
  readonly #known = new Map<string, Known>();

  /**
   * For a database that was just opened and stays open until the last look, so that no other file gets its inode.
   * @param bytes size of the database, as SQLite knows it: it never shrinks
   */
  constructor(path: string, bytes: () => number) {
    this.#path = path;
    this.#bytes = bytes;
    this.look();
  }

  /** Some six file system calls. @returns the first fault, or null */
  look(): FileDamage | null {
    for (const suffix of SUFFIXES) {
      const fault = this.#lookAt(suffix);
      if (fault) return { file: basename(this.#path) + suffix, fault };
    }
    return null;
  }

  #lookAt(suffix: string): FileFault | null {
    const known = this.#known.get(suffix);
    let found: ReturnType<typeof statOf>;
    try {
      found = statOf(this.#path + suffix);
    } catch {
      // A file system that cannot answer now has not said that anything is missing.
      return null;
    }
    // SQLite makes the other two files when it first needs them.
    if (!found) return known ? 'removed' : null;
    if (known && isAnother(known, found)) return 'replaced';
    if (known && found.size < known.size) return 'cut';
    this.#known.set(suffix, {
      device: found.dev,
      inode: found.ino,
      size: suffix === '' ? this.#sizeOf(found.size) : 0n,
    });
    return null;
  }

  /** Not counting bytes beyond the database's last page: a checkpoint truncates those. */
  #sizeOf(found: bigint): bigint {
    try {
      const bytes = BigInt(this.#bytes());
      return bytes < found ? bytes : found;
    } catch {
      // If SQLite cannot read it, whoever reads or writes it gets the error; the check goes on.
      return this.#known.get('')?.size ?? 0n;
    }
  }
}

function statOf(path: string) {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

/** Some file systems, Windows' among them, report no inode: 0 says nothing. */
function isAnother(known: Known, found: { dev: bigint; ino: bigint }): boolean {
  if (known.inode === 0n || found.ino === 0n) return false;
  return known.inode !== found.ino || known.device !== found.dev;
}

const COPY_FIRST =
  'On Linux the files that are still open hold everything until then. To keep it, first copy those that ' +
  '"ls -l /proc/<process id>/fd" shows as deleted, a database together with its -wal.';

/** What happened and what to do, for whoever runs Heartwood. */
export function tellFileDamage({ file, fault }: FileDamage): string {
  const told = `The file ${file} was ${fault} while it was open: nothing more is written. Stop Heartwood and restore the newest backup (npm run restore).`;
  return fault === 'cut' ? told : `${told} ${COPY_FIRST}`;
}
