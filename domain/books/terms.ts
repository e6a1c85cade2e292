/** The accounts of the books, by what they are for; each with its name where the owner has given it none. */
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

/** The names that an owner has given to accounts; a missing one is as {@link ACCOUNTS} says. */
export type AccountNames = Partial<Record<AccountKey, string>>;

/** Of an account's name, in characters. */
export const ACCOUNT_NAME_LENGTH = 60;

/** The one stream that says what was exported. */
export const BOOKS_ID = 'main';
