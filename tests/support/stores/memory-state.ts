import type { Json, StateRecord, StateStore } from '../../../store/state.ts';

interface Kept {
  json: string;
  version: string;
  expiresAt: number;
}

/** A state store in this process's memory, for what a test needs beside the store under test. */
export function memoryState(now: () => number = Date.now): StateStore {
  const records = new Map<string, Kept>();
  let writes = 0;

  function read(key: string): StateRecord | null {
    const kept = records.get(key);
    if (!kept || kept.expiresAt <= now()) return null;
    return { key, value: JSON.parse(kept.json) as Json, version: kept.version };
  }

  function readMany(keys: Iterable<string>): StateRecord[] {
    return [...keys].map(read).filter((record) => record !== null);
  }

  return {
    get: async (key) => read(key),
    getMany: async (keys) => new Map(readMany(keys).map((record) => [record.key, record])),
    async put(key, value, { expected, ttlMs = Number.POSITIVE_INFINITY }) {
      if ((read(key)?.version ?? 'none') !== expected) return null;
      writes += 1;
      const version = String(writes);
      records.set(key, { json: JSON.stringify(value), version, expiresAt: now() + ttlMs });
      return version;
    },
    async putNew(values) {
      const taken: string[] = [];
      for (const [key, value] of values)
        if ((await this.put(key, value, { expected: 'none' })) === null) taken.push(key);
      return taken;
    },
    async delete(key) {
      const found = read(key) !== null;
      records.delete(key);
      return found;
    },
    async list(prefix, { after, limit } = {}) {
      const isAfter = (key: string) => after === undefined || byCodePoint(key, after) > 0;
      const keys = [...records.keys()].filter((key) => key.startsWith(prefix) && isAfter(key));
      return readMany(keys.sort(byCodePoint)).slice(0, limit);
    },
    async close() {},
  };
}

/** UTF-8 sorts as code points do; JavaScript's own order differs beyond U+FFFF. */
function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
