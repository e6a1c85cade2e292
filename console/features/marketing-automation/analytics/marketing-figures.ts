import { queryOptions } from '@tanstack/react-query';
import type { MarketingFigures } from '../../../../api/marketing/figures.schema.ts';
import { read } from '../../../data/query-client.ts';
import { CUSTOMER_REVIEWS } from '../../../entities/customer-review/customer-review.ts';
import { SUPPRESSIONS } from '../../../entities/suppression/suppression.ts';

/** What came back of marketing, by month and by rating. */
export const marketingFiguresQuery = queryOptions({
  queryKey: ['marketing-figures'],
  meta: { collections: [...CUSTOMER_REVIEWS, ...SUPPRESSIONS, 'company'] },
  queryFn: (context) => read<MarketingFigures>('/api/marketing/figures', context),
});
