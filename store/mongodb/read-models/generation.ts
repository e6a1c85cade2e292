import type { MongoClient } from 'mongodb';
import type { Position } from '../../event-store.ts';
import { portionsOf } from '../../portions.ts';
import {
  type ChangeNotice,
  type Checkpoint,
  type CollectionDefinition,
  type CollectionName,
  type CommitBatch,
  type DeadLetter,
  type Document,
  type Filter,
  type Group,
  NoSuchCollection,
  type Page,
  type Query,
  type ReadModels,
  StaleCheckpoint,
  type SumQuery,
} from '../../read-models.ts';
import { reaching } from '../client.ts';
import { ChangeFeed } from './changes.ts';
import { claimCheckpoint, commitBuild, commitLive } from './commit.ts';
import { countRows, findPage, type Target } from './find.ts';
import { fieldPath, indexName, type Layout, type MetaRow, SEARCH_INDEX } from './layout.ts';
import { RunnerSession } from './runner-session.ts';
import { sumGroups } from './sums.ts';

/** Long lists are read in pieces, so that each is little work and a small answer for the server. */
const IDS_PER_READ = 500;

/** A handle on one build of a generation. It closes its watchers; whoever opened the client closes it. */
export class MongoReadModels implements ReadModels {
  readonly generation: string;
  /** Never aborted: the server looks after its own files. */
  readonly damaged = new AbortController().signal;
  readonly #client: MongoClient;
  readonly #layout: Layout;
  readonly #build: string;
  readonly #schema: ReadonlyMap<string, CollectionDefinition>;
  readonly #feed: ChangeFeed;
  readonly #runner: RunnerSession;
  readonly #closed = new AbortController();
  #finished: boolean;

  constructor(generation: string, client: MongoClient, layout: Layout, meta: MetaRow) {
    this.generation = generation;
    this.#client = client;
    this.#layout = layout;
    this.#build = meta.build;
    this.#finished = meta.finished;
    this.#schema = new Map(meta.collections.map((definition) => [definition.collection, definition]));
    this.#feed = new ChangeFeed(layout);
    this.#runner = new RunnerSession(client);
  }

  async get<Doc extends Document>(collection: CollectionName<Doc>, ids: readonly string[]): Promise<Map<string, Doc>> {
    const { rows } = this.#target(collection);
    const documents = new Map<string, Doc>();
    for (const asked of portionsOf(ids, IDS_PER_READ)) {
      const found = await reaching(rows.find({ _id: { $in: asked } }, { projection: { doc: 1 } }).toArray());
      for (const { _id, doc } of found) documents.set(_id, doc as Doc);
    }
    return documents;
  }

  async find<Doc extends Document>(collection: CollectionName<Doc>, query: Query): Promise<Page<Doc>> {
    return reaching(findPage(this.#target(collection), query)) as Promise<Page<Doc>>;
  }

  async count(collection: string, filter: Filter): Promise<number> {
    return reaching(countRows(this.#target(collection), filter));
  }

  async sum(collection: string, query: SumQuery): Promise<Group[]> {
    return reaching(sumGroups(this.#target(collection), query));
  }

  async checkpoint(): Promise<Checkpoint> {
    const row = await reaching(this.#layout.checkpoint.findOne({ _id: 'checkpoint' }));
    if (!row) throw new StaleCheckpoint(`The generation ${this.generation} was dropped or rebuilt.`);
    return { position: row.position, eventId: row.eventId, epoch: row.epoch };
  }

  async claim(epoch: number): Promise<Checkpoint> {
    return claimCheckpoint(this.#client, this.#layout, this.#runner, epoch);
  }

  async commit(batch: CommitBatch): Promise<void> {
    if (this.#finished) await commitLive(this.#runner, this.#layout, this.#schema, batch);
    else await commitBuild(this.#layout, this.#schema, batch);
  }

  /** @throws StaleCheckpoint if another build has replaced this one */
  async finishBuild(): Promise<void> {
    for (const { collection } of this.#schema.values()) await reaching(this.#makeIndexes(collection));
    const filter = { _id: 'generation', build: { $eq: this.#build } } as const;
    const { matchedCount } = await reaching(this.#layout.meta.updateOne(filter, { $set: { finished: true } }));
    if (matchedCount === 0) throw new StaleCheckpoint(`The generation ${this.generation} was dropped or rebuilt.`);
    this.#finished = true;
  }

  async deadLetters(): Promise<DeadLetter[]> {
    const found = this.#layout.deadLetters.find({}, { projection: { _id: 0 } }).sort({ position: 1, projection: 1 });
    return reaching(found.toArray());
  }

  /**
   * Documents are replaced whole: earlier versions in the server's files and journal are the server's concern
   * (docs/security.md).
   */
  async isScrubbed(): Promise<boolean> {
    return true;
  }

  async scrub(): Promise<void> {}

  async work(limit: number): Promise<Document[]> {
    const rows = await reaching(this.#layout.work.find({}).sort({ _id: 1 }).limit(limit).toArray());
    return rows.map(({ doc }) => doc);
  }

  watch(after: Position, signal: AbortSignal): AsyncIterable<ChangeNotice> {
    return this.#feed.watch(after, AbortSignal.any([signal, this.#closed.signal]));
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#runner.end();
  }

  #target(collection: string): Target {
    const definition = this.#schema.get(collection);
    if (!definition) throw new NoSuchCollection(collection);
    return { definition, rows: this.#layout.documents(collection) };
  }

  async #makeIndexes(collection: string): Promise<void> {
    const { definition, rows } = this.#target(collection);
    const indexes = definition.indexes.map((fields) => ({
      name: indexName(fields),
      key: new Map([...fields.map(fieldPath), '_id'].map((path) => [path, 1 as const])),
    }));
    if (definition.search.length > 0) indexes.push({ name: SEARCH_INDEX, key: new Map([['search.trigrams', 1]]) });
    if (indexes.length > 0) await rows.createIndexes(indexes);
  }
}
