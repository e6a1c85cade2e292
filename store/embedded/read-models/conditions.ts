import type { Bound, Bounds, FieldCondition } from '../../query-where.ts';
import type { Scalar } from '../../read-models.ts';
import { fieldSql } from './schema.ts';

/** A piece of SQL and the values of its parameters. */
export interface Sql {
  text: string;
  values: (string | number)[];
}

/** What is below every number, and so below every value but null: as a bound it is a range of an index, `IS NOT NULL` is not. */
const LOWEST = '-9e999';
/** The least text: SQLite orders numbers before texts. */
const LEAST_TEXT = "''";

const SIGNS: Readonly<Record<Bound, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** A value goes through SQLite's own reading of JSON, as the document's did, so that equal ones are equal. */
const AS_STORED = "json_extract(?, '$')";

export function compare(field: string, sign: string, value: NonNullable<Scalar>): Sql {
  return { text: `${fieldSql(field)} ${sign} ${AS_STORED}`, values: [JSON.stringify(value)] };
}

/** Null is missing too. */
export function equals(field: string, value: Scalar): Sql {
  return value === null ? isNull(field) : compare(field, '=', value);
}

export function isNull(field: string): Sql {
  return { text: `${fieldSql(field)} IS NULL`, values: [] };
}

export function isPresent(field: string): Sql {
  return { text: `${fieldSql(field)} >= ${LOWEST}`, values: [] };
}

/** One condition of a filter, whichever index is used. */
export function meets(field: string, condition: FieldCondition): Sql {
  return condition.kind === 'range' ? within(field, condition.bounds) : oneOf(field, condition.values);
}

function oneOf(field: string, values: readonly Scalar[]): Sql {
  const present = values.filter((value) => value !== null).map((value) => JSON.stringify(value));
  const list = `${fieldSql(field)} IN (${present.map(() => AS_STORED).join(', ')})`;
  const text = values.includes(null) ? `(${list} OR ${isNull(field).text})` : list;
  return { text, values: present };
}

/** A range holds values of one type, so an open end is closed where the type ends. */
function within(field: string, bounds: Bounds): Sql {
  const parts = (Object.entries(bounds) as [Bound, NonNullable<Scalar>][]).map(([bound, value]) =>
    compare(field, SIGNS[bound], value),
  );
  const isText = Object.values(bounds).some((value) => typeof value === 'string');
  const isOpen = isText
    ? bounds.gt === undefined && bounds.gte === undefined
    : bounds.lt === undefined && bounds.lte === undefined;
  if (isOpen) parts.push({ text: `${fieldSql(field)} ${isText ? '>=' : '<'} ${LEAST_TEXT}`, values: [] });
  return allOf(parts);
}

/** All of them; no condition at all is the empty text. */
export function allOf(conditions: readonly Sql[]): Sql {
  return {
    text: conditions.map(({ text }) => text).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}
