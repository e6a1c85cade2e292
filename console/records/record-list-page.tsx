import { Button, ButtonGroup } from '@blueprintjs/core';
import { GridView, List } from '@blueprintjs/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { askedOf, type PagedQuery, type Paging, pagingOf } from '../data/paged-query.ts';
import { DataArea, type Empty, SkeletonRows } from '../ui/data-area.tsx';
import { capitalized } from '../ui/format.ts';
import { More } from '../ui/more.tsx';
import { useIsSmall } from '../ui/use-media.ts';
import type { ColumnFilter } from './column-filter.tsx';
import { ListPage, type ListPageProps, openIdOf } from './list-page.tsx';
import { cleared, isFiltered, type ListSearch } from './list-search.ts';
import { GridSkeleton, RecordGrid } from './record-cards.tsx';
import type { RecordColumn } from './record-columns.ts';
import type { AnyRecord } from './record-kind.ts';
import { RecordTable } from './record-table.tsx';

/** A list as it was read. */
export interface ShownList<Shown> {
  query: { data: unknown; error: Error | null; refetch(): unknown };
  /** What of it is shown, in its order. */
  records: readonly Shown[];
  /** The call with its filters. */
  call: string;
  /** Where the server filters and sorts: what the records were asked for. */
  asked?: string;
  /** What the server sorts by, where it does. */
  sorts?: readonly string[];
  /** Where it is read in pages: how it goes on. */
  paging?: Paging;
}

/**
 * A list that the server filters, sorts and pages, as far as the person has scrolled.
 * @param sorts the columns that it can be sorted by
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
  extends Omit<ListPageProps<Shown>, 'call' | 'children' | 'view'> {
  list: ShownList<Shown>;
  /** Of a table. The first one names the record, and its link opens it. The same array each time. */
  columns?: readonly RecordColumn<Shown>[];
  /** Shows a record as a card, in a list that is cards; with columns too, the person chooses. */
  card?(record: Shown): ReactNode;
  /** The address of a record's own page, where it does not open beside the list. */
  page?(id: string): string;
  /** Of a table, by column: what narrows the list by it, in its head. */
  columnFilters?: Readonly<Record<string, ColumnFilter>>;
  /** What of the address narrows the list, and is cleared together. */
  filterKeys?: readonly string[];
  firstUse?: Partial<Empty>;
  nothingFound?: Partial<Empty>;
  /** What could not be loaded, where it is told in another way than elsewhere. */
  failure?(error: Error): ReactNode;
}

const FILTER_KEYS = ['q', 'removed'];

/** The page of a kind of record: its list, with everything that lists have. */
export function RecordListPage<Shown extends AnyRecord>(props: RecordListPageProps<Shown>) {
  const {
    list,
    columns,
    card,
    columnFilters,
    filterKeys = FILTER_KEYS,
    firstUse,
    nothingFound,
    failure,
    ...page
  } = props;
  const { plural, search, onSearch, canChange, add, param = '' } = page;
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
            <RecordGrid {...shown} card={card} />
          )
        }
      </DataArea>
    </ListPage>
  );
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
