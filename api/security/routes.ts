import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { KeptSecurityEvent } from '../../platform/accounts/security-events.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors } from '../kit/fields/common.schema.ts';
import { sendPages } from '../kit/lists/lists.ts';
import { userNames } from '../kit/user-names.ts';
import { type SecurityEventRecord, securityEventRecord, securityEventsQuery } from './schema.ts';

/** Who got in, who tried to, and what was taken, in the last 90 days; for the owner. */
export function securityEventRoutes(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/security-events',
    {
      config: { access: 'owner' },
      schema: {
        tags: ['Security'],
        querystring: securityEventsQuery,
        response: { 200: z.array(securityEventRecord), ...errors },
      },
    },
    async (request, reply) => {
      const { type, user, limit, cursor } = request.query;
      return sendPages(context, request, reply, {
        name: 'security-events',
        limit,
        async read(most, after = cursor) {
          const { events, cursor: next } = await context.security.page({ type, user }, most, after);
          return { documents: events, cursor: next };
        },
        present: (events) => named(context, events),
      });
    },
  );
}

/** While the read models are built for the first time, no names are known; everything else is still shown. */
async function named(context: ApiContext, events: readonly KeptSecurityEvent[]): Promise<SecurityEventRecord[]> {
  const ids = events.flatMap(({ actor, subject }) => [actor, subject]).filter((id) => id !== null);
  const names = await userNames(context, ids);
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return events.map(({ id, type, at, until, count, actor, subject, address, browser, detail, isRest }) => ({
    id,
    type,
    at: isoNow(() => at),
    until: isoNow(() => until),
    count,
    actor,
    actorName: nameOf(actor),
    subject,
    subjectName: nameOf(subject),
    address,
    browser,
    detail,
    isRest,
  }));
}
