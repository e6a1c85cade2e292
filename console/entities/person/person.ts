import { queryOptions } from '@tanstack/react-query';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { kept } from '../../data/device/kept.ts';
import { read } from '../../data/query-client.ts';

/** Everybody who works at the company or did, newest first. */
export const staffQuery = kept(
  queryOptions({
    queryKey: ['staff'],
    meta: { collections: ['people'] },
    queryFn: (context) => read<StaffRecord[]>('/api/staff?status=all', context),
  }),
  '/api/staff?status=all',
);

/** What somebody is called on the screen. */
export function personName({ firstName, lastName }: Pick<StaffRecord, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || 'Unnamed';
}
