import { Button, HTMLSelect } from '@blueprintjs/core';
import { SortAsc, SortDesc } from '@blueprintjs/icons';
import type { ColumnSort } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { formatSort, type RecordColumn, shownIn } from './record-columns.ts';
import { RecordLink } from './record-link.tsx';

interface RecordCardsProps<Shown extends { id: string }> {
  label: string;
  /** Sorted. */
  records: readonly Shown[];
  columns: readonly RecordColumn<Shown>[];
  sorted: ColumnSort | undefined;
  /** Without it nothing is sorted. */
  onSort: ((sort: string | undefined) => void) | undefined;
  param: string;
  openId: string | undefined;
  touched: ReadonlySet<string>;
  below: ReactNode;
}

/** A table's rows where it has no room: a card each, named by its first column. */
export function RecordCards<Shown extends { id: string }>(props: RecordCardsProps<Shown>) {
  const { label, records, columns, sorted, onSort, param, openId, touched, below } = props;
  const [first, ...rest] = columns;
  if (!first) return null;
  return (
    <>
      {onSort && <SortBy {...{ columns, sorted, onSort }} />}
      <ul className="hw-cards" aria-label={label}>
        {records.map((record) => (
          <li
            key={record.id}
            className={touched.has(record.id) ? 'hw-record-card hw-touched' : 'hw-record-card'}
            aria-current={record.id === openId ? 'true' : undefined}
          >
            <RecordLink id={record.id} param={param}>
              {shownIn(first, record)}
            </RecordLink>
            <dl>
              {rest.map((column) => (
                <div key={column.id}>
                  <dt>{column.header}</dt>
                  <dd>{shownIn(column, record)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {below}
    </>
  );
}

interface SortByProps<Shown extends { id: string }> extends Pick<RecordCardsProps<Shown>, 'columns' | 'sorted'> {
  onSort(sort: string | undefined): void;
}

/** The order, where there are no heads of columns to click. */
function SortBy<Shown extends { id: string }>({ columns, sorted, onSort }: SortByProps<Shown>) {
  return (
    <div className="hw-cards-sort">
      <HTMLSelect
        aria-label="Sort by"
        value={sorted?.id ?? ''}
        onChange={({ target }) => onSort(target.value ? formatSort([{ id: target.value, desc: false }]) : undefined)}
      >
        <option value="">Sort by…</option>
        {columns
          .filter(({ canSort = true }) => canSort)
          .map(({ id, header }) => (
            <option key={id} value={id}>
              {header}
            </option>
          ))}
      </HTMLSelect>
      {sorted && (
        <Button
          variant="minimal"
          icon={sorted.desc ? <SortDesc /> : <SortAsc />}
          aria-label={sorted.desc ? 'Descending: sort ascending' : 'Ascending: sort descending'}
          onClick={() => onSort(formatSort([{ id: sorted.id, desc: !sorted.desc }]))}
        />
      )}
    </div>
  );
}
