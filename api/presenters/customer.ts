import type { CustomerDocument } from '../../projections/customers.ts';
import type { Document } from '../../store/read-models.ts';
import type { CustomerRecord } from '../schemas/customers.ts';

/** A customer on the wire, every field present (design §7). */
export function presentCustomer(document: Document): CustomerRecord {
  const customer = document as CustomerDocument;
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
    leadId: customer.leadId,
    createdAt: customer.createdAt,
    revision: customer.revision,
    removed: customer.removed === true,
  };
}
