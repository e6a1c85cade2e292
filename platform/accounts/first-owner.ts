import { randomBytes } from 'node:crypto';
import { NO_USER_DETAILS, type UserDetails } from '../../domain/user/events.ts';
import { user } from '../../domain/user/user.ts';
import type { CommandHandler } from '../commands/command-handler.ts';
import { type Clock, isoNow } from '../runtime/clock.ts';
import { canonicalJson, HEARTWOOD, uuidv5 } from '../runtime/ids.ts';
import type { SignIn } from './sign-in.ts';

export const OWNER_ID = 'owner';

/** What a start found or did about the first account. */
export type OwnerOutcome =
  | { kind: 'created'; username: string; generatedPassword: string | null }
  | { kind: 'existing'; passwordIgnored: boolean };

/**
 * Makes sure that the first account exists: the credential, the event on `user-owner`, the name. Every start completes
 * what a crash left missing, and two first starts make one owner (docs/design/commands.md#unique-names). Configuring a password
 * later changes nothing.
 * @param configured the configured password; null: one is generated
 */
export async function ensureOwner(
  dependencies: { commands: CommandHandler; signIn: SignIn; clock: Clock },
  username: string,
  configured: string | null,
): Promise<OwnerOutcome> {
  const { commands, signIn, clock } = dependencies;
  const password = configured ?? randomBytes(16).toString('base64url');
  const created = await signIn.setFirstPassword(OWNER_ID, password);

  const details = { ...NO_USER_DETAILS, username };
  const commandId = uuidv5(HEARTWOOD, 'first-start');
  const outcome = await commands.handle(
    user,
    OWNER_ID,
    [{ type: 'RegisterUser', details, role: 'owner', now: isoNow(clock) }],
    {
      actor: 'first-start',
      commandId,
      body: canonicalJson('first-start'),
      correlationId: commandId,
      causationId: null,
      newSubject: uuidv5(HEARTWOOD, `user-${OWNER_ID}`),
    },
  );
  const registered = (outcome.appended[0]?.data as UserDetails | undefined)?.username ?? username;
  await signIn.claimName(registered, OWNER_ID);
  if (created)
    return { kind: 'created', username: registered, generatedPassword: configured === null ? password : null };
  const passwordIgnored = configured !== null && !(await signIn.verifyPassword(OWNER_ID, configured));
  return { kind: 'existing', passwordIgnored };
}
