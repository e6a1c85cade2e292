import { SortAsc, SortDesc } from '@blueprintjs/icons';
import {
  type Column,
  type ColumnDef,
  createSortedRowModel,
  functionalUpdate,
  metaHelper,
  type Row,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, type Ref, type RefObject, useMemo, useRef, useState } from 'react';
import { compareTexts } from '../../../domain/kit/sort-text.ts';
import { useTouched } from '../../data/touched.ts';
import { useIsPrinting, useIsSmall } from '../../ui/layout/use-media.ts';
import { type Opens, RecordLink, useRowKeys } from '../record/record-link.tsx';
import { type ColumnFilter, FilterButton } from './column-filter.tsx';
import { RecordCards } from './record-cards.tsx';
import { canSort, formatSort, parseSort, type RecordColumn, shownIn } from './record-columns.ts';
import { COLUMNS_CELL_PX, ColumnsButton, useTableColumns } from './table-columns.tsx';
import { useSteadyOrder } from './use-steady-order.ts';

export interface RecordTableProps<Shown extends { id: string }> {
  /** Accessible name of the table; the choice of columns is stored under it. */
  label: string;
  /** In their default order. */
  records: readonly Shown[];
  /** The first column names the record and links to it. Pass the same array each time. */
  columns: readonly RecordColumn<Shown>[];
  /** If the server sorts, as in a paged list: the call the records belong to. A change of it shows at once. */
  asked?: string;
  /** The columns the server can sort by, if it does the sorting. */
  sorts?: readonly string[];
  /** As in the URL. */
  sort?: string | undefined;
  /** Without it no column can be sorted. */
  onSort?: (sort: string | undefined) => void;
  /** By column: the filter in its header. */
  filters?: Readonly<Record<string, ColumnFilter>>;
  opens: Opens;
  openId: string | undefined;
  /** There are more records to load. */
  hasMore?: boolean;
  /** After the last row: how to get more. */
  below?: ReactNode;
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<{ isFigure: boolean }>(),
});
type Features = typeof features;

/** The table of every list: dense, sorted by a click, each row a link to its record; on a phone, cards. */
export function RecordTable<Shown extends { id: string }>(props: RecordTableProps<Shown>) {
  const { records, columns, asked, sorts, sort, onSort } = props;
  const isSmall = useIsSmall();
  const sorting = parseSort(sort, columns);
  const table = useTable({
    features,
    columns: useMemo(() => columns.map((column) => defineColumn(column, sorts)), [columns, sorts]),
    enableSorting: onSort !== undefined,
    manualSorting: asked !== undefined,
    data: records,
    getRowId: ({ id }) => id,
    state: { sorting },
    onSortingChange: (change) => onSort?.(formatSort(functionalUpdate(change, sorting))),
  });
  const { records: rows, pointer } = useSteadyOrder(table.getRowModel().rows, asked ?? sort);
  if (isSmall) return <RecordCards {...props} records={rows.map(({ original }) => original)} />;
  return <Rows {...props} rows={rows} heads={table.getAllColumns()} sortedBy={sorting[0]?.id} pointer={pointer} />;
}

interface RowsProps<Shown extends { id: string }> extends RecordTableProps<Shown> {
  /** In display order. */
  rows: readonly Row<Features, Shown>[];
  heads: readonly Column<Features, Shown>[];
  sortedBy: string | undefined;
  pointer: object;
}

function Rows<Shown extends { id: string }>(props: RowsProps<Shown>) {
  const {
    label,
    rows,
    heads,
    columns,
    asked,
    sortedBy,
    opens,
    openId,
    hasMore = false,
    below,
    pointer,
    filters,
  } = props;
  const touched = useTouched();
  const frame = useRowKeys<HTMLDivElement>();
  const { widths, choice, choose } = useTableColumns({ label, frame, columns, sortedBy, asked });
  const shown = useMemo(() => (widths ? columns.filter(({ id }) => widths.has(id)) : columns), [columns, widths]);
  const { items, measure, ...long } = useLongRows(rows, frame);
  return (
    <div ref={frame} className="hw-table-frame" data-scroll-restoration-id={label} {...pointer}>
      <table
        className={widths ? 'hw-table hw-table-set' : 'hw-table'}
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        onFocus={long.onFocus}
      >
        <colgroup>
          {shown.map(({ id }) => (
            <col key={id} style={{ width: widths?.get(id) }} />
          ))}
          <col style={{ width: COLUMNS_CELL_PX }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {heads
              .filter(({ id }) => widths?.has(id) ?? true)
              .map((column) => (
                <ColumnHead key={column.id} column={column} filter={filters?.[column.id]} />
              ))}
            <th scope="col" className="hw-columns-cell">
              <ColumnsButton columns={columns} shown={new Set(widths?.keys())} choice={choice} onChoose={choose} />
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) =>
            'gap' in item ? (
              // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is empty, and nothing in it takes the focus
              <tr key={item.key} aria-hidden="true">
                <td colSpan={shown.length + 1} className="hw-table-gap" style={{ height: item.gap }} />
              </tr>
            ) : (
              <RecordRow
                key={item.row.id}
                ref={measure}
                index={item.index}
                record={item.row.original}
                columns={shown}
                opens={opens}
                isOpen={item.row.id === openId}
                isTouched={touched.has(item.row.id)}
              />
            ),
          )}
        </tbody>
      </table>
      {below}
    </div>
  );
}

/** From this length on, only the rows in view are rendered. */
const LONG = 100;
/** The assumed height of a row until it is measured: from CSS, which knows whether touch needs more. */
function rowHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--hw-row'));
}

type Item<Shown> = { row: Shown; index: number } | { gap: number; key: string };

interface LongRows<Shown> {
  /** The rendered rows, and the gaps between them. */
  items: Item<Shown>[];
  measure: Ref<HTMLTableRowElement>;
  onFocus(event: React.FocusEvent): void;
}

/** Of a long list only the rows in view, and the focused row with its neighbors: J and K continue from there. */
function useLongRows<Shown extends { id: string }>(
  rows: readonly Shown[],
  frame: RefObject<HTMLElement | null>,
): LongRows<Shown> {
  const focused = useRef<string>(undefined);
  const isPrinting = useIsPrinting();
  const isLong = rows.length >= LONG && !isPrinting;
  const [height] = useState(rowHeight);
  const virtual = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    enabled: isLong,
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    // A list may grow long while somebody uses it: keep its scroll position.
    initialOffset: () => frame.current?.scrollTop ?? 0,
    getItemKey: (index) => rows[index]?.id ?? index,
    rangeExtractor: (range) => withNeighbors(range, indexOf(rows, focused.current)),
    // Before the frame is measured, rows are needed to measure the columns.
    initialRect: { width: 1000, height: 900 },
    overscan: 8,
  });
  return {
    items: isLong ? withGaps(rows, virtual) : rows.map((row, index) => ({ row, index })),
    measure: isLong ? virtual.measureElement : null,
    onFocus(event) {
      focused.current = rows[Number(event.target.closest<HTMLElement>('tr[data-index]')?.dataset['index'])]?.id;
    },
  };
}

function indexOf(rows: readonly { id: string }[], id: string | undefined): number {
  return id === undefined ? -1 : rows.findIndex((row) => row.id === id);
}

function withNeighbors(range: Range, at: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (at === -1) return indexes;
  const near = [at - 1, at, at + 1].filter((index) => index >= 0 && index < range.count);
  return [...new Set([...indexes, ...near])].sort((a, b) => a - b);
}

function withGaps<Shown>(
  rows: readonly Shown[],
  virtual: { getVirtualItems(): { index: number; start: number; end: number }[]; getTotalSize(): number },
): Item<Shown>[] {
  const items: Item<Shown>[] = [];
  let reached = 0;
  for (const { index, start, end } of virtual.getVirtualItems()) {
    const row = rows[index];
    if (!row) continue;
    if (start > reached) items.push({ gap: start - reached, key: `before ${index}` });
    items.push({ row, index });
    reached = end;
  }
  const rest = virtual.getTotalSize() - reached;
  if (rest > 0) items.push({ gap: rest, key: 'rest' });
  return items;
}

interface RecordRowProps<Shown extends { id: string }> {
  ref: Ref<HTMLTableRowElement>;
  index: number;
  record: Shown;
  columns: readonly RecordColumn<Shown>[];
  opens: Opens;
  isOpen: boolean;
  isTouched: boolean;
}

const RecordRow = memo(function RecordRow(props: RecordRowProps<{ id: string }>) {
  const { ref, index, record, columns, opens, isOpen, isTouched } = props;
  const [first, ...rest] = columns;
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      className={isTouched ? 'hw-touched' : undefined}
      aria-current={isOpen ? 'true' : undefined}
    >
      {first && (
        <td className={classOf(first.isFigure)}>
          <RecordLink id={record.id} opens={opens}>
            {shownIn(first, record)}
          </RecordLink>
        </td>
      )}
      {rest.map((column) => (
        <td key={column.id} className={classOf(column.isFigure)}>
          {shownIn(column, record)}
        </td>
      ))}
      <td className="hw-columns-cell" />
    </tr>
  );
}) as <Shown extends { id: string }>(props: RecordRowProps<Shown>) => ReactNode;

interface ColumnHeadProps<Shown extends { id: string }> {
  column: Column<Features, Shown>;
  filter: ColumnFilter | undefined;
}

/** One click sorts, a second reverses, a third clears the sort. */
function ColumnHead<Shown extends { id: string }>({ column, filter }: ColumnHeadProps<Shown>) {
  const sorted = column.getIsSorted();
  const { header, meta } = column.columnDef;
  const className = classOf(meta?.isFigure);
  if (!column.getCanSort()) {
    return (
      <th scope="col" className={className} data-column={column.id}>
        {header === '' ? <span className="hw-visually-hidden">Actions</span> : <span>{String(header)}</span>}
        {filter && <FilterButton header={String(header)} filter={filter} />}
      </th>
    );
  }
  return (
    <th scope="col" aria-sort={sorted ? ARIA_SORT[sorted] : undefined} className={className} data-column={column.id}>
      <button type="button" className="hw-sort" onClick={() => column.toggleSorting(undefined, false)}>
        {String(header)}
        {sorted === 'asc' && <SortAsc size={14} />}
        {sorted === 'desc' && <SortDesc size={14} />}
      </button>
      {filter && <FilterButton header={String(header)} filter={filter} />}
    </th>
  );
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

function classOf(isFigure: boolean | undefined): string | undefined {
  return isFigure ? 'hw-figure' : undefined;
}

function defineColumn<Shown extends { id: string }>(
  column: RecordColumn<Shown>,
  sorts: readonly string[] | undefined,
): ColumnDef<Features, Shown> {
  const { id, header, value, isFigure = false } = column;
  return {
    id,
    header,
    accessorFn: (record) => value(record) ?? undefined,
    meta: { isFigure },
    sortFn: compareRows,
    sortUndefined: 'last',
    sortDescFirst: isFigure,
    enableSorting: canSort(column, sorts),
  };
}

function compareRows<Shown extends { id: string }>(a: Row<Features, Shown>, b: Row<Features, Shown>, column: string) {
  const [left, right] = [a.getValue(column), b.getValue(column)];
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return compareTexts(String(left), String(right));
}
