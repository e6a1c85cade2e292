import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { signedIn } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { changedSince } from './changed.ts';
import { sinceAnswer } from './schema.ts';
import { noteDeeds, noteVisit } from './visits.ts';

/**
 * What others did since somebody was last here (docs/design/time-travel.md#since-somebody-was-here). Whoever asks it, or
 * changes anything, is here.
 */
export function sinceRoutes(app: App, context: ApiContext): void {
  const noteDeed = noteDeeds(context);
  app.addHook('onSend', async ({ method, user }, reply, payload) => {
    // That it could not be noted is no reason to fail what was done.
    if (user && method !== 'GET' && method !== 'HEAD' && reply.statusCode < 400)
      await noteDeed(user.id).catch(() => {});
    return payload;
  });

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/since',
    {
      config: { access: 'signedIn' },
      schema: {
        tags: ['Dashboard'],
        description:
          'What others did since the person was last here: before this visit, which begins after four hours without ' +
          'opening the first page or changing anything.',
        headers: readHeaders,
        response: { 200: sinceAnswer, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const person = signedIn(request);
      const last = await noteVisit(context, person.id);
      if (last === null) return { since: null, groups: [], count: 0, more: false };
      return { since: new Date(last.at).toISOString(), ...(await changedSince(context, person, last.position)) };
    },
  );
}
