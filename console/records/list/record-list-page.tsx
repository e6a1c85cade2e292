import { Button, ButtonGroup } from '@blueprintjs/core';
import { GridView, List } from '@blueprintjs/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { askedOf, type PagedQuery, type Paging, pagingOf } from '../../data/paged-query.ts';
import { SortBy, type SortChoice } from '../../ui/inputs/sort-by.tsx';
import { More } from '../../ui/layout/more.tsx';
import { useIsSmall } from '../../ui/layout/use-media.ts';
import { DataArea, type Empty, SkeletonRows } from '../../ui/status/data-area.tsx';
import { capitalized } from '../../ui/values/format.ts';
import type { AnyRecord } from '../record-kind.ts';
import type { ColumnFilter } from './column-filter.tsx';
import { ListPage, type ListPageProps, openIdOf } from './list-page.tsx';
import { cleared, isFiltered, type ListSearch } from './list-search.ts';
import { GridSkeleton, RecordGrid } from './record-cards.tsx';
import { canSort, type RecordColumn } from './record-columns.ts';
import { RecordTable } from './record-table.tsx';

/** A list and its query. */
export interface ShownList<Shown> {
  query: { data: unknown; error: Error | null; refetch(): unknown };
  /** The records to show, in order. */
  records: readonly Shown[];
  /** The call with its filters. */
  call: string;
  /** If the server filters and sorts: the call the records belong to. */
  asked?: string;
  /** The columns the server can sort by, if it does the sorting. */
  sorts?: readonly string[];
  /** If it is paged: how to load more. */
  paging?: Paging;
}

/**
 * A list that the server filters, sorts and pages, loaded as far as the person has scrolled.
 * @param sorts the columns it can be sorted by
 */
export function usePagedList<Shown>(
  options: PagedQuery<Shown>,
  call: string,
  sorts: readonly string[],
): ShownList<Shown> {
  const query = useInfiniteQuery(options);
  return { query, records: query.data ?? [], call, sorts, asked: askedOf(query, call), paging: pagingOf(query) };
}

interface RecordListPageProps<Shown extends AnyRecord>
  extends Omit<ListPageProps<Shown>, 'call' | 'children' | 'view' | 'sorting'> {
  list: ShownList<Shown>;
  /** For a table. The first column names the record and links to it. Pass the same array each time. */
  columns?: readonly RecordColumn<Shown>[];
  /** Shows a record as a card; if there are columns too, the person chooses. */
  card?(record: Shown): ReactNode;
  /** Before the first card, and scrolled with the cards. */
  intro?: ReactNode;
  /** URL of a record's own page, if it does not open beside the list. */
  page?(id: string): string;
  /** For a table, by column: the filter in its header. */
  columnFilters?: Readonly<Record<string, ColumnFilter>>;
  /** The URL parameters that filter the list, and are cleared together. */
  filterKeys?: readonly string[];
  firstUse?: Partial<Empty>;
  nothingFound?: Partial<Empty>;
  /** How to show a loading error, if not in the usual way. */
  failure?(error: Error): ReactNode;
}

const FILTER_KEYS = ['q', 'removed'];

/** The list page of a kind of record, with everything a list has. */
export function RecordListPage<Shown extends AnyRecord>(props: RecordListPageProps<Shown>) {
  const {
    list,
    columns: allColumns,
    card,
    intro,
    columnFilters,
    filterKeys = FILTER_KEYS,
    firstUse,
    nothingFound,
    failure,
    ...page
  } = props;
  const { plural, search, onSearch, canChange, add, param = '' } = page;
  const columns = useMemo(() => allColumns?.filter((column) => column.isSeen?.() ?? true), [allColumns]);
  const { query, records, call, asked, sorts, paging } = list;
  const isSmall = useIsSmall();
  const isTable = card === undefined || (columns !== undefined && search.view === 'list' && !isSmall);
  const shown = {
    label: capitalized(plural),
    records,
    opens: props.page ?? param,
    openId: openIdOf(search, param),
    below: paging && <More paging={paging} label={plural} />,
    ...(asked !== undefined && { asked }),
  };
  const first = canChange && add && (
    <Button intent="primary" text={add.firstText ?? add.text} onClick={() => onSearch({ new: true })} />
  );
  return (
    <ListPage
      {...page}
      call={call}
      view={columns && card && <ViewSwitch isTable={isTable} onView={(view) => onSearch({ view })} />}
      sorting={
        isTable &&
        isSmall && (
          <SortBy
            choices={choicesOf(columns ?? [], sorts)}
            none="Sort by…"
            sort={search.sort}
            onSort={(sort) => onSearch({ sort }, 'replace')}
          />
        )
      }
    >
      <DataArea
        query={query}
        {...(failure && { failure })}
        isEmpty={() => records.length === 0}
        firstUse={{ title: `No ${plural} yet`, ...firstUse, ...(first && { action: first }) }}
        filtered={
          isFiltered(search, filterKeys)
            ? {
                title: `No ${plural} found`,
                description: 'Try adjusting your filters.',
                ...nothingFound,
                clear: () => onSearch(cleared(filterKeys)),
              }
            : null
        }
        skeleton={isTable ? <SkeletonRows rows={12} /> : <GridSkeleton />}
      >
        {() =>
          isTable ? (
            <RecordTable
              {...shown}
              columns={columns ?? []}
              {...(sorts && { sorts })}
              {...(columnFilters && { filters: columnFilters })}
              sort={search.sort}
              onSort={(sort) => onSearch({ sort }, 'replace')}
              hasMore={paging?.more != null}
            />
          ) : (
            <RecordGrid {...shown} intro={intro} card={card} />
          )
        }
      </DataArea>
    </ListPage>
  );
}

function choicesOf(columns: readonly RecordColumn<never>[], sorts: readonly string[] | undefined): SortChoice[] {
  return columns
    .filter((column) => canSort(column, sorts))
    .map(({ id, header, isFigure = false }) => ({ id, text: header, isLargestFirst: isFigure }));
}

interface ViewSwitchProps {
  isTable: boolean;
  onView(view: ListSearch['view']): void;
}

/** Cards or a list. */
function ViewSwitch({ isTable, onView }: ViewSwitchProps) {
  return (
    <ButtonGroup className="hw-view-switch">
      <Button
        icon={<GridView />}
        aria-label="Cards"
        title="Cards"
        active={!isTable}
        aria-pressed={!isTable}
        onClick={() => onView(undefined)}
      />
      <Button
        icon={<List />}
        aria-label="List"
        title="List"
        active={isTable}
        aria-pressed={isTable}
        onClick={() => onView('list')}
      />
    </ButtonGroup>
  );
}
