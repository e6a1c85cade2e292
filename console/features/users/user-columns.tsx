import type { UserRecord } from '../../../api/users/schema.ts';
import { ROLES } from '../../../domain/user/terms.ts';
import { nameOf } from '../../data/session.ts';
import { formatDay } from '../../ui/format.ts';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { ROLE_LABELS } from '../../ui/roles.ts';
import { stateOf, UserState } from './user-state.tsx';

export const userColumns: readonly RecordColumn<UserRecord>[] = [
  { id: 'name', header: 'Name', value: nameOf },
  { id: 'username', header: 'Username', value: ({ username }) => username },
  { id: 'email', header: 'Email', value: ({ email }) => email },
  { id: 'role', header: 'Role', value: roleOf },
  { id: 'state', header: 'State', value: stateOf, cell: (user) => <UserState user={user} /> },
  { id: 'added', header: 'Added', value: ({ createdAt }) => createdAt, cell: ({ createdAt }) => formatDay(createdAt) },
];

function roleOf({ role }: UserRecord): string {
  const known = ROLES.find((each) => each === role);
  return known ? ROLE_LABELS[known] : role;
}
