import * as z from 'zod/mini';
import {
  BECAME,
  DETECTOR_NAMES,
  type DetectorName,
  INSIGHT_CATEGORIES,
  INSIGHT_SEVERITIES,
  INSIGHT_STATUSES,
} from '../../../domain/insight/terms.ts';
import { INSIGHT_SORTS, type InsightFilter } from '../../entities/insight/insight.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import { oneOf, text } from '../../ui/search.ts';
import { SUGGESTION_NAMES } from './automation/suggestion-names.ts';

/** The tabs of the page, in order. */
export const AI_DASHBOARD_TABS = ['insights', 'predictions', 'analytics', 'automation'] as const;
export type AiDashboardTab = (typeof AI_DASHBOARD_TABS)[number];

/** The page's URL parameters. */
export const aiDashboardSearch = z.object({
  ...listSearch,
  tab: oneOf(AI_DASHBOARD_TABS),
  /** A question in words; or the query that is asked, with its parameters. */
  ask: text,
  query: text,
  given: z.catch(z.optional(z.record(z.string(), z.string())), undefined),
  /** The tab of the open insight's drawer. */
  part: listSearch.tab,
  sort: sortBy(INSIGHT_SORTS),
  /** Open ones by default. */
  status: oneOf([...INSIGHT_STATUSES, 'all']),
  severity: oneOf(INSIGHT_SEVERITIES),
  category: oneOf(INSIGHT_CATEGORIES),
  detector: oneOf(DETECTOR_NAMES as readonly [DetectorName, ...DetectorName[]]),
  read: oneOf(['true', 'false']),
  /** Whether something was done about it. */
  acted: oneOf(['true', 'false']),
  /** The rows behind a figure of the analytics, and the month in which they were raised, `2026-06`. */
  became: oneOf(BECAME),
  month: text,
  /** The open insight, and those whose dialogs are open. */
  insight: text,
  act: text,
  dismiss: text,
  /** The open rule, the one whose dry run is shown, and the suggestion that a new one begins with. */
  rule: text,
  dryRun: text,
  like: oneOf(SUGGESTION_NAMES),
});
export type AiDashboardSearch = z.output<typeof aiDashboardSearch>;

/** The URL parameters that filter and sort the list. */
export function filterOf(search: AiDashboardSearch): InsightFilter {
  const { q, status, severity, category, detector, read, acted, removed, sort } = search;
  return { search: q, status, severity, category, detector, isRead: read, isActionTaken: acted, removed, sort };
}
