import type { Role } from '../domain/user/terms.ts';
import { readWhole } from '../platform/command-handler.ts';
import type { CurrentUser } from '../platform/http/access.ts';
import { foldDocument } from '../projections/projection.ts';
import { type UserDocument, users } from '../projections/users.ts';
import type { ApiContext } from './context.ts';

/**
 * The account of a person, or null where it is unknown or disabled. Folded from its stream: who may do what does not
 * wait for the read models, and a disabled account is one at once.
 */
export async function findUser({ store }: ApiContext, userId: string): Promise<CurrentUser | null> {
  const user = foldDocument(users, await readWhole(store, `user-${userId}`), userId) as UserDocument | null;
  if (!user || user.disabled) return null;
  const { id, username, firstName, lastName, email } = user;
  return { id, username, firstName, lastName, email, role: user.role as Role };
}

/** Names of those of the ids that are people with an account. */
export async function userNames(context: ApiContext, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await context.readModels.current().get('users', [...new Set(ids)]);
  const names = new Map<string, string>();
  for (const document of found.values()) {
    const user = document as UserDocument;
    const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username;
    if (name !== null) names.set(user.id, name);
  }
  return names;
}
