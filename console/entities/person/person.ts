import { queryOptions } from '@tanstack/react-query';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { ERASED_PERSON } from '../../../domain/staff/terms.ts';
import { kept } from '../../data/device/kept.ts';
import { read } from '../../data/query-client.ts';

/** The people who work here, and those who left, newest first. */
export const staffQuery = kept(
  queryOptions({
    queryKey: ['staff'],
    meta: { collections: ['people'] },
    queryFn: (context) => read<StaffRecord[]>('/api/staff?status=all', context),
  }),
  '/api/staff?status=all',
);

/** One person, whether they left or not. */
export function personQuery(id: string) {
  return queryOptions({
    queryKey: ['person', id],
    meta: { collections: ['people', 'staff'], id },
    queryFn: (context) => read<StaffRecord>(`/api/staff/${encodeURIComponent(id)}`, context),
  });
}

/** The collections that hold data about somebody who works here, or has an account. */
export const HOLDING_PERSON = [
  'people',
  'staff',
  'users',
  'pay',
  'time_off',
  'timesheets',
  'performance_reviews',
  'equipment',
] as const;

/** A person's display name. */
export function personName({
  firstName,
  lastName,
  erased,
}: Pick<StaffRecord, 'firstName' | 'lastName' | 'erased'>): string {
  if (erased) return ERASED_PERSON;
  return [firstName, lastName].filter(Boolean).join(' ') || 'Unnamed';
}
