import type { DatabaseSync } from 'node:sqlite';
import { searchText } from '../../../domain/kit/search-text.ts';
import { requireFieldName } from '../../query-where.ts';
import type { CollectionDefinition, Document } from '../../read-models.ts';
import { inTransaction } from '../sqlite.ts';
import { AlteredRow, checksum, unaltered } from './damage.ts';

/** The definitions that a generation was built with, by collection. */
export type Schema = ReadonlyMap<string, CollectionDefinition>;

const COLLECTION_NAME = /^[a-zA-Z][a-zA-Z0-9_-]*$/;

/** What is indexed of texts before it is written: much in a build, which writes few and large segments then. */
const BUILD_HASH_BYTES = 16 * 1024 * 1024;
const LIVE_HASH_BYTES = 1024 * 1024;
/**
 * How many segments of a level are merged, bit by bit, and how many may wait for that before a commit stops to merge them
 * all. With what is usual (4 and 16) the first commits after a build stopped a second for rewriting its one large segment.
 */
const MERGED_SEGMENTS = 16;
const MOST_SEGMENTS = 1_000;

/** How the tables of a generation are laid out; a file of another layout is built anew. */
const LAYOUT = 4;

/** `sum` is the checksum of what else is in the row. */
const TABLES = `
  PRAGMA user_version = ${LAYOUT};
  CREATE TABLE meta (schema TEXT NOT NULL, sum INTEGER NOT NULL);
  CREATE TABLE checkpoint (position TEXT NOT NULL, eventId TEXT NOT NULL, epoch INTEGER NOT NULL, sum INTEGER NOT NULL);
  CREATE TABLE commits (changed INTEGER PRIMARY KEY, position TEXT NOT NULL, previous TEXT NOT NULL, changes TEXT NOT NULL);
  CREATE TABLE unscrubbed (position TEXT NOT NULL);
  CREATE TABLE dead_letters (projection TEXT NOT NULL, position TEXT NOT NULL, eventId TEXT NOT NULL, stream TEXT NOT NULL, type TEXT NOT NULL, error TEXT NOT NULL);
  CREATE TABLE work (id TEXT PRIMARY KEY, doc TEXT NOT NULL, sum INTEGER NOT NULL);
`;

/**
 * The quoted name of the table of a collection's documents: `id`, `doc` as JSON, and its `sum`. The rowid has a name, as
 * only then no VACUUM gives a row another one: the rows of the full-text table are found by it.
 */
export function documentsTable(collection: string): string {
  return `"documents ${collection}"`;
}

/** The quoted name of the full-text table whose rows are those of the documents. */
export function searchTable(collection: string): string {
  return `"search ${collection}"`;
}

/** The quoted name of a declared index. */
export function indexName(collection: string, fields: readonly string[]): string {
  return `"${collection} by ${fields.join(' ')}"`;
}

/** The quoted name that SQLite itself gave the index by id. */
export function idIndexName(collection: string): string {
  return `"sqlite_autoindex_documents ${collection}_1"`;
}

/** A field of a document as the indexes have it. Names are checked before they come here. */
export function fieldSql(field: string): string {
  return field === 'id' ? 'id' : `json_extract(doc, '$.${field}')`;
}

/** @throws InvalidQuery or an Error where a name is not one that can be in SQL */
export function createTables(db: DatabaseSync, collections: readonly CollectionDefinition[]): void {
  db.exec(TABLES);
  for (const { collection, indexes, search } of collections) {
    if (!COLLECTION_NAME.test(collection)) throw new Error(`${collection} is not the name of a collection.`);
    for (const field of [...indexes.flat(), ...search]) requireFieldName(field);
    db.exec(
      `CREATE TABLE ${documentsTable(collection)} (rowid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, doc TEXT NOT NULL, sum INTEGER NOT NULL)`,
    );
  }
  const definitions = collections.map(({ collection, indexes, search }) => ({ collection, indexes, search }));
  const schema = JSON.stringify(definitions);
  db.prepare('INSERT INTO meta (schema, sum) VALUES (?, ?)').run(schema, checksum(schema));
}

/** Whether a file has this product's layout. @throws AlteredRow, or SQLite's error, where it is not our file */
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

/** Makes the indexes of a collection that is filled. */
export function createIndexes(db: DatabaseSync, { collection, indexes }: CollectionDefinition): void {
  const table = documentsTable(collection);
  for (const fields of indexes) {
    const columns = [...fields, 'id'].map(fieldSql).join(', ');
    db.exec(`CREATE INDEX IF NOT EXISTS ${indexName(collection, fields)} ON ${table} (${columns})`);
  }
}

function createSearchTable(db: DatabaseSync, collection: string): void {
  const options = `content='', contentless_delete=1, tokenize='trigram case_sensitive 1'`;
  db.exec(`CREATE VIRTUAL TABLE ${searchTable(collection)} USING fts5(text, ${options})`);
}

/** Documents that are read at once: where another connection writes to their file, it waits for no more than these. */
const STEP = 500;

/** Makes the full-text table of a collection that is filled. @param from where the documents are */
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

/** The tables that a full-text table without contents consists of: https://www.sqlite.org/fts5.html#fts5_data_structures */
const SEARCH_PARTS = ['data', 'idx', 'docsize', 'config'];

/**
 * Takes over a full-text table that was made in a file of its own, part by part, as VACUUM does. Only before the table is
 * used on this connection, which must not be a defensive one.
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
