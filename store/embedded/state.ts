import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { StoreUnavailable } from '../event-store.ts';
import type { Json, ListPage, PutOptions, StateRecord, StateStore } from '../state.ts';
import { openForReading } from './sqlite.ts';
import type { Writer } from './writer-client.ts';

const LIVE = '(expires_at IS NULL OR expires_at > ?)';

/**
 * Room for some 1,500,000 subject keys. Values are in overflow pages, which SQLite would otherwise read from disk each
 * time.
 */
const MAPPED_BYTES = 1024 * 1024 * 1024;

interface Row {
  key: string;
  value: string;
  version: string;
}

export interface StateOptions {
  /** Only read; closed with the state. */
  db: DatabaseSync;
  writer: Writer;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Opens state.db for reading in this thread. */
export function openStateFile(path: string): DatabaseSync {
  return openForReading(path, MAPPED_BYTES);
}

/** State on state.db: reads here, writes through the writer's thread. */
export class EmbeddedState implements StateStore {
  readonly #writer: Writer;
  readonly #now: () => number;
  readonly #db: DatabaseSync;
  readonly #one: StatementSync;
  readonly #many: StatementSync;
  readonly #from: StatementSync;
  readonly #after: StatementSync;

  constructor({ db, writer, now }: StateOptions) {
    this.#writer = writer;
    this.#now = now;
    this.#db = db;
    const select = (rest: string) => this.#db.prepare(`SELECT key, value, version FROM records WHERE ${rest}`);
    this.#one = select(`key = ? AND ${LIVE}`);
    this.#many = select(`key IN (SELECT value FROM json_each(?)) AND ${LIVE}`);
    this.#from = select(`key >= ? AND ${LIVE} ORDER BY key`);
    this.#after = select(`key > ? AND key >= ? AND ${LIVE} ORDER BY key`);
  }

  async get(key: string): Promise<StateRecord | null> {
    const row = this.#read(() => this.#one.get(key, this.#now())) as Row | undefined;
    return row ? toRecord(row) : null;
  }

  async getMany(keys: readonly string[]): Promise<Map<string, StateRecord>> {
    const rows = this.#read(() => this.#many.all(JSON.stringify(keys), this.#now())) as unknown as Row[];
    return new Map(rows.map((row) => [row.key, toRecord(row)]));
  }

  async list(prefix: string, { after, limit = Number.POSITIVE_INFINITY }: ListPage = {}): Promise<StateRecord[]> {
    return this.#read(() => {
      const records: StateRecord[] = [];
      const now = this.#now();
      const rows = after === undefined ? this.#from.iterate(prefix, now) : this.#after.iterate(after, prefix, now);
      for (const row of rows as Iterable<unknown>) {
        if (records.length >= limit || !(row as Row).key.startsWith(prefix)) break;
        records.push(toRecord(row as Row));
      }
      return records;
    });
  }

  async put(key: string, value: Json, { expected, ttlMs, scrub = false }: PutOptions): Promise<string | null> {
    const version = randomUUID();
    const now = this.#now();
    const expiresAt = ttlMs === undefined ? null : now + ttlMs;
    const row = { key, value: JSON.stringify(value), version, expected, expiresAt, now, scrub };
    const outcome = await this.#writer.send({ kind: 'put', ...row });
    return outcome.kind === 'state' && outcome.changed ? version : null;
  }

  async putNew(values: ReadonlyMap<string, Json>): Promise<string[]> {
    if (values.size === 0) return [];
    const outcome = await this.#writer.send({
      kind: 'putNew',
      keys: [...values.keys()],
      values: Array.from(values.values(), (value) => JSON.stringify(value)),
      version: randomUUID(),
      now: this.#now(),
    });
    return outcome.kind === 'putNew' ? outcome.taken : [];
  }

  async delete(key: string): Promise<boolean> {
    const outcome = await this.#writer.send({ kind: 'delete', key, now: this.#now() });
    return outcome.kind === 'state' && outcome.changed;
  }

  async close(): Promise<void> {
    if (this.#db.isOpen) this.#db.close();
  }

  #read<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      if (!this.#db.isOpen) throw new StoreUnavailable('The state store is closed.');
      throw new StoreUnavailable('The state store could not be read.', { cause });
    }
  }
}

function toRecord({ key, value, version }: Row): StateRecord {
  return { key, value: JSON.parse(value) as Json, version };
}
