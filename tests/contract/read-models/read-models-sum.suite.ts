import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareScalars } from '../../../store/query-compare.ts';
import {
  type Condition,
  type Document,
  type Group,
  InvalidQuery,
  NoSuchCollection,
  NoSuchIndex,
  type ReadModelStore,
  type Scalar,
  type SumQuery,
} from '../../../store/read-models.ts';
import { isDeep, runs } from '../../support/depth.ts';
import { batchAt, built } from '../../support/processes/read-models-feed.ts';
import { findAmong } from '../../support/stores/read-models-model.ts';

/** Payments: removed ones are marked, `day` and `month` are in the company's time zone, `cents` is what came in. */
const PAYMENTS = {
  collection: 'payments',
  indexes: [['removed', 'day', 'status', 'cents'], ['removed', 'month', 'cents', 'tip'], ['status']],
  search: ['note'],
};

const payments: Document[] = [
  { id: 'a', day: '2026-01-30', month: '2026-01', status: 'paid', cents: 120_000, tip: 500 },
  { id: 'b', day: '2026-01-31', month: '2026-01', status: 'paid', cents: 30_050, tip: null },
  { id: 'c', day: '2026-02-01', month: '2026-02', status: 'open', cents: 999 },
  { id: 'd', day: '2026-02-01', month: '2026-02', status: 'paid', cents: -50, tip: 1 },
  { id: 'e', day: '2026-02-02', month: '2026-02', status: 'paid', cents: 1, removed: true },
  { id: 'f', month: '2026-02', status: 'paid', cents: null },
];
const STANDING = { removed: null };
/** One document more than a sum may have groups: as few as will do, or as many as by default. */
const GROUPS = isDeep ? { many: 10_001, most: {} } : { many: 21, most: { mostGroups: 20 } };

/** Grouped sums and counts. */
export function sumContract(store: () => ReadModelStore): void {
  describe('sum', () => {
    it('A sum adds up and counts over a range, by what is asked for', async () => {
      const models = await built(store(), PAYMENTS, payments);
      const sum = (query: SumQuery) => models.sum('payments', query);
      expect(await sum({ where: STANDING, groupBy: ['month'], sum: ['cents', 'tip'] })).toEqual([
        { by: { month: '2026-01' }, count: 2, sums: { cents: 150_050, tip: 500 } },
        { by: { month: '2026-02' }, count: 3, sums: { cents: 949, tip: 1 } },
      ]);
      const january = { ...STANDING, day: { gte: '2026-01-31', lte: '2026-02-01' } };
      expect(await sum({ where: january, groupBy: ['status', 'day'], sum: ['cents'] })).toEqual([
        { by: { status: 'open', day: '2026-02-01' }, count: 1, sums: { cents: 999 } },
        { by: { status: 'paid', day: '2026-01-31' }, count: 1, sums: { cents: 30_050 } },
        { by: { status: 'paid', day: '2026-02-01' }, count: 1, sums: { cents: -50 } },
      ]);
      const paid = { ...STANDING, day: { in: ['2026-01-30', '2026-02-01', null] }, status: 'paid' };
      expect(await sum({ where: paid, groupBy: ['day'], sum: ['cents'] })).toEqual([
        { by: { day: null }, count: 1, sums: { cents: 0 } },
        { by: { day: '2026-01-30' }, count: 1, sums: { cents: 120_000 } },
        { by: { day: '2026-02-01' }, count: 1, sums: { cents: -50 } },
      ]);
      expect(await sum({ where: STANDING, groupBy: [], sum: ['cents'] })).toEqual([
        { by: {}, count: 5, sums: { cents: 150_999 } },
      ]);
      expect(await sum({ groupBy: ['removed'], sum: [] })).toEqual([
        { by: { removed: null }, count: 5, sums: {} },
        { by: { removed: 1 }, count: 1, sums: {} },
      ]);
      expect(await sum({ where: { status: 'lost' }, groupBy: [], sum: [] })).toEqual([]);
      expect(await sum({ where: { status: { in: [] } }, groupBy: ['status'], sum: [] })).toEqual([]);
    });

    it('A sum follows each commit', async () => {
      const models = await built(store(), PAYMENTS, payments);
      await models.commit(
        batchAt(1, 'payments', [
          { ...payments[0], cents: 1, month: '2026-02' } as Document,
          { ...payments[1], removed: true } as Document,
        ]),
      );
      expect(await models.sum('payments', { where: STANDING, groupBy: ['month'], sum: ['cents'] })).toEqual([
        { by: { month: '2026-02' }, count: 4, sums: { cents: 950 } },
      ]);
    });

    it('A sum counts the groups that are asked for, however many values the fields between have', {
      tags: ['more'],
    }, async () => {
      const many = Array.from({ length: GROUPS.many }, (_, number) => ({
        id: `m${number}`,
        day: `d${number}`,
        month: 'm',
        cents: number,
        tip: number % 2,
        status: 'paid',
      }));
      const models = await built(store(), PAYMENTS, many);
      const sum = (query: SumQuery) => models.sum('payments', { ...query, ...GROUPS.most });
      const total = (GROUPS.many * (GROUPS.many - 1)) / 2;
      expect(await sum({ where: STANDING, groupBy: ['status'], sum: ['cents'] })).toEqual([
        { by: { status: 'paid' }, count: GROUPS.many, sums: { cents: total } },
      ]);
      expect(await sum({ where: STANDING, groupBy: ['tip'], sum: [] })).toEqual([
        { by: { tip: 0 }, count: (GROUPS.many + 1) / 2, sums: {} },
        { by: { tip: 1 }, count: (GROUPS.many - 1) / 2, sums: {} },
      ]);
    });

    it.each<[string, SumQuery]>([
      ['a field that is summed is in no index', { where: STANDING, groupBy: ['day'], sum: ['tip'] }],
      ['a field that is grouped by is in no index', { groupBy: ['note'], sum: [] }],
      ['a field that is compared is in no index', { where: { note: 'x' }, groupBy: ['status'], sum: [] }],
      ['no index begins with what is compared', { where: { day: '2026-01-30' }, groupBy: ['day'], sum: ['cents'] }],
      ['the range does not come next', { where: { ...STANDING, status: { gt: 'a' } }, groupBy: ['day'], sum: [] }],
    ])('A sum is refused where %s', async (_, query) => {
      const models = await built(store(), PAYMENTS, payments);
      await expect(models.sum('payments', query)).rejects.toThrow(NoSuchIndex);
    });

    it('A sum is refused for names that are none, and for too many groups', { tags: ['more'] }, async () => {
      const many = Array.from({ length: GROUPS.many }, (_, number) => ({ id: `m${number}`, status: `s${number}` }));
      const models = await built(store(), PAYMENTS, many);
      for (const query of [
        { groupBy: ["status') --"], sum: [] },
        { groupBy: ['$status'], sum: [] },
        { groupBy: ['status'], sum: ['a.b'] },
        { where: { status: { $gt: '' } } as never, groupBy: ['status'], sum: [] },
        { groupBy: ['status'], sum: [], ...GROUPS.most },
      ])
        await expect(models.sum('payments', query)).rejects.toThrow(InvalidQuery);
      await expect(models.sum('ghosts', { groupBy: [], sum: [] })).rejects.toThrow(NoSuchCollection);
    });

    it('A sum is what adding up all documents gives', { tags: ['more'] }, async () => {
      const DEFINITION = { collection: 'things', indexes: [['flag', 'day', 'kind', 'cents']], search: [] };
      const value = {
        flag: fc.boolean(),
        day: fc.constantFrom('a', 'B', 'é', '\u{1f332}'),
        kind: fc.constantFrom<Scalar>(0, -0, 1, 2.5, 'x'),
        cents: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      };
      const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: null });
      const fields = {
        flag: maybe(value.flag),
        day: maybe(value.day),
        kind: maybe(value.kind),
        cents: maybe(value.cents),
      };
      const documents = fc.array(fc.record(fields, { requiredKeys: [] }), { maxLength: 30 });
      const flag: fc.Arbitrary<Condition | undefined> = fc.oneof(maybe(value.flag), fc.constant(undefined));
      const day: fc.Arbitrary<Condition | undefined> = fc.oneof(
        value.day,
        value.day.map((gte) => ({ gte })),
        fc.constant(undefined),
      );
      const groups = fc.subarray(['flag', 'day', 'kind']);
      await fc.assert(
        fc.asyncProperty(documents, flag, day, groups, async (rows, isFlag, onDay, groupBy) => {
          const all = rows.map((row, number) => ({ id: `d${number}`, ...row }));
          const models = await built(store(), DEFINITION, all as Document[]);
          const where = {
            ...(isFlag !== undefined && { flag: isFlag }),
            ...(isFlag !== undefined && onDay !== undefined && { day: onDay }),
          };
          const query = { where, groupBy, sum: ['cents'] };
          expect(await models.sum('things', query)).toEqual(added(all as Document[], query));
          await models.close();
        }),
        { numRuns: runs(8) },
      );
    });
  });
}

/** Computed in the simplest way. */
function added(documents: readonly Document[], { where = {}, groupBy, sum }: SumQuery): Group[] {
  const groups = new Map<string, Group>();
  for (const document of findAmong(documents, [], { where })) {
    const by = Object.fromEntries(groupBy.map((field) => [field, plain(document[field])]));
    const key = JSON.stringify(Object.values(by));
    const group = groups.get(key) ?? { by, count: 0, sums: Object.fromEntries(sum.map((field) => [field, 0])) };
    group.count += 1;
    for (const field of sum) group.sums[field] = (group.sums[field] ?? 0) + Number(document[field] ?? 0);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => {
    const differences = groupBy.map((field) => compareScalars(a.by[field] ?? null, b.by[field] ?? null));
    return differences.find((difference) => difference !== 0) ?? 0;
  });
}

function plain(value: unknown): Scalar {
  if (Object.is(value, -0)) return 0;
  return typeof value === 'boolean' ? Number(value) : ((value ?? null) as Scalar);
}
