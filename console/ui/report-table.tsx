import { SortAsc, SortDesc } from '@blueprintjs/icons';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FiguresFrame } from './figures-frame.tsx';
import { formatDay } from './format.ts';
import { Money } from './money.tsx';

/** A column of a report. */
export interface ReportColumn<Row> {
  header: string;
  kind: 'text' | 'day' | 'money' | 'count' | 'hours' | 'percent' | 'change';
  value(row: Row): string | number | null;
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
  /** The rows' sorting: a column's `sort`, with a - in front for largest first. */
  order?: { by: string; onChange(by: string): void };
}

/** Rows with totals below them where a column can be summed. The first column says what a row is. */
export function ReportTable<Row>({ title, columns, rows, keyOf, isPartial = false, order }: ReportTableProps<Row>) {
  const [first, ...others] = columns as readonly [ReportColumn<Row>, ...ReportColumn<Row>[]];
  return (
    <FiguresFrame title={title}>
      <table className="hw-figures">
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.header} column={column} {...(order && { order })} />
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
                <td key={column.header} className={classOf(column.kind)}>
                  <Cell column={column} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {!isPartial && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {others.map((column) => (
                <td key={column.header}>{isSummed(column) ? shown(sumOf(column, rows), column.kind) : ''}</td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </FiguresFrame>
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
  const first = kind === 'text' ? sort : `-${sort}`;
  const second = kind === 'text' ? `-${sort}` : sort;
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

function classOf(kind: ReportColumn<never>['kind']): string | undefined {
  return kind === 'text' || kind === 'day' ? 'hw-figures-word' : undefined;
}

function Cell<Row>({ column, row }: { column: ReportColumn<Row>; row: Row }) {
  const text = shown(column.value(row), column.kind);
  const link = column.to?.(row);
  return link ? (
    <Link to={link.to} search={{ ...link.search }}>
      {text}
    </Link>
  ) : (
    text
  );
}

function shown(value: string | number | null, kind: ReportColumn<never>['kind']): ReactNode {
  if (value === null || value === '') return '—';
  if (kind === 'money') return <Money amount={value} />;
  if (kind === 'day') return formatDay(String(value));
  if (kind === 'text' || kind === 'change') return String(value);
  const number = Number(value).toLocaleString('en-US', { maximumFractionDigits: 2 });
  if (kind === 'percent') return `${number}%`;
  return kind === 'hours' ? `${number} h` : number;
}

function isSummed({ kind }: Pick<ReportColumn<never>, 'kind'>): boolean {
  return kind === 'money' || kind === 'count' || kind === 'hours';
}

/** Summed in hundredths, so that no cent is lost. */
function sumOf<Row>({ value }: ReportColumn<Row>, rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + Math.round(Number(value(row) ?? 0) * 100), 0) / 100;
}
