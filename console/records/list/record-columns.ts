import type { SortingState } from '@tanstack/react-table';
import type { ReactNode } from 'react';

/** A column of a record table, and a line of a card. */
export interface RecordColumn<Shown> {
  id: string;
  /** If blank, the column holds actions and is never sorted. */
  header: string;
  /** What the column sorts by, and shows without a `cell`; null, for none, always sorts last. */
  value(record: Shown): string | number | null;
  cell?(record: Shown): ReactNode;
  /** Whether whoever is signed in sees it; without it, everybody does who sees the list. */
  isSeen?(): boolean;
  /** Figures align right; the first click sorts the largest on top. */
  isFigure?: boolean;
  /**
   * Something people look for, such as what is overdue: it stays when other columns are dropped, as the first column
   * does.
   */
  stays?: boolean;
  /** In pixels: its content is cut off at this width before other columns are dropped. */
  widest?: number;
}

/** What a cell shows: a dash for nothing. */
export function shownIn<Shown>(column: RecordColumn<Shown>, record: Shown): ReactNode {
  return column.cell?.(record) ?? column.value(record) ?? '—';
}

/** @param sorts the columns the server can sort by, if it does the sorting */
export function canSort({ id, header }: RecordColumn<never>, sorts?: readonly string[]): boolean {
  return header !== '' && (sorts?.includes(id) ?? true);
}

/**
 * Parses a sort from the URL: a column id, with a minus for descending.
 * @returns no sort if there is no such column: a URL can be old
 */
export function parseSort(sort: string | undefined, columns: readonly { id: string }[]): SortingState {
  const desc = sort?.startsWith('-') ?? false;
  const id = desc ? sort?.slice(1) : sort;
  return columns.filter((column) => column.id === id).map((column) => ({ id: column.id, desc }));
}

export function formatSort([first]: SortingState): string | undefined {
  return first && (first.desc ? `-${first.id}` : first.id);
}

/** The columns a person chose to show or hide, however much space there is. Space decides about all others. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

interface Measured {
  id: string;
  /** Width of its content, in pixels. */
  width: number;
  stays: boolean;
}

/**
 * The columns to show: those that do not stay are dropped, last one first, until the rest fit.
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

/** No column gives way further: a name is still told by what is left of it. */
const NARROWEST_PX = 140;

/** The room between the columns, each by its own width. Where there is too little, the widest give way; after that the table scrolls. */
export function widened(columns: readonly Measured[], room: number): Map<string, number> {
  const fitting = fitted(columns, room);
  const factor = Math.max(1, room / sumOf(fitting));
  return new Map(fitting.map(({ id, width }) => [id, width * factor]));
}

/** As wide as they are at most, where that is too much. */
function fitted(columns: readonly Measured[], room: number): readonly Measured[] {
  let most = Number.POSITIVE_INFINITY;
  let left = room;
  const byWidth = columns.toSorted((a, b) => a.width - b.width);
  for (const [index, { width }] of byWidth.entries()) {
    const share = left / (byWidth.length - index);
    if (width > share) {
      most = Math.max(NARROWEST_PX, share);
      break;
    }
    left -= width;
  }
  return columns.map((column) => ({ ...column, width: Math.min(column.width, most) }));
}

function sumOf(columns: readonly Measured[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}
