import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InsightAnalytics, InsightRaisesList } from '../../../../api/insights/analytics.schema.ts';
import type { Became } from '../../../../domain/insight/terms.ts';
import { read } from '../../../data/query-client.ts';
import { EVIDENCE, INSIGHTS, INSIGHTS_PATH } from '../../../entities/insight/insight.ts';

/** What the figures, and the rows behind them, are narrowed to. */
export interface Narrowed {
  detector?: string | undefined;
  /** `2026-06` */
  month?: string | undefined;
  became?: Became | undefined;
}

/** What became of what was raised in the last twelve months. */
export function insightAnalyticsQuery(detector: string | undefined) {
  const path = `${INSIGHTS_PATH}/analytics${asQuery({ detector })}`;
  return queryOptions({
    queryKey: ['insight-analytics', path],
    meta: { collections: [...INSIGHTS, 'invoices', 'payments', 'company'] },
    placeholderData: keepPreviousData,
    queryFn: (context) => read<InsightAnalytics>(path, context),
  });
}

/** The rows behind the figures. */
export function insightRaisesQuery(narrowed: Narrowed) {
  const path = raisesPath(narrowed);
  return queryOptions({
    queryKey: ['insight-raises', path],
    meta: { collections: [...INSIGHTS, ...EVIDENCE, 'payments', 'company'] },
    queryFn: (context) => read<InsightRaisesList>(path, context),
  });
}

/** The call of the rows behind the figures; with `format`, as a file. */
export function raisesPath(narrowed: Narrowed & { format?: 'csv' }): string {
  return `${INSIGHTS_PATH}/raises${asQuery({ ...narrowed })}`;
}

function asQuery(given: Readonly<Record<string, string | undefined>>): string {
  const asked = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return asked.length === 0 ? '' : `?${new URLSearchParams(asked)}`;
}
