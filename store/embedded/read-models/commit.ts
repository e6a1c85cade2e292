import { searchText } from '../../../domain/kit/search-text.ts';
import { START } from '../../event-store.ts';
import {
  CHANGES_HELD,
  type Checkpoint,
  type CommitBatch,
  countedChanges,
  type Document,
  NoSuchCollection,
  StaleCheckpoint,
} from '../../read-models.ts';
import { inTransaction } from '../sqlite.ts';
import type { Connection } from './connection.ts';
import { AlteredRow, checksum, documentOf } from './damage.ts';
import { documentsTable, type Schema, searchTable } from './schema.ts';

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

/** @throws StaleCheckpoint where this epoch or a higher one was here already */
export function claimCheckpoint(connection: Connection, epoch: number): Checkpoint {
  const before = readCheckpoint(connection);
  const claimed = { ...before, epoch };
  const claim = 'UPDATE checkpoint SET epoch = ?1, sum = ?2 WHERE sum = ?3 AND epoch < ?1';
  const { changes } = connection.statement(claim).run(epoch, sumOf(claimed), sumOf(before));
  if (changes === 0)
    throw new StaleCheckpoint(`The read models are another runner's: epoch ${epoch} is not above its.`);
  return claimed;
}

/** @throws StaleCheckpoint, NoSuchCollection; then nothing was written */
export function commitLive(connection: Connection, schema: Schema, batch: CommitBatch): void {
  requireCollections(schema, batch);
  inTransaction(connection.db, () => {
    moveCheckpoint(connection, batch);
    for (const { collection, document } of batch.documents)
      writeDocument(connection, collection, document, schema.get(collection)?.search ?? []);
    writeChanges(connection, batch);
    writeDeadLetters(connection, batch);
    noteErasure(connection, batch);
    writeWork(connection, batch);
  });
}

/**
 * Without indexes, search and changes: those come at the end of the build. A build has no rollback either, so what may
 * refuse the batch comes first, and a failure later on is the end of the build.
 * @throws StaleCheckpoint, NoSuchCollection; then nothing was written
 */
export function commitBuild(connection: Connection, schema: Schema, batch: CommitBatch): void {
  requireCollections(schema, batch);
  inTransaction(connection.db, () => {
    moveCheckpoint(connection, batch);
    for (const { collection, document } of batch.documents) {
      const upsert = `INSERT INTO ${documentsTable(collection)} (id, doc, sum) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc, sum = excluded.sum`;
      const doc = JSON.stringify(document);
      connection.statement(upsert).run(document.id, doc, checksum(doc));
    }
    writeDeadLetters(connection, batch);
    noteErasure(connection, batch);
    writeWork(connection, batch);
  });
}

/** In the same transaction, so that the scrubbing is done after a kill in between. */
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

function writeDocument(
  connection: Connection,
  collection: string,
  document: Document,
  searched: readonly string[],
): void {
  const table = documentsTable(collection);
  const before = connection.statement(`SELECT rowid, doc, sum FROM ${table} WHERE id = ?`).get(document.id);
  const doc = JSON.stringify(document);
  const sum = checksum(doc);
  let rowid = before?.['rowid'] as number | bigint | undefined;
  if (rowid === undefined)
    rowid = connection
      .statement(`INSERT INTO ${table} (id, doc, sum) VALUES (?, ?, ?)`)
      .run(document.id, doc, sum).lastInsertRowid;
  else connection.statement(`UPDATE ${table} SET doc = ?, sum = ? WHERE rowid = ?`).run(doc, sum, rowid);

  if (searched.length === 0) return;
  const text = searchText(document, searched);
  if (before && searchText(documentOf(before), searched) === text) return;
  // To replace, the full-text table looks for what is there first: half of what a new row costs.
  const insert = before ? 'INSERT OR REPLACE' : 'INSERT';
  connection.statement(`${insert} INTO ${searchTable(collection)} (rowid, text) VALUES (?, ?)`).run(rowid, text);
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
