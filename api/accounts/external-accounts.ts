import type { ExternalSignIn } from '../../platform/accounts/external-sign-in.ts';
import type { Identity } from '../../platform/accounts/identity-provider.ts';
import { SignInRefused } from '../../platform/accounts/sign-in-refused.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import type { ApiContext } from '../kit/context.ts';
import { findUser } from './find.ts';

/**
 * The account of an identity: the one it is bound to, otherwise the one with its verified email address, which is then
 * bound to it.
 * @throws SignInRefused `unknown_account` (also for a disabled one) or `not_verified`
 */
export async function accountOf(
  context: ApiContext,
  externalSignIn: ExternalSignIn,
  identity: Identity,
): Promise<CurrentUser> {
  const boundUser = await externalSignIn.boundUser(identity);
  if (boundUser !== null) {
    return (await findUser(context, boundUser)) ?? unknown('its account is disabled');
  }
  const email = await identity.verifiedEmail();
  if (email === null) throw new SignInRefused('not_verified', 'the provider has not verified an email address');
  const user = (await findByEmail(context, email)) ?? unknown('its email address has no account');
  if (await externalSignIn.bind(identity, user.id)) return user;
  return unknown('the account of its email address belongs to another identity');
}

/**
 * Sign-in names are compared without accents, as people type them. A mailbox, however, depends on every letter of its
 * address, so the address must be exactly that of the account.
 */
async function findByEmail(context: ApiContext, email: string): Promise<CurrentUser | null> {
  if (!email.includes('@')) return null;
  const userId = await context.signIn.userIdOf(email);
  const user = userId === null ? null : await findUser(context, userId);
  const isTheirs = [user?.email, user?.username].some((name) => name && asciiLower(name) === asciiLower(email));
  return isTheirs ? user : null;
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function unknown(reason: string): never {
  throw new SignInRefused('unknown_account', reason);
}
