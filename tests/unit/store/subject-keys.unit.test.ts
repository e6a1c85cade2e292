import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../store/event-store.ts';
import type { Json } from '../../../store/state.ts';
import { subjectKeys } from '../../../store/subject-keys.ts';
import { memoryState } from '../../support/stores/memory-state.ts';
import { stateWith } from '../../support/stores/state-wrapper.ts';

describe('new subjects', () => {
  test('New subjects have their key in the store before anybody is given them', async () => {
    const state = memoryState();
    const keys = subjectKeys(state);
    const subjects = await Promise.all(Array.from({ length: 300 }, () => keys.mint()));
    expect(new Set(subjects).size).toBe(300);
    // Asked as another process would ask, with nothing cached.
    const found = await subjectKeys(state).get(subjects);
    for (const subject of subjects) expect(found.get(subject)).toEqual(await keys.ensure(subject));
  });

  test('New subjects are made many at once, in the order of their time', async () => {
    let writes = 0;
    const state = memoryState();
    const keys = subjectKeys(
      stateWith(state, {
        put: () => Promise.reject(new Error('One by one.')),
        putNew(values) {
          writes += 1;
          return state.putNew(values);
        },
      }),
    );
    const subjects: string[] = [];
    for (let count = 0; count < 1_000; count++) subjects.push(await keys.mint());
    expect(writes).toBeLessThan(20);
    // A UUID version 7 begins with its milliseconds.
    const times = subjects.map((subject) => subject.slice(0, '01a201dc-c48a'.length));
    expect(times).toEqual(times.toSorted());
  });

  test('New subjects are few where few are asked for', async () => {
    const state = memoryState();
    await subjectKeys(state).mint();
    await expect.poll(() => state.list('')).not.toHaveLength(0);
    expect((await state.list('')).length).toBeLessThan(64);
  });

  test('New subjects are not given to anybody where their key could not be written', async () => {
    let isAway = true;
    const state = memoryState();
    const putNew = (values: ReadonlyMap<string, Json>) =>
      isAway ? Promise.reject(new StoreUnavailable('Away.')) : state.putNew(values);
    const keys = subjectKeys(stateWith(state, { putNew }));
    await expect(keys.mint()).rejects.toThrow(StoreUnavailable);
    await expect(keys.mint()).rejects.toThrow(StoreUnavailable);
    isAway = false;
    expect((await keys.get([await keys.mint()])).size).toBe(1);
  });

  test('New subjects are others than those that have a key already', async () => {
    const state = memoryState();
    let taken: string[] = [];
    const putNew = async (values: ReadonlyMap<string, Json>) => {
      taken = [...values.keys()].slice(0, 3);
      for (const key of taken) await state.put(key, { key: 'another' }, { expected: 'none' });
      return state.putNew(values);
    };
    const keys = subjectKeys(stateWith(state, { putNew }));
    const subject = await keys.mint();
    expect(taken).not.toContain(`subject-key/${subject}`);
  });
});
