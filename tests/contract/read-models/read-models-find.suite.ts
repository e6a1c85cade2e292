import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Condition,
  InvalidQuery,
  NoSuchCollection,
  NoSuchIndex,
  type Query,
  type ReadModelStore,
  type ReadModels,
} from '../../../store/read-models.ts';
import { isDeep } from '../../support/depth.ts';
import { batchAt, built, fed, idsOf } from '../../support/processes/read-models-feed.ts';

const LEADS = {
  collection: 'leads',
  indexes: [['status'], ['rank'], ['status', 'rank'], ['removed', 'createdAt'], ['mixed'], ['vip', 'rank']],
  search: [],
};

const DOCUMENTS = [
  { id: 'a', status: 'new', rank: 3, vip: true, mixed: 5 },
  { id: 'b', status: 'won', rank: 1, vip: false, mixed: 'five' },
  { id: 'c', status: 'new', rank: null, vip: true, mixed: 10 },
  { id: 'd', status: null, rank: 2, mixed: '5' },
  { id: 'e', rank: 3, vip: false, mixed: null },
  { id: 'f', status: 'won', vip: null, mixed: '' },
  { id: 'g', status: 'new', rank: 1.5, mixed: -1 },
];

/** The grammar of `find` and `count`. */
export function findContract(store: () => ReadModelStore): void {
  describe('find', () => {
    let models: ReadModels;
    const ids = (query: Omit<Query, 'limit'>) => idsOf(models, 'leads', query);
    const refused = (query: object) => expect(models.find('leads', { limit: 10, ...query } as Query)).rejects;

    beforeAll(async () => {
      models = await built(store(), LEADS, DOCUMENTS.slice(0, 4));
      await models.commit(batchAt(1, 'leads', DOCUMENTS.slice(4)));
    });

    it('A find gives everything by id where nothing is asked', async () => {
      expect(await ids({})).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
      expect(await ids({ order: { field: 'id', direction: 'desc' } })).toEqual(['g', 'f', 'e', 'd', 'c', 'b', 'a']);
    });

    it('A find gives whole documents', async () => {
      const [first] = (await models.find('leads', { where: { status: 'new' }, limit: 1 })).documents;
      expect(first).toEqual(DOCUMENTS[0]);
    });

    it('A find compares by equality, of each kind of value', async () => {
      expect(await ids({ where: { status: 'new' } })).toEqual(['a', 'c', 'g']);
      expect(await ids({ where: { rank: 3 } })).toEqual(['a', 'e']);
      expect(await ids({ where: { rank: 1.5 } })).toEqual(['g']);
      expect(await ids({ where: { vip: true }, order: { field: 'rank', direction: 'asc' } })).toEqual(['c', 'a']);
      expect(await ids({ where: { vip: false }, order: { field: 'rank', direction: 'asc' } })).toEqual(['b', 'e']);
      expect(await ids({ where: { status: 'none of these' } })).toEqual([]);
    });

    it('A find takes null and missing for the same', async () => {
      expect(await ids({ where: { status: null } })).toEqual(['d', 'e']);
      expect(await ids({ where: { rank: null } })).toEqual(['c', 'f']);
      expect(await ids({ where: { removed: null }, order: { field: 'createdAt', direction: 'asc' } })).toHaveLength(7);
    });

    it('A find compares with one of several values, null among them', async () => {
      expect(await ids({ where: { status: { in: ['won', 'new'] } } })).toEqual(['a', 'b', 'c', 'f', 'g']);
      expect(await ids({ where: { status: { in: ['won', null] } } })).toEqual(['b', 'd', 'e', 'f']);
      expect(await ids({ where: { status: { in: ['won', 'won'] } } })).toEqual(['b', 'f']);
      expect(await ids({ where: { status: { in: [] } } })).toEqual([]);
    });

    it('A find compares with 1,000 values', async () => {
      const many = { in: ['won', ...Array.from({ length: 999 }, (_, index) => `none ${index}`)] };
      expect(await ids({ where: { status: many } })).toEqual(['b', 'f']);
      expect(await ids({ where: { vip: { in: [true, false] }, status: many } })).toEqual(['b']);
      expect(await ids({ where: { id: many } })).toEqual([]);
    });

    it('A find keeps the order over several values', async () => {
      const where = { status: { in: ['won', 'new'] } };
      expect(await ids({ where, order: { field: 'rank', direction: 'asc' } })).toEqual(['c', 'f', 'b', 'g', 'a']);
      expect(await ids({ where, order: { field: 'rank', direction: 'desc' } })).toEqual(['a', 'g', 'b', 'f', 'c']);
    });

    it('A find orders nulls first when ascending and last when descending, ties by id in the same direction', async () => {
      expect(await ids({ order: { field: 'rank', direction: 'asc' } })).toEqual(['c', 'f', 'b', 'g', 'd', 'a', 'e']);
      expect(await ids({ order: { field: 'rank', direction: 'desc' } })).toEqual(['e', 'a', 'd', 'g', 'b', 'f', 'c']);
    });

    it('A find gives no more documents than its limit', async () => {
      const page = await models.find('leads', { order: { field: 'rank', direction: 'desc' }, limit: 2 });
      expect(page.documents.map(({ id }) => id)).toEqual(['e', 'a']);
      expect(page.cursor).toEqual(expect.any(String));
      expect((await models.find('leads', { limit: 7 })).cursor).toBeNull();
    });

    it('A find takes a range of the order', async () => {
      const order = { field: 'rank', direction: 'asc' } as const;
      expect(await ids({ where: { rank: { gt: 1 } }, order })).toEqual(['g', 'd', 'a', 'e']);
      expect(await ids({ where: { rank: { gte: 1, lt: 3 } }, order })).toEqual(['b', 'g', 'd']);
      expect(await ids({ where: { rank: { lte: 1.5 } }, order })).toEqual(['b', 'g']);
      expect(await ids({ where: { rank: { lt: 1 } }, order })).toEqual([]);
    });

    it('A find keeps a range within its type', async () => {
      const order = { field: 'mixed', direction: 'asc' } as const;
      expect(await ids({ where: { mixed: { gt: 4 } }, order })).toEqual(['a', 'c']);
      expect(await ids({ where: { mixed: { lt: 10 } }, order })).toEqual(['g', 'a']);
      expect(await ids({ where: { mixed: { gte: '' } }, order })).toEqual(['f', 'd', 'b']);
      expect(await ids({ where: { mixed: { lt: 'a' } }, order })).toEqual(['f', 'd']);
      expect(await ids({ where: { mixed: '5' }, order })).toEqual(['d']);
      expect(await ids({ where: { mixed: 5 }, order })).toEqual(['a']);
    });

    it('A find filters by fields that no index has, along the one that serves', async () => {
      expect(await ids({ where: { status: 'new', vip: true } })).toEqual(['a', 'c']);
      expect(await ids({ where: { status: 'new', rank: { gt: 1 } } })).toEqual(['a', 'g']);
      expect(await ids({ where: { status: 'new', unknown: null, id: { gt: 'b' } } })).toEqual(['c', 'g']);
    });

    it('A find finds documents by their ids', async () => {
      expect(await ids({ where: { id: 'c' } })).toEqual(['c']);
      expect(await ids({ where: { id: { in: ['g', 'a', 'z'] } } })).toEqual(['a', 'g']);
      expect(await ids({ where: { id: { gt: 'e' } } })).toEqual(['f', 'g']);
    });

    it('A count tells how many documents match', async () => {
      expect(await models.count('leads', {})).toBe(7);
      expect(await models.count('leads', { where: { status: 'new' } })).toBe(3);
      expect(await models.count('leads', { where: { status: { in: ['won', null] } } })).toBe(4);
      expect(await models.count('leads', { where: { removed: null, rank: { gt: 1 } } })).toBe(4);
    });

    it('A find that no declared index serves is refused', async () => {
      await refused({ order: { field: 'name', direction: 'asc' } }).toThrow(NoSuchIndex);
      await refused({ where: { name: 'x' } }).toThrow(NoSuchIndex);
      await refused({ where: { rank: { gt: 1 } } }).toThrow(NoSuchIndex);
      await refused({ order: { field: 'createdAt', direction: 'asc' } }).toThrow(NoSuchIndex);
      await refused({ search: 'x' }).toThrow(NoSuchIndex);
      await expect(models.count('leads', { where: { name: 'x' } })).rejects.toThrow(NoSuchIndex);
    });

    it('A find says which collection this generation lacks', async () => {
      await expect(models.find('jobs', { limit: 1 })).rejects.toThrow(NoSuchCollection);
      await expect(models.get('jobs', ['a'])).rejects.toThrow(NoSuchCollection);
      await expect(models.count('jobs', {})).rejects.toThrow(NoSuchCollection);
      await expect(models.commit(batchAt(2, 'jobs', [{ id: 'a' }]))).rejects.toThrow(NoSuchCollection);
      expect((await models.checkpoint()).eventId).toBe('event-2');
    });

    it.each<[string, unknown]>([
      ['an operator', { $gt: '' }],
      ['an unknown condition', { like: 'n%' }],
      ['no condition', {}],
      ['a list', ['new']],
      ['a date', new Date(0)],
      ['undefined', undefined],
      ['no number', Number.NaN],
      ['an operator within a range', { gt: { $gt: '' } }],
      ['an operator within a list', { in: [{ $gt: '' }] }],
      ['no list', { in: 'new' }],
      ['a list of more than 1,000', { in: Array.from({ length: 1_001 }, (_, index) => index) }],
      ['a range of null', { gt: null }],
      ['a range of two types', { gt: 1, lt: 'z' }],
      ['a range and a list', { gt: 1, in: [2] }],
    ])('A find refuses %s as a condition', async (_, condition) => {
      const where = { status: condition as Condition };
      await refused({ where }).toThrow(InvalidQuery);
      await expect(models.count('leads', { where })).rejects.toThrow(InvalidQuery);
    });

    it('A find refuses what is no field, limit, order, search or id', async () => {
      await refused({ where: { $where: 'true' } }).toThrow(InvalidQuery);
      await refused({ where: { 'a.b': 1 } }).toThrow(InvalidQuery);
      await refused({ where: { "a') --": 1 } }).toThrow(InvalidQuery);
      await refused({ where: { id: 5 } }).toThrow(InvalidQuery);
      await refused({ order: { field: 'a b', direction: 'asc' } }).toThrow(InvalidQuery);
      await refused({ order: { field: 'rank', direction: 'up' } }).toThrow(InvalidQuery);
      await refused({ search: { $regex: '.' } }).toThrow(InvalidQuery);
      await refused({ limit: 0 }).toThrow(InvalidQuery);
      await refused({ limit: 1.5 }).toThrow(InvalidQuery);
    });

    it('A get gives the documents that exist, many at once', { tags: ['more'] }, async () => {
      // More than any adapter reads at once.
      const count = isDeep ? 5_000 : 501;
      const many = Array.from({ length: count }, (_, index) => ({ id: `m${index}`, index }));
      const other = await fed(store(), LEADS, many);
      const found = await other.get('leads', [...many.map(({ id }) => id), 'absent']);
      expect([...found.keys()].sort()).toEqual(many.map(({ id }) => id).sort());
      expect(found.get(`m${count - 1}`)).toEqual(many.at(-1));
      expect((await other.get('leads', [])).size).toBe(0);
    });
  });
}
