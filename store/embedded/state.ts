import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Json, StateRecord, StateStore } from '../state.ts';
import { STATE_FILE } from './protocol.ts';
import { openForReading, statements } from './sqlite.ts';
import type { WriterClient } from './writer-client.ts';

interface Row {
  key: string;
  value: string;
  version: string;
}

/** Sorts after every key that starts with the same prefix. */
const AFTER_ALL = '\u{10FFFF}';

/**
 * The embedded state store: reads in this thread, writes through the writer's.
 * @param now milliseconds since the epoch, for expiry
 */
export function openState(folder: string, writer: WriterClient, now: () => number): StateStore {
  const database = openForReading(join(folder, STATE_FILE));
  const prepared = statements(database);
  const alive = '(expires_at IS NULL OR expires_at > ?)';
  const one = prepared(`SELECT key, value, version FROM records WHERE key = ? AND ${alive}`);
  const many = prepared(
    `SELECT key, value, version FROM records WHERE key IN (SELECT value FROM json_each(?)) AND ${alive}`,
  );
  const range = prepared(
    `SELECT key, value, version FROM records WHERE key >= ? AND key < ? AND ${alive} ORDER BY key`,
  );

  return {
    async get(key) {
      const row = one.get(key, now()) as Row | undefined;
      return row ? toRecord(row) : null;
    },
    async getMany(keys) {
      const rows = many.all(JSON.stringify(keys), now()) as unknown as Row[];
      return new Map(rows.map((row) => [row.key, toRecord(row)]));
    },
    async list(prefix) {
      return (range.all(prefix, prefix + AFTER_ALL, now()) as unknown as Row[]).map(toRecord);
    },
    async put(key, value, { expected, ttlMs, scrub = false }) {
      const version = randomUUID();
      const expiresAt = ttlMs === undefined ? null : now() + ttlMs;
      const result = await writer.send({ kind: 'put', key, value, version, expected, expiresAt, now: now(), scrub });
      return result.kind === 'done' && result.done ? version : null;
    },
    async delete(key) {
      const result = await writer.send({ kind: 'delete', key, now: now() });
      return result.kind === 'done' && result.done;
    },
    async close() {
      database.close();
    },
  };
}

function toRecord({ key, value, version }: Row): StateRecord {
  return { key, value: JSON.parse(value) as Json, version };
}
