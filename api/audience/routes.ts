import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { audienceShown, requireSegment } from './audience.ts';
import { audienceAnswer, audienceBody } from './schema.ts';

/** Whom a campaign would reach, before anything is sent. */
export function audienceRoutes(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/marketing/audience',
    {
      config: { access: 'marketing:change' },
      schema: {
        tags: ['Marketing'],
        description:
          'Whom a campaign for a segment of the customers would reach if it were sent now; without a segment, one for all. It changes nothing.',
        headers: readHeaders,
        body: audienceBody,
        response: { 200: audienceAnswer, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const { segment = null } = request.body;
      await requireSegment(context, segment);
      return audienceShown(context, segment);
    },
  );
}
