import { searchText } from '../../../domain/kit/search-text.ts';
import { START } from '../../event-store.ts';
import {
  CHANGES_HELD,
  type Checkpoint,
  type CollectionDefinition,
  type CommitBatch,
  countedChanges,
  type Document,
  NoSuchCollection,
  StaleCheckpoint,
} from '../../read-models.ts';
import { inTransaction } from '../sqlite.ts';
import { columnName, columnValue, indexedFields } from './columns.ts';
import type { Connection } from './connection.ts';
import { AlteredRow, checksum, documentOf } from './damage.ts';
import { documentsTable, searchTable } from './names.ts';
import type { Schema } from './schema.ts';
import { writeVersion } from './versions.ts';

/** The checkpoint of a new file. */
export function writeFirstCheckpoint(connection: Connection): void {
  const first: Checkpoint = { position: START, eventId: '', epoch: 0 };
  const insert = 'INSERT INTO checkpoint (position, eventId, epoch, sum) VALUES (?, ?, ?, ?)';
  connection.statement(insert).run(first.position, first.eventId, first.epoch, sumOf(first));
}

/** @throws AlteredRow */
export function readCheckpoint(connection: Connection): Checkpoint {
  const row = connection.statement('SELECT position, eventId, epoch, sum FROM checkpoint').get();
  const { sum, ...checkpoint } = { ...row } as unknown as Checkpoint & { sum: number };
  if (row === undefined || sumOf(checkpoint) !== sum) throw new AlteredRow('checkpoint');
  return checkpoint;
}

function sumOf({ position, eventId, epoch }: Checkpoint): number {
  return checksum(`${position} ${eventId} ${epoch}`);
}

/** @throws StaleCheckpoint if this epoch or a higher one has already claimed it */
export function claimCheckpoint(connection: Connection, epoch: number): Checkpoint {
  const before = readCheckpoint(connection);
  const claimed = { ...before, epoch };
  const claim = 'UPDATE checkpoint SET epoch = ?1, sum = ?2 WHERE sum = ?3 AND epoch < ?1';
  const { changes } = connection.statement(claim).run(epoch, sumOf(claimed), sumOf(before));
  if (changes === 0)
    throw new StaleCheckpoint(`The read models are another runner's: epoch ${epoch} is not above its.`);
  return claimed;
}

/** @throws StaleCheckpoint, NoSuchCollection, having written nothing */
export function commitLive(connection: Connection, schema: Schema, batch: CommitBatch): void {
  requireCollections(schema, batch);
  inTransaction(connection.db, () => {
    moveCheckpoint(connection, batch);
    for (const change of batch.documents) {
      const definition = schema.get(change.collection) as CollectionDefinition;
      if (definition.versions) writeVersion(connection, definition, change, false);
      else writeDocument(connection, definition, change.document);
    }
    writeChanges(connection, batch);
    writeDeadLetters(connection, batch);
    noteErasure(connection, batch);
    writeWork(connection, batch);
  });
}

/**
 * Writes no indexes, search or changes: those come at the end of the build. A build has no rollback either, so whatever
 * may reject the batch comes first, and a later failure ends the build.
 * @throws StaleCheckpoint, NoSuchCollection, having written nothing
 */
export function commitBuild(connection: Connection, schema: Schema, batch: CommitBatch): void {
  requireCollections(schema, batch);
  inTransaction(connection.db, () => {
    moveCheckpoint(connection, batch);
    for (const [collection, changes] of Map.groupBy(batch.documents, ({ collection }) => collection)) {
      const definition = schema.get(collection) as CollectionDefinition;
      if (definition.versions) {
        for (const change of changes) writeVersion(connection, definition, change, true);
        continue;
      }
      const upsert = connection.statement(upsertInto(definition));
      const fields = indexedFields(definition);
      for (const { document } of changes) {
        const doc = JSON.stringify(document);
        upsert.run(document.id, ...fields.map((field) => columnValue(document, field)), doc, checksum(doc));
      }
    }
    writeDeadLetters(connection, batch);
    noteErasure(connection, batch);
    writeWork(connection, batch);
  });
}

function upsertInto(definition: CollectionDefinition): string {
  const columns = [...indexedFields(definition).map(columnName), 'doc', 'sum'];
  const set = columns.map((column) => `${column} = excluded.${column}`);
  return `${insertInto(definition)} ON CONFLICT (id) DO UPDATE SET ${set.join(', ')}`;
}

/** In the same transaction, so that the scrub still happens if the process is killed in between. */
function noteErasure(connection: Connection, { erases, position }: CommitBatch): void {
  if (erases) connection.statement('INSERT INTO unscrubbed (position) VALUES (?)').run(position);
}

export function requireCollections(schema: Schema, batch: CommitBatch): void {
  for (const { collection } of batch.documents) if (!schema.has(collection)) throw new NoSuchCollection(collection);
}

function moveCheckpoint(connection: Connection, { position, eventId, previous, epoch }: CommitBatch): void {
  const { position: before, epoch: owner } = readCheckpoint(connection);
  if (before !== previous || owner !== epoch) throw new StaleCheckpoint();
  const move = 'UPDATE checkpoint SET position = ?, eventId = ?, sum = ?';
  connection.statement(move).run(position, eventId, sumOf({ position, eventId, epoch }));
}

function writeDocument(connection: Connection, definition: CollectionDefinition, document: Document): void {
  const { collection, search } = definition;
  const table = documentsTable(collection);
  const row = connection.statement(`SELECT rowid, doc, sum FROM ${table} WHERE id = ?`).get(document.id);
  const before = row && documentOf(row);
  const rowid = before
    ? updateRow(connection, definition, { rowid: row['rowid'] as number, before, document })
    : insertRow(connection, definition, document);

  if (search.length === 0) return;
  const text = searchText(document, search);
  if (before && searchText(before, search) === text) return;
  // A replace first looks the old row up in the full-text table: half the cost of a new row.
  const insert = before ? 'INSERT OR REPLACE' : 'INSERT';
  connection.statement(`${insert} INTO ${searchTable(collection)} (rowid, text) VALUES (?, ?)`).run(rowid, text);
}

function insertRow(connection: Connection, definition: CollectionDefinition, document: Document): number | bigint {
  const doc = JSON.stringify(document);
  const values = indexedFields(definition).map((field) => columnValue(document, field));
  return connection.statement(insertInto(definition)).run(document.id, ...values, doc, checksum(doc)).lastInsertRowid;
}

/** Sets only the columns that change: a change touches few of the many indexes. */
function updateRow(
  connection: Connection,
  definition: CollectionDefinition,
  { rowid, before, document }: { rowid: number; before: Document; document: Document },
): number {
  const doc = JSON.stringify(document);
  const values = indexedFields(definition)
    .map((field) => ({ field, value: columnValue(document, field) }))
    .filter(({ field, value }) => value !== columnValue(before, field));
  const set = values.map(({ field }) => `${columnName(field)} = ?, `).join('');
  connection
    .statement(`UPDATE ${documentsTable(definition.collection)} SET ${set}doc = ?, sum = ? WHERE rowid = ?`)
    .run(...values.map(({ value }) => value), doc, checksum(doc), rowid);
  return rowid;
}

/** It names every column, and is asked for with every new document. */
const inserts = new WeakMap<CollectionDefinition, string>();

function insertInto(definition: CollectionDefinition): string {
  const known = inserts.get(definition);
  if (known !== undefined) return known;
  const columns = ['id', ...indexedFields(definition).map(columnName), 'doc', 'sum'];
  const values = columns.map(() => '?').join(', ');
  const insert = `INSERT INTO ${documentsTable(definition.collection)} (${columns.join(', ')}) VALUES (${values})`;
  inserts.set(definition, insert);
  return insert;
}

/** @see countedChanges */
function writeChanges(connection: Connection, { position, previous, documents }: CommitBatch): void {
  const row = connection.statement('SELECT max(changed) AS changed FROM commits').get();
  const changed = Number(row?.['changed'] ?? 0) + countedChanges(documents.length);
  const changes = documents.map(({ collection, document }) => ({ collection, id: document.id }));
  const insert = 'INSERT INTO commits (changed, position, previous, changes) VALUES (?, ?, ?, ?)';
  connection.statement(insert).run(changed, position, previous, JSON.stringify(changes));
  connection.statement('DELETE FROM commits WHERE changed <= ?').run(changed - CHANGES_HELD);
}

function writeDeadLetters(connection: Connection, { deadLetters }: CommitBatch): void {
  const insert =
    'INSERT INTO dead_letters (projection, position, eventId, stream, type, error) VALUES (?, ?, ?, ?, ?, ?)';
  for (const { projection, position, eventId, stream, type, error } of deadLetters)
    connection.statement(insert).run(projection, position, eventId, stream, type, error);
}

function writeWork(connection: Connection, { work }: CommitBatch): void {
  if (!work) return;
  const put =
    'INSERT INTO work (id, doc, sum) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc, sum = excluded.sum';
  for (const document of work.put) {
    const doc = JSON.stringify(document);
    connection.statement(put).run(document.id, doc, checksum(doc));
  }
  for (const id of work.done) connection.statement('DELETE FROM work WHERE id = ?').run(id);
}

/** @throws AlteredRow */
export function readWork(connection: Connection, limit: number): Document[] {
  return connection.statement('SELECT doc, sum FROM work ORDER BY id LIMIT ?').all(limit).map(documentOf);
}
