import type { AccountKey, AccountSums } from '../accounts/terms.ts';

/** What the books say that work earned, in cents. Tax and deposits are neither: they are owed to others until work is invoiced. */
export interface Earned {
  /** Work that was invoiced, before tax, less refunds and allowances. */
  invoiced: number;
  costs: number;
  /** Invoiced less costs. */
  profit: number;
}

const INVOICED: ReadonlySet<AccountKey> = new Set(['sales', 'refunds']);

/** @param sums of accounts over the same days; an account may be missing, or be in several parts */
export function earnedOf(sums: Iterable<AccountSums>): Earned {
  let [invoiced, costs] = [0, 0];
  for (const { account, debit, credit } of sums) {
    if (INVOICED.has(account)) invoiced += credit - debit;
    else if (account.startsWith('cost_')) costs += debit - credit;
  }
  return { invoiced, costs, profit: invoiced - costs };
}
