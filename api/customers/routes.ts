import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { CustomerCommand, CustomerDetails } from '../../domain/customer/customer.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import type { Query } from '../../store/read-models.ts';
import { changerOf, newId } from '../kit/commands.ts';
import { changeHeaders, errors, idParams, readHeaders } from '../kit/common.schema.ts';
import { changeErrors } from '../kit/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { sendList } from '../kit/lists.ts';
import { customerById } from './find.ts';
import { customerKind, presentCustomer } from './record.ts';
import {
  type CustomersQuery,
  customerRecord,
  customersQuery,
  type RegisterCustomerBody,
  registerCustomerBody,
  reviseCustomerBody,
} from './schema.ts';

const READ = { access: 'auditor' } as const;
const WRITE = { access: 'staff' } as const;
const tags = ['Customers'];

/** The customers, each with properties, possible duplicates and a timeline. */
export function customerRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  const change = changerOf(context, customerKind);

  routes.get(
    '/api/customers',
    {
      config: READ,
      schema: {
        tags,
        headers: readHeaders,
        querystring: customersQuery,
        response: { 200: z.array(customerRecord), ...errors },
      },
    },
    async (request, reply) => {
      const { limit } = request.query;
      const query = listed(request.query);
      return sendList(context, request, reply, customerKind, { query, limit });
    },
  );

  routes.get(
    '/api/customers/:id',
    {
      config: READ,
      schema: { tags, headers: readHeaders, params: idParams, response: { 200: customerRecord, ...errors } },
    },
    async (request, reply) => presentCustomer(await customerById(context, request, reply, request.params.id)),
  );

  routes.post(
    '/api/customers',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        body: registerCustomerBody,
        response: { 201: customerRecord, ...changeErrors(customerRecord) },
      },
    },
    async (request, reply) => {
      const command: CustomerCommand = {
        type: 'RegisterCustomer',
        details: { ...NOTHING, ...given(request.body, [...CONTACT, ...ADDRESS]) },
        propertyId: newId(request, 'property/0'),
        now: isoNow(context.clock),
      };
      reply.code(201);
      return change(request, reply, newId(request, 'customer'), command, { isNew: true });
    },
  );

  routes.patch(
    '/api/customers/:id',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: idParams,
        body: reviseCustomerBody,
        response: { 200: customerRecord, ...changeErrors(customerRecord) },
      },
    },
    async (request, reply) => {
      const command: CustomerCommand = {
        type: 'ReviseCustomer',
        details: given(request.body, CONTACT),
        address: given(request.body, ADDRESS),
        newPropertyId: newId(request, 'property/0'),
      };
      const { expectedRevision } = request.body;
      return change(request, reply, request.params.id, command, { expectedRevision });
    },
  );

  routes.delete(
    '/api/customers/:id',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: idParams,
        response: { 204: z.null(), ...changeErrors(customerRecord) },
      },
    },
    async (request, reply) => {
      const command: CustomerCommand = { type: 'ArchiveCustomer', evenIfWorkedOn: true };
      await change(request, reply, request.params.id, command);
      return reply.code(204).send(null);
    },
  );

  routes.post(
    '/api/customers/:id/restore',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: idParams,
        response: { 200: customerRecord, ...changeErrors(customerRecord) },
      },
    },
    async (request, reply) => change(request, reply, request.params.id, { type: 'RestoreCustomer' }),
  );
}

/** Newest first, unless another order is asked for. */
function listed({ cursor, search, sort = '-createdAt', archived }: CustomersQuery): Omit<Query, 'limit'> {
  const field = sort.endsWith('name') ? 'nameKey' : 'createdAt';
  const order = { field, direction: sort.startsWith('-') ? 'desc' : 'asc' } as const;
  const where = { removed: archived === 'true' ? true : null };
  return { where, order, ...(search?.trim() && { search }), ...(cursor !== undefined && { after: cursor }) };
}

const CONTACT = ['firstName', 'lastName', 'email', 'phone', 'notes'] as const;
const ADDRESS = ['address', 'city', 'state', 'zipCode'] as const;

const NOTHING: CustomerDetails = {
  leadId: null,
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  notes: null,
};

/** A missing key stays missing; '' and null are no value (docs/design.md#bodies-and-answers). */
function given<Field extends keyof RegisterCustomerBody>(
  body: RegisterCustomerBody,
  fields: readonly Field[],
): Partial<Record<Field, string | null>> {
  const values: Partial<Record<Field, string | null>> = {};
  for (const field of fields) {
    const value = body[field];
    if (value !== undefined) values[field] = value?.trim() || null;
  }
  return values;
}
