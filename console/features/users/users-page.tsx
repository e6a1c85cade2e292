import type { Account } from '../../data/session.ts';
import { Page } from '../../ui/page.tsx';
import type { DrawerTab } from '../../ui/record-drawer.tsx';

export interface UsersSearch {
  user?: string | undefined;
  tab?: DrawerTab | undefined;
  new?: boolean | undefined;
}

interface UsersPageProps {
  account: Account;
  search: UsersSearch;
  onSearch(change: UsersSearch): void;
}

export function UsersPage({ account }: UsersPageProps) {
  return <Page title="Users">{account.username}</Page>;
}
