import { describe, expect, test } from 'vitest';
import { planFilter, planQuery } from '../../../store/query.ts';
import { compareScalars } from '../../../store/query-compare.ts';
import { cursorAfter, placeOf } from '../../../store/query-cursor.ts';
import { InvalidQuery, NoSuchIndex, type Query } from '../../../store/read-models.ts';

const LEADS = {
  collection: 'leads',
  indexes: [['createdAt'], ['status', 'createdAt'], ['removed', 'status', 'createdAt'], ['status']],
  search: ['name'],
};
const newest = { field: 'createdAt', direction: 'desc' } as const;

function indexOf(query: Omit<Query, 'limit'>): readonly string[] {
  return planQuery(LEADS, { ...query, limit: 10 }).index;
}

describe('the index of a find', () => {
  test('The index of a find is that of the order, after all compared fields that an index begins with', () => {
    expect(indexOf({ order: newest })).toEqual(['createdAt']);
    expect(indexOf({ where: { status: 'new' }, order: newest })).toEqual(['status', 'createdAt']);
    const where = { status: { in: ['new', 'won'] }, removed: null, name: 'Ada' };
    const plan = planQuery(LEADS, { where, order: newest, limit: 1 });
    expect(plan.index).toEqual(['removed', 'status', 'createdAt']);
    expect([...plan.equal]).toEqual([
      ['removed', [null]],
      ['status', ['new', 'won']],
    ]);
    expect([...plan.rest.keys()]).toEqual(['name']);
  });

  test('The index of a find takes a range of the order as one of the index, and a range of another field as a filter', () => {
    expect(indexOf({ where: { createdAt: { gt: '2026' } }, order: newest })).toEqual(['createdAt']);
    expect(indexOf({ where: { status: { gt: 'n' } }, order: newest })).toEqual(['createdAt']);
  });

  test('The index of a find is one of exactly the compared fields where the list is by id', () => {
    expect(indexOf({ where: { status: 'new' } })).toEqual(['status']);
    expect(indexOf({})).toEqual([]);
    expect(indexOf({ where: { id: { in: ['a'] } } })).toEqual([]);
  });

  test('The index of a find is missing where none is declared', () => {
    expect(() => indexOf({ where: { removed: null } })).toThrow(NoSuchIndex);
    expect(() => indexOf({ order: { field: 'status', direction: 'asc' }, where: { name: 'x' } })).not.toThrow();
    expect(() => indexOf({ order: { field: 'name', direction: 'asc' } })).toThrow(
      'The collection leads has no index for everything by name.',
    );
  });

  test('The index of a find may be read in 1,000 ranges', () => {
    const many = (count: number) => ({ in: Array.from({ length: count }, (_, index) => index) });
    expect(() => indexOf({ where: { removed: many(10), status: many(100) }, order: newest })).not.toThrow();
    expect(() => indexOf({ where: { removed: many(11), status: many(100) }, order: newest })).toThrow(InvalidQuery);
  });
});

describe('the index of a count', () => {
  test('The index of a count is the one with the most compared fields, else one of a range', () => {
    expect(planFilter(LEADS, { where: { removed: null, status: 'new' } }).index).toEqual(LEADS.indexes[2]);
    expect(planFilter(LEADS, { where: { removed: null } }).index).toEqual(LEADS.indexes[2]);
    expect(planFilter(LEADS, { where: { createdAt: { gt: '2026' } } }).index).toEqual(['createdAt']);
    expect(planFilter(LEADS, {}).index).toEqual([]);
    expect(() => planFilter(LEADS, { where: { name: 'x' } })).toThrow(NoSuchIndex);
    expect(planFilter(LEADS, { where: { name: 'x' }, search: 'ada' }).index).toEqual([]);
  });
});

describe('a cursor', () => {
  const query: Query = { where: { status: 'new', createdAt: { gt: 'a', lt: 'z' } }, order: newest, limit: 10 };
  const cursor = cursorAfter({ id: 'l1', createdAt: 'm' }, query, newest);

  test('A cursor is the place after a document', () => {
    expect(placeOf({ ...query, after: cursor }, newest)).toEqual({ value: 'm', id: 'l1' });
    expect(placeOf(query, newest)).toBeNull();
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  test('A cursor takes a missing value for null', () => {
    expect(placeOf({ ...query, after: cursorAfter({ id: 'l1' }, query, newest) }, newest)?.value).toBeNull();
  });

  test('A cursor does not depend on the order of the conditions, nor on the limit', () => {
    const same: Query = { where: { createdAt: { lt: 'z', gt: 'a' }, status: 'new' }, order: newest, limit: 5 };
    expect(placeOf({ ...same, after: cursor }, newest)).not.toBeNull();
  });

  test.each<[string, Partial<Query>]>([
    ['value', { where: { status: 'won', createdAt: { gt: 'a', lt: 'z' } } }],
    ['bound', { where: { status: 'new', createdAt: { gte: 'a', lt: 'z' } } }],
    ['search', { search: 'ada' }],
  ])('A cursor is refused with another %s', (_, other) => {
    expect(() => placeOf({ ...query, ...other, after: cursor }, newest)).toThrow(InvalidQuery);
  });

  test('A cursor is refused with another order', () => {
    expect(() => placeOf({ ...query, after: cursor }, { field: 'createdAt', direction: 'asc' })).toThrow(InvalidQuery);
  });
});

test('Values are ordered null, numbers, texts, and texts by code point', () => {
  const ordered = [null, -1, 0.5, 2, '', '10', '9', 'Z', 'a', '\u{ff5e}', '\u{1f332}'];
  expect([...ordered].reverse().sort(compareScalars)).toEqual(ordered);
  expect(compareScalars(false, true)).toBeLessThan(0);
  expect(compareScalars('a', 'a')).toBe(0);
});
