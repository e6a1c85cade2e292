import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import type { UserRecord } from '../../../api/users/schema.ts';
import { listCall } from '../../data/paged-query.ts';
import { nameOf, type PageProps } from '../../entities/account/session.ts';
import { personName, staffQuery } from '../../entities/person/person.ts';
import { roleOf, usersQuery } from '../../entities/user/user.ts';
import { newUserFields, userKind } from '../../entities/user/user-kind.ts';
import { addedColumn } from '../../records/common-columns.tsx';
import { searched } from '../../records/list-search.ts';
import { NewRecordDialog } from '../../records/new-record-dialog.tsx';
import type { RecordColumn } from '../../records/record-columns.ts';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { NotAllowed } from '../../ui/data-area.tsx';
import { type Values, valuesOf } from '../../ui/fields.ts';
import { Page } from '../../ui/page.tsx';
import { PasswordLinkDialog, usePasswordLink } from './password-link.tsx';
import { stateOf, UserDrawer, UserState } from './user-drawer.tsx';
import type { UsersSearch } from './users-search.ts';

const COLUMNS: readonly RecordColumn<UserRecord>[] = [
  { id: 'name', header: 'Name', value: nameOf },
  { id: 'username', header: 'Username', value: ({ username }) => username },
  { id: 'email', header: 'Email', value: ({ email }) => email },
  { id: 'role', header: 'Role', value: roleOf, stays: true },
  { id: 'state', header: 'Status', value: stateOf, cell: (user) => <UserState user={user} />, stays: true },
  { ...addedColumn, id: 'added' },
];

/** All accounts; only an owner manages them. */
export function UsersPage(props: PageProps<UsersSearch>) {
  if (props.account.role === 'owner') return <Users {...props} />;
  return (
    <Page title="Users">
      <NotAllowed>Only an owner can manage accounts. Yours is under Your account.</NotAllowed>
    </Page>
  );
}

function Users({ account, search, onSearch }: PageProps<UsersSearch>) {
  const query = useQuery(usersQuery);
  const staff = useQuery({ ...staffQuery, enabled: search.person !== undefined }).data;
  const link = usePasswordLink();
  const { q, person } = search;
  const records = useMemo(() => searched(query.data ?? [], q, textsOf), [query.data, q]);
  return (
    <>
      <RecordListPage
        title="Users"
        subtitle="Everyone who can sign in, and what they can do"
        kind={userKind}
        plural="users"
        param="user"
        search={search}
        onSearch={onSearch}
        canChange
        list={{ query, records, call: listCall('/api/users', { search: q }) }}
        columns={COLUMNS}
        add={{
          text: 'Add User',
          shortcut: 'Add a user',
          how: () =>
            (person === undefined || staff) && (
              <NewUserDialog
                person={staff?.find(({ id }) => id === person)}
                onAdded={link.offer}
                onClose={() => onSearch({ new: undefined, person: undefined })}
              />
            ),
        }}
        drawer={(open) => (
          <UserDrawer
            key={open.id}
            {...open}
            loading={query}
            user={query.data?.find(({ id }) => id === open.id)}
            isOwn={open.id === account.id}
            makeLink={link.make}
          />
        )}
        nothingFound={{ description: 'Try another name.' }}
      />
      {link.user && <PasswordLinkDialog user={link.user} maker={link} />}
    </>
  );
}

function textsOf(user: UserRecord): (string | null)[] {
  return [nameOf(user), user.username, user.email];
}

/** The fields that a person's record can fill in. */
const KNOWN = newUserFields.filter(({ name }) => ['firstName', 'lastName', 'email'].includes(name));
const EMPTY: Values = { ...valuesOf(newUserFields, null), role: 'staff' };

interface NewUserDialogProps {
  /** The person it is for, if they are on the staff. */
  person: StaffRecord | undefined;
  onAdded(user: UserRecord): void;
  onClose(): void;
}

/** Adds an account. */
function NewUserDialog({ person, onAdded, onClose }: NewUserDialogProps) {
  const [initial] = useState(() => ({ ...EMPTY, ...(person && valuesOf(KNOWN, person)) }));
  return (
    <NewRecordDialog<UserRecord>
      title={person ? `Add User: ${personName(person)}` : 'Add User'}
      submitText="Add User"
      kind={userKind}
      fields={newUserFields}
      initial={initial}
      path="/api/users"
      body={(values) => ({ ...values, personId: person?.id })}
      draftOf={person?.id}
      canUndo={false}
      saved={(user) => ({ title: 'User added', text: `${nameOf(user)} has an account now.` })}
      onCreated={onAdded}
      onClose={onClose}
    />
  );
}
