import { queryOptions } from '@tanstack/react-query';
import type { UserRecord } from '../../../api/schemas/users.ts';
import { read } from '../../data/query-client.ts';

/** Every account as the owner sees it, newest first. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  meta: { collections: ['users'] },
  // Whether somebody has set a password is in no event (design §4): each look is a new one.
  staleTime: 0,
  queryFn: (context) => read<UserRecord[]>('/api/users', context),
});
