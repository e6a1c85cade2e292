import type { Document as BsonDocument } from 'mongodb';
import { type GroupRow, groupsOf, planSum } from '../../query-sums.ts';
import type { Group, Scalar, SumQuery } from '../../read-models.ts';
import { fieldCondition, oneOf } from './filter.ts';
import type { Target } from './find.ts';
import { fieldPath, indexName } from './layout.ts';

/** @throws InvalidQuery, NoSuchIndex */
export async function sumGroups({ definition, rows }: Target, query: SumQuery): Promise<Group[]> {
  const plan = planSum(definition, query);
  const compared = [...plan.equal].map(([field, values]) => oneOf(field, values));
  const conditions = [...compared, ...[...plan.rest].map(([field, condition]) => fieldCondition(field, condition))];
  const by = plan.groupBy.map((field, place) => [`by${place}`, { $ifNull: [`$${fieldPath(field)}`, null] }]);
  const sums = plan.sum.map((field, place) => [`sum${place}`, { $sum: `$${fieldPath(field)}` }]);
  const group: BsonDocument = { _id: Object.fromEntries(by), count: { $sum: 1 }, ...Object.fromEntries(sums) };
  const steps = [
    ...(conditions.length > 0 ? [{ $match: { $and: conditions } }] : []),
    { $group: group },
    { $limit: plan.mostGroups + 1 },
  ];
  const found = await rows.aggregate(steps, { hint: indexName(plan.index) }).toArray();
  const row = (each: BsonDocument): GroupRow => ({
    by: plan.groupBy.map((_, place) => (each['_id'][`by${place}`] ?? null) as Scalar),
    count: Number(each['count']),
    sums: plan.sum.map((_, place) => Number(each[`sum${place}`])),
  });
  return groupsOf(plan, found.map(row));
}
