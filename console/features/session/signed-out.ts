/** Nobody is signed in: the sign-in screen replaces everything. */
export class SignedOut extends Error {
  constructor() {
    super('Sign in to continue.');
    this.name = 'SignedOut';
  }
}
