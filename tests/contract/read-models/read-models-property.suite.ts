import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Condition, Document, Query, ReadModelStore } from '../../../store/read-models.ts';
import { runs } from '../../support/depth.ts';
import { batchAt, built, pagesOf } from '../../support/processes/read-models-feed.ts';
import { findAmong } from '../../support/stores/read-models-model.ts';

/** A field holds one type or null: `status` and `name` texts, `rank` numbers, `flag` booleans. */
const DEFINITION = {
  collection: 'things',
  indexes: [['status'], ['rank'], ['status', 'rank'], ['flag', 'name'], ['status', 'flag', 'rank'], ['name']],
  search: ['name', 'status'],
};

type Field = 'status' | 'rank' | 'flag' | 'name';
const values: Readonly<Record<Field, fc.Arbitrary<string | number | boolean>>> = {
  status: fc.constantFrom('', 'a', 'B', 'é', '5', '\u{ff5e}', '\u{1f332}', 'new', "it's", '10%'),
  rank: fc.oneof(
    fc.constantFrom(0, -0, 1, -1, 2.5, 1e-7, 2 ** 53 - 1),
    fc.integer({ min: -5, max: 5 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ),
  flag: fc.boolean(),
  name: fc.constantFrom('Ada Lovelace', 'José', '100% _x_', 'a.b*c', '(555) 123-4567', '李小龍', 'Al', '"quoted"'),
};
const FIELDS = Object.keys(values) as Field[];

const id = fc.constantFrom(...'abcdefghijklmnop', 'ab', 'B', '\u{ff5e}', '\u{1f332}');
const document: fc.Arbitrary<Document> = fc.record(
  {
    id,
    status: fc.option(values.status),
    rank: fc.option(values.rank),
    flag: fc.option(values.flag),
    name: fc.option(values.name),
  },
  { requiredKeys: ['id'] },
);

function equality(field: Field): fc.Arbitrary<Condition> {
  const value = fc.option(values[field]);
  return fc.oneof(value, fc.record({ in: fc.array(value, { maxLength: 4 }) }));
}

function condition(field: Field): fc.Arbitrary<Condition> {
  const value = values[field];
  const range = fc.record({ gt: value, gte: value, lt: value, lte: value }, { requiredKeys: [] });
  const some = range.filter((bounds) => Object.keys(bounds).length > 0);
  return fc.oneof(equality(field), some);
}

/** Queries that a declared index serves. */
const query: fc.Arbitrary<Query> = fc
  .record({
    index: fc.constantFrom(...(DEFINITION.indexes as Field[][])),
    ordered: fc.boolean(),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    more: fc.uniqueArray(fc.constantFrom(...FIELDS), { maxLength: 2 }),
    search: fc.option(fc.constantFrom('a', 'al', 'ada', '555 123', '%', '_', '"', '李', 'é', 'a.b', 'new 1'), {
      nil: undefined,
    }),
    limit: fc.integer({ min: 1, max: 6 }),
  })
  .chain(({ index, ordered, direction, more, search, limit }) => {
    const compared = ordered ? index.slice(0, -1) : index;
    const last = index.at(-1);
    const conditions = Object.fromEntries([
      ...more.map((field) => [field, condition(field)] as const),
      ...compared.map((field) => [field, equality(field)] as const),
    ]);
    return fc.record(conditions).map(
      (where): Query => ({
        where: where as NonNullable<Query['where']>,
        ...(search !== undefined && { search }),
        ...(ordered && last && { order: { field: last, direction } }),
        limit,
      }),
    );
  });

/** Random documents and queries against the simplest model. @param cases how many in `npm test` */
export function propertyContract(store: () => ReadModelStore, cases: number): void {
  it('The read models find, order, page, search and count like plain JavaScript', {
    tags: ['more'],
    timeout: 120_000,
  }, async () => {
    const documents = fc.array(document, { maxLength: 25 });
    const queries = fc.array(query, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(documents, documents, queries, async (first, then, asked) => {
        const models = await built(store(), DEFINITION, first);
        await models.commit(batchAt(1, 'things', then));
        const all = new Map([...first, ...then].map((each) => [each.id, each]));
        for (const each of asked) {
          const expected = findAmong(all.values(), DEFINITION.search, each).map((found) => found.id);
          const pages = await pagesOf(models, 'things', each);
          expect(pages.map((page) => page.documents.map((found) => found.id))).toEqual(chunks(expected, each.limit));
          if (isCounted(each)) expect(await models.count('things', each)).toBe(expected.length);
        }
        await models.close();
        await store().drop(models.generation);
      }),
      { numRuns: runs(cases) },
    );
  });
}

/** A count has no order, so only an index starting with a filtered field serves it. */
function isCounted({ where = {}, search = '' }: Query): boolean {
  return search !== '' || Object.keys(where).length === 0 || DEFINITION.indexes.some(([first = '']) => first in where);
}

function chunks(ids: readonly string[], size: number): string[][] {
  const pages = [ids.slice(0, size)];
  for (let start = size; start < ids.length; start += size) pages.push(ids.slice(start, start + size));
  return pages;
}
