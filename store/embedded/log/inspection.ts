import { DatabaseSync } from 'node:sqlite';
import { type Beside, openBeside } from '../folder/beside.ts';
import { versionOf } from '../sqlite.ts';
import { COLUMNS } from './rows.ts';
import { createLogTables, LOG_VERSION, type LogRow } from './schema.ts';

/** The index by stream, which SQLite names itself. */
const INDEX = 'sqlite_autoindex_events_1';
/** Faults of the file's structure that are told: after the first few the rest says nothing more. */
const MOST_FAULTS = 20;

/** Where the index by stream says that an event is. */
export interface Listed {
  stream: string;
  revision: number;
  position: number;
}

/**
 * Reads log.db as it is, right or wrong, beside a running Heartwood. Rows and entries are read a page at a time: while a
 * long read goes on, the writer's WAL cannot start over. Every method throws SQLite's error where the file cannot be read.
 */
export class LogInspection {
  readonly #db: DatabaseSync;

  constructor(file: Beside) {
    this.#db = openBeside(file);
  }

  /** The first and the last position; null if there is no event. */
  bounds(): { first: number; last: number } | null {
    const select = (which: string) => this.#db.prepare(`SELECT ${which}(position) AS position FROM events NOT INDEXED`);
    const [first, last] = ['min', 'max'].map((which) => select(which).get()?.['position'] as number | null);
    return typeof first === 'number' && typeof last === 'number' ? { first, last } : null;
  }

  /** Looks up the id of the event at a position. */
  idAt(): (position: number) => string | null {
    const statement = this.#db.prepare('SELECT id FROM events WHERE position = ?');
    return (position) => (statement.get(position)?.['id'] as string | undefined) ?? null;
  }

  /** Reads rows from one position to another, in their order. */
  rows(): (from: number, to: number, limit: number) => LogRow[] {
    const statement = this.#db.prepare(
      `SELECT ${COLUMNS} FROM events NOT INDEXED WHERE position >= ? AND position <= ? ORDER BY position LIMIT ?`,
    );
    return (from, to, limit) => statement.all(from, to, limit) as unknown as LogRow[];
  }

  /** Reads the index by stream, by itself and in its order. */
  index(): (after: Pick<Listed, 'stream' | 'revision'>, limit: number) => Listed[] {
    const statement = this.#db.prepare(
      `SELECT stream, revision, position FROM events INDEXED BY ${INDEX} WHERE (stream, revision) > (?, ?) ORDER BY stream, revision LIMIT ?`,
    );
    return ({ stream, revision }, limit) => statement.all(stream, revision, limit) as unknown as Listed[];
  }

  /**
   * What tables the file has that are not those of a log, or lacks of them.
   * @throws an Error if another version of Heartwood made it
   */
  strangeTables(): string[] {
    const version = versionOf(this.#db);
    const strange = this.#differences();
    if (strange.length > 0 && version > LOG_VERSION)
      throw new Error('log.db was made by a newer version of Heartwood: verify it with that one.');
    if (strange.length > 0 && version > 0 && version < LOG_VERSION)
      throw new Error('log.db was made by an older version of Heartwood: start this one once, which upgrades it.');
    return version === LOG_VERSION
      ? strange
      : [...strange, `It says that it is of version ${version}, and not ${LOG_VERSION}`];
  }

  /** What is wrong with the pages of the file. It is one long read: some three seconds for a million events. */
  damagedPages(): string[] {
    const check = this.#db.prepare(`PRAGMA quick_check(${MOST_FAULTS})`).all();
    const told = check.map((row) =>
      String(Object.values(row)[0]).replace('*** in database main ***\n', '').replaceAll('\n', '; '),
    );
    return told.filter((text) => text !== 'ok');
  }

  close(): void {
    this.#db.close();
  }

  #differences(): string[] {
    const made = new DatabaseSync(':memory:');
    try {
      createLogTables(made);
      const [own, found] = [tablesOf(made), tablesOf(this.#db)];
      return [
        ...found.filter((each) => !own.includes(each)).map((each) => `It has what Heartwood did not make: ${each}`),
        ...own.filter((each) => !found.includes(each)).map((each) => `It has no longer: ${each}`),
      ];
    } finally {
      made.close();
    }
  }
}

/** All that a file has, and the columns of each table: an upgraded one has the same as a new one, in other words. */
function tablesOf(db: DatabaseSync): string[] {
  const all = db.prepare('SELECT type, name FROM sqlite_schema ORDER BY name').all();
  const columns = db
    .prepare('SELECT name, type, "notnull", pk FROM pragma_table_xinfo(\'events\') ORDER BY name')
    .all();
  const [table] = db.prepare("SELECT strict FROM pragma_table_list('events')").all();
  return [
    ...all.map(({ type, name }) => `the ${type} ${name}`),
    ...(table?.['strict'] === 1 ? ['strict types'] : []),
    ...columns.map(
      ({ name, type, notnull, pk }) => `the column ${name} ${type}${notnull || pk ? '' : ' that may be empty'}`,
    ),
  ];
}
