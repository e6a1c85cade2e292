import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { STEP_SECONDS } from '../../platform/accounts/second-factor.ts';
import type { SignInOutcome } from '../../platform/accounts/sign-in.ts';
import { clientGone } from '../../platform/http/answers/client-gone.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { signedIn } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errorBody, errors } from '../kit/fields/common.schema.ts';
import { recordSecurity } from '../kit/security.ts';
import { keptDevice, rememberDevice } from './device-cookie.ts';
import { findUser } from './find.ts';
import { presentAccount } from './own-account.ts';
import { accountRecord, loginBody } from './schema.ts';
import { forgetSession, openSession } from './session-cookie.ts';

const tags = ['Sign-in'];

/** Also allowed while a second factor must be set up first. */
const OWN = { access: 'signedIn', beforeSecondFactor: true } as const;

/** Signing in with a password. */
export function authRoutes(app: App, context: ApiContext): void {
  const { sessions, signIn, devices } = context;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/auth/user-working',
    { config: OWN, schema: { tags, response: { 200: accountRecord, ...errors } } },
    async (request) => {
      const session = { isExternal: request.session?.isExternal ?? false };
      return presentAccount(context, signedIn(request), session, 'recalled');
    },
  );

  routes.post(
    '/api/auth/login',
    {
      config: { access: 'anyone', limitedPerAddress: true },
      schema: { tags, body: loginBody, response: { 200: accountRecord, 401: errorBody, ...errors } },
    },
    async (request, reply) => {
      const { username: name, password, code } = request.body;
      const signal = clientGone(reply);
      const versionOf = async (id: string | null) => (id === null ? null : signIn.passwordVersion(id));
      const version = await versionOf(await signIn.userIdOf(name));
      const kept = keptDevice(context, request);
      const mayEnter = async (userId: string) => (await findUser(context, userId)) !== null;
      const outcome = await signIn.check({ name, password, code, kept, mayEnter, signal });
      if (outcome.kind !== 'signed_in') throw refused(outcome.kind);
      const { userId, by } = outcome;
      const user = await findUser(context, userId);
      // The password may have been replaced while it was checked. Replacing it ended all sessions of that moment.
      const isStillRight = async () => (await versionOf(userId)) === version;
      const how = by === 'password' ? null : 'second_factor';
      if (!user || !(await openSession(context, reply, user, { how, isStillRight }))) throw refused('not_allowed');
      if (by === 'recovery_code') {
        recordSecurity(context, request, { type: 'recovery_code_used', actor: userId, subject: userId });
      }
      return presentAccount(context, user, { isExternal: false });
    },
  );

  routes.post(
    '/api/auth/sign-out-everywhere',
    {
      config: OWN,
      schema: { tags, response: { 200: z.object({ signedOut: z.literal(true) }), ...errors } },
    },
    async (request, reply) => {
      const { id } = signedIn(request);
      await sessions.closeAll(id);
      await devices.forgetAll(id);
      forgetSession(context, reply);
      await rememberDevice(context, reply, id); // whoever asks has proved who they are in this browser
      recordSecurity(context, request, { type: 'signed_out', subject: id, detail: 'everywhere' });
      return { signedOut: true as const };
    },
  );
}

/**
 * Reveals neither which part was wrong nor that an account is disabled. Only somebody who knows the password learns
 * that a code is needed.
 */
function refused(kind: SignInOutcome['kind']): HttpError {
  if (kind === 'second_factor_required') {
    return new HttpError(401, { message: 'Enter the code your authenticator app shows.', code: kind });
  }
  if (kind === 'wrong_code') {
    const message = 'This code is wrong or was already used. Enter the one your app shows now.';
    return new HttpError(401, { message, code: kind });
  }
  if (kind === 'code_taken') {
    const message = 'Another sign-in just used this code. Try again with the next one.';
    return new HttpError(429, { message, code: kind }, STEP_SECONDS);
  }
  return new HttpError(401, { message: 'Invalid credentials', code: 'invalid_credentials' });
}
