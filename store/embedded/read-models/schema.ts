import type { DatabaseSync } from 'node:sqlite';
import { searchText } from '../../../domain/kit/search-text.ts';
import { requireFieldName } from '../../query-where.ts';
import type { CollectionDefinition, Document } from '../../read-models.ts';
import { inTransaction } from '../sqlite.ts';
import { columnName, columnOf, indexedFields } from './columns.ts';
import { AlteredRow, checksum, unaltered } from './damage.ts';
import { documentsTable, indexName, searchTable } from './names.ts';
import { createVersionTables, fillRuns } from './versions.ts';

/** The definitions that a generation was built with, by collection. */
export type Schema = ReadonlyMap<string, CollectionDefinition>;

const COLLECTION_NAME = /^[a-zA-Z][a-zA-Z0-9_-]*$/;

/**
 * How much of a text index is gathered before it is written: a lot in a build, which then writes a few large segments.
 */
const BUILD_HASH_BYTES = 16 * 1024 * 1024;
const LIVE_HASH_BYTES = 1024 * 1024;
/**
 * How many segments of a level are merged, bit by bit, and how many may pile up before a commit stops to merge them
 * all. With the defaults (4 and 16) the first commits after a build stopped for a second to rewrite its one large
 * segment.
 */
const MERGED_SEGMENTS = 16;
const MOST_SEGMENTS = 1_000;

/** The layout of a generation's tables; a file with another layout is rebuilt. */
const LAYOUT = 5;

/** `sum` is the checksum of the rest of the row. */
const TABLES = `
  PRAGMA user_version = ${LAYOUT};
  CREATE TABLE meta (schema TEXT NOT NULL, sum INTEGER NOT NULL);
  CREATE TABLE checkpoint (position TEXT NOT NULL, eventId TEXT NOT NULL, epoch INTEGER NOT NULL, sum INTEGER NOT NULL);
  CREATE TABLE commits (changed INTEGER PRIMARY KEY, position TEXT NOT NULL, previous TEXT NOT NULL, changes TEXT NOT NULL);
  CREATE TABLE unscrubbed (position TEXT NOT NULL);
  CREATE TABLE dead_letters (projection TEXT NOT NULL, position TEXT NOT NULL, eventId TEXT NOT NULL, stream TEXT NOT NULL, type TEXT NOT NULL, error TEXT NOT NULL);
  CREATE TABLE work (id TEXT PRIMARY KEY, doc TEXT NOT NULL, sum INTEGER NOT NULL);
`;

/** @throws InvalidQuery, or an Error if a name cannot be used in SQL */
export function createTables(db: DatabaseSync, collections: readonly CollectionDefinition[]): void {
  db.exec(TABLES);
  for (const definition of collections) {
    const { collection, indexes, search } = definition;
    if (!COLLECTION_NAME.test(collection)) throw new Error(`${collection} is not the name of a collection.`);
    for (const field of [...indexes.flat(), ...search]) requireFieldName(field);
    if (definition.versions) {
      createVersionTables(db, definition);
      continue;
    }
    const columns = indexedFields(definition).map((field) => `${columnName(field)}, `);
    db.exec(
      `CREATE TABLE ${documentsTable(collection)} (rowid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ${columns.join('')}doc TEXT NOT NULL, sum INTEGER NOT NULL)`,
    );
  }
  const definitions = collections.map(({ collection, indexes, search, versions }) => ({
    collection,
    indexes,
    search,
    versions,
  }));
  const schema = JSON.stringify(definitions);
  db.prepare('INSERT INTO meta (schema, sum) VALUES (?, ?)').run(schema, checksum(schema));
}

/** Whether a file has this product's layout. @throws AlteredRow, or SQLite's error, if it is not our file */
export function hasOwnLayout(db: DatabaseSync): boolean {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get()) throw new AlteredRow('schema');
  return db.prepare('PRAGMA user_version').get()?.['user_version'] === LAYOUT;
}

/** @throws AlteredRow, or SQLite's error */
export function readSchema(db: DatabaseSync): Schema {
  const row = db.prepare('SELECT schema, sum FROM meta').get();
  const definitions = JSON.parse(unaltered(row ?? {}, 'schema')) as CollectionDefinition[];
  return new Map(definitions.map((definition) => [definition.collection, definition]));
}

/** Makes the indexes of a collection once it is filled. */
export function createIndexes(db: DatabaseSync, definition: CollectionDefinition): void {
  if (definition.versions) {
    fillRuns(db, definition);
    return;
  }
  const { collection, indexes } = definition;
  const table = documentsTable(collection);
  for (const fields of indexes) {
    const columns = [...fields, 'id'].map((field) => columnOf(definition, field).text).join(', ');
    db.exec(`CREATE INDEX IF NOT EXISTS ${indexName(collection, fields)} ON ${table} (${columns})`);
  }
}

function createSearchTable(db: DatabaseSync, collection: string): void {
  const options = `content='', contentless_delete=1, tokenize='trigram case_sensitive 1'`;
  db.exec(`CREATE VIRTUAL TABLE ${searchTable(collection)} USING fts5(text, ${options})`);
}

/** Documents read at once: another connection that writes to their file waits for no more than these. */
const STEP = 500;

/** Makes the full-text table of a collection once it is filled. @param from the database that has the documents */
export function createSearch(
  db: DatabaseSync,
  { collection, search }: CollectionDefinition,
  from: DatabaseSync = db,
): void {
  const table = searchTable(collection);
  const set = (option: string, value: number) =>
    db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('${option}', ${value})`);
  createSearchTable(db, collection);
  set('hashsize', BUILD_HASH_BYTES);
  const step = from.prepare(`SELECT rowid, doc FROM ${documentsTable(collection)} WHERE rowid > ? LIMIT ${STEP}`);
  const insert = db.prepare(`INSERT INTO ${table} (rowid, text) VALUES (?, ?)`);
  inTransaction(db, () => {
    for (let rows = step.all(0); rows.length > 0; rows = step.all(rows.at(-1)?.['rowid'] ?? 0)) {
      for (const { rowid, doc } of rows)
        insert.run(rowid ?? null, searchText(JSON.parse(String(doc)) as Document, search));
    }
  });
  db.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
  set('hashsize', LIVE_HASH_BYTES);
  set('automerge', MERGED_SEGMENTS);
  set('crisismerge', MOST_SEGMENTS);
}

/** The tables that make up a contentless full-text table: https://www.sqlite.org/fts5.html#fts5_data_structures */
const SEARCH_PARTS = ['data', 'idx', 'docsize', 'config'];

/**
 * Copies in a full-text table made in a file of its own, part by part, as VACUUM does. Only before the table is used on
 * this connection, which must not be a defensive one.
 */
export function takeSearch(db: DatabaseSync, collection: string, path: string): void {
  createSearchTable(db, collection);
  db.prepare('ATTACH ? AS made').run(path);
  inTransaction(db, () => {
    for (const part of SEARCH_PARTS) {
      const table = `"search ${collection}_${part}"`;
      db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM made.${table}`);
    }
  });
  db.exec('DETACH made');
}
