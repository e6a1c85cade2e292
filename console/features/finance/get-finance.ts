import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CashFlow, Financial, Profitability, RevenueForecast, Trends } from '../../../api/analytics/schema.ts';
import type { CostRecord } from '../../../api/costs/schema.ts';
import type { PaymentRow } from '../../../api/invoices/schema.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { type Days, yearToDate } from '../../ui/values/days.ts';
import { todayIn } from '../../ui/values/wall-time.ts';

const COLLECTIONS = ['payments', 'credits', 'costs', 'jobs', 'invoices', 'crews', 'company'] as const;

function analyticsQuery<Data>(name: string, { from, to }: Days, asked: Readonly<Record<string, string>> = {}) {
  const path = `/api/analytics/${name}?${new URLSearchParams({ startDate: from, endDate: to, ...asked })}`;
  return queryOptions({
    queryKey: ['analytics', path],
    meta: { collections: COLLECTIONS },
    placeholderData: keepPreviousData,
    queryFn: (context) => read<Data>(path, context),
  });
}

export const financialQuery = (days: Days) => analyticsQuery<Financial>('financial', days);
export const cashFlowQuery = (days: Days) => analyticsQuery<CashFlow>('cash-flow', days);
export const trendsQuery = (days: Days) => analyticsQuery<Trends>('trends', days);

/** @param asked grouping, sorting and number of rows */
export function profitabilityQuery(days: Days, asked: Readonly<Record<string, string>>) {
  return analyticsQuery<Profitability>('profitability', days, asked);
}

export const forecastQuery = queryOptions({
  queryKey: ['analytics', 'forecast'],
  meta: { collections: COLLECTIONS },
  queryFn: (context) => read<RevenueForecast>('/api/analytics/forecast', context),
});

/** The payments and refunds of some days, newest first. */
export function paymentRowsQuery({ from, to }: Days) {
  const path = listCall('/api/payments', { from, to, sort: '-processedDate' });
  return pagedQuery<PaymentRow>({
    queryKey: ['payments', path],
    meta: { collections: ['payments'] },
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** The costs of some days, newest first. */
export function costRowsQuery({ from, to }: Days) {
  const path = listCall('/api/costs', { from, to, sort: '-day' });
  return pagedQuery<CostRecord>({
    queryKey: ['costs', path],
    meta: { collections: ['costs'] },
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** What the page begins with, before it is opened: its days are those of the company, whose zone the settings tell. */
export async function prefetchThisYear(client: QueryClient): Promise<void> {
  // A failure is shown in the page's data area, with its retry.
  const settings = await client.fetchQuery(settingsQuery).catch(() => null);
  if (!settings) return;
  const days = yearToDate(todayIn(settings.timeZone));
  await Promise.all([client.prefetchQuery(financialQuery(days)), client.prefetchQuery(cashFlowQuery(days))]);
}
