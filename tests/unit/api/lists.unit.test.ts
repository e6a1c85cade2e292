import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { queryOf, requireIndexes } from '../../../api/kit/lists/list-queries.ts';
import {
  choices,
  dueOnes,
  fromAmount,
  fromDay,
  type ListFilter,
  listQuery,
  named,
  oneOf,
  removedOnes,
  toAmount,
  toDay,
} from '../../../api/kit/lists/lists.schema.ts';

const definition = {
  where: { removed: null },
  filters: {
    status: oneOf('The status', ['open', 'done'], 'state'),
    customer: named('customerId'),
    removed: removedOnes,
    due: dueOnes('due', 'day'),
    show: choices('show must be mine or all.', { mine: { ownerId: 'me' }, all: {} }, 'all'),
    unfinished: choices('unfinished must be true.', { true: { state: { in: ['open', 'held'] }, day: null } }),
    from: fromDay('from', 'day'),
    to: toDay('to', 'day'),
    least: fromAmount('least', 'cents'),
    most: toAmount('most', 'cents'),
  },
  sorts: { createdAt: 'createdAt', name: 'nameKey' },
};
const query = listQuery(definition);

describe('what a list is asked', () => {
  test('A list gives the newest first of all that it holds, where nothing is asked', () => {
    expect(queryOf(definition, query.parse({}))).toEqual({
      where: { removed: null },
      order: { field: 'createdAt', direction: 'desc' },
      asked: '[["show","all"]]',
    });
  });

  test('A list is narrowed by each filter and ordered by a field of the document', () => {
    const asked = {
      status: 'done',
      customer: '7',
      removed: 'true',
      due: 'true',
      show: 'mine',
      sort: '-name',
      search: 'elm',
      cursor: 'c',
    };
    expect(queryOf(definition, query.parse(asked), '2026-06-15')).toEqual({
      where: { removed: true, state: 'done', customerId: '7', ownerId: 'me', day: { lte: '2026-06-15' } },
      order: { field: 'nameKey', direction: 'desc' },
      search: 'elm',
      after: 'c',
      asked: '[["status","done"],["customer","7"],["removed","true"],["due","true"],["show","mine"]]',
    });
  });

  test.each<[object, object]>([
    [
      { unfinished: 'true', status: 'open' },
      { state: 'open', day: null },
    ],
    [
      { unfinished: 'true', status: 'done' },
      { state: { in: [] }, day: null },
    ],
    [
      { unfinished: 'true', from: '2026-06-01' },
      { state: { in: ['open', 'held'] }, day: { in: [] } },
    ],
    [
      { from: '2026-06-01', to: '2026-06-02' },
      { day: { gte: '2026-06-01T00:00:00.000Z', lt: '2026-06-03T00:00:00.000Z' } },
    ],
    [{ least: '20000000', most: '999999999.99' }, { cents: { gte: 2_000_000_000, lte: 99_999_999_999 } }],
  ])('What filters ask for together holds for all that a list finds: %j', (asked, where) => {
    expect(queryOf(definition, query.parse(asked)).where).toEqual({ removed: null, ...where });
  });

  test('A page belongs to what was asked, though the time has gone on', () => {
    const asked = query.parse({ due: 'true' });
    expect(queryOf(definition, asked, '2026-06-15').asked).toBe(queryOf(definition, asked, '2026-06-16').asked);
    expect(queryOf(definition, asked).asked).not.toBe(queryOf(definition, query.parse({ least: '1' })).asked);
  });

  test.each([
    [{ status: 'sold' }, 'The status must be one of: open, done.'],
    [{ removed: 'yes' }, 'removed must be true or false.'],
    [{ due: 'false' }, 'due must be true.'],
    [{ show: 'yours' }, 'show must be mine or all.'],
    [{ from: '2026-02-30' }, 'from must be a day like 2026-06-15.'],
    [{ from: ['2026-06-15', '2026-06-16'] }, 'from must be a day like 2026-06-15.'],
    [{ least: '1e3' }, 'least must be an amount of dollars like 1200.50.'],
    [{ sort: 'state' }, 'sort must be one of: createdAt, -createdAt, name, -name.'],
  ])('A list refuses %j', (asked, message) => {
    expect(query.safeParse(asked).error?.issues[0]?.message).toBe(message);
  });
});

describe('the indexes of a list', () => {
  const collection = (...indexes: string[][]) => ({ collection: 'jobs', indexes, search: ['name'] });

  test('The indexes of a list serve every filter in every order', () => {
    const both = collection(['removed', 'createdAt'], ['removed', 'nameKey']);
    expect(() => requireIndexes('GET /api/jobs', both, definition)).not.toThrow();
  });

  test('The indexes of a list stop the start where one is missing, with the call, what it offers, and the index', () => {
    expect(() => requireIndexes('GET /api/jobs', collection(['removed', 'createdAt']), definition)).toThrow(
      'GET /api/jobs offers no filter in the order of name, but no index of the read model jobs serves that. ' +
        "Declare one that ends with the order's field, such as ['removed', 'nameKey'], in projections/jobs.ts.",
    );
    const ofOpen = { ...definition, where: {}, filters: { status: definition.filters.status } };
    const byState = collection(['state', 'createdAt'], ['state', 'nameKey'], ['createdAt']);
    expect(() => requireIndexes('GET /api/jobs', byState, ofOpen)).toThrow(/no filter in the order of name/);
    const never = { ...ofOpen, where: { gone: null } };
    const onlyOpen = collection(['gone', 'createdAt'], ['state', 'nameKey']);
    expect(() => requireIndexes('GET /api/jobs', onlyOpen, never)).toThrow("such as ['gone', 'nameKey']");
  });

  test('The indexes of a list serve a range of a field too, where one value of it is served', () => {
    const ofDay: ListFilter = { taken: z.string().optional(), where: (day) => ({ day }), samples: ['2026-06-15'] };
    const since: ListFilter = { ...ofDay, where: (day) => ({ day: { gte: day } }) };
    const onTheDay = { where: { day: null }, filters: { ofDay }, sorts: {} };
    const byDay = collection(['day', 'createdAt']);
    expect(() => requireIndexes('GET /api/jobs', byDay, onTheDay)).not.toThrow();
    const alsoSince = { ...onTheDay, filters: { ofDay, since } };
    expect(() => requireIndexes('GET /api/jobs', byDay, alsoSince)).toThrow('since in the order of createdAt');
  });
});
