import {
  type AddressParts,
  type Contact,
  evolveProperties,
  firstProperty,
  type Property,
} from '../domain/customer/customer.ts';
import type { CustomerEvent } from '../domain/customer/events.ts';
import { likenessKeys } from '../domain/customer/likeness.ts';
import type { Recorded } from '../domain/kit/event.ts';
import { foldText } from '../store/search-text.ts';
import { idsOfStream, type Projection, type RecordDocument } from './engine/projection.ts';

/** What the events of a customer say; the address is the first property's. */
interface Customer extends Contact, AddressParts {
  leadId: string | null;
  /** Removed ones among them. */
  properties: readonly Property[];
  /** ISO UTC. */
  createdAt: string;
  removed?: true;
}

/** A customer as the list shows them, with what they are found by. */
export interface CustomerDocument extends RecordDocument, Customer {
  removed?: true;
  /** What the list is sorted by: the folded last name, then the first. */
  nameKey: string;
  /** What customers who may be one have in common (see likeness.ts); each has an index. */
  phoneKey: string | null;
  emailKey: string | null;
  nameAndAddressKey: string | null;
}

const NO_ADDRESS: AddressParts = { address: null, city: null, state: null, zipCode: null };

function evolve(customer: Customer | null, event: Recorded<CustomerEvent>): Customer | null {
  if (event.type === 'CustomerRegistered') {
    const { registeredAt, propertyId: _, ...fields } = event.data;
    return derived({ ...fields, properties: evolveProperties([], event), createdAt: registeredAt });
  }
  if (customer === null) return null;
  switch (event.type) {
    case 'CustomerDetailsRevised':
      return derived({ ...customer, ...(event.data as Partial<Contact>) });
    case 'PropertyAdded':
    case 'PropertyRevised':
    case 'PropertyRemoved':
      return derived({ ...customer, properties: evolveProperties(customer.properties, event) });
    case 'CustomerArchived':
      return { ...customer, removed: true };
    case 'CustomerRestored': {
      const { removed: _, ...restored } = customer;
      return restored;
    }
    default:
      return customer;
  }
}

/** With all that follows from the other fields. */
function derived(customer: Customer): Customer {
  const { address, city, state, zipCode } = firstProperty(customer.properties) ?? NO_ADDRESS;
  const keys = likenessKeys({ ...customer, address });
  const names = [customer.lastName, customer.firstName].filter(Boolean).join(' ');
  return {
    ...customer,
    ...{ address, city, state, zipCode },
    ...{ nameKey: foldText(names), phoneKey: keys.phone, emailKey: keys.email, nameAndAddressKey: keys.nameAndAddress },
  };
}

export const customers: Projection = {
  name: 'customers',
  version: 2,
  collection: 'customers',
  indexes: [['removed', 'createdAt'], ['removed', 'nameKey'], ['phoneKey'], ['emailKey'], ['nameAndAddressKey']],
  search: ['firstName', 'lastName', 'email', 'phone'],
  ids: (event) => idsOfStream(event, 'customer'),
  evolve: (document, event) => evolve(document as Customer | null, event as Recorded<CustomerEvent>),
};
