import { isDeepStrictEqual } from 'node:util';
import type { ComparedRecord } from './schema.ts';

/** A row of a list, or a record. */
export type Row = Readonly<Record<string, unknown>>;

/** What a call answered at one moment. */
export interface Rows {
  rows: readonly Row[];
  /** Whether these are all. */
  isWhole: boolean;
}

export type Difference = Pick<ComparedRecord, 'id' | 'what' | 'before' | 'after' | 'changes'>;

/** Counts the steps of a record; nobody changes it. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['revision']);

/** Holds one record, or figures, of two moments against each other. */
export function differenceBetween(before: Row | null, after: Row | null): Difference {
  if (before && after) return differenceOf(before, after);
  const row = (after ?? before) as Row;
  return { ...only(row), what: after ? 'added' : 'removed', before, after };
}

/**
 * Holds the rows of two moments against each other, by their ids. Where a list was not read to its end, nobody knows
 * whether a row is missing from it: such rows are left out.
 * @returns those of the later moment in their order, then those that only the earlier one has
 */
export function differencesOf(before: Rows, after: Rows): Difference[] {
  const old = new Map(before.rows.map((row) => [keyOf(row), row]));
  const now = new Map(after.rows.map((row) => [keyOf(row), row]));
  const all: Difference[] = [];
  for (const [key, row] of now) {
    const was = old.get(key);
    if (was) all.push(differenceOf(was, row));
    else if (before.isWhole) all.push(differenceBetween(null, row));
  }
  for (const [key, row] of old) if (!now.has(key) && after.isWhole) all.push(differenceBetween(row, null));
  return all;
}

/** A row without an id is known by all that it holds. */
function keyOf(row: Row): string {
  return idOf(row) ?? JSON.stringify(row);
}

function idOf({ id }: Row): string | null {
  return typeof id === 'string' ? id : null;
}

function only(row: Row) {
  return { id: idOf(row), changes: [] };
}

function differenceOf(before: Row, after: Row): Difference {
  const changes = [...new Set([...Object.keys(after), ...Object.keys(before)])]
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => !NOT_COMPARED.has(change.field) && !isDeepStrictEqual(change.before, change.after));
  return { id: idOf(after), what: changes.length === 0 ? 'same' : 'changed', before, after, changes };
}
