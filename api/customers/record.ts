import { customer } from '../../domain/customer/customer.ts';
import type { Property } from '../../domain/customer/properties.ts';
import { ERASED } from '../../domain/kit/event.ts';
import { type CustomerDocument, customers } from '../../projections/customers.ts';
import { shownFields, shownOf } from '../kit/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { type CustomerRecord, customerFields, propertyFields } from './schema.ts';

/** A customer on the wire, without the properties that were removed. */
export function presentCustomer(customer: CustomerDocument): CustomerRecord {
  // A document of an older generation has no properties.
  const properties: readonly Property[] = customer.properties ?? [];
  return {
    ...shownOf(customerFields, customer),
    properties: properties
      .filter(({ removed }) => removed === undefined)
      .map((property) => ({ id: property.id, ...shownFields(propertyFields, property) })),
    leadId: customer.leadId,
    erased: customer.erased === true,
  };
}

export const customerKind = recordKind({
  decider: customer,
  projection: customers,
  title: ({ firstName, lastName, erased }: CustomerDocument) =>
    erased ? ERASED : [firstName, lastName].filter(Boolean).join(' ') || null,
  present: presentCustomer,
  // The lead that they came from.
  toldWith: ({ leadId }) => (leadId === null ? [] : [{ category: 'lead', id: leadId }]),
});
