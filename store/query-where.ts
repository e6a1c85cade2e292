import { type Condition, type Filter, InvalidQuery, type Scalar } from './read-models.ts';

/**
 * A condition on one field: to have one of these values (null matches missing), or to lie within bounds of one type.
 */
export type FieldCondition = { kind: 'values'; values: readonly Scalar[] } | { kind: 'range'; bounds: Bounds };

export type Bound = 'gt' | 'gte' | 'lt' | 'lte';
export type Bounds = Readonly<Partial<Record<Bound, NonNullable<Scalar>>>>;

const BOUNDS: readonly string[] = ['gt', 'gte', 'lt', 'lte'] satisfies Bound[];
const MAX_VALUES = 1_000;
const FIELD_NAME = /^[a-zA-Z][a-zA-Z0-9]*$/;

/** @throws InvalidQuery if it is not a field name: a letter, then letters and digits */
export function requireFieldName(field: string): void {
  if (!FIELD_NAME.test(field)) throw new InvalidQuery(`${JSON.stringify(field)} is not the name of a field.`);
}

/**
 * The conditions by field. Values may come from a request: an object that is not shaped like a condition is refused, so
 * that no database ever takes it for an operator.
 * @throws InvalidQuery
 */
export function fieldConditions(where: NonNullable<Filter['where']>): Map<string, FieldCondition> {
  if (!isPlainObject(where)) throw new InvalidQuery('A filter is an object of conditions by field.');
  const conditions = new Map<string, FieldCondition>();
  for (const [field, condition] of Object.entries(where)) {
    requireFieldName(field);
    const checked = fieldCondition(field, condition);
    if (field === 'id' && !scalarsOf(checked).every((value) => typeof value === 'string'))
      throw new InvalidQuery('An id is a text.');
    conditions.set(field, checked);
  }
  return conditions;
}

function fieldCondition(field: string, condition: Condition): FieldCondition {
  if (isScalar(condition)) return { kind: 'values', values: [condition] };
  if (!isPlainObject(condition))
    throw new InvalidQuery(`The condition on ${field} is neither a value nor a condition.`);
  const keys = Object.keys(condition);
  if (keys.length === 1 && 'in' in condition)
    return { kind: 'values', values: distinctScalars(field, condition['in']) };
  if (keys.length === 0 || !keys.every((key) => BOUNDS.includes(key)))
    throw new InvalidQuery(`The condition on ${field} is none that is known: ${keys.join(', ')}.`);
  return { kind: 'range', bounds: boundsOf(field, condition) };
}

function distinctScalars(field: string, values: unknown): Scalar[] {
  if (!Array.isArray(values) || !values.every(isScalar))
    throw new InvalidQuery(`"in" on ${field} takes a list of texts, numbers, booleans or null.`);
  if (values.length > MAX_VALUES) throw new InvalidQuery(`"in" on ${field} takes at most ${MAX_VALUES} values.`);
  return [...new Set(values)];
}

function boundsOf(field: string, condition: Readonly<Record<string, unknown>>): Bounds {
  const values = Object.values(condition);
  const [first] = values;
  if (first === null || !values.every((value) => isScalar(value) && typeof value === typeof first))
    throw new InvalidQuery(`A range on ${field} is between texts, between numbers or between booleans.`);
  return condition as Bounds;
}

function scalarsOf(condition: FieldCondition): readonly unknown[] {
  return condition.kind === 'values' ? condition.values : Object.values(condition.bounds);
}

/** Whether a value of unknown origin is a JSON scalar. */
export function isScalar(value: unknown): value is Scalar {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  return typeof value === 'number' && Number.isFinite(value);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
