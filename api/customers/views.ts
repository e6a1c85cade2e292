import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { NotAPosition } from '../../store/event-store.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { PAGED, timelineQuery } from '../kit/changes/history.schema.ts';
import { timelinePage } from '../kit/changes/timeline.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { readDocument } from '../kit/lists/lists.ts';
import { withActorNames } from '../kit/user-names.ts';
import { duplicatesOf } from './find.ts';
import { customerKind } from './record.ts';
import { duplicateCustomer, duplicatesQuery, timelineStep } from './schema.ts';

const READ = { access: 'customers:read' } as const;
const tags = ['Customers'];

/** What is shown about a customer besides the record: possible duplicates, and everything that happened. */
export function customerViewRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/customers/duplicates',
    {
      config: READ,
      schema: {
        tags,
        headers: readHeaders,
        querystring: duplicatesQuery,
        response: { 200: z.array(duplicateCustomer), ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const { firstName = null, lastName = null, email = null, phone = null, address = null } = request.query;
      return duplicatesOf(context, { firstName, lastName, email, phone, address }, null);
    },
  );

  routes.get(
    '/api/customers/:id/duplicates',
    {
      config: READ,
      schema: {
        tags,
        headers: readHeaders,
        params: idParams,
        response: { 200: z.array(duplicateCustomer), ...errors },
      },
    },
    async (request, reply) => {
      const customer = await readDocument(context, request, reply, customerKind, request.params.id);
      return duplicatesOf(context, customer, customer.id);
    },
  );

  routes.get(
    '/api/customers/:id/timeline',
    {
      config: READ,
      schema: {
        tags,
        description: `All that happened with a customer and with the lead that they came from, the newest first. ${PAGED}`,
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
      const { steps, cursor: next } = await timelinePage(context, signedIn(request), customerKind, customer, {
        before,
        limit,
      });
      if (next !== null) reply.header('x-next-cursor', next);
      return withActorNames(context, steps);
    },
  );
}
