import { queryOptions } from '@tanstack/react-query';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import { kept } from '../../data/device/kept.ts';
import { read } from '../../data/query-client.ts';

/** Every crew, newest first. */
export const crewsQuery = kept(
  queryOptions({
    queryKey: ['crews'],
    meta: { collections: ['crews'] },
    queryFn: (context) => read<CrewRecord[]>('/api/crews', context),
  }),
  '/api/crews',
);
