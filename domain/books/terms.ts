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

/**
 * What is said at a figure of revenue or profit, as each page has figures of another kind
 * (docs/design.md#what-the-company-earns).
 */
export const AMOUNT_WORDS = {
  received: 'Received, with tax and deposits',
  paid: 'Paid in full, with tax and deposits',
  profit: 'Profit before tax and deposits',
} as const;

/** The one stream that records what was exported. */
export const BOOKS_ID = 'main';
