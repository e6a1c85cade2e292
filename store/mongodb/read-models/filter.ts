import type { Document as BsonDocument } from 'mongodb';
import type { Order, Place } from '../../query-cursor.ts';
import type { FieldCondition } from '../../query-where.ts';
import { fieldPath } from './layout.ts';

/** A condition on a row. Every value is under an operator of ours, so that no value can be taken for an operator. */
export type RowCondition = BsonDocument;

/** One of several values: null matches missing too. */
export function oneOf(field: string, values: readonly unknown[]): RowCondition {
  return { [fieldPath(field)]: values.length === 1 ? { $eq: values[0] } : { $in: [...values] } };
}

export function fieldCondition(field: string, condition: FieldCondition): RowCondition {
  if (condition.kind === 'values') return oneOf(field, condition.values);
  const bounds = Object.entries(condition.bounds).map(([bound, value]) => [`$${bound}`, value]);
  return { [fieldPath(field)]: Object.fromEntries(bounds) };
}

/**
 * The rows after a place in the order, nulls first when ascending: as consecutive ranges of the index, because a single
 * condition for all of them could not be served by the index alone.
 */
export function rangesAfter({ field, direction }: Order, after: Place): RowCondition[] {
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
