import { compareScalars } from '../../query-compare.ts';
import type { Order, Place } from '../../query-cursor.ts';
import type { FieldCondition } from '../../query-where.ts';
import type { Scalar } from '../../read-models.ts';
import { compare, equals, isNull, isPresent, meets, type Sql } from './conditions.ts';

/** One range of an index. */
export interface Segment {
  /** On the order's field and the id. */
  conditions: Sql[];
  /** Whether the order's field has one value in it, so that only the id orders it: sorting by both would be a sort. */
  isOneValue: boolean;
}

/**
 * The ranges of the order's field that make up a list, in its order, as far as they lie after the place where it goes on.
 * In ranges and not in one condition, because no index serves a comparison of several columns with nulls among them.
 * @param condition what the filter asks of the order's field
 */
export function segments(order: Order, condition: FieldCondition | undefined, after: Place | null): Segment[] {
  if (condition?.kind === 'values') {
    const sign = order.direction === 'asc' ? 1 : -1;
    const sorted = [...condition.values].sort((a, b) => sign * compareScalars(a, b));
    return sorted.flatMap((value) => valueAfter(order, value, after));
  }
  const base = condition ? [meets(order.field, condition)] : [];
  if (!after) return [{ conditions: base, isOneValue: false }];
  const places = placesAfter(order, after, condition === undefined);
  return places.map((place) => ({ ...place, conditions: [...base, ...place.conditions] }));
}

/** The documents of one value of the order's field, after the place. */
function valueAfter(order: Order, value: Scalar, after: Place | null): Segment[] {
  const whole = [equals(order.field, value)];
  if (!after) return [oneValue(whole)];
  const sign = order.direction === 'asc' ? 1 : -1;
  const distance = sign * compareScalars(value, after.value);
  if (distance > 0) return [oneValue(whole)];
  if (distance < 0 || order.field === 'id') return [];
  return [oneValue([...whole, idAfter(order, after)])];
}

function placesAfter(order: Order, after: Place, withNulls: boolean): Segment[] {
  const { field, direction } = order;
  if (field === 'id') return [oneValue([idAfter(order, after)])];
  const ties = oneValue([equals(field, after.value), idAfter(order, after)]);
  if (after.value === null) return direction === 'asc' ? [ties, severalValues([isPresent(field)])] : [ties];
  const further = severalValues([compare(field, beyond(order), after.value)]);
  return direction === 'desc' && withNulls ? [ties, further, oneValue([isNull(field)])] : [ties, further];
}

function oneValue(conditions: Sql[]): Segment {
  return { conditions, isOneValue: true };
}

function severalValues(conditions: Sql[]): Segment {
  return { conditions, isOneValue: false };
}

function idAfter(order: Order, after: Place): Sql {
  return compare('id', beyond(order), after.id);
}

function beyond({ direction }: Order): string {
  return direction === 'asc' ? '>' : '<';
}
