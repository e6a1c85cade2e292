import { isShutOut, staff } from '../../domain/staff/staff.ts';
import type { Role } from '../../domain/user/terms.ts';
import type { LookUp } from '../../platform/commands/streams.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { people } from '../../projections/staff.ts';
import type { UserDocument } from '../../projections/users.ts';
import { StoreUnavailable } from '../../store/event-store.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord, recallRecord } from '../kit/records.ts';
import { userKind } from './record.ts';

/**
 * A person's account; null if it is unknown or disabled, or if they left the company. From its stream: permissions must
 * not wait for the read models, and disabling an account works at once.
 */
export async function findUser(
  context: ApiContext,
  userId: string,
  how: LookUp = 'asked',
): Promise<CurrentUser | null> {
  // Also where the process that closes the account of who left has not come to it yet.
  const [user, isOut] = await Promise.all([findAccount(context, userId, how), hasLeft(context, userId, how)]);
  if (!user || user.disabled || isOut) return null;
  const { id, username, firstName, lastName, email } = user;
  return { id, username, firstName, lastName, email, role: user.role as Role };
}

/** Whether somebody left the company, and their account with that; by the read models whoever left did. */
async function hasLeft({ streams, readModels }: ApiContext, id: string, how: LookUp): Promise<boolean> {
  if (how === 'asked') return isShutOut((await streams.load(staff, id)).state);
  try {
    return isShutOut((await streams.recall(staff, id)).state);
  } catch (cause) {
    if (!(cause instanceof StoreUnavailable) || !streams.readsGoOn()) throw cause;
    return (await readModels.current().get(people.collection, [id])).get(id)?.hasLeft === true;
  }
}

/**
 * An account, disabled or not.
 * @throws HttpError 404
 */
export async function requireAccount(context: ApiContext, userId: string, how?: LookUp): Promise<UserDocument> {
  const user = await findAccount(context, userId, how);
  if (!user) throw new HttpError(404, { message: 'There is no such user.', code: 'not_found' });
  return user;
}

/** An account, disabled or not; null if there is none. */
export function findAccount(context: ApiContext, userId: string, how: LookUp = 'asked'): Promise<UserDocument | null> {
  return (how === 'recalled' ? recallRecord : findRecord)(context, userKind, userId);
}
