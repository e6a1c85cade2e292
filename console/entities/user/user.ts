import { queryOptions } from '@tanstack/react-query';
import type { PersonRecord, UserRecord } from '../../../api/accounts/users.schema.ts';
import { read } from '../../data/query-client.ts';

/** All accounts as the owner sees them, newest first. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  meta: { collections: ['users'] },
  // Whether somebody has set a password is not an event: always refetch.
  staleTime: 0,
  // The list is of people; those without an account have no role.
  queryFn: async (context) =>
    (await read<(UserRecord | PersonRecord)[]>('/api/users', context)).filter((each) => 'role' in each),
});
