import { isFound } from '../../../domain/kit/search-text.ts';
import { compareScalars } from '../../../store/query-compare.ts';
import type { Condition, Document, Filter, Query, Scalar } from '../../../store/read-models.ts';

/** The result of a find, computed in the simplest way: all documents of the list, without limit or cursor. */
export function findAmong(
  documents: Iterable<Document>,
  searched: readonly string[],
  query: Omit<Query, 'limit'>,
): Document[] {
  const { field, direction } = query.order ?? { field: 'id', direction: 'asc' };
  const sign = direction === 'asc' ? 1 : -1;
  return [...documents]
    .filter((document) => meets(document, searched, query))
    .sort((a, b) => sign * (compareScalars(fieldOf(a, field), fieldOf(b, field)) || compareScalars(a.id, b.id)));
}

function meets(document: Document, searched: readonly string[], { where = {}, search = '' }: Filter): boolean {
  return (
    Object.entries(where).every(([field, condition]) => holds(fieldOf(document, field), condition)) &&
    isFound(search, document, searched)
  );
}

function fieldOf(document: Document, field: string): Scalar {
  return (document[field] ?? null) as Scalar;
}

function holds(value: Scalar, condition: Condition): boolean {
  if (condition === null || typeof condition !== 'object') return value === condition;
  if ('in' in condition) return condition.in.includes(value);
  return Object.entries(condition).every(([bound, limit]) => {
    if (value === null || typeof value !== typeof limit) return false;
    const distance = compareScalars(value, limit);
    if (bound === 'gt') return distance > 0;
    if (bound === 'gte') return distance >= 0;
    return bound === 'lt' ? distance < 0 : distance <= 0;
  });
}
