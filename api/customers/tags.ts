import { tagKey } from '../../domain/customer/terms.ts';
import { customers } from '../../projections/customers.ts';
import type { ApiContext } from '../kit/context.ts';
import type { TagInUse } from './schema.ts';

/** More than customers have different tags: where each has their own, it is one for each of them. */
const MOST_SETS = 1_000_000;

/**
 * The tags that customers have who are not archived, by name. One that is written in several ways counts once, as most
 * write it.
 */
export async function tagsInUse({ readModels }: Pick<ApiContext, 'readModels'>): Promise<TagInUse[]> {
  const sets = await readModels.current().sum(customers.collection, {
    where: { removed: null },
    groupBy: ['tagSet'],
    sum: [],
    mostGroups: MOST_SETS,
  });
  const spellings = new Map<string, Map<string, number>>();
  for (const { by, count } of sets) {
    for (const tag of JSON.parse(String(by['tagSet'] ?? '[]')) as string[]) {
      const known = spellings.get(tagKey(tag)) ?? new Map<string, number>();
      spellings.set(tagKey(tag), known.set(tag, (known.get(tag) ?? 0) + count));
    }
  }
  return [...spellings]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, counts]) => ({
      tag: [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0],
      customers: counts.values().reduce((sum, count) => sum + count, 0),
    }));
}
