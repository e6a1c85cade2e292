import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isoNow } from '../../platform/runtime/clock.ts';
import { signedIn } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, idParams } from '../kit/fields/common.schema.ts';
import { recordSecurity } from '../kit/security.ts';
import { requireAccount } from './find.ts';
import { type SessionRecord, sessionRecord } from './schema.ts';

const OWN = { access: 'signedIn' } as const;
const OWNER = { access: 'owner' } as const;

const session = z.string().regex(/^[0-9a-f]{64}$/, 'This is not the id of a session.');
const list = { 200: z.array(sessionRecord), ...errors };
const ended = { 204: z.null(), ...errors };

/** Where a person is signed in: their own sessions and, for the owner, those of others. */
export function sessionRoutes(app: App, context: ApiContext): void {
  const { sessions, devices } = context;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  async function sessionsOf(userId: string, request: FastifyRequest): Promise<SessionRecord[]> {
    const found = await sessions.list(userId);
    return found.map(({ id, startedAt, usedAt, userAgent }) => ({
      id,
      startedAt: isoNow(() => startedAt),
      usedAt: isoNow(() => usedAt),
      current: id === request.session?.id,
      userAgent,
    }));
  }

  routes.get('/api/auth/sessions', { config: OWN, schema: { tags: ['Sign-in'], response: list } }, async (request) =>
    sessionsOf(signedIn(request).id, request),
  );

  routes.delete(
    '/api/auth/sessions/:id',
    { config: OWN, schema: { tags: ['Sign-in'], params: z.object({ id: session }), response: ended } },
    async (request, reply) => {
      const { id } = signedIn(request);
      await sessions.closeOne(id, request.params.id);
      recordSecurity(context, request, { type: 'signed_out', subject: id, detail: 'another_session' });
      return reply.code(204).send(null);
    },
  );

  routes.get(
    '/api/users/:id/sessions',
    { config: OWNER, schema: { tags: ['Users'], params: idParams, response: list } },
    async (request) => sessionsOf((await requireAccount(context, request.params.id, 'recalled')).id, request),
  );

  routes.delete(
    '/api/users/:id/sessions',
    { config: OWNER, schema: { tags: ['Users'], params: idParams, response: ended } },
    async (request, reply) => {
      const { id } = await requireAccount(context, request.params.id);
      await sessions.closeAll(id);
      await devices.forgetAll(id);
      recordSecurity(context, request, { type: 'sessions_ended', subject: id, detail: 'everywhere' });
      return reply.code(204).send(null);
    },
  );

  routes.delete(
    '/api/users/:id/sessions/:session',
    { config: OWNER, schema: { tags: ['Users'], params: idParams.extend({ session }), response: ended } },
    async (request, reply) => {
      const account = await requireAccount(context, request.params.id);
      await sessions.closeOne(account.id, request.params.session);
      recordSecurity(context, request, { type: 'sessions_ended', subject: account.id, detail: 'one_session' });
      return reply.code(204).send(null);
    },
  );
}
