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
import { type ReactNode, useMemo } from 'react';
import { useTouched } from '../data/touched.ts';
import { useIsSmall } from '../ui/use-media.ts';
import { RecordCards } from './record-cards.tsx';
import { formatSort, parseSort, type RecordColumn, shownIn } from './record-columns.ts';
import { RecordLink, useRowKeys } from './record-link.tsx';
import { useSteadyOrder } from './use-steady-order.ts';

interface RecordTableProps<Shown extends { id: string }> {
  /** What the rows are, for those who hear it. */
  label: string;
  /** In the order that holds without a sort. */
  records: readonly Shown[];
  /** The first one names the record, and its link opens it. The same array each time. */
  columns: readonly RecordColumn<Shown>[];
  /** Where the server sorts, as for a list that is read in pages: what the records were asked for. A change of it shows at once. */
  asked?: string;
  /** As the address holds it. */
  sort?: string | undefined;
  /** Without it no column is sorted. */
  onSort?: (sort: string | undefined) => void;
  /** The key of the address that holds the open record's id. */
  param: string;
  openId: string | undefined;
  /** At the end of the rows: the way to more. */
  below?: ReactNode;
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<{ isFigure: boolean }>(),
});
type Features = typeof features;

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The one table of all lists: dense, sorted by a click, each row a link to its record; on a phone it is cards. */
export function RecordTable<Shown extends { id: string }>(props: RecordTableProps<Shown>) {
  const { label, records, columns, asked, sort, onSort, param, openId, below } = props;
  const isSmall = useIsSmall();
  const touched = useTouched();
  const sorting = parseSort(sort, columns);
  const table = useTable({
    features,
    columns: useMemo(() => columns.map(defineColumn), [columns]),
    enableSorting: onSort !== undefined,
    manualSorting: asked !== undefined,
    data: records,
    getRowId: ({ id }) => id,
    state: { sorting },
    onSortingChange: (change) => onSort?.(formatSort(functionalUpdate(change, sorting))),
  });
  const { records: rows, pointer } = useSteadyOrder(table.getRowModel().rows, asked ?? sort);
  const frame = useRowKeys<HTMLDivElement>();

  if (isSmall) {
    const sorted = { records: rows.map(({ original }) => original), sorted: sorting[0] };
    return <RecordCards {...{ label, columns, onSort, param, openId, touched, below }} {...sorted} />;
  }
  return (
    <div ref={frame} className="hw-table-frame" {...pointer}>
      <table className="hw-table" aria-label={label}>
        <thead>
          {table.getHeaderGroups().map(({ id, headers }) => (
            <tr key={id}>
              {headers.map(({ column }) => (
                <ColumnHead key={column.id} column={column} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              className={touched.has(row.id) ? 'hw-touched' : undefined}
              aria-current={row.id === openId ? 'true' : undefined}
            >
              {row.getAllCells().map((cell, index) => (
                <td key={cell.id} className={classOf(cell.column)}>
                  {index === 0 ? (
                    <RecordLink id={row.id} param={param}>
                      <table.FlexRender cell={cell} />
                    </RecordLink>
                  ) : (
                    <table.FlexRender cell={cell} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {below}
    </div>
  );
}

/** A click sorts, a second one the other way round, a third one not at all. */
function ColumnHead<Shown extends { id: string }>({ column }: { column: Column<Features, Shown> }) {
  const sorted = column.getIsSorted();
  const { header } = column.columnDef;
  if (!column.getCanSort()) {
    return (
      <th scope="col" className={classOf(column)}>
        {header === '' ? <span className="hw-visually-hidden">Acts</span> : <span>{String(header)}</span>}
      </th>
    );
  }
  return (
    <th scope="col" aria-sort={sorted ? ARIA_SORT[sorted] : undefined} className={classOf(column)}>
      <button type="button" onClick={() => column.toggleSorting(undefined, false)}>
        {String(header)}
        {sorted === 'asc' && <SortAsc size={14} />}
        {sorted === 'desc' && <SortDesc size={14} />}
      </button>
    </th>
  );
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

function classOf<Shown extends { id: string }>({ columnDef }: Column<Features, Shown>): string | undefined {
  return columnDef.meta?.isFigure ? 'hw-figure' : undefined;
}

function defineColumn<Shown extends { id: string }>(column: RecordColumn<Shown>): ColumnDef<Features, Shown> {
  const { id, header, value, isFigure = false, canSort = true } = column;
  return {
    id,
    header,
    accessorFn: (record) => value(record) ?? undefined,
    cell: ({ row }) => shownIn(column, row.original),
    meta: { isFigure },
    sortFn: compareRows,
    sortUndefined: 'last',
    sortDescFirst: isFigure,
    enableSorting: canSort,
  };
}

function compareRows<Shown extends { id: string }>(a: Row<Features, Shown>, b: Row<Features, Shown>, column: string) {
  const [left, right] = [a.getValue(column), b.getValue(column)];
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return collator.compare(String(left), String(right));
}
