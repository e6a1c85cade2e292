/** Nobody is signed in: the sign-in screen replaces everything (staff-console §2). */
export class SignedOut extends Error {
  constructor() {
    super('Sign in to continue.');
    this.name = 'SignedOut';
  }
}
