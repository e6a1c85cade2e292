import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext, App } from '../context.ts';
import { sendList } from '../lists.ts';
import { presentCustomer } from '../presenters/customer.ts';
import { errors } from '../schemas/common.ts';
import { customerRecord, customersQuery } from '../schemas/customers.ts';

/** The customer list (staff-console §7). */
export function customerRoutes(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/customers',
    {
      config: { access: 'auditor' },
      schema: {
        tags: ['Customers'],
        querystring: customersQuery,
        response: { 200: z.array(customerRecord), ...errors },
      },
    },
    async (request, reply) => {
      const { limit, cursor, search } = request.query;
      const order = { field: 'createdAt', direction: 'desc' } as const;
      const where = { removed: null };
      const query = { where, order, ...(search && { search }), ...(cursor !== undefined && { after: cursor }) };
      return sendList(context, request, reply, {
        collection: 'customers',
        query,
        limit,
        present: presentCustomer,
      });
    },
  );
}
