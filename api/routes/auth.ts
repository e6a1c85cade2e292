import type { FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SESSION_COOKIE } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { signedIn } from '../commands.ts';
import type { ApiContext, App } from '../context.ts';
import { accountRecord, loginBody } from '../schemas/auth.ts';
import { errors } from '../schemas/common.ts';
import { findUser } from '../users.ts';

const tags = ['Sign-in'];
const COOKIE_SECONDS = 30 * 24 * 60 * 60;

/** Signing in and out (staff-console §2 and §7, design §7). */
export function authRoutes(app: App, context: ApiContext, options: { loginsPerMinute: number }): void {
  const { sessions, signIn, config } = context;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const cookie = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl?.startsWith('https:') ?? false,
  } as const;

  function forget(reply: FastifyReply): void {
    reply.clearCookie(SESSION_COOKIE, cookie);
  }

  routes.get(
    '/api/auth/user-working',
    { config: { access: 'auditor' }, schema: { tags, response: { 200: accountRecord, ...errors } } },
    async (request) => signedIn(request),
  );

  routes.post(
    '/api/auth/login',
    {
      config: { access: 'anyone', rateLimit: { max: options.loginsPerMinute, timeWindow: '1 minute' } },
      schema: { tags, body: loginBody, response: { 200: accountRecord, ...errors } },
    },
    async (request, reply) => {
      const { username, password } = request.body;
      const userId = await signIn.check(username, password);
      const user = userId === null ? null : await findUser(context, userId);
      if (!user) throw new HttpError(401, { message: 'Invalid credentials', code: 'invalid_credentials' });
      const before = request.cookies[SESSION_COOKIE];
      if (before !== undefined) await sessions.close(before);
      reply.setCookie(SESSION_COOKIE, await sessions.open(user.id), { ...cookie, maxAge: COOKIE_SECONDS });
      return user;
    },
  );

  // Where there is no external identity provider, the sign-in screen at / is the way in (design §7).
  const redirect = { config: { access: 'anyone' }, schema: { tags, response: { 302: z.null(), ...errors } } } as const;
  routes.get('/api/login', redirect, async (_request, reply) => reply.redirect('/'));

  routes.get('/api/logout', redirect, async (request, reply) => {
    const secret = request.cookies[SESSION_COOKIE];
    if (secret !== undefined) await sessions.close(secret);
    forget(reply);
    return reply.redirect('/');
  });

  routes.post(
    '/api/auth/sign-out-everywhere',
    {
      config: { access: 'auditor' },
      schema: { tags, response: { 200: z.object({ signedOut: z.literal(true) }), ...errors } },
    },
    async (request, reply) => {
      await sessions.closeAll(signedIn(request).id);
      forget(reply);
      return { signedOut: true as const };
    },
  );
}
