import { queryOptions } from '@tanstack/react-query';
import type { SecondFactorRecord } from '../../api/accounts/second-factor.schema.ts';
import { read } from '../data/query-client.ts';

export const SECOND_FACTOR = '/api/auth/second-factor';

/** The person's own second factor; no change of the log tells of it, so that each look is a new one. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  meta: { collections: ['second-factor'] },
  staleTime: 0,
  queryFn: (context) => read<SecondFactorRecord>(SECOND_FACTOR, context),
});
