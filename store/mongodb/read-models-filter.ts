import type { Document as BsonDocument } from 'mongodb';
import type { Condition, Scalar } from '../read-models.ts';
import { fieldPath } from './read-models-layout.ts';

/** A condition on a row. Every value stands under an operator of ours, so that none is ever taken for one. */
export type RowCondition = BsonDocument;

/** The conditions of a `where` whose values are known to be scalars. Equality to null finds what is missing too. */
export function whereConditions(where: Readonly<Record<string, Condition>>): RowCondition[] {
  return Object.entries(where).map(([field, condition]) => ({ [fieldPath(field)]: operators(condition) }));
}

function operators(condition: Condition): BsonDocument {
  if (condition === null || typeof condition !== 'object') return { $eq: condition };
  if ('in' in condition) return { $in: [...condition.in] };
  return Object.fromEntries(Object.entries(condition).map(([bound, value]) => [`$${bound}`, value]));
}

/** Where a page goes on: after the document of this id and value of the order's field. */
export interface Place {
  value: Scalar;
  id: string;
}

/**
 * What comes after a place in the order, nulls first when ascending: as ranges of the index that follow each other,
 * because one condition for all of them would not be served by the index alone.
 */
export function rangesAfter(field: string, direction: 'asc' | 'desc', after: Place): RowCondition[] {
  const path = fieldPath(field);
  const beyond = direction === 'asc' ? '$gt' : '$lt';
  const furtherIds = { _id: { [beyond]: after.id } };
  if (path === '_id') return [furtherIds];
  const ties = { [path]: { $eq: after.value }, ...furtherIds };
  const values = { [path]: { [beyond]: after.value } };
  const nulls = { [path]: { $eq: null } };
  if (after.value === null) return direction === 'asc' ? [ties, { [path]: { $ne: null } }] : [ties];
  return direction === 'asc' ? [ties, values] : [ties, values, nulls];
}
