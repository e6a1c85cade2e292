import type { Position } from '../event-store.ts';
import {
  type ChangeNotice,
  type Checkpoint,
  type CollectionDefinition,
  type CommitBatch,
  type DeadLetter,
  type Document,
  type Filter,
  NoSuchCollection,
  type Page,
  type Query,
  type ReadModels,
} from '../read-models.ts';
import type { CommitSignal } from './commit-signal.ts';
import { watchCommits } from './read-models-changes.ts';
import { claimCheckpoint, commitBuild, commitLive, readCheckpoint } from './read-models-commit.ts';
import { Connection } from './read-models-connection.ts';
import { finishFile, type Generation, requireBuild } from './read-models-files.ts';
import { countDocuments, explainFind, findPage } from './read-models-find.ts';
import { createIndexes, createTables, documentsTable, readSchema, type Schema } from './read-models-schema.ts';

/** A handle on one generation in this thread: one connection, which only reads until something is to be written. */
export class EmbeddedReadModels implements ReadModels {
  readonly generation: string;
  readonly #files: Generation;
  readonly #signal: CommitSignal;
  readonly #schema: Schema;
  readonly #closed = new AbortController();
  #connection: Connection;
  #phase: 'building' | 'reading' | 'writing';

  private constructor(files: Generation, signal: CommitSignal, connection: Connection, phase: 'building' | 'reading') {
    this.generation = files.generation;
    this.#files = files;
    this.#signal = signal;
    this.#connection = connection;
    this.#phase = phase;
    this.#schema = readSchema(connection.db);
  }

  /** Makes the file of a build, and its tables. */
  static create(
    files: Generation,
    signal: CommitSignal,
    collections: readonly CollectionDefinition[],
  ): EmbeddedReadModels {
    const connection = Connection.forBuild(files.building);
    try {
      createTables(connection.db, collections);
      return new EmbeddedReadModels(files, signal, connection, 'building');
    } catch (cause) {
      connection.close();
      throw cause;
    }
  }

  /** Opens a finished file for reading. */
  static open(files: Generation, signal: CommitSignal): EmbeddedReadModels {
    return new EmbeddedReadModels(files, signal, Connection.forReading(files.finished), 'reading');
  }

  async get(collection: string, ids: readonly string[]): Promise<Map<string, Document>> {
    const table = documentsTable(this.#definition(collection).collection);
    const select = `SELECT ${table}.id, doc FROM json_each(?) AS wanted CROSS JOIN ${table} ON ${table}.id = wanted.value`;
    const rows = this.#connection.statement(select).all(JSON.stringify(ids));
    return new Map(rows.map((row) => [String(row['id']), JSON.parse(String(row['doc']))]));
  }

  async find(collection: string, query: Query): Promise<Page> {
    return findPage(this.#connection, this.#definition(collection), query);
  }

  async count(collection: string, filter: Filter): Promise<number> {
    return countDocuments(this.#connection, this.#definition(collection), filter);
  }

  /** The steps of a find as SQLite plans them. @throws InvalidQuery, NoSuchIndex, NoSuchCollection */
  explain(collection: string, query: Query): string[] {
    return explainFind(this.#connection, this.#definition(collection), query);
  }

  async checkpoint(): Promise<Checkpoint> {
    return readCheckpoint(this.#connection);
  }

  async claim(epoch: number): Promise<Checkpoint> {
    return claimCheckpoint(this.#writing(), epoch);
  }

  async commit(batch: CommitBatch): Promise<void> {
    if (this.#phase === 'building') return commitBuild(this.#connection, this.#schema, batch);
    commitLive(this.#writing(), this.#schema, batch);
    this.#signal.ring();
  }

  async finishBuild(): Promise<void> {
    if (this.#phase !== 'building') return;
    requireBuild(this.#files);
    const { db } = this.#connection;
    for (const definition of this.#schema.values()) createIndexes(db, definition);
    db.exec('PRAGMA journal_mode = WAL');
    this.#connection.close();
    finishFile(this.#files);
    this.#connection = Connection.forCommits(this.#files.finished);
    this.#phase = 'writing';
    this.#signal.ring();
  }

  async deadLetters(): Promise<DeadLetter[]> {
    const select = 'SELECT * FROM dead_letters ORDER BY position, projection';
    return this.#connection
      .statement(select)
      .all()
      .map((row) => ({ ...row }) as unknown as DeadLetter);
  }

  watch(after: Position, signal: AbortSignal): AsyncIterable<ChangeNotice> {
    const until = AbortSignal.any([signal, this.#closed.signal]);
    return watchCommits(() => this.#connection, this.#signal, after, until);
  }

  isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  async close(): Promise<void> {
    if (this.isClosed()) return;
    this.#closed.abort();
    this.#connection.close();
  }

  #writing(): Connection {
    if (this.#phase !== 'reading') return this.#connection;
    const connection = Connection.forCommits(this.#files.finished);
    this.#connection.close();
    this.#connection = connection;
    this.#phase = 'writing';
    return connection;
  }

  #definition(collection: string): CollectionDefinition {
    const definition = this.#schema.get(collection);
    if (!definition) throw new NoSuchCollection(collection);
    return definition;
  }
}
