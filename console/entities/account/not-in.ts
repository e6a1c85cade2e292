import type { Account } from './session.ts';

/** Nobody is signed in: the sign-in screen replaces everything. */
export class SignedOut extends Error {
  constructor() {
    super('Sign in to continue.');
    this.name = 'SignedOut';
  }
}

/** The person must set up a second factor: until then its screen replaces everything. */
export class SecondFactorDue extends Error {
  readonly account: Account;

  constructor(account: Account) {
    super('Set up a second factor to continue.');
    this.name = 'SecondFactorDue';
    this.account = account;
  }
}

/** Somebody opened a page that their role does not have. */
export class NotTheirPage extends Error {
  readonly account: Account;
  /** What the page is called. */
  readonly label: string;

  constructor(account: Account, label: string) {
    super(`${label} is not a page of the role ${account.role}.`);
    this.name = 'NotTheirPage';
    this.account = account;
    this.label = label;
  }
}

/** Whether an error only says what is shown in place of a page. */
export function isNotIn(error: unknown): error is SignedOut | SecondFactorDue | NotTheirPage {
  return error instanceof SignedOut || error instanceof SecondFactorDue || error instanceof NotTheirPage;
}
