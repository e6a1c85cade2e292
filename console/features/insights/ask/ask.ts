import { queryOptions } from '@tanstack/react-query';
import type { AskAnswer, AskBody, AskCatalog } from '../../../../api/ask/schema.ts';
import { ask, read } from '../../../data/query-client.ts';
import type { AiDashboardSearch } from '../ai-dashboard-search.ts';

const ASK_PATH = '/api/ai/ask';

/** What an answer may be made of. */
const ASKED = [
  'leads',
  'customers',
  'quotes',
  'jobs',
  'invoices',
  'payments',
  'credits',
  'journal',
  'costs',
  'equipment',
  'insights',
  'timesheets',
  'crews',
  'people',
  'timeOff',
] as const;

/** What is asked by the URL; null if nothing is. */
export function askedBy({ ask: question, query, given }: AiDashboardSearch): AskBody | null {
  if (query !== undefined) return { query, ...(given && { parameters: given }) };
  return question === undefined || question.trim() === '' ? null : { question };
}

/** The answer to a question, or to a query. */
export function answerQuery(body: AskBody) {
  return queryOptions({
    queryKey: ['ask', body],
    meta: { collections: ASKED },
    queryFn: (context) => ask<AskAnswer>(ASK_PATH, body, context),
    // A change of the data makes no model read better: each further call has its price.
    enabled: ({ state }) => (state.data?.fallback ?? null) === null,
  });
}

/** What can be asked. */
export const askCatalogQuery = queryOptions({
  queryKey: ['ask-queries'],
  meta: { collections: [] },
  queryFn: (context) => read<AskCatalog>(`${ASK_PATH}/queries`, context),
});
