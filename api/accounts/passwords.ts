import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { CurrentUser } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { conflictErrors } from '../kit/changes/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errorBody, errors } from '../kit/fields/common.schema.ts';
import { recordSecurity } from '../kit/security.ts';
import { keptDevice, rememberDevice } from './device-cookie.ts';
import { findUser } from './find.ts';
import { refuseWeak } from './new-password.ts';
import { presentAccount } from './own-account.ts';
import {
  changePasswordBody,
  passwordLinkBody,
  passwordLinkHolder,
  setPasswordAnswer,
  setPasswordBody,
} from './schema.ts';
import { openSession } from './session-cookie.ts';

const tags = ['Sign-in'];
const linkErrors = { 410: errorBody.describe('The link was already used or has expired.'), ...errors };

/**
 * Setting a password through a one-time link, and changing one's own. Passwords and links are never events
 * (docs/design/events.md#personal-data).
 */
export function passwordRoutes(app: App, context: ApiContext): void {
  const { signIn, passwordLinks, sessions, secondFactor } = context;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  /** @throws HttpError 410 if the link is no longer valid, or its account is disabled */
  async function holderOf(token: string): Promise<CurrentUser> {
    const userId = await passwordLinks.userIdOf(token);
    const user = userId === null ? null : await findUser(context, userId);
    if (!user) throw linkExpired();
    return user;
  }

  routes.post(
    '/api/auth/password-link',
    {
      config: { access: 'anyone', limitedPerAddress: true },
      schema: { tags, body: passwordLinkBody, response: { 200: passwordLinkHolder, ...linkErrors } },
    },
    async (request) => {
      const { username } = await holderOf(request.body.token);
      return { username };
    },
  );

  routes.post(
    '/api/auth/set-password',
    {
      config: { access: 'anyone', limitedPerAddress: true },
      schema: { tags, body: setPasswordBody, response: { 200: setPasswordAnswer, ...linkErrors } },
    },
    async (request, reply) => {
      const { token, password } = request.body;
      const user = await holderOf(token);
      await refuseWeak(context, user, password, 'password');
      if ((await passwordLinks.use(token)) === null) throw linkExpired();
      await signIn.replacePassword(user.id, password);
      await sessions.closeAll(user.id);
      recordSecurity(context, request, { type: 'password_link_used', actor: user.id, subject: user.id });
      // The link replaces only the password: sign-in still asks for the second factor.
      const signedIn = !(await secondFactor.isOn(user.id));
      if (signedIn) await openSession(context, reply, user, { how: 'link' });
      return { ...(await presentAccount(context, user, { isExternal: false })), signedIn };
    },
  );

  routes.post(
    '/api/auth/change-password',
    {
      config: { access: 'signedIn', limitedPerAddress: true },
      schema: {
        tags,
        body: changePasswordBody,
        response: { 200: z.object({ changed: z.literal(true) }), 403: errorBody, ...conflictErrors },
      },
    },
    async (request, reply) => {
      const user = signedIn(request);
      const { currentPassword, newPassword } = request.body;
      await refuseWeak(context, user, newPassword, 'newPassword');
      if (!(await signIn.hasPassword(user.id))) {
        const message = 'You have no password yet. Ask the owner for a link to set one.';
        throw new HttpError(409, { message, code: 'no_password' });
      }
      // Checked like a sign-in, so that a wrong one counts as a failed sign-in, and guessing here is as slow as there.
      if (!(await signIn.prove(user.id, { password: currentPassword, kept: keptDevice(context, request) }))) {
        throw new HttpError(403, { message: 'This is not your current password.', code: 'wrong_password' });
      }
      await signIn.replacePassword(user.id, newPassword);
      await passwordLinks.revoke(user.id);
      await sessions.closeAll(user.id, request.session?.id);
      await rememberDevice(context, reply, user.id);
      recordSecurity(context, request, { type: 'password_changed', subject: user.id });
      return { changed: true as const };
    },
  );
}

function linkExpired(): HttpError {
  const message = 'This link was already used or has expired. Ask the owner for a new one.';
  return new HttpError(410, { message, code: 'link_expired' });
}
