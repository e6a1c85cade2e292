import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { UserRecord } from '../../../api/accounts/users.schema.ts';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { roleLabel } from '../../../domain/user/terms.ts';
import { listCall } from '../../data/paged-query.ts';
import { nameOf, type PageProps } from '../../entities/account/session.ts';
import { personName, staffQuery } from '../../entities/person/person.ts';
import { usersQuery } from '../../entities/user/user.ts';
import { newUserFields, userKind } from '../../entities/user/user-kind.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import { addedColumn } from '../../records/list/common-columns.tsx';
import { searched } from '../../records/list/list-search.ts';
import type { RecordColumn } from '../../records/list/record-columns.ts';
import { RecordListPage } from '../../records/list/record-list-page.tsx';
import { bodyOf, type Field, type Values, valuesOf } from '../../ui/inputs/fields.ts';
import { isSameAddress } from '../../ui/values/same-address.ts';
import { EraseUserDialog } from './erase-user.tsx';
import { PasswordLinkDialog, usePasswordLink } from './password-link.tsx';
import { stateOf, UserDrawer, UserState } from './user-drawer.tsx';
import type { UsersSearch } from './users-search.ts';

const COLUMNS: readonly RecordColumn<UserRecord>[] = [
  { id: 'name', header: 'Name', value: nameOf },
  { id: 'username', header: 'Username', value: ({ username }) => username },
  { id: 'email', header: 'Email', value: ({ email }) => email },
  { id: 'role', header: 'Role', value: ({ role }) => roleLabel(role), stays: true },
  { id: 'state', header: 'Status', value: stateOf, cell: (user) => <UserState user={user} />, stays: true },
  { ...addedColumn, id: 'added' },
];

/** All accounts; only an owner manages them. */
export function UsersPage({ account, search, onSearch }: PageProps<UsersSearch>) {
  const query = useQuery(usersQuery);
  const staff = useQuery({ ...staffQuery, enabled: search.new === true }).data;
  const link = usePasswordLink();
  const [erasing, setErasing] = useState<UserRecord | null>(null);
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
                staff={staff ?? []}
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
            erase={(user) => {
              // Afterwards the list has no such account, and the drawer nothing to show.
              onSearch({ user: undefined });
              setErasing(user);
            }}
          />
        )}
        nothingFound={{ description: 'Try another name.' }}
      />
      {link.user && <PasswordLinkDialog user={link.user} maker={link} />}
      {erasing && <EraseUserDialog user={erasing} onClose={() => setErasing(null)} />}
    </>
  );
}

function textsOf(user: UserRecord): (string | null)[] {
  return [nameOf(user), user.username, user.email];
}

/** The fields that a person's record can fill in. */
const KNOWN = newUserFields.filter(({ name }) => ['firstName', 'lastName', 'email'].includes(name));
const EMPTY: Values = { ...valuesOf(newUserFields, null), role: 'office' };
/** Instead of a person's id. */
const NOBODY = 'nobody';

/** The people who have the name or the email address of a new account. */
function peopleLike(staff: readonly StaffRecord[], values: Values): StaffRecord[] {
  const { email = '', firstName = '', lastName = '' } = values;
  const isSame = (one: string, other: string | null) => one.trim() !== '' && isSameAddress(one, other);
  return staff.filter(
    (person) =>
      !person.removed && (isSame(email, person.email) || isSame(`${firstName} ${lastName}`, personName(person))),
  );
}

/** Who of them it is for by default: the only one, if they have no account. */
function likeliestOf([first, ...others]: readonly StaffRecord[]): StaffRecord | undefined {
  return others.length === 0 && !first?.userId ? first : undefined;
}

/** The field that says whose account it is, if People has somebody like this; for others it is another field. */
function whoseField(like: readonly StaffRecord[]): Field {
  const likeliest = likeliestOf(like);
  const others = like.filter((person) => person !== likeliest && !person.userId);
  const withAccount = like.filter(({ userId }) => userId).map(personName);
  return {
    name: `whose ${like.map(({ id }) => id)}`,
    label: 'Whose account',
    kind: 'choice',
    row: 'whole',
    choices: [...others.map(({ id }) => id), NOBODY],
    labels: { ...Object.fromEntries(others.map((person) => [person.id, onPeople(person)])), [NOBODY]: 'Somebody else' },
    placeholder: likeliest ? onPeople(likeliest) : 'Choose whose it is',
    required: likeliest === undefined,
    ...(withAccount.length > 0 && { help: `${withAccount.join(', ')} already has an account` }),
  };
}

function onPeople(person: StaffRecord): string {
  return `${personName(person)}, who is on People`;
}

/** @returns undefined if People has nobody like this; null for somebody else than those */
function whoseOf(like: readonly StaffRecord[], values: Values): string | null | undefined {
  if (like.length === 0) return undefined;
  const chosen = values[whoseField(like).name] || likeliestOf(like)?.id;
  return chosen === NOBODY ? null : chosen;
}

interface NewUserDialogProps {
  /** Everybody on the staff. */
  staff: readonly StaffRecord[];
  /** The person it is for, if they are on the staff. */
  person: StaffRecord | undefined;
  onAdded(user: UserRecord): void;
  onClose(): void;
}

/** Adds an account. */
function NewUserDialog({ staff, person, onAdded, onClose }: NewUserDialogProps) {
  const likeNew = (values: Values) => (person ? [] : peopleLike(staff, values));
  const [initial] = useState(() => ({ ...EMPTY, ...(person && valuesOf(KNOWN, person)) }));
  return (
    <NewRecordDialog<UserRecord>
      title={person ? `Add User: ${personName(person)}` : 'Add User'}
      submitText="Add User"
      kind={userKind}
      fields={(values) => {
        const like = likeNew(values);
        return like.length > 0 ? [...newUserFields, whoseField(like)] : newUserFields;
      }}
      initial={initial}
      path="/api/users"
      body={(values) => ({
        ...bodyOf(newUserFields, values),
        personId: person?.id ?? whoseOf(likeNew(values), values),
      })}
      draftOf={person?.id}
      canUndo={false}
      saved={(user) => ({ title: 'User added', text: `${nameOf(user)} has an account now.` })}
      onCreated={onAdded}
      onClose={onClose}
    />
  );
}
