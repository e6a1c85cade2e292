import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { COMPANIONS } from './data-folder.ts';

/** A database is these files: its own, its write-ahead log and that one's index. */
const SUFFIXES = ['', ...COMPANIONS];
const DATABASES = ['log.db', 'state.db'];
const FAULTS = ['removed', 'replaced', 'cut'] as const;
type FileFault = (typeof FAULTS)[number];

/** What became of a file of the folder while it was open. */
export interface FileDamage {
  file: string;
  fault: FileFault;
}

/** All that can be, in an order that all threads know. */
export const FILE_DAMAGES: readonly FileDamage[] = DATABASES.flatMap((database) =>
  SUFFIXES.flatMap((suffix) => FAULTS.map((fault) => ({ file: database + suffix, fault }))),
);

interface Known {
  device: bigint;
  inode: bigint;
  /** Bytes that the file has at least; 0 for one that may shrink. */
  size: bigint;
}

/**
 * Tells whether the files of a database that its writer has open are still those in the folder. Looks at the names
 * only: to open and close a file of its own would take SQLite's locks away.
 */
export class OpenFiles {
  readonly #path: string;
  readonly #bytes: () => number;
  readonly #known = new Map<string, Known>();

  /**
   * For a database that was just opened and is not closed before the last look: so no other file gets its inode.
   * @param bytes of the database, as SQLite knows it: it never gets less
   */
  constructor(path: string, bytes: () => number) {
    this.#path = path;
    this.#bytes = bytes;
    this.look();
  }

  /** Some six calls of the file system. @returns the first fault, or null */
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
      // A file system that cannot answer now has not said that anything is gone.
      return null;
    }
    // SQLite makes the other two when they are first needed.
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

  /** Not what is beyond the database's last page: a checkpoint cuts that off. */
  #sizeOf(found: bigint): bigint {
    try {
      const bytes = BigInt(this.#bytes());
      return bytes < found ? bytes : found;
    } catch {
      // What SQLite cannot read is told to whoever reads or writes it, and ends no look.
      return this.#known.get('')?.size ?? 0n;
    }
  }
}

function statOf(path: string) {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

/** Some file systems, Windows' among them, tell no inode: 0 says nothing. */
function isAnother(known: Known, found: { dev: bigint; ino: bigint }): boolean {
  if (known.inode === 0n || found.ino === 0n) return false;
  return known.inode !== found.ino || known.device !== found.dev;
}

const COPY_FIRST =
  'On Linux the files that are still open hold everything until then: to keep it, first copy those that ' +
  '"ls -l /proc/<process id>/fd" shows as deleted, a database together with its -wal.';

/** What happened and what to do, for whoever runs Heartwood. */
export function tellFileDamage({ file, fault }: FileDamage): string {
  const told = `The file ${file} was ${fault} while it was open: nothing is written any more. Stop Heartwood and put the newest backup back.`;
  return fault === 'cut' ? told : `${told} ${COPY_FIRST}`;
}
