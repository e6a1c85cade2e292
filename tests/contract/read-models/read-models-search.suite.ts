import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Filter,
  NoSuchIndex,
  type ReadModelStore,
  type ReadModels,
  SORTED_MATCHES,
} from '../../../store/read-models.ts';
import { isDeep } from '../../support/depth.ts';
import { batchAt, built, fed, idsOf, pagesOf } from '../../support/processes/read-models-feed.ts';

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

/** Matches of the searches below, some hundred more than `SORTED_MATCHES` at least. */
const MANY = isDeep ? 3_120 : 1_200;

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
    ])('A search finds %j anywhere in a declared field, without case and accents, all terms', async (search, found) => {
      expect(await ids(search)).toEqual(found);
    });

    it.each<[string, string[]]>([
      ['5551234567', ['a']],
      ['(555) 123-4567', ['a']],
      ['555-123', ['a', 'c']],
      ['987', ['b']],
      ['+15551230000', ['c']],
      ['4567', ['a']],
    ])('A search finds %j in a telephone number, however that is written', async (search, found) => {
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
    ])('A search finds the one or two characters %j at the start of a word', async (search, found) => {
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
    ])('A search takes the characters of %j as they are', async (search, found) => {
      expect(await ids(search)).toEqual(found);
    });

    describe('of what people do not type', () => {
      const written = [
        { id: 'l', name: 'Łukasz Ørsted', phone: '٥٥٥-١٢٣' },
        { id: 'o', name: 'O’Brien' },
        { id: 's', name: 'Smith–Jones' },
        { id: 't', name: 'Smith Jones' },
        { id: 'u', name: 'SmithJones' },
        { id: 'v', name: 'Ann van der Berg' },
        { id: 'w', name: 'Juan Delacruz' },
        { id: 'x', name: 'J. R. Miller' },
        { id: 'y', name: 'JR Miller' },
      ];
      let other: ReadModels;
      beforeAll(async () => {
        other = await built(store(), LEADS, written.slice(0, 4));
        await other.commit(batchAt(1, 'leads', written.slice(4)));
      });

      it.each<[string, string[]]>([
        ['lukasz', ['l']],
        ['ŁUKASZ orsted', ['l']],
        ['555123', ['l']],
        ['obrien', ['o']],
        ["o'brien", ['o']],
        ['o brien', ['o']],
        ['smith-jones', ['s', 't', 'u']],
        ['smith—jones', ['s', 't', 'u']],
        ['smithjones', ['s', 't', 'u']],
        ['vanderberg', ['v']],
        ['juan de la cruz', ['w']],
        ['de la cruz oak', []],
        ['j.r. miller', ['x', 'y']],
        ['j r miller', ['x', 'y']],
        ['jr', ['x', 'y']],
      ])('A search for %j finds it however it is written', async (search, found) => {
        expect(await idsOf(other, 'leads', { search })).toEqual(found);
        expect(await other.count('leads', { search })).toBe(found.length);
        const order = { field: 'rank', direction: 'asc' } as const;
        expect(await idsOf(other, 'leads', { search, order })).toEqual(found);
      });
    });

    it('A search is none where it holds no term', async () => {
      expect(await ids('')).toHaveLength(DOCUMENTS.length);
      expect(await ids(' \n ')).toHaveLength(DOCUMENTS.length);
    });

    it('A search goes with a filter and an order', async () => {
      const order = { field: 'rank', direction: 'desc' } as const;
      const search = 'example';
      expect(await idsOf(models, 'leads', { search, order })).toEqual(['b', 'a', 'f', 'd']);
      expect(await idsOf(models, 'leads', { search, order, where: { status: 'new' } })).toEqual(['b', 'a', 'f']);
      expect(await idsOf(models, 'leads', { search, order, where: { rank: { gte: 1 } } })).toEqual(['b', 'a']);
      const where = { status: { in: ['new', 'won'] } };
      const pages = await pagesOf(models, 'leads', { search, order, where, limit: 1 });
      expect(pages.flatMap(({ documents }) => documents.map(({ id }) => id))).toEqual(['b', 'a', 'f', 'd']);
    });

    it('The matches of a search are counted', async () => {
      expect(await models.count('leads', { search: 'example' })).toBe(4);
      expect(await models.count('leads', { search: 'example', where: { status: 'won' } })).toBe(1);
      expect(await models.count('leads', { search: 'nobody' })).toBe(0);
    });

    it('A search follows a changed document', async () => {
      const other = await built(store(), LEADS, [{ id: 'a', name: 'Before' }]);
      await other.commit(batchAt(1, 'leads', [{ id: 'a', name: 'After' }]));
      expect(await idsOf(other, 'leads', { search: 'before' })).toEqual([]);
      expect(await idsOf(other, 'leads', { search: 'after' })).toEqual(['a']);
      await other.commit(batchAt(2, 'leads', [{ id: 'a', name: null }]));
      expect(await idsOf(other, 'leads', { search: 'after' })).toEqual([]);
    });

    describe(`of more than ${SORTED_MATCHES} matches`, { tags: ['more'] }, () => {
      const order = { field: 'rank', direction: 'desc' } as const;
      const query = { search: 'tree', where: { status: 'new' }, order, limit: 3 };
      const tree = (index: number) => ({
        id: `m${String(index).padStart(4, '0')}`,
        name: `Tree ${index}${index % 40 === 0 ? ' of oak' : ''}${index < SORTED_MATCHES ? ' or elm' : ''}`,
        status: index % 2 ? 'new' : 'won',
        rank: index,
      });
      let other: ReadModels;
      beforeAll(async () => {
        const documents = Array.from({ length: MANY }, (_, index) => tree(index));
        other = await fed(store(), LEADS, documents.toReversed());
      });

      it('A search of very many matches is by id, whatever order was asked for', async () => {
        const first = await other.find('leads', query);
        expect(first.documents.map(({ id }) => id)).toEqual(['m0001', 'm0003', 'm0005']);
        const second = await other.find('leads', { ...query, after: String(first.cursor) });
        expect(second.documents.map(({ id }) => id)).toEqual(['m0007', 'm0009', 'm0011']);
        expect(await other.count('leads', { search: 'tree', where: { status: 'new' } })).toBe(MANY / 2);
      });

      it('A search of very many matches finds them however they are written', async () => {
        const many = Array.from({ length: SORTED_MATCHES + 100 }, (_, index) => ({
          id: `n${String(index).padStart(4, '0')}`,
          name: ["O'Brien", 'O’Brien', 'OBrien', 'O Brien'][index % 4],
          notes: 'C:\\new\n"oak"',
          rank: index,
        }));
        const names = await fed(store(), LEADS, many);
        for (const search of ['obrien', "o'brien", 'o brien']) {
          const pages = await pagesOf(names, 'leads', { search, limit: 400 });
          expect(pages.flatMap(({ documents }) => documents)).toHaveLength(many.length);
        }
      });

      it('A search of very many matches holds every match once, on pages of any size', async () => {
        for (const limit of [MANY / 4 - 50, MANY / 6 - 1]) {
          const pages = await pagesOf(other, 'leads', { ...query, limit });
          const found = pages.flatMap(({ documents }) => documents.map(({ id }) => id));
          expect(found).toEqual(Array.from({ length: MANY / 2 }, (_, index) => tree(index * 2 + 1).id));
        }
        const where = { status: { in: ['won', 'new'] }, rank: { gte: MANY - 10 } };
        const pages = await pagesOf(other, 'leads', { ...query, where, limit: 4 });
        const found = pages.flatMap(({ documents }) => documents.map(({ id }) => id));
        expect(found).toEqual(Array.from({ length: 10 }, (_, index) => tree(MANY - 10 + index).id));
      });

      it('A search is by id too where there are fewer matches and no order was asked for, whatever else they are to meet', async () => {
        const oaks = Array.from({ length: MANY / 40 }, (_, index) => tree(index * 40));
        const byId = { search: 'tree oak', limit: 4 };
        const found = async (where: Filter['where'] = {}) => {
          const pages = await pagesOf(other, 'leads', { ...byId, where });
          return pages.flatMap(({ documents }) => documents.map(({ id }) => id));
        };
        expect(await found()).toEqual(oaks.map(({ id }) => id));
        expect(await found({ status: 'new' })).toEqual([]);
        expect(await found({ status: 'won', rank: { gte: MANY / 2 } })).toEqual(
          oaks.slice(MANY / 80).map(({ id }) => id),
        );
        expect(await found({ rank: { in: [40, 80, MANY - 40] } })).toEqual(['m0040', 'm0080', tree(MANY - 40).id]);
        const last = { ...byId, order: { field: 'id', direction: 'desc' } } as const;
        const { documents } = await other.find('leads', last);
        expect(documents).toEqual(oaks.toReversed().slice(0, 4));
      });

      it('A search of very many matches with a further term is of fewer, and in order again', async () => {
        const found = await idsOf(other, 'leads', { search: 'tree oak', order, where: { rank: { lt: 100 } } });
        expect(found).toEqual(['m0080', 'm0040', 'm0000']);
      });

      it('A search goes on in the order in which it began, also where the number of matches passes the limit', async () => {
        const elms = { search: 'elm', order, limit: 2 };
        const first = await other.find('leads', elms);
        expect(first.documents.map(({ id }) => id)).toEqual(['m0999', 'm0998']);
        const late = tree(SORTED_MATCHES + 1);
        await other.commit(batchAt(1 + Math.ceil(MANY / 500), 'leads', [{ ...late, name: `${late.name} or elm` }]));
        const second = await other.find('leads', { ...elms, after: String(first.cursor) });
        expect(second.documents.map(({ id }) => id)).toEqual(['m0997', 'm0996']);
        const anew = await other.find('leads', elms);
        expect(anew.documents.map(({ id }) => id)).toEqual(['m0000', 'm0001']);
      });

      it('A search of very many matches still refuses an order that has no index', async () => {
        const unknown = { field: 'name', direction: 'asc' } as const;
        await expect(other.find('leads', { search: 'tree', order: unknown, limit: 3 })).rejects.toThrow(NoSuchIndex);
      });
    });
  });
}
