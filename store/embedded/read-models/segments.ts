import { compareScalars } from '../../query-compare.ts';
import type { Order, Place } from '../../query-cursor.ts';
import type { FieldCondition } from '../../query-where.ts';
import type { Scalar } from '../../read-models.ts';
import { type Column, ID } from './columns.ts';
import { compare, equals, isNull, isPresent, meets, type Sql } from './conditions.ts';

/** The order of a list, with the column of its field. */
export type ColumnOrder = Order & { column: Column };

/** One range of an index. */
export interface Segment {
  /** On the field to order by and the id. */
  conditions: Sql[];
  /**
   * Whether the field to order by has a single value here, so that the id alone gives the order: ordering by both would
   * cost a sort.
   */
  isOneValue: boolean;
}

/**
 * The ranges of the field to order by that make up a list, in order, from the place where it resumes. Separate ranges,
 * because no index serves a comparison of several columns when some are null.
 * @param condition the filter's condition on the field to order by
 */
export function segments(order: ColumnOrder, condition: FieldCondition | undefined, after: Place | null): Segment[] {
  if (condition?.kind === 'values') {
    const sign = order.direction === 'asc' ? 1 : -1;
    const sorted = [...condition.values].sort((a, b) => sign * compareScalars(a, b));
    return sorted.flatMap((value) => valueAfter(order, value, after));
  }
  const base = condition ? [meets(order.column, condition)] : [];
  if (!after) return [{ conditions: base, isOneValue: false }];
  const places = placesAfter(order, after, condition === undefined);
  return places.map((place) => ({ ...place, conditions: [...base, ...place.conditions] }));
}

/** The documents with one value of the field to order by, after the place. */
function valueAfter(order: ColumnOrder, value: Scalar, after: Place | null): Segment[] {
  const whole = [equals(order.column, value)];
  if (!after) return [oneValue(whole)];
  const sign = order.direction === 'asc' ? 1 : -1;
  const distance = sign * compareScalars(value, after.value);
  if (distance > 0) return [oneValue(whole)];
  if (distance < 0 || order.field === 'id') return [];
  return [oneValue([...whole, idAfter(order, after)])];
}

function placesAfter(order: ColumnOrder, after: Place, withNulls: boolean): Segment[] {
  const { field, column, direction } = order;
  if (field === 'id') return [oneValue([idAfter(order, after)])];
  const ties = oneValue([equals(column, after.value), idAfter(order, after)]);
  if (after.value === null) return direction === 'asc' ? [ties, severalValues([isPresent(column)])] : [ties];
  const further = severalValues([compare(column, beyond(order), after.value)]);
  return direction === 'desc' && withNulls ? [ties, further, oneValue([isNull(column)])] : [ties, further];
}

function oneValue(conditions: Sql[]): Segment {
  return { conditions, isOneValue: true };
}

function severalValues(conditions: Sql[]): Segment {
  return { conditions, isOneValue: false };
}

function idAfter(order: Order, after: Place): Sql {
  return compare(ID, beyond(order), after.id);
}

function beyond({ direction }: Order): string {
  return direction === 'asc' ? '>' : '<';
}
