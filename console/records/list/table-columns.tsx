import { Button, Checkbox } from '@blueprintjs/core';
import { ListColumns } from '@blueprintjs/icons';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { Popover } from '../../ui/layout/popover.tsx';
import { storedChanged, useStored } from '../../ui/use-stored.ts';
import { type ColumnChoice, columnsFor, type RecordColumn, widened } from './record-columns.ts';

/** The widest a column gets; longer text ends in dots. Names, and columns that stay, get more than others. */
const WIDEST_PX = 320;
const OTHERS_PX = 190;

interface TableColumnsProps<Shown> {
  /** Name of the table: its choice of columns is stored under it. */
  label: string;
  frame: RefObject<HTMLElement | null>;
  columns: readonly RecordColumn<Shown>[];
  /** The column it is sorted by: it stays visible. */
  sortedBy: string | undefined;
  /** The call the records belong to: when it changes, the columns are measured again. */
  asked: string | undefined;
}

export interface TableColumns {
  /** Widths in pixels of the shown columns, by id; null while all columns are being measured. */
  widths: ReadonlyMap<string, number> | null;
  choice: ColumnChoice;
  choose(choice: ColumnChoice): void;
}

/**
 * Which columns a table shows, and how wide: those the person chose, and as many others as fit. They are measured once,
 * before the first paint, from the first rows: nothing then moves sideways as rows come and go.
 */
export function useTableColumns<Shown>(props: TableColumnsProps<Shown>): TableColumns {
  const { label, frame, columns, sortedBy, asked } = props;
  const stored = useStored(() => readChoice(label));
  const choice = useMemo(() => parsedChoice(stored), [stored]);
  const [measured, setMeasured] = useState<{
    columns: unknown;
    asked: string | undefined;
    widths: Map<string, number>;
  }>();
  // '' while the previous call's records are still shown.
  const isMeasured = measured?.columns === columns && (asked === '' || measured.asked === asked);
  const room = useRoom(frame, isMeasured);

  useLayoutEffect(() => {
    if (isMeasured) return;
    const heads = [...(frame.current?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])];
    const widths = new Map(
      heads.map((head) => [head.dataset['column'] ?? '', Math.ceil(head.getBoundingClientRect().width)]),
    );
    setMeasured({ columns, asked, widths });
  });

  const widths = useMemo(() => {
    if (!isMeasured) return null;
    const all = columns.map(({ id, header, stays: isNeeded = false, widest: own }, index) => {
      const stays = isNeeded || header === '' || id === sortedBy;
      const widest = own ?? (index === 0 || stays ? WIDEST_PX : OTHERS_PX);
      return { id, stays, width: Math.min(measured.widths.get(id) ?? 0, widest) };
    });
    const free = room - COLUMNS_CELL_PX;
    return widened(columnsFor(all, choice, free), free);
  }, [isMeasured, measured, columns, choice, sortedBy, room]);

  return { widths, choice, choose: (next) => writeChoice(label, next) };
}

/** The cell at the end of each row, below the columns button. */
export const COLUMNS_CELL_PX = 44;

/**
 * The inner width of an element, in pixels, kept up to date. It is read again once the columns are measured: the drawer
 * that opens with the page takes its part of the width only then, and the observer tells of that after the first paint.
 */
function useRoom(frame: RefObject<HTMLElement | null>, isMeasured: boolean): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measuring ends with another layout
  useLayoutEffect(() => setRoom(frame.current?.clientWidth ?? 0), [frame, isMeasured]);
  return room;
}

interface ColumnsButtonProps<Shown> {
  columns: readonly RecordColumn<Shown>[];
  shown: ReadonlySet<string>;
  choice: ColumnChoice;
  onChoose(choice: ColumnChoice): void;
}

/** Chooses which columns a table shows; the one that names the record always stays. */
export function ColumnsButton<Shown>({ columns, shown, choice, onChoose }: ColumnsButtonProps<Shown>) {
  const list = (
    <div className="hw-column-choice">
      {columns
        .filter(({ header }, index) => index > 0 && header !== '')
        .map(({ id, header }) => (
          <Checkbox
            key={id}
            label={header}
            checked={shown.has(id)}
            onChange={() => onChoose({ ...choice, [id]: !shown.has(id) })}
          />
        ))}
      <Button
        size="small"
        variant="minimal"
        text="As many as fit"
        disabled={Object.keys(choice).length === 0}
        onClick={() => onChoose({})}
      />
    </div>
  );
  return (
    <Popover content={list}>
      <Button
        className="hw-columns-button"
        variant="minimal"
        size="small"
        icon={<ListColumns />}
        aria-label="Columns"
        title="Columns"
      />
    </Popover>
  );
}

const PREFIX = 'heartwood.columns.';

function readChoice(label: string): string {
  try {
    return localStorage.getItem(PREFIX + label) ?? '';
  } catch {
    return '';
  }
}

/** Ignores a choice that was edited by hand or written by an older version. */
function parsedChoice(text: string): ColumnChoice {
  try {
    const choice: unknown = JSON.parse(text || '{}');
    return typeof choice === 'object' && choice !== null ? (choice as ColumnChoice) : {};
  } catch {
    return {};
  }
}

function writeChoice(label: string, choice: ColumnChoice): void {
  try {
    if (Object.keys(choice).length === 0) localStorage.removeItem(PREFIX + label);
    else localStorage.setItem(PREFIX + label, JSON.stringify(choice));
  } catch {
    // Storage is full or turned off: the columns stay as they are.
  }
  storedChanged();
}
