import { type FollowedKind, followedBy } from '../../domain/kit/decider.ts';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import { planQuery } from '../../store/query.ts';
import { NoSuchIndex, type Query } from '../../store/read-models.ts';
import type { AnyRecordKind, RecordKinds, RecordRef } from '../kit/context.ts';

/**
 * What a record comes from before whom it follows, the nearest first, where its kind names more than that. All others
 * come from the record that they follow.
 */
const NEARER: Readonly<Record<string, readonly FollowedKind[]>> = {
  quote: [{ category: 'lead', by: 'leadId' }],
  job: [{ category: 'quote', by: 'quoteId' }],
  invoice: [
    { category: 'job', by: 'jobId' },
    { category: 'quote', by: 'quoteId' },
  ],
};

/**
 * The record that a record came from, as it was said when it was begun; null if it came from none.
 * @param begun its events in the act that began it
 */
export function originOf(kind: AnyRecordKind, id: string, begun: readonly RecordedEvent[]): RecordRef | null {
  for (const { category, by } of NEARER[kind.category] ?? []) {
    const named = begun.map(({ data }) => (data as Readonly<Record<string, unknown>>)[by]);
    const origin = named.find((each) => typeof each === 'string');
    if (origin !== undefined) return { category, id: origin as string };
  }
  const [first] = begun;
  const followed = first ? followedBy(kind.decider.whose, first, id) : null;
  return followed && { category: followed.category, id: followed.id };
}

/** How the records of a kind are found that may have come from a record of another one. */
export interface Descent {
  kind: AnyRecordKind;
  /** The query for those that came from any of these. */
  from(ids: readonly string[]): Omit<Query, 'limit'>;
}

/**
 * The kinds whose records are found by what they came from, by the category of that. Where no index finds them, the
 * step of that record tells: who converts a lead changes it too.
 */
export function descentsOf({ all }: Pick<RecordKinds, 'all'>): ReadonlyMap<string, readonly Descent[]> {
  const descents = all.flatMap((kind) =>
    [...(NEARER[kind.category] ?? []), ...followsOf(kind)].flatMap((followed) => {
      const from = findingBy(kind, followed);
      return from ? [{ category: followed.category, descent: { kind, from } }] : [];
    }),
  );
  const byCategory = Map.groupBy(descents, ({ category }) => category);
  return new Map([...byCategory].map(([category, of]) => [category, of.map(({ descent }) => descent)]));
}

function followsOf({ decider: { whose } }: AnyRecordKind): readonly FollowedKind[] {
  if (typeof whose === 'string' || 'each' in whose) return [];
  return 'sameAs' in whose ? [{ category: whose.sameAs, by: 'id' }] : whose.follows;
}

function findingBy({ projection }: AnyRecordKind, { by, when }: FollowedKind): Descent['from'] | null {
  const where = (ids: readonly string[]) => ({ ...(when as Readonly<Record<string, string>>), [by]: { in: ids } });
  const orders = [undefined, { field: 'createdAt', direction: 'asc' }] as const;
  const order = orders.find((each) => isServed(projection, { where: where(['any']), ...(each && { order: each }) }));
  if (order === undefined && !isServed(projection, { where: where(['any']) })) return null;
  return (ids) => ({ where: where(ids), ...(order && { order }) });
}

function isServed(projection: AnyRecordKind['projection'], query: Omit<Query, 'limit'>): boolean {
  try {
    planQuery(projection, { ...query, limit: 1 });
    return true;
  } catch (cause) {
    if (cause instanceof NoSuchIndex) return false;
    throw cause;
  }
}
