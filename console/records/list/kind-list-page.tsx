import { useMemo } from 'react';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import type { Field } from '../../ui/inputs/fields.ts';
import { capitalized } from '../../ui/values/format.ts';
import { fieldValue } from '../record/field-value.tsx';
import type { AnyRecord, RecordKind } from '../record-kind.ts';
import type { ListSearch } from './list-search.ts';
import type { RecordColumn } from './record-columns.ts';
import { RecordListPage, usePagedList } from './record-list-page.tsx';

/** A kind whose page follows from the kind alone. */
export interface ListedKind<Shown extends AnyRecord> extends RecordKind<Shown> {
  list: {
    /** The call that lists its records, and adds one. */
    path: string;
    /** For sentences: `suppliers`. */
    plural: string;
    /** The fields that the server sorts by; the first one is the order at the beginning, with a minus if descending. */
    sorts: readonly [string, ...string[]];
  };
}

interface KindListPageProps<Shown extends AnyRecord> {
  kind: ListedKind<Shown>;
  search: ListSearch;
  onSearch(change: Readonly<Record<string, unknown>>, how?: 'replace'): void;
  canChange: boolean;
  canExport: boolean;
}

/**
 * The page of a kind that needs nothing of its own: search, order, removed ones, table, dialog, drawer. The open record is in
 * the URL's parameter of the kind's name (`listSearchOf`).
 */
export function KindListPage<Shown extends AnyRecord>({ kind, ...page }: KindListPageProps<Shown>) {
  const { path, plural, sorts } = kind.list;
  const columns = useMemo(() => columnsOf(kind), [kind]);
  const { q, sort, removed } = page.search;
  const sortable = sorts.map((id) => id.replace(/^-/, ''));
  const isSortable = sort !== undefined && sortable.includes(sort.replace(/^-/, ''));
  const call = listCall(path, { search: q, sort: isSortable ? sort : sorts[0], removed });
  const query = pagedQuery<Shown>({
    queryKey: [kind.category, 'list', call],
    meta: { collections: kind.collections },
    path: call,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
  return (
    <RecordListPage
      {...page}
      title={capitalized(plural)}
      kind={kind}
      plural={plural}
      param={kind.category}
      list={usePagedList(query, call, sortable)}
      columns={columns}
      add={{ text: `Add ${kind.noun}`, how: path }}
    />
  );
}

const FIGURES: readonly Field['kind'][] = ['money', 'number', 'decimal'];

/** A column for each field; the first one is the record's title. Long texts and what only the history shows have none. */
function columnsOf<Shown extends AnyRecord>({ fields, titleOf }: ListedKind<Shown>): RecordColumn<Shown>[] {
  return fields
    .filter(({ kind, onlyInHistory }) => kind !== 'multiline' && !onlyInHistory)
    .map((field, index) => {
      const { name: id, label: header, isSeen } = field;
      if (index === 0) return { id, header, value: titleOf };
      const isFigure = FIGURES.includes(field.kind);
      const sortable = isFigure ? Number : String;
      const valueIn = (record: Shown) => (record as Readonly<Record<string, unknown>>)[id] ?? null;
      return {
        id,
        header,
        isFigure,
        ...(isSeen && { isSeen }),
        value(record) {
          const value = valueIn(record);
          return value === null ? null : sortable(value);
        },
        cell: (record) => fieldValue(field, valueIn(record)),
      };
    });
}
