import type { ClientSession, Filter, MongoClient } from 'mongodb';
import {
  type Checkpoint,
  type CollectionDefinition,
  type CommitBatch,
  countedChanges,
  type Document,
  NoSuchCollection,
  StaleCheckpoint,
} from '../../read-models.ts';
import { reaching } from '../client.ts';
import type { CheckpointRow, DocumentRow, Layout } from './layout.ts';
import { endSessionOf, type RunnerSession } from './runner-session.ts';
import { searchFields } from './search.ts';

/** Collections of a generation by name. */
export type Schema = ReadonlyMap<string, CollectionDefinition>;

/**
 * Raises the checkpoint's epoch. In a transaction, so that one left open by another runner causes a conflict to retry
 * and not a wait inside the server.
 * @throws StaleCheckpoint if this epoch or a higher one has already claimed it
 */
export async function claimCheckpoint(
  client: MongoClient,
  layout: Layout,
  runner: RunnerSession,
  epoch: number,
): Promise<Checkpoint> {
  const before = await reaching(layout.checkpoint.findOne({ _id: 'checkpoint', epoch: { $lt: epoch } }));
  if (before?.runner && before.runner !== runner.id) await endSessionOf(client, before.runner);
  const row = await runner.transaction((session) =>
    layout.checkpoint.findOneAndUpdate(
      { _id: 'checkpoint', epoch: { $lt: epoch } },
      { $set: { epoch, runner: runner.id } },
      { session, returnDocument: 'after' },
    ),
  );
  if (!row) throw new StaleCheckpoint(`The read models are another runner's: epoch ${epoch} is not above its.`);
  return { position: row.position, eventId: row.eventId, epoch: row.epoch };
}

/**
 * Commits the whole batch in one transaction.
 * @throws StaleCheckpoint, NoSuchCollection, StoreUnavailable, having written nothing
 */
export async function commitLive(
  runner: RunnerSession,
  layout: Layout,
  schema: Schema,
  batch: CommitBatch,
): Promise<void> {
  const rows = rowsByCollection(schema, batch);
  await runner.transaction(async (session) => {
    const changes = [...rows].flatMap(([collection, own]) => own.map(({ _id }) => ({ collection, id: _id })));
    const number = await moveCheckpoint(layout, batch, countedChanges(changes.length), session);
    await writeDocuments(layout, rows, session);
    const { position, previous } = batch;
    await layout.changes.insertOne({ _id: number, position, previous, changes }, { session });
    await layout.changes.deleteMany({ _id: { $lte: number - layout.changesHeld } }, { session });
    await writeDeadLetters(layout, batch, session);
    await writeWork(layout, batch, session);
  });
}

/**
 * Commits a batch of a build, which only one runner fills and which is discarded if that runner dies: so no transaction
 * is needed, and the checkpoint moves last.
 * @throws StaleCheckpoint, NoSuchCollection, StoreUnavailable
 */
export async function commitBuild(layout: Layout, schema: Schema, batch: CommitBatch): Promise<void> {
  const rows = rowsByCollection(schema, batch);
  await reaching(
    (async () => {
      if (!(await layout.checkpoint.findOne(fence(batch)))) throw new StaleCheckpoint();
      await writeDocuments(layout, rows);
      await writeDeadLetters(layout, batch);
      await writeWork(layout, batch);
      await moveCheckpoint(layout, batch, 1);
    })(),
  );
}

function fence(batch: CommitBatch): Filter<CheckpointRow> {
  return { _id: 'checkpoint', position: { $eq: batch.previous }, epoch: { $eq: batch.epoch } };
}

/** Writes the row even if the position stays, so that two runners conflict. @returns the number of this commit */
async function moveCheckpoint(
  layout: Layout,
  batch: CommitBatch,
  counted: number,
  session?: ClientSession,
): Promise<number> {
  const change = { $set: { position: batch.position, eventId: batch.eventId }, $inc: { changed: counted } };
  const row = await layout.checkpoint.findOneAndUpdate(fence(batch), change, {
    returnDocument: 'after',
    ...(session && { session }),
  });
  if (!row) throw new StaleCheckpoint();
  return row.changed;
}

/** The last version of each document in the batch, by collection. */
function rowsByCollection(schema: Schema, batch: CommitBatch): Map<string, DocumentRow[]> {
  const latest = new Map<string, Map<string, Document>>();
  for (const { collection, document } of batch.documents) {
    const documents = latest.get(collection) ?? new Map<string, Document>();
    latest.set(collection, documents.set(document.id, document));
  }
  const rows = new Map<string, DocumentRow[]>();
  for (const [collection, documents] of latest) {
    const definition = schema.get(collection);
    if (!definition) throw new NoSuchCollection(collection);
    rows.set(
      collection,
      [...documents.values()].map((document) => toRow(document, definition)),
    );
  }
  return rows;
}

function toRow(document: Document, { search }: CollectionDefinition): DocumentRow {
  const row = { _id: document.id, doc: document };
  return search.length === 0 ? row : { ...row, search: searchFields(document, search) };
}

async function writeDocuments(
  layout: Layout,
  rows: ReadonlyMap<string, readonly DocumentRow[]>,
  session?: ClientSession,
): Promise<void> {
  for (const [collection, own] of rows) {
    const writes = own.map((row) => ({
      replaceOne: { filter: { _id: { $eq: row._id } }, replacement: row, upsert: true },
    }));
    await layout.documents(collection).bulkWrite(writes, { ordered: false, ...(session && { session }) });
  }
}

async function writeDeadLetters(layout: Layout, batch: CommitBatch, session?: ClientSession): Promise<void> {
  if (batch.deadLetters.length === 0) return;
  // Copies: the driver adds an `_id` to what it inserts, and a transaction's work may run again.
  const letters = batch.deadLetters.map((letter) => ({ ...letter }));
  await layout.deadLetters.insertMany(letters, session && { session });
}

async function writeWork(layout: Layout, { work }: CommitBatch, session?: ClientSession): Promise<void> {
  if (!work) return;
  const puts = work.put.map((doc) => ({
    replaceOne: { filter: { _id: { $eq: doc.id } }, replacement: { _id: doc.id, doc }, upsert: true },
  }));
  const dones = work.done.map((id) => ({ deleteOne: { filter: { _id: { $eq: id } } } }));
  const writes = [...puts, ...dones];
  if (writes.length > 0) await layout.work.bulkWrite(writes, session && { session });
}
