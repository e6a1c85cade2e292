import { SortAsc, SortDesc } from '@blueprintjs/icons';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SortBy, type SortChoice } from '../inputs/sort-by.tsx';
import { useIsPhone } from '../layout/use-media.ts';
import { formatDay } from '../values/format.ts';
import { Money } from '../values/money.tsx';
import { FiguresFrame } from './figures-frame.tsx';

/** A column of a report. */
export interface ReportColumn<Row> {
  header: string;
  kind: 'text' | 'day' | 'money' | 'count' | 'hours' | 'percent' | 'change';
  value(row: Row): string | number | null;
  /** Words for a number that is counted in parts of what people say, such as minutes of hours. */
  format?(value: number): string;
  /** Most rows have none of it: on a phone, zeros are left out. */
  isSparse?: boolean;
  /** Of one of several, such as a cost per job: it has no total. */
  isEach?: boolean;
  /** The key that sorts the rows by it. */
  sort?: string;
  /** The record or rows behind it. */
  to?(row: Row): { to: string; search?: object } | null;
}

interface ReportTableProps<Row> {
  title: string;
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** There are more rows: those shown are not totaled. */
  isPartial?: boolean;
  /** What the row below them says of each column, where it is told and not summed here; null: there is no such row. */
  totals?: readonly (string | number | null)[] | null;
  /** The rows' sorting: a column's `sort`, with a - in front for largest first. */
  order?: { by: string; onChange(by: string): void };
}

/**
 * Rows with totals below them where a column can be summed. The first column says what a row is. On a phone a row leaves
 * out what it does not have, and sorting is above, as there are no headers to tap.
 */
export function ReportTable<Row>({
  title,
  columns,
  rows,
  keyOf,
  isPartial = false,
  totals,
  order,
}: ReportTableProps<Row>) {
  const [first, ...others] = columns as readonly [ReportColumn<Row>, ...ReportColumn<Row>[]];
  const isPhone = useIsPhone();
  const table = (
    <FiguresFrame title={title}>
      <table className="hw-figures hw-figures-stack">
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.header} column={column} {...(order && !isPhone && { order })} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">
                <Cell column={first} row={row} />
              </th>
              {others.map((column) => (
                <td key={column.header} data-label={column.header} className={classOfCell(column, column.value(row))}>
                  <Cell column={column} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {!isPartial && totals !== null && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {others.map((column, at) => (
                <td key={column.header} data-label={column.header}>
                  {totalOf(column, rows, totals?.[at + 1])}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </FiguresFrame>
  );
  if (!order || !isPhone) return table;
  return (
    <>
      <div className="hw-figures-sort">
        <SortBy choices={choicesOf(columns)} sort={order.by} onSort={(by) => by !== undefined && order.onChange(by)} />
      </div>
      {table}
    </>
  );
}

function choicesOf<Row>(columns: readonly ReportColumn<Row>[]): SortChoice[] {
  return columns.flatMap(({ header, kind, sort }) =>
    sort === undefined
      ? []
      : [{ id: sort, text: `Sort by ${header.toLowerCase()}`, isLargestFirst: isLargestFirst(kind) }],
  );
}

type HeadProps<Row> = { column: ReportColumn<Row> } & Pick<ReportTableProps<Row>, 'order'>;

/** A click sorts by it: figures largest first, words from A on; a second click reverses. */
function Head<Row>({ column: { header, kind, sort }, order }: HeadProps<Row>) {
  if (!order || sort === undefined) {
    return (
      <th scope="col" className={classOf(kind)}>
        {header}
      </th>
    );
  }
  const [isUp, isDown] = [order.by === sort, order.by === `-${sort}`];
  const first = isLargestFirst(kind) ? `-${sort}` : sort;
  const second = isLargestFirst(kind) ? sort : `-${sort}`;
  return (
    <th
      scope="col"
      className={classOf(kind)}
      {...((isUp || isDown) && { 'aria-sort': isUp ? 'ascending' : 'descending' })}
    >
      <button type="button" className="hw-sort" onClick={() => order.onChange(order.by === first ? second : first)}>
        {header}
        {isUp && <SortAsc size={14} />}
        {isDown && <SortDesc size={14} />}
      </button>
    </th>
  );
}

function isLargestFirst(kind: ReportColumn<never>['kind']): boolean {
  return kind !== 'text';
}

function classOf(kind: ReportColumn<never>['kind']): string | undefined {
  return kind === 'text' || kind === 'day' ? 'hw-figures-word' : undefined;
}

function classOfCell<Row>({ kind, isSparse = false }: ReportColumn<Row>, value: string | number | null) {
  const isLeftOut = isNone(value) || (isSparse && Number(value) === 0);
  const names = [classOf(kind), isLeftOut ? 'hw-figures-none' : undefined].filter(Boolean);
  return names.length > 0 ? names.join(' ') : undefined;
}

function isNone(value: string | number | null): value is null | '' {
  return value === null || value === '';
}

function Cell<Row>({ column, row }: { column: ReportColumn<Row>; row: Row }) {
  const text = shown(column.value(row), column);
  const link = column.to?.(row);
  return link ? (
    <Link to={link.to} search={{ ...link.search }}>
      {text}
    </Link>
  ) : (
    text
  );
}

function shown(
  value: string | number | null,
  { kind, format }: Pick<ReportColumn<never>, 'kind' | 'format'>,
): ReactNode {
  if (isNone(value)) return '—';
  if (format) return format(Number(value));
  if (kind === 'money') return <Money amount={value} />;
  if (kind === 'day') return formatDay(String(value));
  if (kind === 'text' || kind === 'change') return String(value);
  const number = Number(value).toLocaleString('en-US', { maximumFractionDigits: 2 });
  if (kind === 'percent') return `${number}%`;
  return kind === 'hours' ? `${number} h` : number;
}

function totalOf<Row>(
  column: ReportColumn<Row>,
  rows: readonly Row[],
  told: string | number | null | undefined,
): ReactNode {
  if (told !== undefined) return told === null ? '' : shown(told, column);
  return isSummed(column) ? shown(sumOf(column, rows), column) : '';
}

function isSummed({ kind, isEach }: Pick<ReportColumn<never>, 'kind' | 'isEach'>): boolean {
  return !isEach && (kind === 'money' || kind === 'count' || kind === 'hours');
}

/** Money is summed in cents, so that none is lost; hours as they are, and only what is shown is rounded. */
function sumOf<Row>({ value, kind }: ReportColumn<Row>, rows: readonly Row[]): number {
  const parts = kind === 'money' ? 100 : 1_000_000;
  return rows.reduce((sum, row) => sum + Math.round(Number(value(row) ?? 0) * parts), 0) / parts;
}
