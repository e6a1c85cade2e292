import { DatabaseSync } from 'node:sqlite';
import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';

/** A file that an event names. */
export interface NamedFile {
  sha256: string;
  /** What it is called in the archive, without what makes it unique and its ending. */
  name: string;
  /** What people would ask about it, as a row of the index. */
  about: Record<string, string>;
}

/** The files that events name, on disk: a company may have hundreds of thousands. */
export interface NamedFiles {
  add(sha256: string, event: RecordedEvent): void;
  /** Tells more of a file, if any event names it. */
  describe(file: NamedFile): void;
  /** In the order of their names. */
  all(): Iterable<NamedFile>;
  close(): void;
}

/** @param path of a file that does not exist yet */
export function namedFiles(path: string): NamedFiles {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE named (sha256 TEXT PRIMARY KEY, name TEXT NOT NULL, about TEXT NOT NULL) STRICT, WITHOUT ROWID`);
  const insert = db.prepare('INSERT OR IGNORE INTO named VALUES (?, ?, ?)');
  const update = db.prepare('UPDATE named SET name = ?, about = ? WHERE sha256 = ?');
  const all = db.prepare('SELECT * FROM named ORDER BY name, sha256');
  return {
    add(sha256, { stream, metadata }) {
      const { category, id } = partsOfStream(stream);
      const about = { kind: category, recordId: id, at: metadata.recordedAt };
      insert.run(sha256, readable([dayOf(metadata.recordedAt), category]), JSON.stringify(about));
    },
    describe({ sha256, name, about }) {
      update.run(name, JSON.stringify(about), sha256);
    },
    *all() {
      for (const { sha256, name, about } of all.iterate())
        yield { sha256: String(sha256), name: String(name), about: JSON.parse(String(about)) };
    },
    close() {
      if (db.isOpen) db.close();
    },
  };
}

/** The day of an instant, ISO UTC. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

const MOST_CHARACTERS = 80;

/** A name that every disk takes, from what a file is about. */
export function readable(parts: readonly (string | null)[]): string {
  const text = parts.filter((part) => part !== null && part !== '').join(' ');
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .-]+/g, '-');
  return plain
    .replaceAll(/\s+/g, ' ')
    .slice(0, MOST_CHARACTERS)
    .replace(/[ .-]+$/, '');
}
