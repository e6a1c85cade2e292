import { queryOptions } from '@tanstack/react-query';
import type { QuarantinedRecord } from '../../../api/intake/quarantine.schema.ts';
import { read } from '../../data/query-client.ts';

const LOOK_EVERY_MS = 60_000;

/**
 * Requests from the public forms that may be spam. They are not events, so nothing announces a change: they are polled.
 */
export const heldRequestsQuery = queryOptions({
  queryKey: ['held-requests'],
  meta: { collections: ['leads', 'external_leads'] },
  staleTime: 0,
  refetchInterval: LOOK_EVERY_MS,
  queryFn: (context) => read<QuarantinedRecord[]>('/api/intake/quarantine', context),
});
