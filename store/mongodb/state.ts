import { randomUUID } from 'node:crypto';
import { type Collection, MongoBulkWriteError, type MongoClient, MongoServerError, type WriteError } from 'mongodb';
import type { Json, ListPage, StateRecord, StateStore } from '../state.ts';
import { reaching } from './client.ts';

/** The value is JSON text, so that every key, depth and number comes back exactly as stored. */
interface Row {
  _id: string;
  value: string;
  version: string;
  expiresAt: Date | null;
}

const DUPLICATE_KEY = 11000;
const LAST_CODE_POINT = 0x10ffff;
/**
 * The server removes a record only this long after it expires, so that a clock that differs from ours cannot do so too
 * early.
 */
const REMOVAL_GRACE_SECONDS = 3600;

/**
 * State in one collection, `state`, of a database. A replaced or deleted value leaves the collection at once; the
 * server's journal and oplog keep it until they roll over, which no client can speed up.
 * @param options.now milliseconds since 1970
 * @throws StoreUnavailable, from every method too
 */
export async function openMongoState(options: {
  client: MongoClient;
  database: string;
  now: () => number;
}): Promise<StateStore> {
  const rows = options.client.db(options.database).collection<Row>('state');
  await reaching(rows.createIndex({ expiresAt: 1 }, { expireAfterSeconds: REMOVAL_GRACE_SECONDS }));
  return new MongoState(rows, options.now);
}

class MongoState implements StateStore {
  readonly #rows: Collection<Row>;
  readonly #now: () => number;

  constructor(rows: Collection<Row>, now: () => number) {
    this.#rows = rows;
    this.#now = now;
  }

  async get(key: string): Promise<StateRecord | null> {
    return (await this.getMany([key])).get(key) ?? null;
  }

  async getMany(keys: readonly string[]): Promise<Map<string, StateRecord>> {
    const found = this.#rows.find({ _id: { $in: [...keys] }, ...this.#unexpired() });
    const rows = await reaching(found.toArray());
    return new Map(rows.map((row) => [row._id, toRecord(row)]));
  }

  async put(key: string, value: Json, options: { expected: 'none' | string; ttlMs?: number }): Promise<string | null> {
    const version = randomUUID();
    const expiresAt = options.ttlMs === undefined ? null : new Date(this.#now() + options.ttlMs);
    const row = { value: JSON.stringify(value), version, expiresAt };
    const written = options.expected === 'none' ? this.#insert(key, row) : this.#replace(key, row, options.expected);
    return (await reaching(written)) ? version : null;
  }

  async putNew(values: ReadonlyMap<string, Json>): Promise<string[]> {
    if (values.size === 0) return [];
    const keys = [...values.keys()];
    const version = randomUUID();
    const writes = Array.from(values, ([key, value]) => {
      const replacement = { value: JSON.stringify(value), version, expiresAt: null };
      return { replaceOne: { filter: this.#expired(key), replacement, upsert: true } };
    });
    try {
      await reaching(this.#rows.bulkWrite(writes, { ordered: false }));
      return [];
    } catch (error) {
      return takenKeys(error, keys);
    }
  }

  async delete(key: string): Promise<boolean> {
    const row = await reaching(this.#rows.findOneAndDelete({ _id: { $eq: key } }));
    return row !== null && (row.expiresAt === null || row.expiresAt.getTime() > this.#now());
  }

  async list(prefix: string, { after, limit }: ListPage = {}): Promise<StateRecord[]> {
    if (limit === 0) return [];
    const end = afterPrefix(prefix);
    const range = { $gte: prefix, ...(end !== null && { $lt: end }), ...(after !== undefined && { $gt: after }) };
    // 0 means no limit there.
    const found = this.#rows
      .find({ _id: range, ...this.#unexpired() })
      .sort({ _id: 1 })
      .limit(limit ?? 0);
    return (await reaching(found.toArray())).map(toRecord);
  }

  async close(): Promise<void> {}

  /** Replaces an expired record or inserts a new one: if an unexpired record exists, that is a duplicate key. */
  async #insert(key: string, row: Omit<Row, '_id'>): Promise<boolean> {
    try {
      await this.#rows.replaceOne(this.#expired(key), row, { upsert: true });
      return true;
    } catch (error) {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false;
      throw error;
    }
  }

  async #replace(key: string, row: Omit<Row, '_id'>, expected: string): Promise<boolean> {
    const filter = { _id: { $eq: key }, version: { $eq: expected }, ...this.#unexpired() };
    return (await this.#rows.replaceOne(filter, row)).matchedCount === 1;
  }

  /** Matches a key's expired record, which may be replaced as if it did not exist. */
  #expired(key: string) {
    return { _id: { $eq: key }, expiresAt: { $lte: new Date(this.#now()) } };
  }

  #unexpired() {
    return { expiresAt: { $not: { $lte: new Date(this.#now()) } } };
  }
}

/** The keys of a bulk insert that already existed. @throws any other failure */
function takenKeys(error: unknown, keys: readonly string[]): string[] {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  const failures: WriteError[] = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  return failures.map(({ index }) => keys[index] as string);
}

function toRecord(row: Row): StateRecord {
  return { key: row._id, value: JSON.parse(row.value) as Json, version: row.version };
}

/** The first text after all that start with the prefix, in code point order; null if there is none. */
function afterPrefix(prefix: string): string | null {
  const points = [...prefix];
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) as number;
    if (point === LAST_CODE_POINT) continue;
    const next = point === 0xd7ff ? 0xe000 : point + 1;
    return points.join('') + String.fromCodePoint(next);
  }
  return null;
}
