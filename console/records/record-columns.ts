import type { SortingState } from '@tanstack/react-table';
import type { ReactNode } from 'react';

/** A column of a table of records, and a line of a card. */
export interface RecordColumn<Shown> {
  id: string;
  /** Without one it holds acts, and is never sorted. */
  header: string;
  /** What the column is sorted by, and shows where there is no `cell`; null, for nothing, is always last. */
  value(record: Shown): string | number | null;
  cell?(record: Shown): ReactNode;
  /** Figures stand right, one below the other; the first click shows the largest. */
  isFigure?: boolean;
  /** What a person looks for, such as what is overdue: it stays where others give way, as the first column does. */
  stays?: boolean;
  /** In pixels, where what it holds is cut off before others have to give way. */
  widest?: number;
}

/** What a cell shows: a dash for nothing. */
export function shownIn<Shown>(column: RecordColumn<Shown>, record: Shown): ReactNode {
  return column.cell?.(record) ?? column.value(record) ?? '—';
}

/** @param sorts what the server sorts by, where it does: by nothing else can its list be */
export function canSort({ id, header }: RecordColumn<never>, sorts?: readonly string[]): boolean {
  return header !== '' && (sorts?.includes(id) ?? true);
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

/** What a person chose of a table's columns: shown or not, however much room there is. Of all others the room decides. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

interface Measured {
  id: string;
  /** As wide as its content, in pixels. */
  width: number;
  stays: boolean;
}

/**
 * The columns to show: those that do not stay give way, the last one first, until the others fit.
 * @param room in pixels
 */
export function columnsFor(columns: readonly Measured[], choice: ColumnChoice, room: number): Measured[] {
  let shown = columns.filter(({ id }, index) => index === 0 || choice[id] !== false);
  const yielding = shown.filter(({ id, stays }) => !stays && choice[id] === undefined).reverse();
  for (const column of yielding) {
    if (sumOf(shown) <= room) break;
    if (column !== columns[0]) shown = shown.filter((each) => each !== column);
  }
  return shown;
}

/** The room between the columns, each by its own width; a table that is too wide anyway keeps them, and scrolls. */
export function widened(columns: readonly Measured[], room: number): Map<string, number> {
  const factor = Math.max(1, room / sumOf(columns));
  return new Map(columns.map(({ id, width }) => [id, width * factor]));
}

function sumOf(columns: readonly Measured[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}
