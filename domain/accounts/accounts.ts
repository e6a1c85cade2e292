import { ACCOUNT_KEYS, ACCOUNTS, type AccountKey, type AccountNames } from './terms.ts';

/** An account's name: the one the owner gave it, or its default. */
export function accountName(account: AccountKey, names: AccountNames): string {
  return names[account] ?? ACCOUNTS[account];
}

/**
 * Two accounts of one name would be one account to whoever reads an export. What nobody sees makes no other name: capitals,
 * spaces, characters without a shape, and forms of the same letter.
 * @returns null where each has a name of its own
 */
export function namedAlike(names: AccountNames): [AccountKey, AccountKey] | null {
  const seen = new Map<string, AccountKey>();
  for (const account of ACCOUNT_KEYS) {
    const name = asRead(accountName(account, names));
    const other = seen.get(name);
    if (other !== undefined) return [other, account];
    seen.set(name, account);
  }
  return null;
}

const SHAPELESS = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const SPACES = /[\s\u2800]+/g;

function asRead(name: string): string {
  return name.normalize('NFKC').replace(SHAPELESS, '').replace(SPACES, ' ').trim().toLowerCase();
}
