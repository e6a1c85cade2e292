import type { Bound, Bounds, FieldCondition } from '../../query-where.ts';
import type { Scalar } from '../../read-models.ts';
import type { Column, Stored } from './columns.ts';

/** A piece of SQL and the values of its parameters. */
export interface Sql {
  text: string;
  values: Stored[];
}

/**
 * Less than every number, and so than every value but null: SQLite uses an index range for this bound, but not for `IS
 * NOT NULL`.
 */
export const LOWEST = '-9e999';
/** The smallest text: SQLite orders numbers before texts. */
const LEAST_TEXT = "''";

const SIGNS: Readonly<Record<Bound, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

export function compare(column: Column, sign: string, value: NonNullable<Scalar>): Sql {
  const compared = { text: `${column.text} ${sign} ${column.parameter}`, values: [column.valueOf(value)] };
  return column.isNeverNull && sign.startsWith('<') ? allOf([compared, isPresent(column)]) : compared;
}

/** Null matches missing too. */
export function equals(column: Column, value: Scalar): Sql {
  return value === null ? isNull(column) : compare(column, '=', value);
}

export function isNull({ text, isNeverNull }: Column): Sql {
  return { text: isNeverNull ? `${text} = ${LOWEST}` : `${text} IS NULL`, values: [] };
}

export function isPresent({ text, isNeverNull }: Column): Sql {
  return { text: `${text} ${isNeverNull ? '>' : '>='} ${LOWEST}`, values: [] };
}

/** One condition of a filter, whatever index is used. */
export function meets(column: Column, condition: FieldCondition): Sql {
  return condition.kind === 'range' ? within(column, condition.bounds) : oneOf(column, condition.values);
}

function oneOf(column: Column, values: readonly Scalar[]): Sql {
  const present = values.filter((value) => value !== null).map((value) => column.valueOf(value));
  const list = `${column.text} IN (${present.map(() => column.parameter).join(', ')})`;
  const text = values.includes(null) ? `(${list} OR ${isNull(column).text})` : list;
  return { text, values: present };
}

/** A range holds values of one type, so an open end is closed where that type ends. */
function within(column: Column, bounds: Bounds): Sql {
  const parts = (Object.entries(bounds) as [Bound, NonNullable<Scalar>][]).map(([bound, value]) =>
    compare(column, SIGNS[bound], value),
  );
  const isText = Object.values(bounds).some((value) => typeof value === 'string');
  const isOpen = isText
    ? bounds.gt === undefined && bounds.gte === undefined
    : bounds.lt === undefined && bounds.lte === undefined;
  if (isOpen) parts.push({ text: `${column.text} ${isText ? '>=' : '<'} ${LEAST_TEXT}`, values: [] });
  return allOf(parts);
}

/** All of them joined by AND; empty text if there are none. */
export function allOf(conditions: readonly Sql[]): Sql {
  return {
    text: conditions.map(({ text }) => text).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}
