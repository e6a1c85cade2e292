import { queryOptions } from '@tanstack/react-query';
import type { DryRun } from '../../../api/automation/dry-run.schema.ts';
import type { RuleRecord, RunRecord } from '../../../api/automation/schema.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { ask, read } from '../../data/query-client.ts';

export const RULES = ['automation_rules'] as const;
export const RULES_PATH = '/api/ai/automation-rules';
const RUNS = ['automation_runs'] as const;
const RUNS_PATH = '/api/ai/automation-runs';

/** The path of a rule. */
export function rulePath(id: string): string {
  return `${RULES_PATH}/${encodeURIComponent(id)}`;
}

/** The call of the list; the oldest first, so that a new one moves none. */
export function rulesCall(filter: { search?: string | undefined; removed?: boolean | undefined }): string {
  return listCall(RULES_PATH, { ...filter, sort: 'createdAt' });
}

/** The rules of a call, loaded as far as the person has scrolled. */
export function rulesQuery(path: string) {
  return pagedQuery<RuleRecord>({
    queryKey: ['automation-rules', path],
    meta: { collections: RULES },
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** One rule, removed or not. */
export function ruleQuery(id: string) {
  return queryOptions({
    queryKey: ['automation-rule', id],
    meta: { collections: RULES, id },
    queryFn: (context) => read<RuleRecord>(rulePath(id), context),
  });
}

/** What a run made or left out: it shows the titles of these. */
const MADE = ['insights', 'tasks', 'mails', 'jobs', 'plans', 'customers', 'leads', 'quotes', 'invoices'] as const;
const NEWEST = '200';

/** What rules did last, the newest first; of one rule, or of all. */
export function runsQuery(ruleId?: string) {
  return queryOptions({
    queryKey: ['automation-runs', ruleId ?? null],
    meta: { collections: [...RUNS, ...RULES, ...MADE] },
    queryFn: (context) => read<RunRecord[]>(listCall(RUNS_PATH, { ruleId, limit: NEWEST }), context),
  });
}

/** What taking a run back may change. */
export const RAN = [...RUNS, ...MADE, 'batches', 'schedule_days'] as const;

/** What a rule would have done in the last 90 days. */
export function dryRunQuery(id: string) {
  return queryOptions({
    queryKey: ['automation-dry-run', id],
    meta: { collections: RULES, id, anyOf: ['insights'] },
    queryFn: (context) => ask<DryRun>(`${rulePath(id)}/dry-run`, {}, context),
  });
}
