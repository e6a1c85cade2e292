import type { CustomerDetails } from '../domain/customer/customer.ts';
import type { CustomerEvent } from '../domain/customer/events.ts';
import type { Recorded } from '../domain/kit/event.ts';
import { type Fields, idsOfStream, type Projection, type RecordDocument } from './projection.ts';

/** A customer as the list shows them. */
export interface CustomerDocument extends RecordDocument, CustomerDetails {
  /** ISO UTC. */
  createdAt: string;
}

type Customer = Fields<CustomerDocument>;

function evolve(customer: Customer | null, event: Recorded<CustomerEvent>): Customer | null {
  if (event.type === 'CustomerRegistered') {
    const { registeredAt, ...fields } = event.data;
    return { ...fields, createdAt: registeredAt };
  }
  if (customer === null) return null;
  switch (event.type) {
    case 'CustomerArchived':
      return { ...customer, removed: true };
    case 'CustomerRestored': {
      const { removed: _, ...restored } = customer;
      return restored as Customer;
    }
    default:
      return customer;
  }
}

export const customers: Projection = {
  name: 'customers',
  version: 1,
  collection: 'customers',
  indexes: [['removed', 'createdAt']],
  search: ['firstName', 'lastName', 'email', 'phone'],
  ids: (event) => idsOfStream(event, 'customer'),
  evolve: (document, event) => evolve(document as Customer | null, event as Recorded<CustomerEvent>),
};
