import type { UserRecord } from '../../../api/accounts/users.schema.ts';
import { ROLE_LABELS, ROLES, USER_LIMITS } from '../../../domain/user/terms.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import type { Field } from '../../ui/inputs/fields.ts';
import { nameOf } from '../account/session.ts';

const username: Field = {
  name: 'username',
  label: 'Username',
  kind: 'text',
  maxLength: USER_LIMITS.username,
  required: true,
};

const revisable: readonly Field[] = [
  { name: 'email', label: 'Email', kind: 'email', maxLength: USER_LIMITS.email },
  { name: 'firstName', label: 'First name', kind: 'text', maxLength: USER_LIMITS.firstName, inTitle: true },
  { name: 'lastName', label: 'Last name', kind: 'text', maxLength: USER_LIMITS.lastName, inTitle: true },
  {
    name: 'role',
    label: 'Role',
    kind: 'choice',
    choices: ROLES,
    labels: ROLE_LABELS,
    required: true,
    help: 'What each role may do is in Settings, under Roles.',
  },
];

/** The fields of a new account; its username never changes. */
export const newUserFields: readonly Field[] = [username, ...revisable];

/** An account in details, forms and history. */
export const userKind: RecordKind<UserRecord> = {
  category: 'user',
  collections: ['users'],
  noun: 'account',
  fields: [
    { ...username, readOnly: true },
    ...revisable,
    {
      name: 'disabled',
      inTitle: true,
      label: 'Status',
      kind: 'text',
      readOnly: true,
      labels: { true: 'Disabled', false: 'Active' },
    },
    {
      name: 'hasPassword',
      label: 'Password',
      kind: 'text',
      readOnly: true,
      labels: { true: 'Set', false: 'Not set yet' },
    },
    {
      name: 'hasSecondFactor',
      label: 'Second factor',
      kind: 'text',
      readOnly: true,
      labels: { true: 'On', false: 'Off' },
    },
    { name: 'createdAt', label: 'Added', kind: 'text', readOnly: true },
  ],
  path: (id) => `/api/users/${encodeURIComponent(id)}`,
  steps: {
    UserRegistered: 'Account added',
    UserDetailsRevised: 'Details changed',
    UserRoleChanged: 'Role changed',
    UserDisabled: 'Disabled',
    UserEnabled: 'Enabled',
    UserErased: 'Personal data erased',
  },
  titleOf: nameOf,
};
