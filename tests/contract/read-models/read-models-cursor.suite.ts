import { describe, expect, it } from 'vitest';
import { InvalidQuery, type Query, type ReadModelStore } from '../../../store/read-models.ts';
import { batchAt, built, pagesOf } from '../../support/processes/read-models-feed.ts';

const LEADS = {
  collection: 'leads',
  indexes: [['status'], ['rank'], ['status', 'rank']],
  search: ['name'],
};

/** Many ties, and every third without a rank. */
function lead(index: number) {
  const rank = index % 3 === 0 ? null : index % 4;
  return { id: `l${String(index).padStart(3, '0')}`, status: index % 2 ? 'new' : 'won', rank, name: `Ada ${index}` };
}

/** Cursors. */
export function cursorContract(store: () => ReadModelStore): void {
  describe('a cursor', () => {
    const queries: [string, Query][] = [
      ['by id', { limit: 7 }],
      ['by id, descending', { limit: 7, order: { field: 'id', direction: 'desc' } }],
      ['by a field with nulls', { limit: 7, order: { field: 'rank', direction: 'asc' } }],
      ['by a field with nulls, descending', { limit: 7, order: { field: 'rank', direction: 'desc' } }],
      ['one by one', { limit: 1, order: { field: 'rank', direction: 'desc' } }],
      ['in a range', { limit: 3, where: { rank: { gte: 1 } }, order: { field: 'rank', direction: 'desc' } }],
      [
        'over several values',
        { limit: 5, where: { status: { in: ['new', 'won', null] } }, order: { field: 'rank', direction: 'asc' } },
      ],
      [
        'of several ranks',
        { limit: 5, where: { rank: { in: [3, null, 1] } }, order: { field: 'rank', direction: 'desc' } },
      ],
      ['over several values by id', { limit: 5, where: { status: { in: ['won', 'new'] } } }],
      ['in a search', { limit: 5, search: 'ada', order: { field: 'rank', direction: 'desc' } }],
    ];

    it.each(queries)('A cursor goes through a whole list: %s', async (_, query) => {
      const models = await built(
        store(),
        LEADS,
        Array.from({ length: 40 }, (__, index) => lead(index)),
      );
      const whole = await models.find('leads', { ...query, limit: 1_000 });
      const pages = await pagesOf(models, 'leads', query);
      expect(pages.flatMap(({ documents }) => documents)).toEqual(whole.documents);
      expect(pages.slice(0, -1).every(({ documents }) => documents.length === query.limit)).toBe(true);
      expect(whole.documents.length).toBeGreaterThan(10);
    });

    it.each(queries)(
      'A cursor neither skips nor repeats what was there throughout, while others insert: %s',
      async (_, query) => {
        const kept = Array.from({ length: 30 }, (__, index) => lead(index * 3));
        const models = await built(store(), LEADS, kept);
        const whole = await models.find('leads', { ...query, limit: 1_000 });
        const seen: string[] = [];
        let after: string | undefined;
        for (let number = 1; ; number++) {
          const page = await models.find('leads', after === undefined ? query : { ...query, after });
          seen.push(...page.documents.map(({ id }) => id));
          if (page.cursor === null) break;
          after = page.cursor;
          if (number <= 30)
            await models.commit(batchAt(number, 'leads', [lead(number * 3 - 2), lead(91 - number * 3)]));
        }
        const throughout = new Set(kept.map(({ id }) => id));
        expect(seen.filter((id) => throughout.has(id))).toEqual(whole.documents.map(({ id }) => id));
        expect(new Set(seen).size).toBe(seen.length);
      },
    );

    it('A cursor belongs to its filter, search and order', async () => {
      const models = await built(
        store(),
        LEADS,
        Array.from({ length: 10 }, (_, index) => lead(index)),
      );
      const order = { field: 'rank', direction: 'asc' } as const;
      const query = { where: { status: { in: ['new', 'won'] } }, order, limit: 2 };
      const { cursor } = await models.find('leads', query);
      const after = String(cursor);
      const refused = (other: object) => expect(models.find('leads', { ...query, after, ...other })).rejects;
      await refused({ where: { status: 'new' } }).toThrow(InvalidQuery);
      await refused({ where: { status: { in: ['new'] } } }).toThrow(InvalidQuery);
      await refused({ where: { ...query.where, name: 'Ada 1' } }).toThrow(InvalidQuery);
      await refused({ order: { field: 'rank', direction: 'desc' } }).toThrow(InvalidQuery);
      await refused({ order: { field: 'id', direction: 'asc' } }).toThrow(InvalidQuery);
      await refused({ search: 'ada' }).toThrow(InvalidQuery);
      expect((await models.find('leads', { ...query, after, limit: 5 })).documents).toHaveLength(5);
    });

    it('Where conditions move with the time, a cursor belongs to what was asked', async () => {
      const models = await built(
        store(),
        LEADS,
        Array.from({ length: 10 }, (_, index) => lead(index)),
      );
      const order = { field: 'rank', direction: 'asc' } as const;
      const older = (rank: number) => ({ where: { rank: { lte: rank } }, order, limit: 2, asked: 'older' });
      const { cursor } = await models.find('leads', older(2));
      const after = String(cursor);
      const { documents } = await models.find('leads', { ...older(3), after });
      expect(documents.map(({ rank }) => rank)).toEqual([1, 1]);
      await expect(models.find('leads', { ...older(2), asked: 'newer', after })).rejects.toThrow(InvalidQuery);
    });

    it.each([
      '',
      'x',
      'null',
      Buffer.from('{}').toString('base64url'),
      Buffer.from('[1,{"$gt":""},"a"]').toString('base64url'),
      { $gt: '' },
    ])('A cursor is refused where it is none: %j', async (after) => {
      const models = await built(store(), LEADS);
      await expect(models.find('leads', { limit: 2, after: after as string })).rejects.toThrow(InvalidQuery);
    });
  });
}
