import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InsightFigures } from '../../../api/insights/figures.schema.ts';
import type { InsightRecord, insightList } from '../../../api/insights/schema.ts';
import { ENOUGH_CASES } from '../../../domain/insight/terms.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { queryClient, read } from '../../data/query-client.ts';

export const INSIGHTS = ['insights'] as const;
export const INSIGHTS_PATH = '/api/ai/insights';

/** The records that insights rest on: their texts hold the titles of these. */
export const EVIDENCE = [
  'leads',
  'customers',
  'quotes',
  'jobs',
  'invoices',
  'costs',
  'mails',
  'equipment',
  'people',
  'staff',
  'crews',
] as const;

/** The path of an insight. */
export function insightPath(id: string): string {
  return `${INSIGHTS_PATH}/${encodeURIComponent(id)}`;
}

/** The list's filters, as query parameters of its call. */
export type InsightFilter = Readonly<
  Partial<
    Record<
      'search' | 'status' | 'severity' | 'category' | 'detector' | 'isRead' | 'isActionTaken' | 'sort',
      string | undefined
    > &
      Record<'removed', boolean | undefined>
  >
>;

/** What the server sorts by. */
export const INSIGHT_SORTS = [
  'raisedAt',
  'severity',
  'worth',
] as const satisfies readonly (keyof typeof insightList.sorts)[];

/** The call of the list; the most severe are first, and of these what was raised last. */
export function insightsCall({ sort = '-severity', ...filter }: InsightFilter): string {
  return listCall(INSIGHTS_PATH, { ...filter, sort });
}

/** The insights of a call, loaded as far as the person has scrolled. */
export function insightsQuery(path: string) {
  return pagedQuery<InsightRecord>({
    queryKey: ['insights', path],
    meta: { collections: [...INSIGHTS, ...EVIDENCE] },
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** One insight, removed or not. */
export function insightQuery(id: string) {
  return queryOptions({
    queryKey: ['insight', id],
    meta: { collections: INSIGHTS, id, anyOf: EVIDENCE },
    queryFn: (context) => read<InsightRecord>(insightPath(id), context),
  });
}

/** What it says, in the words of a model where there are some. */
export function wordsOf({
  title,
  description,
  wording,
}: Pick<InsightRecord, 'title' | 'description' | 'wording'>): Pick<InsightRecord, 'title' | 'description'> {
  return wording ?? { title, description };
}

/**
 * Reads all of them anew. New words of a model alone make none of them old: whoever reads one would have it changed under
 * their eyes.
 */
export function readInsightsAgain(): void {
  for (const key of ['insights', 'insight']) void queryClient.invalidateQueries({ queryKey: [key] });
}

/** How many there are, and how sure they are. */
export const insightFiguresQuery = queryOptions({
  queryKey: ['insight-figures'],
  meta: { collections: INSIGHTS },
  placeholderData: keepPreviousData,
  queryFn: (context) => read<InsightFigures>(`${INSIGHTS_PATH}/figures`, context),
});

const FEW = 2;

/** The most severe that nobody has read, as many as the first page has room for. */
export const urgentInsightsQuery = queryOptions({
  queryKey: ['insights-urgent'],
  meta: { collections: [...INSIGHTS, ...EVIDENCE] },
  queryFn: (context) =>
    read<InsightRecord[]>(
      listCall(INSIGHTS_PATH, { status: 'open', isRead: 'false', sort: '-severity', limit: String(FEW) }),
      context,
    ),
});

/** How much to rely on it, in words. */
export function confidenceText({
  confidence,
  track,
  cases,
  detector,
}: Pick<InsightRecord, 'confidence' | 'track' | 'cases' | 'detector'>): string {
  if (track !== null) return `Right ${track.right} of ${track.of} times`;
  const percent = `${Math.round(Number(confidence) * 100)}%`;
  if (detector === null) return `${percent}, as entered`;
  const sofar = cases === null ? '' : ` (${cases} so far)`;
  return `${percent} by rule of thumb, until ${ENOUGH_CASES} cases are checked${sofar}`;
}
