import type { ApiContext, App } from '../kit/context.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { recordRoutes } from '../kit/routes.ts';
import { customerKind } from './record.ts';
import {
  customerFields,
  customerList,
  customerRecord,
  propertyBody,
  propertyFields,
  propertyParams,
  registerCustomerBody,
  reviseCustomerBody,
  revisePropertyBody,
} from './schema.ts';

const { address, city, state, zipCode, ...contactFields } = customerFields;
const addressFields = { address, city, state, zipCode };

/** The customers and their properties; each answer contains the whole customer. */
export function customerRoutes(app: App, context: ApiContext): void {
  const customers = recordRoutes(app, context, {
    kind: customerKind,
    record: customerRecord,
    path: '/api/customers',
    tag: 'Customers',
  });

  customers.list(customerList);
  customers.get();

  customers.create({
    body: registerCustomerBody,
    commands: ({ body, newId, now }) => ({
      type: 'RegisterCustomer',
      details: { ...completed(customerFields, body), leadId: null },
      propertyId: newId('property/0'),
      now,
    }),
  });

  customers.revise({
    body: reviseCustomerBody,
    commands: ({ body, newId }) => ({
      type: 'ReviseCustomer',
      details: givenIn(contactFields, body),
      address: givenIn(addressFields, body),
      newPropertyId: newId('property/0'),
    }),
  });

  customers.remove({ type: 'ArchiveCustomer', evenIfWorkedOn: true });
  customers.act('restore', { type: 'RestoreCustomer' });

  customers.change({
    method: 'POST',
    at: '/:id/properties',
    status: 201,
    body: propertyBody,
    commands: ({ body, newId }) => ({
      type: 'AddProperty',
      propertyId: newId('property/0'),
      details: completed(propertyFields, body),
    }),
  });

  customers.change({
    method: 'PATCH',
    at: '/:id/properties/:propertyId',
    params: propertyParams,
    body: revisePropertyBody,
    commands: ({ body, params }) => ({
      type: 'ReviseProperty',
      propertyId: params.propertyId,
      details: givenIn(propertyFields, body),
    }),
  });

  customers.change({
    method: 'DELETE',
    at: '/:id/properties/:propertyId',
    status: 204,
    params: propertyParams,
    commands: ({ params }) => ({ type: 'RemoveProperty', propertyId: params.propertyId }),
  });
}
