import type { LeadFigures, LeadRecord } from '../../../api/leads/schema.ts';
import { inserted, type Pages, replaced, without } from '../../data/paged-query.ts';
import { queryClient } from '../../data/query-client.ts';
import { leadQuery } from '../../entities/lead/lead.ts';
import { moved } from './pipeline.ts';

// The page has leads cached in one list per column and filter, in each filter's figures, and by id. One's own act
// updates everything on the screen before the server has responded; the rest is refetched when it is shown.

/** A column's list: its filter and its status. */
type ColumnKey = readonly ['leads', filter: string, status: string];

/** Updates a lead everywhere. */
export function put(lead: LeadRecord): LeadRecord {
  const before = knownLead(lead.id);
  const filters = filtersShowing(lead.id);
  for (const [key, column] of columns()) {
    const [, filter, status] = key;
    const isHere = !lead.removed && status === lead.status;
    if (!isHere) queryClient.setQueryData(key, without(column, lead.id));
    else if (shows(column, lead.id)) queryClient.setQueryData(key, replaced(column, lead));
    else if (filters.has(filter)) queryClient.setQueryData(key, inserted(column, lead, isOlderThan(lead)));
  }
  for (const [key, figures] of queryClient.getQueriesData<LeadFigures>({
    queryKey: ['lead-figures'],
    type: 'active',
  })) {
    const [, filter] = key as readonly [string, string];
    if (figures && filters.has(filter)) queryClient.setQueryData(key, moved(figures, before, lead));
  }
  queryClient.setQueryData(leadQuery(lead.id).queryKey, lead);
  return lead;
}

/** Removes a lead from the board. */
export function takeOut(lead: LeadRecord): void {
  put({ ...lead, removed: true });
}

/** A lead the page has already loaded. */
export function knownLead(id: string): LeadRecord | undefined {
  for (const [, { pages }] of columns()) {
    for (const { records } of pages) {
      const found = records.find((each) => each.id === id);
      if (found) return found;
    }
  }
  return queryClient.getQueryData(leadQuery(id).queryKey);
}

/** The filters that match a lead: that of all leads, and those of the lists that contain it. */
function filtersShowing(id: string): ReadonlySet<string> {
  return new Set(['', ...columns().flatMap(([[, filter], column]) => (shows(column, id) ? [filter] : []))]);
}

function columns(): [ColumnKey, Pages<LeadRecord>][] {
  return queryClient
    .getQueriesData<Pages<LeadRecord>>({ queryKey: ['leads'], type: 'active' })
    .flatMap(([key, data]) => (data ? [[key as unknown as ColumnKey, data]] : []));
}

function shows({ pages }: Pages<LeadRecord>, id: string): boolean {
  return pages.some(({ records }) => records.some((each) => each.id === id));
}

function isOlderThan({ createdAt }: LeadRecord): (other: LeadRecord) => boolean {
  return (other) => other.createdAt <= createdAt;
}
