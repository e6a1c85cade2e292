import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CashFlow, Financial, Profitability, RevenueForecast, Trends } from '../../../api/analytics/schema.ts';
import type { CostRecord } from '../../../api/costs/schema.ts';
import type { PaymentRow } from '../../../api/invoices/schema.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import type { Days } from '../../ui/days.ts';

const COLLECTIONS = ['payments', 'costs', 'jobs', 'invoices', 'crews', 'company'] as const;

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

/** @param asked what it is told of, in which order, and how many rows */
export function profitabilityQuery(days: Days, asked: Readonly<Record<string, string>>) {
  return analyticsQuery<Profitability>('profitability', days, asked);
}

export const forecastQuery = queryOptions({
  queryKey: ['analytics', 'forecast'],
  meta: { collections: COLLECTIONS },
  queryFn: (context) => read<RevenueForecast>('/api/analytics/forecast', context),
});

/** What came in and was paid back in some days, the newest first. */
export function paymentRowsQuery({ from, to }: Days) {
  const path = listCall('/api/payments', { from, to, sort: '-processedDate' });
  return pagedQuery<PaymentRow>({
    ...{ queryKey: ['payments', path], meta: { collections: ['payments'] }, path },
    ...{ limit: 60, further: 200, select: recordsOf },
  });
}

/** What was spent in some days, the newest first. */
export function costRowsQuery({ from, to }: Days) {
  const path = listCall('/api/costs', { from, to, sort: '-day' });
  return pagedQuery<CostRecord>({
    ...{ queryKey: ['costs', path], meta: { collections: ['costs'] }, path },
    ...{ limit: 60, further: 200, select: recordsOf },
  });
}
