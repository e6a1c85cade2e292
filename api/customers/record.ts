import { customer, type Property } from '../../domain/customer/customer.ts';
import { type CustomerDocument, customers } from '../../projections/customers.ts';
import { recordKind } from '../kit/records.ts';
import type { CustomerRecord, PropertyRecord } from './schema.ts';

/** A customer on the wire, every field present. */
export function presentCustomer(customer: CustomerDocument): CustomerRecord {
  // A document of an older generation has no properties.
  const properties: readonly Property[] = customer.properties ?? [];
  return {
    id: customer.id,
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    address: customer.address,
    city: customer.city,
    state: customer.state,
    zipCode: customer.zipCode,
    notes: customer.notes,
    properties: properties.filter(({ removed }) => removed === undefined).map(presentProperty),
    leadId: customer.leadId,
    createdAt: customer.createdAt,
    revision: customer.revision,
    removed: customer.removed === true,
  };
}

function presentProperty(property: Property): PropertyRecord {
  const { id, label, address, city, state, zipCode, accessNotes, latitude, longitude } = property;
  return { id, label, address, city, state, zipCode, accessNotes, latitude, longitude };
}

export const customerKind = recordKind({
  decider: customer,
  projection: customers,
  title: ({ firstName, lastName }: CustomerDocument) => [firstName, lastName].filter(Boolean).join(' ') || null,
  present: presentCustomer,
  // The lead that they came from.
  toldWith: ({ leadId }) => (leadId === null ? [] : [{ category: 'lead', id: leadId }]),
});
