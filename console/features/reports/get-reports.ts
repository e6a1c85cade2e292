import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DashboardMetrics } from '../../../api/dashboard/schema.ts';
import type { Receivables, ReportSummary, RevenueTrend, ServiceDistribution } from '../../../api/reports/schema.ts';
import { read } from '../../data/query-client.ts';
import type { Days } from '../../ui/values/days.ts';
import type { QuickReport } from './reports-search.ts';

const COLLECTIONS = ['jobs', 'customers', 'invoices', 'payments', 'credits', 'costs', 'crews', 'company'] as const;

function reportQuery<Data>(path: string) {
  return queryOptions({
    queryKey: ['reports', path],
    meta: { collections: COLLECTIONS },
    placeholderData: keepPreviousData,
    queryFn: (context) => read<Data>(path, context),
  });
}

export const summaryQuery = reportQuery<ReportSummary>('/api/reports/summary');
export const trendQuery = reportQuery<RevenueTrend>('/api/reports/revenue-trend');
export const metricsQuery = reportQuery<DashboardMetrics>('/api/dashboard/metrics');

export function servicesQuery({ from, to }: Days) {
  return reportQuery<ServiceDistribution>(`/api/reports/service-distribution?${new URLSearchParams({ from, to })}`);
}

/** @param asOf `YYYY-MM-DD`; defaults to today */
export function receivablesPath(asOf: string | undefined): string {
  return `/api/reports/receivables${asOf === undefined ? '' : `?${new URLSearchParams({ asOf })}`}`;
}

export function receivablesQuery(asOf: string | undefined) {
  return reportQuery<Receivables>(receivablesPath(asOf));
}

export function quickReportPath(report: QuickReport, { from, to }: Days): string {
  return `/api/reports/${report}?${new URLSearchParams({ from, to })}`;
}

/** Without the previous data while loading: one report's rows do not fit another. */
export function quickReportQuery<Data>(report: QuickReport, days: Days) {
  const { placeholderData: _, ...query } = reportQuery<Data>(quickReportPath(report, days));
  return query;
}
