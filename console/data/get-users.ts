import { queryOptions } from '@tanstack/react-query';
import type { PersonRecord, UserRecord } from '../../api/users/schema.ts';
import { read } from './query-client.ts';

/** Every account as the owner sees it, newest first. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  meta: { collections: ['users'] },
  // Whether somebody has set a password is in no event: each look is a new one.
  staleTime: 0,
  // The list is of people; those without an account have no role.
  queryFn: async (context) =>
    (await read<(UserRecord | PersonRecord)[]>('/api/users', context)).filter((each) => 'role' in each),
});
