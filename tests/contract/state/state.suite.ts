import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Json, ListPage, StateStore } from '../../../store/state.ts';
import { isDeep } from '../../support/depth.ts';

export interface OpenedState {
  state: StateStore;
  /** Moves the store's clock forward. */
  advance(ms: number): void | Promise<void>;
  close(): Promise<void>;
}

const none = { expected: 'none' } as const;

/** What every adapter of the state port does. */
export function stateContract(name: string, open: () => Promise<OpenedState>): void {
  describe(`the state store: ${name}`, () => {
    let opened: OpenedState;
    let state: StateStore;

    beforeEach(async () => {
      opened = await open();
      state = opened.state;
    });

    afterEach(() => opened.close());

    describe('many new records', () => {
      it('Many new records put at once are all written, and are there on return', async () => {
        const values = new Map(indexes(300).map((index) => [`key/${index}`, { index }]));
        expect(await state.putNew(values)).toEqual([]);
        const found = await state.getMany([...values.keys()]);
        expect(new Map([...found].map(([key, { value }]) => [key, value]))).toEqual(values);
      });

      it('Many new records put at once are changed and deleted like others', async () => {
        await state.putNew(new Map(Object.entries({ a: 1, b: 2 })));
        const { version } = (await state.get('a')) ?? {};
        expect(await state.put('a', 3, { expected: version as string })).not.toBeNull();
        expect(await state.delete('b')).toBe(true);
        expect(await state.list('')).toMatchObject([{ key: 'a', value: 3 }]);
      });

      it('Many new records put at once leave what is there as it is, and say so', async () => {
        await state.put('b', 'before', none);
        const values = Object.entries({ a: 1, b: 2, c: 3 });
        expect(await state.putNew(new Map(values))).toEqual(['b']);
        expect(await state.list('')).toMatchObject([{ value: 1 }, { value: 'before' }, { value: 3 }]);
      });

      it('Many new records put at once take the place of an expired one', async () => {
        await state.put('a', 'before', { ...none, ttlMs: 1_000 });
        await opened.advance(1_000);
        expect(await state.putNew(new Map([['a', 'after']]))).toEqual([]);
        await opened.advance(10_000);
        expect((await state.get('a'))?.value).toBe('after');
      });

      it('Many new records put at once may be none', async () => {
        expect(await state.putNew(new Map())).toEqual([]);
      });
    });

    describe('compare-and-set', () => {
      it('A compare-and-set writes a new record once', async () => {
        const version = await state.put('a', 1, none);
        expect(version).toEqual(expect.any(String));
        expect(await state.get('a')).toEqual({ key: 'a', value: 1, version });
        expect(await state.put('a', 2, none)).toBeNull();
        expect((await state.get('a'))?.value).toBe(1);
      });

      it('A compare-and-set replaces the version that was read, and no other', async () => {
        const first = await written(state, 'a', 1);
        const second = await state.put('a', 2, { expected: first });
        expect(second).not.toBeNull();
        expect(await state.put('a', 3, { expected: first })).toBeNull();
        expect(await state.get('a')).toEqual({ key: 'a', value: 2, version: second });
      });

      it('A compare-and-set writes nothing where a version is expected and there is no record', async () => {
        const gone = await written(state, 'a', 1);
        await state.delete('a');
        expect(await state.put('a', 2, { expected: gone })).toBeNull();
        expect(await state.put('b', 2, { expected: gone })).toBeNull();
        expect(await state.list('')).toEqual([]);
      });

      it('A compare-and-set lets one of 64 win that make the same record', async () => {
        const versions = await Promise.all(indexes(64).map((index) => state.put('a', index, none)));
        const winners = indexes(64).filter((index) => versions[index] !== null);
        expect(winners).toHaveLength(1);
        expect((await state.get('a'))?.value).toBe(winners[0]);
      });

      it('A compare-and-set lets one of 64 win that replace the same version', async () => {
        const expected = await written(state, 'a', 'before');
        const versions = await Promise.all(indexes(64).map((index) => state.put('a', index, { expected })));
        const winners = indexes(64).filter((index) => versions[index] !== null);
        expect(winners).toHaveLength(1);
        expect((await state.get('a'))?.value).toBe(winners[0]);
      });

      it('A compare-and-set never gives a version twice, not after a delete nor for the same value', async () => {
        const versions = new Set<string>();
        let expected: string = 'none';
        for (let round = 0; round < 20; round++) {
          const version = await state.put('a', 'same', { expected });
          versions.add(version as string);
          expected = version as string;
          if (round % 3 === 0) {
            await state.delete('a');
            expected = 'none';
          }
        }
        expect(versions.size).toBe(20);
      });
    });

    describe('expiry', () => {
      it('An expired record is read as absent', async () => {
        await state.put('a', 1, { ...none, ttlMs: 1_000 });
        await state.put('b', 2, none);
        await opened.advance(999);
        expect((await state.get('a'))?.value).toBe(1);
        await opened.advance(1);
        expect(await state.get('a')).toBeNull();
        expect([...(await state.getMany(['a', 'b'])).keys()]).toEqual(['b']);
        expect((await state.list('')).map((record) => record.key)).toEqual(['b']);
        expect(await state.delete('a')).toBe(false);
      });

      it('An expired record is replaced as if there were none', async () => {
        const expired = await state.put('a', 1, { ...none, ttlMs: 1_000 });
        await opened.advance(1_000);
        expect(await state.put('a', 2, { expected: expired as string })).toBeNull();
        expect(await state.put('a', 2, none)).not.toBeNull();
        await opened.advance(1_000_000);
        expect((await state.get('a'))?.value).toBe(2);
      });

      it('The expiry of a record is prolonged, or ended, by the next put', async () => {
        const first = await state.put('a', 1, { ...none, ttlMs: 1_000 });
        await opened.advance(600);
        const second = await state.put('a', 2, { expected: first as string, ttlMs: 1_000 });
        await opened.advance(600);
        expect((await state.get('a'))?.value).toBe(2);
        await state.put('a', 3, { expected: second as string });
        await opened.advance(1_000_000);
        expect((await state.get('a'))?.value).toBe(3);
      });
    });

    describe('reading', () => {
      it('The state store keeps JSON values of every kind', async () => {
        for (const [index, value] of jsonValues.entries()) {
          await state.put(`v/${index}`, value, none);
          expect((await state.get(`v/${index}`))?.value).toEqual(value);
        }
      });

      it('The state store keeps a big value', async () => {
        const value = { text: 'ä€𝄞'.repeat(300_000) };
        await state.put('big', value, none);
        expect((await state.get('big'))?.value).toEqual(value);
      });

      it('The state store knows no record that was not put', async () => {
        expect(await state.get('a')).toBeNull();
        expect(await state.getMany([])).toEqual(new Map());
        expect(await state.getMany(['a', 'b'])).toEqual(new Map());
        expect(await state.list('a')).toEqual([]);
      });

      it('The state store gets those of many keys that exist', { tags: ['more'] }, async () => {
        // MongoDB answers with 101 of them at once.
        const keys = indexes(isDeep ? 5_000 : 1_100).map((index) => `k/${index}`);
        const existing = keys.filter((_, index) => index % 10 === 0);
        await Promise.all(existing.map((key) => state.put(key, key, none)));
        const found = await state.getMany(keys);
        expect([...found.keys()].sort()).toEqual([...existing].sort());
        const last = existing.at(-1) ?? '';
        expect(found.get(last)).toEqual(await state.get(last));
      });

      it('The state store gets a key once that is asked for twice', async () => {
        const version = await written(state, 'a', 1);
        expect(await state.getMany(['a', 'a'])).toEqual(new Map([['a', { key: 'a', value: 1, version }]]));
      });
    });

    describe('list', () => {
      it('A list finds what starts with the prefix, ordered by key', async () => {
        for (const key of ['b/2', 'a/1', 'b/10', 'b', 'c/1', 'b/1']) await state.put(key, key, none);
        expect(await listed(state, 'b/')).toEqual(['b/1', 'b/10', 'b/2']);
        expect(await listed(state, 'b')).toEqual(['b', 'b/1', 'b/10', 'b/2']);
        expect(await listed(state, '')).toEqual(['a/1', 'b', 'b/1', 'b/10', 'b/2', 'c/1']);
        expect(await listed(state, 'd')).toEqual([]);
      });

      it('A list takes every character for itself', async () => {
        const keys = ['a%b', 'a_b', 'axb', 'a.b', 'a*b', 'a[b', 'a\\b', 'a$b', 'a^b', 'A%b', 'a%', 'a%ä', 'a%😀'];
        for (const key of keys) await state.put(key, key, none);
        expect(await listed(state, 'a%')).toEqual(['a%', 'a%b', 'a%ä', 'a%😀']);
        for (const prefix of ['a_', 'a.', 'a*', 'a[', 'a\\', 'a$', 'a^', 'A'])
          expect(await listed(state, prefix)).toEqual(keys.filter((key) => key.startsWith(prefix)));
      });

      it('A list finds every continuation of the prefix, and orders by code point', async () => {
        const keys = ['p', 'p\u0001', 'p\u007f', 'p\ue000', 'p\uffff', 'p\u{1f600}', 'p\u{10ffff}', 'p\u{10ffff}x'];
        for (const key of ['o\u{10ffff}', 'q', ...keys]) await state.put(key, key, none);
        expect(await listed(state, 'p')).toEqual(keys);
        expect(await listed(state, 'p\u{10ffff}')).toEqual(keys.slice(-2));
      });
    });

    describe('a part of a list', () => {
      const keys = (page: ListPage, prefix = 'p/') =>
        state.list(prefix, page).then((records) => records.map(({ key }) => key));

      beforeEach(async () => {
        for (const key of ['o', 'p/1', 'p/2', 'p/3', 'p/\u{1f600}', 'q']) await state.put(key, key, none);
        await state.put('p/25', 'gone', { ...none, ttlMs: 1 });
        await opened.advance(1);
      });

      it('A part of a list is the first so many', async () => {
        expect(await keys({ limit: 2 })).toEqual(['p/1', 'p/2']);
        expect(await keys({ limit: 0 })).toEqual([]);
        expect(await keys({ limit: 9 })).toEqual(['p/1', 'p/2', 'p/3', 'p/\u{1f600}']);
      });

      it('A part of a list begins after a key, which need not exist or have the prefix', async () => {
        expect(await keys({ after: 'p/2', limit: 1 })).toEqual(['p/3']);
        expect(await keys({ after: 'p/25' })).toEqual(['p/3', 'p/\u{1f600}']);
        expect(await keys({ after: 'p/\uffff' })).toEqual(['p/\u{1f600}']);
        expect(await keys({ after: 'a', limit: 1 })).toEqual(['p/1']);
        expect(await keys({ after: 'p/\u{1f600}' })).toEqual([]);
        expect(await keys({ after: 'z' })).toEqual([]);
        expect(await keys({ after: 'p/3' }, '')).toEqual(['p/\u{1f600}', 'q']);
      });
    });

    describe('delete', () => {
      it('A delete says whether there was a record', async () => {
        await state.put('a', 1, none);
        expect(await state.delete('a')).toBe(true);
        expect(await state.get('a')).toBeNull();
        expect(await state.delete('a')).toBe(false);
        expect(await state.put('a', 2, none)).not.toBeNull();
      });

      it('A delete is done once by 16 at the same time', async () => {
        await state.put('a', 1, none);
        const done = await Promise.all(indexes(16).map(() => state.delete('a')));
        expect(done.filter(Boolean)).toHaveLength(1);
      });

      it('A delete touches no other record', async () => {
        for (const key of ['a', 'a/b', 'A']) await state.put(key, key, none);
        await state.delete('a');
        expect(await listed(state, '')).toEqual(['A', 'a/b']);
      });
    });

    it('The state store replaces a secret by compare-and-set like any value', async () => {
      const first = await written(state, 'a', { secret: 'one' });
      const second = await state.put('a', { gone: true }, { expected: first, scrub: true });
      expect(await state.get('a')).toEqual({ key: 'a', value: { gone: true }, version: second });
      expect(await state.put('a', 'late', { expected: first, scrub: true })).toBeNull();
    });
  });
}

const jsonValues: Json[] = [
  null,
  true,
  false,
  0,
  -1.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  '',
  'text with "quotes", \\, \n and \u0000',
  'ä€😀',
  [],
  [1, 'two', null, [true]],
  {},
  { a: { b: [{ c: null }] }, 'with.dot': 1, $dollar: 2, __proto: 3, 'key with spaces': '' },
];

function indexes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

async function written(state: StateStore, key: string, value: Json): Promise<string> {
  const version = await state.put(key, value, none);
  if (version === null) throw new Error(`There is a record ${key} already.`);
  return version;
}

async function listed(state: StateStore, prefix: string): Promise<string[]> {
  return (await state.list(prefix)).map((record) => record.key);
}
