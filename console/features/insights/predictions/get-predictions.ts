import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PredictionsAnswer } from '../../../../api/insights/predictions.schema.ts';
import { read } from '../../../data/query-client.ts';

/** All that predictions are made of, and named by. */
const COLLECTIONS = [
  'payments',
  'credits',
  'leads',
  'customers',
  'quotes',
  'jobs',
  'equipment',
  'people',
  'crews',
  'time_off',
  'schedule_days',
  'company',
] as const;

/** What the records say of the time to come. */
export const predictionsQuery = queryOptions({
  queryKey: ['predictions'],
  meta: { collections: COLLECTIONS },
  placeholderData: keepPreviousData,
  queryFn: (context) => read<PredictionsAnswer>('/api/ai/predictions', context),
});
