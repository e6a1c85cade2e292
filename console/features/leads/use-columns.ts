import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import { LEAD_STATUSES, type LeadStatus } from '../../../domain/lead/terms.ts';
import { columnQuery, type LeadFilter } from '../../data/get-leads.ts';
import { type Paging, pagingOf } from '../../data/paged-query.ts';
import { newestFirst } from './pipeline.ts';

interface LeadColumns {
  /** All columns' leads as far as they were read, newest first; undefined before every column has come. */
  query: { data: LeadRecord[] | undefined; error: Error | null; refetch(): void };
  paging: Readonly<Record<string, Paging>>;
}

/** The leads of the board, each column read by itself and as far as it was scrolled. */
export function useColumns(filter: LeadFilter): LeadColumns {
  const columns = {
    New: useInfiniteQuery(columnQuery('New', filter)),
    Contacted: useInfiniteQuery(columnQuery('Contacted', filter)),
    Quoting: useInfiniteQuery(columnQuery('Quoting', filter)),
    Won: useInfiniteQuery(columnQuery('Won', filter)),
    Lost: useInfiniteQuery(columnQuery('Lost', filter)),
  } satisfies Record<LeadStatus, unknown>;
  const all = LEAD_STATUSES.map((status) => columns[status]);
  const [one, two, three, four, five] = all.map(({ data }) => data);
  const data = useMemo(() => {
    const read = [one, two, three, four, five].filter((leads) => leads !== undefined);
    return read.length === LEAD_STATUSES.length ? newestFirst(read.flat()) : undefined;
  }, [one, two, three, four, five]);
  return {
    query: {
      data,
      error: all.find(({ error }) => error)?.error ?? null,
      refetch() {
        for (const { error, refetch } of all) if (error) void refetch();
      },
    },
    paging: Object.fromEntries(LEAD_STATUSES.map((status) => [status, pagingOf(columns[status])])),
  };
}
