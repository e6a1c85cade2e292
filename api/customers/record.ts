import type { Property } from '../../domain/customer/customer.ts';
import type { CustomerDocument } from '../../projections/customers.ts';
import type { Document } from '../../store/read-models.ts';
import type { CustomerRecord, PropertyRecord } from './schema.ts';

/** A customer on the wire, every field present (design §7). */
export function presentCustomer(document: Document): CustomerRecord {
  const customer = document as CustomerDocument;
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
