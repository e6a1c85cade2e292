import type { Session } from '../../platform/accounts/sessions.ts';
import type { LookUp } from '../../platform/commands/streams.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import type { ApiContext } from '../kit/context.ts';
import type { AccountRecord } from './schema.ts';

/** Whether the company requires a second factor of this person when they sign in with a password. */
export async function isSecondFactorRequired(
  { streams }: Pick<ApiContext, 'streams'>,
  { role }: Pick<CurrentUser, 'role'>,
  how?: LookUp,
): Promise<boolean> {
  return role === 'owner' && (await readCompany(streams, how)).secondFactorForOwners === 'required';
}

/**
 * Whether somebody must set up a second factor before anything else. People who signed in at an identity provider need
 * not, because that is the provider's job.
 */
export async function isSecondFactorDue(
  context: Pick<ApiContext, 'streams' | 'secondFactor'>,
  user: CurrentUser,
  session: Pick<Session, 'isExternal'>,
  how?: LookUp,
): Promise<boolean> {
  if (user.role !== 'owner' || session.isExternal || (await context.secondFactor.isOn(user.id))) return false;
  return isSecondFactorRequired(context, user, how);
}

/** A signed-in person's own account. */
export async function presentAccount(
  context: Pick<ApiContext, 'streams' | 'secondFactor'>,
  user: CurrentUser,
  session: Pick<Session, 'isExternal'>,
  how?: LookUp,
): Promise<AccountRecord> {
  return { ...user, secondFactorDue: await isSecondFactorDue(context, user, session, how) };
}
