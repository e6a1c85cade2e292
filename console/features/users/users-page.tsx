import { Button } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { UserRecord } from '../../../api/users/schema.ts';
import { staffQuery } from '../../data/get-staff.ts';
import { usersQuery } from '../../data/get-users.ts';
import { type Account, nameOf } from '../../data/session.ts';
import { DataArea, NotAllowed, SkeletonLines } from '../../ui/data-area.tsx';
import { ListMenu } from '../../ui/list-menu.tsx';
import { Page } from '../../ui/page.tsx';
import type { DrawerTab } from '../../ui/record-drawer.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { NewUserDialog } from './new-user-dialog.tsx';
import { PasswordLinkDialog } from './password-link-dialog.tsx';
import { usePasswordLink } from './use-password-link.ts';
import { userColumns } from './user-columns.tsx';
import { UserDrawer } from './user-drawer.tsx';

export interface UsersSearch {
  q?: string | undefined;
  sort?: string | undefined;
  user?: string | undefined;
  tab?: DrawerTab | undefined;
  new?: boolean | undefined;
  /** Of the staff, whom a new account is for. */
  person?: string | undefined;
}

interface UsersPageProps {
  account: Account;
  search: UsersSearch;
  /** Changes what the address holds; `replace` keeps typing out of the browser's history. */
  onSearch(change: UsersSearch, how?: 'replace'): void;
}

/** What of the address is no filter. */
const PASSING = ['user', 'tab', 'new', 'person'];

/** The list's call with the page's search, for an export. */
function listCall(text: string | undefined): string {
  return text ? `/api/users?${new URLSearchParams({ search: text })}` : '/api/users';
}

/** The accounts of everybody who signs in; only an owner manages them. */
export function UsersPage(props: UsersPageProps) {
  if (props.account.role === 'owner') return <Users {...props} />;
  return (
    <Page title="Users">
      <NotAllowed>Only an owner manages accounts. Your own is on the page Your account.</NotAllowed>
    </Page>
  );
}

function Users({ account, search, onSearch }: UsersPageProps) {
  const query = useQuery(usersQuery);
  const staff = useQuery({ ...staffQuery, enabled: search.person !== undefined });
  const link = usePasswordLink();
  const box = useRef<HTMLInputElement>(null);
  const text = (search.q ?? '').trim().toLowerCase();
  const users = useMemo(() => query.data?.filter((user) => isFound(user, text)) ?? [], [query.data, text]);
  const add = () => onSearch({ new: true });

  useShortcuts([
    { keys: '/', label: 'Search users', run: () => box.current?.focus() },
    { keys: 'c', label: 'Add a user', run: add },
    ...(search.user ? [{ keys: 'e', label: 'Edit the open account', run: () => onSearch({ tab: 'edit' }) }] : []),
  ]);

  return (
    <Page
      fill
      title="Users"
      subtitle="Everybody who signs in, and what they may do"
      actions={<Button intent="primary" icon={<Add />} text="Add user" onClick={add} />}
      filters={
        <>
          <SearchInput
            ref={box}
            value={search.q ?? ''}
            placeholder="Search users..."
            onChange={(q) => onSearch({ q: q || undefined }, 'replace')}
          />
          <ListMenu list={listCall(search.q)} passing={PASSING} />
        </>
      }
    >
      <DataArea
        query={query}
        isEmpty={() => users.length === 0}
        firstUse={{ title: 'No users yet' }}
        filtered={
          text === ''
            ? null
            : { title: 'No users found', description: 'Try another name.', clear: () => onSearch({ q: undefined }) }
        }
        skeleton={<SkeletonLines lines={6} />}
      >
        {() => (
          <RecordTable
            label="Users"
            records={users}
            columns={userColumns}
            sort={search.sort}
            onSort={(sort) => onSearch({ sort }, 'replace')}
            param="user"
            openId={search.user}
          />
        )}
      </DataArea>
      {search.new && (search.person === undefined || staff.data) && (
        <NewUserDialog
          person={staff.data?.find(({ id }) => id === search.person)}
          onAdded={link.offer}
          onClose={() => onSearch({ new: undefined, person: undefined })}
        />
      )}
      {search.user && query.data && (
        <UserDrawer
          id={search.user}
          user={query.data.find(({ id }) => id === search.user)}
          isOwn={search.user === account.id}
          tab={search.tab ?? 'details'}
          onTab={(tab) => onSearch({ tab: tab === 'details' ? undefined : tab })}
          onClose={() => onSearch({ user: undefined, tab: undefined })}
          makeLink={link.make}
        />
      )}
      {link.user && <PasswordLinkDialog user={link.user} maker={link} />}
    </Page>
  );
}

function isFound(user: UserRecord, text: string): boolean {
  return [nameOf(user), user.username, user.email].some((value) => value?.toLowerCase().includes(text));
}
