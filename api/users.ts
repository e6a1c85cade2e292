import type { Role } from '../domain/user/terms.ts';
import type { CurrentUser } from '../platform/http/access.ts';
import type { UserDocument } from '../projections/users.ts';
import type { ApiContext } from './context.ts';

/** How long a request of a person whom the read models do not know yet waits for them. */
const WAIT_MS = 2_000;

/** The account of a signed-in person, or null where it is unknown or disabled. Right after the very first start the read models may have yet to see it. */
export async function findUser(context: ApiContext, userId: string): Promise<CurrentUser | null> {
  const user = (await userDocument(context, userId)) ?? (await userOnceCaughtUp(context, userId));
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

async function userDocument(context: ApiContext, userId: string): Promise<UserDocument | undefined> {
  return (await context.readModels.current().get('users', [userId])).get(userId) as UserDocument | undefined;
}

async function userOnceCaughtUp(context: ApiContext, userId: string): Promise<UserDocument | undefined> {
  await context.readModels.waitFor(await context.store.head(), WAIT_MS);
  return userDocument(context, userId);
}
