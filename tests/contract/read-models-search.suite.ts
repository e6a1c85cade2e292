import { beforeAll, describe, expect, it } from 'vitest';
import type { ReadModelStore, ReadModels } from '../../store/read-models.ts';
import { batchAt, built, fed, idsOf, pagesOf } from '../support/read-models-feed.ts';

const LEADS = {
  collection: 'leads',
  indexes: [['status', 'rank'], ['rank'], ['status']],
  search: ['name', 'email', 'phone'],
};

const DOCUMENTS = [
  { id: 'a', name: 'José Álvarez', email: 'jose@example.com', phone: '(555) 123-4567', status: 'new', rank: 1 },
  { id: 'b', name: 'Mary Smith-Jones', email: 'mary_smith@example.com', phone: '555.987.6543', status: 'new', rank: 2 },
  { id: 'c', name: 'Groß & Söhne', email: null, phone: '+1 555 123 0000', status: 'won', rank: 3 },
  { id: 'd', name: '100% Trees (50*2) "Best"', email: 'x.y@example.com', status: 'won', rank: null },
  { id: 'e', name: 'Al', notes: 'Smith is in no searched field', status: 'new' },
  { id: 'f', name: '李小龍', email: 'bl@example.com', status: 'new', rank: 0 },
];

/** Search. */
export function searchContract(store: () => ReadModelStore): void {
  describe('search', () => {
    let models: ReadModels;
    const ids = (search: string) => idsOf(models, 'leads', { search });

    beforeAll(async () => {
      models = await built(store(), LEADS, DOCUMENTS.slice(0, 3));
      await models.commit(batchAt(1, 'leads', DOCUMENTS.slice(3)));
    });

    it.each<[string, string[]]>([
      ['smith', ['b']],
      ['SMITH', ['b']],
      ['mit', ['b']],
      ['álvarez', ['a']],
      ['alvarez', ['a']],
      ['jose', ['a']],
      ['JOSÉ', ['a']],
      ['gross', ['c']],
      ['söhne', ['c']],
      ['example.com', ['a', 'b', 'd', 'f']],
      ['jose alvarez', ['a']],
      ['alvarez mary', []],
      ['mary example', ['b']],
      ['  mary \t jones ', ['b']],
    ])('finds %j anywhere in a declared field, without case and accents, all terms', async (search, found) => {
      expect(await ids(search)).toEqual(found);
    });

    it.each<[string, string[]]>([
      ['5551234567', ['a']],
      ['(555) 123-4567', ['a']],
      ['555-123', ['a', 'c']],
      ['987', ['b']],
      ['+15551230000', ['c']],
      ['4567', ['a']],
    ])('finds %j in a telephone number, however that is written', async (search, found) => {
      expect(await ids(search)).toEqual(found);
    });

    it.each<[string, string[]]>([
      ['a', ['a', 'e']],
      ['al', ['a', 'e']],
      ['m', ['b']],
      ['z', []],
      ['李', ['f']],
      ['小龍', []],
      ['李小龍', ['f']],
      ['sm', ['b']],
    ])('finds the one or two characters %j at the start of a word', async (search, found) => {
      expect(await ids(search)).toEqual(found);
    });

    it.each<[string, string[]]>([
      ['100%', ['d']],
      ['%', []],
      ['%%%', []],
      ['_', []],
      ['mary_', ['b']],
      ['m_r', []],
      ['50*', ['d']],
      ['(50*2)', ['d']],
      ['"best"', ['d']],
      ['"', ['d']],
      ['x.y', ['d']],
      ['...', []],
      ['.*', []],
      ['s.ith', []],
      ['smith|jose', []],
      ['[a-z]', []],
      ['^mary', []],
      ['\\d', []],
      ['smith OR jose', []],
      ['NOT', []],
      ["'; DROP TABLE", []],
      ['name:mary', []],
      ['$where', []],
      ['\u0001\u0001m', ['b']],
    ])('takes the characters of %j as they are', async (search, found) => {
      expect(await ids(search)).toEqual(found);
    });

    it('is none where it holds no term', async () => {
      expect(await ids('')).toHaveLength(DOCUMENTS.length);
      expect(await ids(' \n ')).toHaveLength(DOCUMENTS.length);
    });

    it('goes with a filter and an order', async () => {
      const order = { field: 'rank', direction: 'desc' } as const;
      const search = 'example';
      expect(await idsOf(models, 'leads', { search, order })).toEqual(['b', 'a', 'f', 'd']);
      expect(await idsOf(models, 'leads', { search, order, where: { status: 'new' } })).toEqual(['b', 'a', 'f']);
      expect(await idsOf(models, 'leads', { search, order, where: { rank: { gte: 1 } } })).toEqual(['b', 'a']);
      const where = { status: { in: ['new', 'won'] } };
      const pages = await pagesOf(models, 'leads', { search, order, where, limit: 1 });
      expect(pages.flatMap(({ documents }) => documents.map(({ id }) => id))).toEqual(['b', 'a', 'f', 'd']);
    });

    it('is counted', async () => {
      expect(await models.count('leads', { search: 'example' })).toBe(4);
      expect(await models.count('leads', { search: 'example', where: { status: 'won' } })).toBe(1);
      expect(await models.count('leads', { search: 'nobody' })).toBe(0);
    });

    it('follows a changed document', async () => {
      const other = await built(store(), LEADS, [{ id: 'a', name: 'Before' }]);
      await other.commit(batchAt(1, 'leads', [{ id: 'a', name: 'After' }]));
      expect(await idsOf(other, 'leads', { search: 'before' })).toEqual([]);
      expect(await idsOf(other, 'leads', { search: 'after' })).toEqual(['a']);
      await other.commit(batchAt(2, 'leads', [{ id: 'a', name: null }]));
      expect(await idsOf(other, 'leads', { search: 'after' })).toEqual([]);
    });

    it('finds a page of very many matches in order', async () => {
      const many = Array.from({ length: 3_000 }, (_, index) => ({
        id: `m${index}`,
        name: `Tree ${index}`,
        status: index % 2 ? 'new' : 'won',
        rank: index,
      }));
      const other = await fed(store(), LEADS, many);
      const query = {
        search: 'tree',
        where: { status: 'new' },
        order: { field: 'rank', direction: 'desc' },
        limit: 3,
      } as const;
      const first = await other.find('leads', query);
      expect(first.documents.map(({ id }) => id)).toEqual(['m2999', 'm2997', 'm2995']);
      const second = await other.find('leads', { ...query, after: String(first.cursor) });
      expect(second.documents.map(({ id }) => id)).toEqual(['m2993', 'm2991', 'm2989']);
      expect(await other.count('leads', { search: 'tree', where: { status: 'new' } })).toBe(1_500);
    });
  });
}
