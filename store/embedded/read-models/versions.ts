import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { CollectionDefinition, Document, DocumentChange, Version } from '../../read-models.ts';
import { columnName, columnValue, NOTHING, type Stored } from './columns.ts';
import type { Connection } from './connection.ts';
import { checksum, documentOf } from './damage.ts';
import { documentsTable, indexName } from './names.ts';
import { TOLD, versionJoin } from './version-sql.ts';

// All versions of all documents (docs/design/time-travel.md#versions). A version is stored once, as what differs from an earlier
// one of the same document, and never written again. Each index has a table of its own, with a row for each run of events
// in which a document was found there under the same values: most versions change none of them.

/** After every event. It takes four bytes. */
export const OPEN = 2 ** 31 - 1;

/** The fields that a version lacks although the one that it is told from has them. */
const GONE = 'fieldsGone';

/**
 * What a document says otherwise than an earlier version of it.
 * @returns JSON
 */
export function differenceOf(base: Document, document: Document): string {
  const changed = Object.entries(document).filter(([field, value]) => !isEqual(value, base[field]));
  const gone = Object.keys(base).filter((field) => base[field] !== undefined && document[field] === undefined);
  // Null, because a condition takes what is missing for that.
  const nulls = gone.map((field) => [field, null]);
  return JSON.stringify({ ...Object.fromEntries([...changed, ...nulls]), ...(gone.length > 0 && { [GONE]: gone }) });
}

function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);
}

/** The document of a row, whether it is told as a whole or from another version. @throws AlteredRow */
export function documentIn(row: Record<string, unknown>): Document {
  const told = documentOf(row);
  if ((row['told'] ?? null) === null) return told;
  const { [GONE]: gone = [], ...changed } = told;
  const document = { ...baseIn(row), ...changed };
  for (const field of gone as string[]) delete document[field];
  return document;
}

/** Where runs begin, while nobody reads the versions yet: a file of its own, which is as large as all indexes. */
const STARTS = 'starts';

/** @param path of a new file, which `endStarts` removes */
export function attachStarts(db: DatabaseSync, path: string): void {
  db.prepare(`ATTACH ? AS ${STARTS}`).run(path);
  db.exec(`PRAGMA ${STARTS}.journal_mode = OFF; PRAGMA ${STARTS}.synchronous = OFF`);
}

/** Once the runs are filled. */
export function endStarts(db: DatabaseSync): void {
  const row = db.prepare('SELECT file FROM pragma_database_list WHERE name = ?').get(STARTS);
  if (row === undefined) return;
  db.exec(`DETACH ${STARTS}`);
  rmSync(String(row['file']), { force: true });
}

export function createVersionTables(db: DatabaseSync, definition: CollectionDefinition): void {
  const { collection } = definition;
  db.exec(
    `CREATE TABLE ${documentsTable(collection)} (rowid INTEGER PRIMARY KEY, document TEXT NOT NULL, since INTEGER NOT NULL, base INTEGER, text INTEGER NOT NULL, doc TEXT NOT NULL, sum INTEGER NOT NULL, UNIQUE (document, since))`,
  );
  for (const index of indexesOf(definition)) {
    db.exec(`CREATE TABLE ${startsTable(collection, index)} (${columnsOf(index)}id TEXT, since INTEGER)`);
  }
}

/** Writes a version. While nobody reads them yet, only where the runs begin is written. */
export function writeVersion(
  connection: Connection,
  definition: CollectionDefinition,
  { document, version }: DocumentChange,
  isBuild: boolean,
): void {
  const { since, before, base, told, text } = version as Version;
  const { collection } = definition;
  connection
    .statement(
      `INSERT INTO ${documentsTable(collection)} (document, since, base, text, doc, sum) VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(document.id, since, base, text, told, checksum(told));
  for (const index of indexesOf(definition)) {
    const values = valuesOf(index, document);
    const earlier = before && valuesOf(index, before);
    if (earlier?.every((value, place) => value === values[place])) continue;
    if (isBuild) {
      const into = startsTable(collection, index);
      connection
        .statement(`INSERT INTO ${into} VALUES (${marks(index.length + 2)})`)
        .run(...values, document.id, since);
      continue;
    }
    const runs = indexName(collection, index);
    if (earlier) {
      const where = index.map((field) => `${columnName(field)} = ? AND `).join('');
      connection
        .statement(`UPDATE ${runs} SET until = ? WHERE ${where}id = ? AND until = ${OPEN}`)
        .run(since, ...earlier, document.id);
    }
    connection
      .statement(`INSERT INTO ${runs} VALUES (${marks(index.length + 3)})`)
      .run(...values, document.id, since, OPEN);
  }
}

/** Makes the runs of a build: each goes on until the next one of its document begins. */
export function fillRuns(db: DatabaseSync, definition: CollectionDefinition): void {
  const { collection } = definition;
  for (const index of indexesOf(definition)) {
    const [runs, starts] = [indexName(collection, index), startsTable(collection, index)];
    const key = [...index.map(columnName), 'id', 'since'].join(', ');
    db.exec(
      `CREATE TABLE main.${runs} (${columnsOf(index)}id TEXT, since INTEGER, until INTEGER NOT NULL, PRIMARY KEY (${key})) WITHOUT ROWID;
       INSERT INTO main.${runs} SELECT ${key}, lead(since, 1, ${OPEN}) OVER (PARTITION BY id ORDER BY since) FROM ${starts} ORDER BY ${key}`,
    );
  }
}

/** The version that has no next one yet. */
export interface LastVersion extends Omit<Version, 'before' | 'told' | 'base'> {
  document: Document;
  /** The one that it is told from; itself if it is told as a whole. */
  base: { since: number; document: Document };
}

/** The last versions of documents, by id. */
export function lastVersions(
  connection: Connection,
  { collection }: CollectionDefinition,
  ids: readonly string[],
): Map<string, LastVersion> {
  const select = `SELECT version.since, version.text, ${TOLD} FROM json_each(?) AS wanted ${versionJoin(collection, 'wanted.value')}`;
  const rows = connection.statement(select).all(JSON.stringify(ids), OPEN);
  return new Map(
    rows.map((row) => {
      const [since, text] = [Number(row['since']), Number(row['text'])];
      const document = documentIn(row);
      const told = row['told'] ?? null;
      const base = told === null ? { since, document } : { since: Number(told), document: baseIn(row) };
      return [document.id, { since, text, document, base }];
    }),
  );
}

function baseIn(row: Record<string, unknown>): Document {
  return documentOf({ doc: row['base'], sum: row['baseSum'] });
}

/** Cached, because every version written asks for it. */
const known = new WeakMap<CollectionDefinition, readonly (readonly string[])[]>();

/** The indexes of a collection, each once, with that by id alone. */
export function indexesOf(definition: CollectionDefinition): readonly (readonly string[])[] {
  const found = known.get(definition) ?? [
    ...new Map([[], ...definition.indexes].map((index) => [index.join(' '), index])).values(),
  ];
  known.set(definition, found);
  return found;
}

/** Under which values a document is found along an index. */
export function valuesOf(index: readonly string[], document: Document): Stored[] {
  return index.map((field) => columnValue(document, field) ?? NOTHING);
}

function startsTable(collection: string, index: readonly string[]): string {
  return `${STARTS}.${indexName(collection, index)}`;
}

function columnsOf(index: readonly string[]): string {
  return index.map((field) => `${columnName(field)}, `).join('');
}

function marks(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}
