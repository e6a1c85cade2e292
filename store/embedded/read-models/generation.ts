import type { Position } from '../../event-store.ts';
import {
  type ChangeNotice,
  type Checkpoint,
  type CollectionDefinition,
  type CollectionName,
  type CommitBatch,
  DamagedReadModels,
  type DeadLetter,
  type Document,
  type Filter,
  type Group,
  NoSuchCollection,
  type Page,
  type Query,
  type ReadModels,
  type SumQuery,
} from '../../read-models.ts';
import { watchCommits } from './changes.ts';
import { claimCheckpoint, commitBuild, commitLive, readCheckpoint, readWork, writeFirstCheckpoint } from './commit.ts';
import type { CommitSignal } from './commit-signal.ts';
import { Connection } from './connection.ts';
import { documentOf, isDamage } from './damage.ts';
import { finishFile, type Generation, removeOthers, requireBuild } from './files.ts';
import { countDocuments, explainFind, findPage } from './find.ts';
import { documentsTable } from './names.ts';
import { createIndexes, createTables, hasOwnLayout, readSchema, type Schema } from './schema.ts';
import { isScrubbed, scrubFile } from './scrub.ts';
import { startSearches } from './search-build.ts';
import { explainSum, sumGroups } from './sums.ts';
import { attachStarts, endStarts, type LastVersion, lastVersions } from './versions.ts';
import { requireSoundWal } from './wal.ts';

/** A handle on one generation in this thread: one connection, read-only until something has to be written. */
export class EmbeddedReadModels implements ReadModels {
  readonly generation: string;
  readonly #files: Generation;
  readonly #signal: CommitSignal;
  readonly #schema: Schema;
  readonly #closed = new AbortController();
  readonly #damaged = new AbortController();
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
      if (collections.some(({ versions }) => versions)) attachStarts(connection.db, files.another());
      createTables(connection.db, collections);
      writeFirstCheckpoint(connection);
      return new EmbeddedReadModels(files, signal, connection, 'building');
    } catch (cause) {
      connection.close();
      throw cause;
    }
  }

  /** Opens a finished file for reading; null if another version of the product made it. @throws DamagedReadModels */
  static open(files: Generation, signal: CommitSignal): EmbeddedReadModels | null {
    let connection: Connection | undefined;
    try {
      connection = Connection.forReading(files.finished);
      if (hasOwnLayout(connection.db)) return new EmbeddedReadModels(files, signal, connection, 'reading');
      connection.close();
      return null;
    } catch (cause) {
      connection?.close();
      throw isDamage(cause) ? new DamagedReadModels(files.generation, { cause }) : cause;
    }
  }

  get damaged(): AbortSignal {
    return this.#damaged.signal;
  }

  async get<Doc extends Document>(collection: CollectionName<Doc>, ids: readonly string[]): Promise<Map<string, Doc>> {
    const table = documentsTable(this.#definition(collection).collection);
    const select = `SELECT ${table}.id, doc, sum FROM json_each(?) AS wanted CROSS JOIN ${table} ON ${table}.id = wanted.value`;
    return this.#minding(() => {
      const rows = this.#connection.statement(select).all(JSON.stringify(ids));
      return new Map(rows.map((row) => [String(row['id']), documentOf(row) as Doc]));
    });
  }

  /** The last versions of documents, by id, of a collection that keeps all of them. */
  async lastVersions(collection: string, ids: readonly string[]): Promise<Map<string, LastVersion>> {
    return this.#minding(() => lastVersions(this.#connection, this.#definition(collection), ids));
  }

  async find<Doc extends Document>(collection: CollectionName<Doc>, query: Query): Promise<Page<Doc>> {
    return this.#minding(() => findPage(this.#connection, this.#definition(collection), query)) as Promise<Page<Doc>>;
  }

  async count(collection: string, filter: Filter): Promise<number> {
    return this.#minding(() => countDocuments(this.#connection, this.#definition(collection), filter));
  }

  async sum(collection: string, query: SumQuery): Promise<Group[]> {
    return this.#minding(() => sumGroups(this.#connection, this.#definition(collection), query));
  }

  /** The steps of a sum, as SQLite plans them. @throws InvalidQuery, NoSuchIndex, NoSuchCollection */
  explainSum(collection: string, query: SumQuery): string[] {
    return explainSum(this.#connection, this.#definition(collection), query);
  }

  /** The steps of a find, as SQLite plans them. @throws InvalidQuery, NoSuchIndex, NoSuchCollection */
  explain(collection: string, query: Query): string[] {
    return explainFind(this.#connection, this.#definition(collection), query);
  }

  async checkpoint(): Promise<Checkpoint> {
    return this.#minding(() => readCheckpoint(this.#connection));
  }

  async claim(epoch: number): Promise<Checkpoint> {
    return this.#minding(() => claimCheckpoint(this.#writing(), epoch));
  }

  async commit(batch: CommitBatch): Promise<void> {
    if (this.#phase === 'building') return commitBuild(this.#connection, this.#schema, batch);
    await this.#minding(() => commitLive(this.#writing(), this.#schema, batch));
    this.#signal.ring();
  }

  async finishBuild(): Promise<void> {
    if (this.#phase !== 'building') return;
    requireBuild(this.#files);
    const { db } = this.#connection;
    const definitions = [...this.#schema.values()];
    const searches = startSearches(this.#connection, this.#files.building, definitions, () => this.#files.another());
    for (const definition of definitions) createIndexes(db, definition);
    endStarts(db);
    await searches();
    db.exec('PRAGMA journal_mode = WAL');
    this.#connection.close();
    finishFile(this.#files);
    this.#connection = Connection.forCommits(this.#files.finished);
    this.#phase = 'writing';
    this.#signal.ring();
  }

  async deadLetters(): Promise<DeadLetter[]> {
    const select = 'SELECT * FROM dead_letters ORDER BY position, projection';
    const rows = await this.#minding(() => this.#connection.statement(select).all());
    return rows.map((row) => ({ ...row }) as unknown as DeadLetter);
  }

  async isScrubbed(): Promise<boolean> {
    return this.#minding(() => isScrubbed(this.#connection));
  }

  async scrub(): Promise<void> {
    await this.#minding(() => scrubFile(this.#writing(), this.#schema, () => removeOthers(this.#files)));
  }

  async work(limit: number): Promise<Document[]> {
    return this.#minding(() => readWork(this.#connection, limit));
  }

  async *watch(after: Position, signal: AbortSignal): AsyncGenerator<ChangeNotice, void, undefined> {
    const until = AbortSignal.any([signal, this.#closed.signal]);
    try {
      yield* watchCommits(() => this.#connection, this.#signal, after, until);
    } catch (cause) {
      throw this.#minded(cause);
    }
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
    requireSoundWal(`${this.#files.finished}-wal`);
    const connection = Connection.forCommits(this.#files.finished);
    this.#connection.close();
    this.#connection = connection;
    this.#phase = 'writing';
    return connection;
  }

  /** The result of the work; damage ends the use of this handle and is thrown as DamagedReadModels. */
  async #minding<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      throw this.#minded(cause);
    }
  }

  #minded(cause: unknown): unknown {
    if (!isDamage(cause)) return cause;
    const damage = new DamagedReadModels(this.generation, { cause });
    this.#damaged.abort(damage);
    return damage;
  }

  #definition(collection: string): CollectionDefinition {
    const definition = this.#schema.get(collection);
    if (!definition) throw new NoSuchCollection(collection);
    return definition;
  }
}
