import { queryOptions } from '@tanstack/react-query';
import type { BriefingAnswer } from '../../../../api/insights/briefing.schema.ts';
import { read } from '../../../data/query-client.ts';
import { EVIDENCE, INSIGHTS } from '../../../entities/insight/insight.ts';

/** The open insights as a model worded, grouped and ranked them, if there is one. */
export const briefingQuery = queryOptions({
  queryKey: ['briefing'],
  meta: { collections: ['briefings', ...INSIGHTS, ...EVIDENCE] },
  queryFn: (context) => read<BriefingAnswer>('/api/ai/briefing', context),
});
