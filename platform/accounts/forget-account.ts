import type { StateStore } from '../../store/state.ts';
import type { AccountDependencies } from './accounts.ts';
import { unbindAll } from './external-sign-in.ts';
import type { SecondFactor } from './second-factor.ts';
import type { SignIn } from './sign-in.ts';

/**
 * Forgets all by which somebody signed in: sessions, names, password, second factor, links, browsers, and the identities
 * of other providers. Names and identities are then free for another account. Safe to repeat.
 * @param userId of an account that was erased, so that nothing of this comes again
 */
export async function forgetAccount(
  accounts: Pick<AccountDependencies, 'names' | 'sessions' | 'passwordLinks' | 'devices'> & {
    signIn: Pick<SignIn, 'removePassword'>;
    secondFactor: Pick<SecondFactor, 'remove'>;
    state: StateStore;
  },
  userId: string,
): Promise<void> {
  const { names, sessions, passwordLinks, devices, signIn, secondFactor, state } = accounts;
  sessions.forget(userId);
  await sessions.closeAll(userId);
  await passwordLinks.revoke(userId);
  await devices.forgetAll(userId);
  await signIn.removePassword(userId);
  await secondFactor.remove(userId);
  await unbindAll(state, userId);
  await names.releaseAll(userId);
}
