import { ACCOUNT_KEYS, ACCOUNTS, type AccountKey, type AccountNames } from './terms.ts';

/** What an account is called: the owner's name for it, or the one that it comes with. */
export function accountName(account: AccountKey, names: AccountNames): string {
  return names[account] ?? ACCOUNTS[account];
}

/**
 * Two accounts of one name would be one account to whoever reads an export. Capitals and spaces around it make no other name.
 * @returns null where each has a name of its own
 */
export function namedAlike(names: AccountNames): [AccountKey, AccountKey] | null {
  const seen = new Map<string, AccountKey>();
  for (const account of ACCOUNT_KEYS) {
    const name = accountName(account, names).trim().toLowerCase();
    const other = seen.get(name);
    if (other !== undefined) return [other, account];
    seen.set(name, account);
  }
  return null;
}
