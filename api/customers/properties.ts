import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type CustomerCommand, NO_PROPERTY_DETAILS, type PropertyDetails } from '../../domain/customer/customer.ts';
import { changerOf, newId } from '../kit/commands.ts';
import { changeHeaders, idParams } from '../kit/common.schema.ts';
import { changeErrors } from '../kit/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { customerKind } from './record.ts';
import { customerRecord, type PropertyBody, propertyBody, propertyParams, revisePropertyBody } from './schema.ts';

const WRITE = { access: 'staff' } as const;
const tags = ['Customers'];

/** The places of a customer, each answer with the whole customer. */
export function propertyRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  const change = changerOf(context, customerKind);

  routes.post(
    '/api/customers/:id/properties',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: idParams,
        body: propertyBody,
        response: { 201: customerRecord, ...changeErrors(customerRecord) },
      },
    },
    async (request, reply) => {
      const propertyId = newId(request, 'property/0');
      reply.code(201);
      const details = { ...NO_PROPERTY_DETAILS, ...given(request.body) };
      return change(request, reply, request.params.id, { type: 'AddProperty', propertyId, details });
    },
  );

  routes.patch(
    '/api/customers/:id/properties/:propertyId',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: propertyParams,
        body: revisePropertyBody,
        response: { 200: customerRecord, ...changeErrors(customerRecord) },
      },
    },
    async (request, reply) => {
      const { id, propertyId } = request.params;
      const command: CustomerCommand = { type: 'ReviseProperty', propertyId, details: given(request.body) };
      const { expectedRevision } = request.body;
      return change(request, reply, id, command, { expectedRevision });
    },
  );

  routes.delete(
    '/api/customers/:id/properties/:propertyId',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: propertyParams,
        response: { 204: z.null(), ...changeErrors(customerRecord) },
      },
    },
    async (request, reply) => {
      const { id, propertyId } = request.params;
      await change(request, reply, id, { type: 'RemoveProperty', propertyId });
      return reply.code(204).send(null);
    },
  );
}

const TEXTS = ['label', 'address', 'city', 'state', 'zipCode', 'accessNotes'] as const;
const DEGREES = ['latitude', 'longitude'] as const;

/** A missing key stays missing; '' and null are no value (docs/design.md#bodies-and-answers). */
function given(body: PropertyBody): Partial<PropertyDetails> {
  const details: Partial<PropertyDetails> = {};
  for (const field of TEXTS) {
    const value = body[field];
    if (value !== undefined) details[field] = value?.trim() || null;
  }
  for (const field of DEGREES) {
    const value = body[field];
    if (value !== undefined) details[field] = value === null || String(value).trim() === '' ? null : Number(value);
  }
  return details;
}
