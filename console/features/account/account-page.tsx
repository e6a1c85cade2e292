import type { Account } from '../../data/session.ts';
import { Page } from '../../ui/page.tsx';

export function AccountPage({ account }: { account: Account }) {
  return <Page title="Your account">{account.username}</Page>;
}
