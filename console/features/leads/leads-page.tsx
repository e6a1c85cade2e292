import type { Account } from '../../data/session.ts';
import { Page } from '../../ui/page.tsx';
import type { DrawerTab } from '../../ui/record-drawer.tsx';

export interface LeadsSearch {
  q?: string | undefined;
  source?: string | undefined;
  lead?: string | undefined;
  tab?: DrawerTab | undefined;
  new?: boolean | undefined;
}

interface LeadsPageProps {
  account: Account;
  search: LeadsSearch;
  /** Changes what the address holds; `replace` keeps typing out of the browser's history. */
  onSearch(change: LeadsSearch, how?: 'replace'): void;
}

export function LeadsPage({ account }: LeadsPageProps) {
  return <Page title="Lead Management Pipeline">{account.role}</Page>;
}
