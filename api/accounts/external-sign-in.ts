import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type ExternalSignIn, FLOW_MS } from '../../platform/accounts/external-sign-in.ts';
import { SignInRefused } from '../../platform/accounts/sign-in-refused.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errorBody, errors } from '../kit/fields/common.schema.ts';
import { originOf } from '../kit/origin.ts';
import { recordSecurity } from '../kit/security.ts';
import { cookieOptions } from './cookies.ts';
import { accountOf } from './external-accounts.ts';
import { signInOptions } from './external-sign-in.schema.ts';
import { closeSession, openSession } from './session-cookie.ts';

const tags = ['Sign-in'];
const CALLBACK = '/api/login/callback';
const FLOW_COOKIE = 'heartwood_sign_in';

/** Signing in and out by navigating to an address. */
export function externalSignInRoutes(app: App, context: ApiContext): void {
  const { externalSignIn } = context;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const schema = { tags, response: { 302: z.null(), ...errors } };
  const flowCookie = { ...cookieOptions(context), path: '/api/login' };

  routes.get(
    '/api/auth/options',
    { config: { access: 'public' }, schema: { tags, response: { 200: signInOptions, ...errors } } },
    async () => ({ externalSignIn: externalSignIn && { name: externalSignIn.name } }),
  );

  routes.get(
    '/api/login',
    { config: { access: 'anyone', limitedPerAddress: true }, schema },
    async (request, reply) => {
      // Without an external identity provider, the way in is the sign-in screen at /. Visitors sent by another site
      // also go there: that site must not sign anybody in, and on the sign-in screen the person decides.
      if (!externalSignIn || isFromAnotherSite(request)) return reply.redirect('/');
      return explained(context, reply, async () => {
        const { url, secret } = await externalSignIn.begin(originOf(context, request) + CALLBACK);
        reply.setCookie(FLOW_COOKIE, secret, { ...flowCookie, maxAge: FLOW_MS / 1000 });
        return url;
      });
    },
  );

  // The browser comes from the provider's site; the flow's Lax cookie comes along, and vouches for the request.
  routes.get(CALLBACK, { config: { access: 'anyone', limitedPerAddress: true }, schema }, async (request, reply) => {
    reply.clearCookie(FLOW_COOKIE, flowCookie);
    if (!externalSignIn) return reply.redirect('/');
    return explained(context, reply, () => signInBy(context, externalSignIn, request, reply));
  });

  // Another site must not sign anybody out, so this is the one GET that is refused to other sites.
  const logout = { ...schema, response: { ...schema.response, 403: errorBody } };
  routes.get('/api/logout', { config: { access: 'anyone' }, schema: logout }, async (_request, reply) => {
    await closeSession(context, reply);
    return reply.redirect('/');
  });
}

/** Bookmarks and typed addresses come from no site; on plain http, browsers do not say. */
function isFromAnotherSite({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] === 'cross-site';
}

async function signInBy(
  context: ApiContext,
  externalSignIn: ExternalSignIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const [query = ''] = /\?[^#]*/.exec(request.url) ?? [];
  const identity = await externalSignIn.finish(request.cookies[FLOW_COOKIE], query);
  await openSession(context, reply, await accountOf(context, externalSignIn, identity), { how: 'external' });
  return '/';
}

/**
 * Redirects to where the sign-in was meant to lead. If it fails, redirects to the sign-in screen, which says why, and
 * never back to the provider, which would loop.
 */
async function explained(context: ApiContext, reply: FastifyReply, work: () => Promise<string>): Promise<FastifyReply> {
  try {
    return reply.redirect(await work());
  } catch (cause) {
    if (!(cause instanceof SignInRefused)) throw cause;
    context.log.warn({ code: cause.code, reason: cause.message }, 'external sign-in refused');
    recordSecurity(context, reply.request, { type: 'sign_in_failed', detail: cause.code });
    return reply.redirect(`/?signIn=${cause.code}`);
  }
}
