import type { Account } from '../../data/session.ts';

/** The person has to set up a second factor: until then its screen replaces everything. */
export class SecondFactorDue extends Error {
  readonly account: Account;

  constructor(account: Account) {
    super('Set up a second factor to continue.');
    this.name = 'SecondFactorDue';
    this.account = account;
  }
}
