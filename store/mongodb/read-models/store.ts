import { randomBytes } from 'node:crypto';
import type { Db, MongoClient } from 'mongodb';
import { START } from '../../event-store.ts';
import type { CollectionDefinition, ReadModelStore, ReadModels } from '../../read-models.ts';
import { reaching } from '../client.ts';
import { MongoReadModels } from './generation.ts';
import { type Layout, layout, META_COLLECTION, type MetaRow } from './layout.ts';

/**
 * Read models with one database per generation, `<prefix>_<generation>`; no other database of the server may have a
 * name with that prefix. A generation is read by the schema it was built with. `watch` polls for commits, so it learns
 * of one some 40 ms late.
 * @param options.changesHeld the most recent changed ids, this many, are kept; `CHANGES_HELD` by default
 */
export function mongoReadModels(options: {
  client: MongoClient;
  prefix: string;
  changesHeld?: number | undefined;
}): ReadModelStore {
  return new MongoReadModelStore(options.client, `${options.prefix}_`, options.changesHeld);
}

class MongoReadModelStore implements ReadModelStore {
  readonly #client: MongoClient;
  readonly #prefix: string;
  readonly #changesHeld: number | undefined;

  constructor(client: MongoClient, prefix: string, changesHeld: number | undefined) {
    this.#client = client;
    this.#prefix = prefix;
    this.#changesHeld = changesHeld;
  }

  async create(generation: string, collections: readonly CollectionDefinition[]): Promise<ReadModels> {
    const database = this.#database(generation);
    const build = randomBytes(6).toString('hex');
    const meta: MetaRow = { _id: 'generation', build, finished: false, collections: [...collections] };
    const place = layout(database, build, this.#changesHeld);
    await reaching(database.dropDatabase());
    await reaching(prepare(database, place, meta));
    return new MongoReadModels(generation, this.#client, place, meta);
  }

  async open(generation: string): Promise<ReadModels | null> {
    const database = this.#database(generation);
    const meta = await reaching(database.collection<MetaRow>(META_COLLECTION).findOne({ _id: 'generation' }));
    if (!meta?.finished) return null;
    return new MongoReadModels(generation, this.#client, layout(database, meta.build, this.#changesHeld), meta);
  }

  async list(): Promise<string[]> {
    const { databases } = await reaching(this.#client.db().admin().listDatabases({ nameOnly: true }));
    const own = databases.filter(({ name }) => name.startsWith(this.#prefix));
    return own.map(({ name }) => name.slice(this.#prefix.length)).sort();
  }

  async drop(generation: string): Promise<void> {
    await reaching(this.#database(generation).dropDatabase());
  }

  /** The server looks after its own files. */
  async check(): Promise<void> {}

  async setAside(generation: string): Promise<void> {
    await this.drop(generation);
  }

  async close(): Promise<void> {}

  #database(generation: string) {
    return this.#client.db(this.#prefix + generation);
  }
}

/** Makes every collection now, so that no transaction has to, and the row that fences writers. */
async function prepare(database: Db, place: Layout, meta: MetaRow): Promise<void> {
  await place.meta.replaceOne({ _id: 'generation' }, meta, { upsert: true });
  await place.changes.createIndex({ position: 1 });
  await place.deadLetters.createIndex({ position: 1, projection: 1 });
  await database.createCollection(place.work.collectionName);
  for (const { collection } of meta.collections)
    await database.createCollection(place.documents(collection).collectionName);
  const start = { position: START, eventId: '', epoch: 0, runner: null, changed: 0 };
  await place.checkpoint.insertOne({ _id: 'checkpoint', ...start });
}
