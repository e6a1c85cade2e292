import { queryOptions } from '@tanstack/react-query';
import type { CatalogRecord } from '../../../api/catalog/schema.ts';
import { read } from '../../data/query-client.ts';

/** The company's services and prices. */
export const catalogQuery = queryOptions({
  queryKey: ['price-catalog'],
  meta: { collections: ['catalog'] },
  queryFn: (context) => read<CatalogRecord>('/api/price-catalog', context),
});
