import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AccountingPeriods, JournalLine, TrialBalance } from '../../../api/accounting/schema.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import type { Days } from '../../ui/values/days.ts';

/** What the books are made from: a change to any of these refetches the page. */
const COLLECTIONS = ['journal', 'periods', 'invoices', 'payments', 'credits', 'costs', 'company'] as const;
/** The collections an export changes. */
export const EXPORT_COLLECTIONS = ['journal', 'periods'] as const;

const meta = { collections: COLLECTIONS };
const LINES = 50;

export const periodsQuery = queryOptions({
  queryKey: ['accounting', 'periods'],
  meta,
  queryFn: (context) => read<AccountingPeriods>('/api/accounting/periods', context),
});

export function trialBalancePath({ from, to }: Days): string {
  return listCall('/api/accounting/trial-balance', { from, to });
}

export function trialBalanceQuery(days: Days) {
  const path = trialBalancePath(days);
  return queryOptions({
    queryKey: ['accounting', path],
    meta,
    placeholderData: keepPreviousData,
    queryFn: (context) => read<TrialBalance>(path, context),
  });
}

export function journalPath({ from, to }: Days, account?: string): string {
  return listCall('/api/accounting/journal', { from, to, account });
}

export function linesQuery(path: string) {
  return pagedQuery<JournalLine>({
    queryKey: ['accounting', 'lines', path],
    meta,
    path,
    limit: LINES,
    select: recordsOf,
  });
}

export function exportPath(id: string): string {
  return `/api/accounting/periods/${encodeURIComponent(id)}`;
}

/** A call's rows as a CSV file. */
export function asCsv(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}format=csv`;
}
