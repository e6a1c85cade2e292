import { queryOptions } from '@tanstack/react-query';
import type { SettingsRecord } from '../../../api/settings/schema.ts';
import { read } from '../../data/query-client.ts';

/** What the owner has set for the company. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  meta: { collections: ['company'] },
  queryFn: (context) => read<SettingsRecord>('/api/settings', context),
});
