import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NotAPosition } from '../../store/event-store.ts';
import { customerKind } from '../customers/record.ts';
import { mailingSteps, withMailings } from '../email-campaigns/mailings.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { PAGED, timelineQuery } from '../kit/changes/history.schema.ts';
import { timelinePage } from '../kit/changes/timeline.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { readDocument } from '../kit/lists/lists.ts';
import { withActorNames } from '../kit/user-names.ts';
import { timelineStep } from './schema.ts';

/** Everything that happened with a customer: the steps of all their records, and the campaigns that they were emailed. */
export function customerTimelineRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/customers/:id/timeline',
    {
      config: { access: 'customers:read' },
      schema: {
        tags: ['Customers'],
        description:
          'All that happened with a customer and with the lead that they came from, and the campaigns that they were ' +
          `emailed, the newest first. ${PAGED}`,
        headers: readHeaders,
        params: idParams,
        querystring: timelineQuery,
        response: { 200: z.array(timelineStep), ...errors },
      },
    },
    async (request, reply) => {
      const customer = await readDocument(context, request, reply, customerKind, request.params.id);
      const { limit, cursor: before = null } = request.query;
      if (before !== null && !context.store.isPosition(before)) throw new NotAPosition();
      const person = signedIn(request);
      const page = { before, limit };
      const mailings = await mailingSteps(context, person, customer, page);
      const { steps, cursor: next } = await timelinePage(context, person, customerKind, customer, page, mailings);
      if (next !== null) reply.header('x-next-cursor', next);
      return withActorNames(context, await withMailings(context, customer, steps));
    },
  );
}
