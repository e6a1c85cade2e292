import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext, App } from '../context.ts';
import { errors } from '../schemas/common.ts';
import { closeSession } from '../session-cookie.ts';

const tags = ['Sign-in'];

/** Signing in and out by going to an address (staff-console §7, design §7). */
export function externalSignInRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const redirect = { config: { access: 'anyone' }, schema: { tags, response: { 302: z.null(), ...errors } } } as const;

  // Where there is no external identity provider, the sign-in screen at / is the way in (design §7).
  routes.get('/api/login', redirect, async (_request, reply) => reply.redirect('/'));

  routes.get('/api/logout', redirect, async (_request, reply) => {
    await closeSession(context, reply);
    return reply.redirect('/');
  });
}
