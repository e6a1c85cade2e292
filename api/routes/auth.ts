import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { HttpError } from '../../platform/http/errors.ts';
import { signedIn } from '../commands.ts';
import type { ApiContext, App } from '../context.ts';
import { keptDevice, rememberDevice } from '../device-cookie.ts';
import { accountRecord, loginBody } from '../schemas/auth.ts';
import { errorBody, errors } from '../schemas/common.ts';
import { recordSecurity } from '../security.ts';
import { forgetSession, openSession } from '../session-cookie.ts';
import { findUser } from '../users.ts';

const tags = ['Sign-in'];

/** Signing in with a password (staff-console §2 and §7, design §7). */
export function authRoutes(app: App, context: ApiContext): void {
  const { sessions, signIn, devices } = context;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/auth/user-working',
    { config: { access: 'auditor' }, schema: { tags, response: { 200: accountRecord, ...errors } } },
    async (request) => signedIn(request),
  );

  routes.post(
    '/api/auth/login',
    {
      config: { access: 'anyone', limitedPerAddress: true },
      schema: { tags, body: loginBody, response: { 200: accountRecord, 401: errorBody, ...errors } },
    },
    async (request, reply) => {
      const { username, password } = request.body;
      const versionOf = async (id: string | null) => (id === null ? null : signIn.passwordVersion(id));
      const version = await versionOf(await signIn.userIdOf(username));
      const userId = await signIn.check(username, password, keptDevice(context, request));
      const user = userId === null ? null : await findUser(context, userId);
      // The password may have been replaced while it was checked; who replaced it ended every session that was there.
      const isUnchanged = async () => (await versionOf(userId)) === version;
      if (!user || !(await openSession(context, reply, user, { isStillRight: isUnchanged }))) {
        throw new HttpError(401, { message: 'Invalid credentials', code: 'invalid_credentials' });
      }
      return user;
    },
  );

  routes.post(
    '/api/auth/sign-out-everywhere',
    {
      config: { access: 'auditor' },
      schema: { tags, response: { 200: z.object({ signedOut: z.literal(true) }), ...errors } },
    },
    async (request, reply) => {
      const { id } = signedIn(request);
      await sessions.closeAll(id);
      await devices.forgetAll(id);
      forgetSession(context, reply);
      await rememberDevice(context, reply, id); // whoever asks proved who they are, here
      recordSecurity(context, request, { type: 'signed_out', subject: id, detail: 'everywhere' });
      return { signedOut: true as const };
    },
  );
}
