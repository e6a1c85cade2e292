import type { SortingState } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { formatMoney } from '../ui/format.ts';

/** A column of a table of records, and a line of a card. */
export interface RecordColumn<Shown> {
  id: string;
  header: string;
  /** What the column is sorted by, and shows where there is no `cell`; null, for nothing, is always last. */
  value(record: Shown): string | number | null;
  cell?(record: Shown): ReactNode;
  /** Figures stand right, one below the other; the first click shows the largest. */
  isFigure?: boolean;
  /** False for acts, and for what the server does not sort by. */
  canSort?: boolean;
}

/** Of an amount: decimal text, null for none. */
export function moneyColumn<Id extends string>(
  id: Id,
  header: string,
): RecordColumn<Readonly<Record<Id, string | null>>> {
  return {
    id,
    header,
    isFigure: true,
    value: ({ [id]: amount }) => (amount === null ? null : Number(amount)),
    cell: ({ [id]: amount }) => amount && formatMoney(amount),
  };
}

/** What a cell shows: a dash for nothing. */
export function shownIn<Shown>(column: RecordColumn<Shown>, record: Shown): ReactNode {
  return column.cell?.(record) ?? column.value(record) ?? '—';
}

/**
 * How the address holds a sort: a column's id, with a minus for descending.
 * @returns no sort where there is no such column: an address can be old
 */
export function parseSort(sort: string | undefined, columns: readonly { id: string }[]): SortingState {
  const desc = sort?.startsWith('-') ?? false;
  const id = desc ? sort?.slice(1) : sort;
  return columns.filter((column) => column.id === id).map((column) => ({ id: column.id, desc }));
}

export function formatSort([first]: SortingState): string | undefined {
  return first && (first.desc ? `-${first.id}` : first.id);
}
