import type { Account } from '../../entities/account/session.ts';

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
