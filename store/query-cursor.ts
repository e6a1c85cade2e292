import { createHash } from 'node:crypto';
import { isScalar } from './query-where.ts';
import { type Condition, type Document, InvalidQuery, type Query, type Scalar } from './read-models.ts';

export type Order = NonNullable<Query['order']>;

/** Where a page resumes: after the document with this id, whose ordering field has this value. */
export interface Place {
  value: Scalar;
  id: string;
}

/** The cursor for the page after this document. Opaque: base64url of the place and a digest of the query. */
export function cursorAfter(document: Document, query: Query, order: Order): string {
  const value = document[order.field] ?? null;
  if (!isScalar(value)) throw new Error(`The field ${order.field} of ${document.id} orders by no text or number.`);
  return Buffer.from(JSON.stringify([digest(query, order), value, document.id])).toString('base64url');
}

/**
 * Reads the query's cursor.
 * @returns null if it has none
 * @throws InvalidQuery if it is not a cursor, or belongs to another filter, search or order
 */
export function placeOf(query: Query, order: Order): Place | null {
  if (query.after === undefined) return null;
  const [asked, value, id] = parse(query.after);
  if (!isScalar(value) || typeof id !== 'string') throw new InvalidQuery('The cursor does not belong to this list.');
  if (order.field === 'id' && value !== id) throw new InvalidQuery('The cursor does not belong to this list.');
  if (asked !== digest(query, order))
    throw new InvalidQuery('The cursor belongs to another filter, search or order. Begin at the first page.');
  return { value, id };
}

/** Whether a query's cursor belongs to this order. */
export function isCursorOf(query: Query, order: Order): boolean {
  try {
    return placeOf(query, order) !== null;
  } catch {
    return false;
  }
}

function parse(cursor: unknown): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString());
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // Not JSON: not one of our cursors.
  }
  throw new InvalidQuery('The cursor does not belong to this list.');
}

function digest({ where, asked, search }: Query, order: Order): string {
  const conditions = Object.entries(where ?? {}).map(([field, condition]) => [field, canonical(condition)] as const);
  const filter = asked ?? conditions.sort(byField);
  const all = [filter, search?.trim() ?? '', order.field, order.direction];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 12);
}

function canonical(condition: Condition): unknown {
  if (condition === null || typeof condition !== 'object') return condition;
  return Object.entries(condition).sort(byField);
}

function byField(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}
