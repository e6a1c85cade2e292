import { expect, test } from 'vitest';
import { differenceBetween, differencesOf, type Row } from '../../../api/compare/differences.ts';

const whole = (...rows: Row[]) => ({ rows, isWhole: true });
const cut = (...rows: Row[]) => ({ rows, isWhole: false });
const said = (differences: ReturnType<typeof differencesOf>) => differences.map(({ id, what }) => [id, what]);

test('Rows are held against each other by their ids, wherever they stand', () => {
  const before = whole({ id: 'a', name: 'Ada' }, { id: 'b', name: 'Bea' }, { id: 'c', name: 'Cem' });
  const after = whole({ id: 'd', name: 'Dan' }, { id: 'b', name: 'Bea' }, { id: 'a', name: 'Ana' });
  expect(said(differencesOf(before, after))).toEqual([
    ['d', 'added'],
    ['b', 'same'],
    ['a', 'changed'],
    ['c', 'removed'],
  ]);
});

test('A field that one moment lacks was nothing there, and the count of steps is no change', () => {
  const [row] = differencesOf(
    whole({ id: 'a', revision: 1, note: null, tags: ['x'] }),
    whole({ id: 'a', revision: 2, tags: ['x', 'y'], phone: '1' }),
  );
  expect(row?.changes).toEqual([
    { field: 'tags', before: ['x'], after: ['x', 'y'] },
    { field: 'phone', before: null, after: '1' },
  ]);
});

test('Of a list that was not read to its end nothing is said that nobody knows', () => {
  const rows = [{ id: 'a' }, { id: 'b' }] as const;
  expect(said(differencesOf(cut(rows[0]), whole(...rows)))).toEqual([['a', 'same']]);
  expect(said(differencesOf(whole(...rows), cut(rows[0])))).toEqual([['a', 'same']]);
});

test('Rows without an id are known by all that they hold', () => {
  const differences = differencesOf(whole({ month: '2026-01', jobs: 1 }), whole({ month: '2026-01', jobs: 2 }));
  expect(differences.map(({ what }) => what)).toEqual(['added', 'removed']);
});

test('Figures are one record, whatever they say', () => {
  expect(differenceBetween({ jobs: 1 }, { jobs: 2 })).toMatchObject({ id: null, what: 'changed' });
  expect(differenceBetween(null, { jobs: 2 })).toMatchObject({ what: 'added', before: null });
});
