/** The accounts of the books by purpose, each with its default name. */
export const ACCOUNTS = {
  bank: 'Checking account',
  receivable: 'Accounts receivable',
  sales: 'Tree service sales',
  tax: 'Sales tax payable',
  deposits: 'Customer deposits',
  credit: 'Customer credit',
  refunds: 'Refunds and allowances',
  cost_labor: 'Labor costs',
  cost_equipment: 'Equipment costs',
  cost_material: 'Material costs',
  cost_disposal: 'Disposal costs',
  cost_other: 'Other job costs',
  payable: 'Costs to be paid',
} as const;

export type AccountKey = keyof typeof ACCOUNTS;

export const ACCOUNT_KEYS = Object.keys(ACCOUNTS) as AccountKey[];

/** The names an owner has given to accounts; a missing one is as in {@link ACCOUNTS}. */
export type AccountNames = Partial<Record<AccountKey, string>>;

/** The longest account name, in characters. */
export const ACCOUNT_NAME_LENGTH = 60;

/** The totals of an account, in cents. */
export interface AccountSums {
  account: AccountKey;
  debit: number;
  credit: number;
}
