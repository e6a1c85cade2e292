import { queryOptions } from '@tanstack/react-query';
import type { SettingsRecord } from '../../../api/settings/schema.ts';
import { kept } from '../../data/device/kept.ts';
import { read } from '../../data/query-client.ts';

/** The company's settings, made by the owner. */
export const settingsQuery = kept(
  queryOptions({
    queryKey: ['settings'],
    meta: { collections: ['company'] },
    queryFn: (context) => read<SettingsRecord>('/api/settings', context),
  }),
  '/api/settings',
);
