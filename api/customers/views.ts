import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { readDocument } from '../kit/lists/lists.ts';
import { duplicatesOf } from './find.ts';
import { customerKind } from './record.ts';
import { duplicateCustomer, duplicatesQuery, tagInUse } from './schema.ts';
import { tagsInUse } from './tags.ts';

const READ = { access: 'customers:read' } as const;
const tags = ['Customers'];

/** Who may be the same customer as another one, and the tags that there are. */
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
    '/api/customers/tags',
    {
      config: READ,
      schema: {
        tags,
        description: 'The tags that customers have, by name; one that is written in several ways counts once.',
        headers: readHeaders,
        response: { 200: z.array(tagInUse), ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return tagsInUse(context);
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
}
