import { Button } from '@blueprintjs/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { askedOf, type PagedQuery, type Paging, pagingOf } from '../data/paged-query.ts';
import { DataArea, type Empty, SkeletonLines } from '../ui/data-area.tsx';
import { More } from '../ui/more.tsx';
import { ListPage, type ListPageProps, openIdOf } from './list-page.tsx';
import { cleared, isFiltered } from './list-search.ts';
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
  /** Where it is read in pages: how it goes on. */
  paging?: Paging;
}

/** A list that the server filters, sorts and pages, as far as the person has scrolled. */
export function usePagedList<Shown>(options: PagedQuery<Shown>, call: string): ShownList<Shown> {
  const query = useInfiniteQuery(options);
  return { query, records: query.data ?? [], call, asked: askedOf(query, call), paging: pagingOf(query) };
}

/** A list's records where they are no table. */
export interface ListContent<Shown> extends Pick<ShownList<Shown>, 'records' | 'asked'> {
  openId: string | undefined;
  /** At their end: the way to more. */
  below: ReactNode;
}

interface RecordListPageProps<Shown extends AnyRecord> extends Omit<ListPageProps<Shown>, 'call' | 'children'> {
  list: ShownList<Shown>;
  /** The first one names the record, and its link opens it. The same array each time. */
  columns?: readonly RecordColumn<Shown>[];
  /** Shows the records where they are no table. */
  content?(content: ListContent<Shown>): ReactNode;
  /** What of the address narrows the list, and is cleared together. */
  filterKeys?: readonly string[];
  firstUse?: Partial<Empty>;
  nothingFound?: Partial<Empty>;
  /** As large as the content. */
  skeleton?: ReactNode;
}

const FILTER_KEYS = ['q', 'removed'];

/** The page of a kind of record: its list, with everything that lists have. */
export function RecordListPage<Shown extends AnyRecord>(props: RecordListPageProps<Shown>) {
  const { list, columns = [], content, filterKeys = FILTER_KEYS, firstUse, nothingFound, skeleton, ...page } = props;
  const { plural, search, onSearch, canChange, add, param = '' } = page;
  const { query, records, call, asked, paging } = list;
  const openId = openIdOf(search, param);
  const below = paging && <More paging={paging} label={plural} />;
  const first = <Button intent="primary" text={add.firstText ?? add.text} onClick={() => onSearch({ new: true })} />;
  return (
    <ListPage {...page} call={call}>
      <DataArea
        query={query}
        isEmpty={() => records.length === 0}
        firstUse={{ title: `No ${plural} yet`, ...firstUse, ...(canChange && { action: first }) }}
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
        skeleton={skeleton ?? <SkeletonLines lines={8} />}
      >
        {() =>
          content?.({ records, asked, openId, below }) ?? (
            <RecordTable
              label={capitalized(plural)}
              sort={search.sort}
              onSort={(sort) => onSearch({ sort }, 'replace')}
              {...{ records, columns, asked, param, openId, below }}
            />
          )
        }
      </DataArea>
    </ListPage>
  );
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
