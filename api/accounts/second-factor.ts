import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Proof } from '../../platform/accounts/sign-in.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { signedIn } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errorBody, errors, idParams } from '../kit/fields/common.schema.ts';
import { recordSecurity } from '../kit/security.ts';
import { keptDevice } from './device-cookie.ts';
import { requireAccount } from './find.ts';
import { isSecondFactorRequired } from './own-account.ts';
import { codeBody, proofBody, recoveryCodes, secondFactorRecord, secondFactorSecret } from './second-factor.schema.ts';

const tags = ['Sign-in'];
const PATH = '/api/auth/second-factor';

/** For everybody's own second factor; also allowed while it must be set up first. */
const OWN = { access: 'signedIn', beforeSecondFactor: true } as const;
const GUESSABLE = { ...OWN, limitedPerAddress: true } as const;

/** 409: the account has no password to add a second factor to, or there is nothing to change. */
const changeErrors = { ...errors, 409: errorBody };

/**
 * The second factor of a password account. Its secrets are in the state store, and never in events
 * (docs/design/events.md#personal-data).
 */
export function secondFactorRoutes(app: App, context: ApiContext): void {
  const { signIn, secondFactor } = context;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  /**
   * Full authentication before a change to it (OWASP ASVS 5, 7.5.1): a code if there is a second factor, which guards
   * against whoever knows only the password; otherwise the password.
   * @throws HttpError 403, 409; TooManyTries
   */
  async function requireProof(request: FastifyRequest, proof: Proof): Promise<{ user: CurrentUser; byCode: boolean }> {
    const user = signedIn(request);
    if (!(await signIn.hasPassword(user.id))) {
      const message = 'You sign in without a password, so Heartwood asks for no second factor.';
      throw new HttpError(409, { message, code: 'no_password' });
    }
    const by = await signIn.prove(user.id, { ...proof, kept: keptDevice(context, request) });
    if (by === null) throw proof.password === undefined ? wrongCode() : wrongPassword();
    // Checked last: it may have been set up while the password was being checked.
    if (by === 'password' && (await secondFactor.isOn(user.id))) throw codeRequired();
    if (by === 'recovery_code') recordSecurity(context, request, { type: 'recovery_code_used', subject: user.id });
    return { user, byCode: by !== 'password' };
  }

  routes.get(
    PATH,
    { config: OWN, schema: { tags, response: { 200: secondFactorRecord, ...errors } } },
    async (request) => {
      const user = signedIn(request);
      return {
        isOn: await secondFactor.isOn(user.id),
        hasPassword: await signIn.hasPassword(user.id),
        isRequired: await isSecondFactorRequired(context, user, 'recalled'),
        recoveryCodesLeft: await secondFactor.recoveryCodesLeft(user.id),
      };
    },
  );

  routes.post(
    `${PATH}/begin`,
    {
      config: GUESSABLE,
      schema: { tags, body: proofBody, response: { 200: secondFactorSecret, ...changeErrors } },
    },
    async (request) => {
      const { user, byCode } = await requireProof(request, request.body);
      return secondFactor.begin(user.id, user.username ?? user.email ?? user.id, byCode);
    },
  );

  routes.post(
    `${PATH}/confirm`,
    { config: GUESSABLE, schema: { tags, body: codeBody, response: { 200: recoveryCodes, ...changeErrors } } },
    async (request) => {
      const { id } = signedIn(request);
      // They proved who they are when they began, and read the code from their own app: there is nothing to guess.
      const codes = await secondFactor.confirm(id, request.body.code);
      if (codes === 'wrong_code') throw wrongCode();
      if (codes === 'expired') {
        const message = 'This took too long, or was already done. Start the setup again.';
        throw new HttpError(409, { message, code: 'expired' });
      }
      recordSecurity(context, request, { type: 'second_factor_added', subject: id });
      return { recoveryCodes: codes };
    },
  );

  routes.post(
    `${PATH}/recovery-codes`,
    { config: GUESSABLE, schema: { tags, body: proofBody, response: { 200: recoveryCodes, ...changeErrors } } },
    async (request) => {
      const { id } = (await requireProof(request, request.body)).user;
      const codes = await secondFactor.renewRecoveryCodes(id);
      if (codes) return { recoveryCodes: codes };
      throw new HttpError(409, { message: 'Your second factor is off. Set it up first.', code: 'second_factor_off' });
    },
  );

  routes.post(
    `${PATH}/turn-off`,
    {
      config: GUESSABLE,
      schema: { tags, body: proofBody, response: { 200: z.object({ isOn: z.literal(false) }), ...changeErrors } },
    },
    async (request) => {
      const { id } = (await requireProof(request, request.body)).user;
      await secondFactor.remove(id);
      recordSecurity(context, request, { type: 'second_factor_removed', subject: id });
      return { isOn: false as const };
    },
  );

  routes.delete(
    '/api/users/:id/second-factor',
    {
      config: { access: 'owner' },
      schema: { tags: ['Users'], params: idParams, response: { 204: z.null(), ...changeErrors } },
    },
    async (request, reply) => {
      const { id } = await requireAccount(context, request.params.id);
      if (id === signedIn(request).id) {
        const message = 'To turn off your own second factor, go to Your account.';
        throw new HttpError(409, { message, code: 'conflict' });
      }
      if (await secondFactor.remove(id)) {
        recordSecurity(context, request, { type: 'second_factor_removed', subject: id });
      }
      return reply.code(204).send(null);
    },
  );
}

function wrongPassword(): HttpError {
  const message = 'This is not your current password.';
  return new HttpError(403, { message, code: 'wrong_password', issues: [{ path: 'password', message }] });
}

function wrongCode(): HttpError {
  const message = 'This code is wrong or was already used. Enter the one your app shows now.';
  return new HttpError(403, { message, code: 'wrong_code', issues: [{ path: 'code', message }] });
}

function codeRequired(): HttpError {
  const message = 'Enter a code from your authenticator app, or a recovery code. Your password alone is not enough.';
  return new HttpError(403, { message, code: 'second_factor_required', issues: [{ path: 'code', message }] });
}
