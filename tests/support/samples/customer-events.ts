import { type CustomerEvent, NO_CONTACT } from '../../../domain/customer/events.ts';
import type { PropertyDetails } from '../../../domain/customer/properties.ts';

export const REGISTERED_AT = '2026-11-21T10:00:00.000Z';

type Registered = Extract<CustomerEvent, { type: 'CustomerRegistered' }>;

/** Ada King, who came from a lead, with her house. */
export function registered(changes: Partial<Registered['data']> = {}): Registered {
  const contact = {
    ...NO_CONTACT,
    firstName: 'Ada',
    lastName: 'King',
    email: 'ada@example.com',
    phone: '(413) 555-0142',
  };
  const address = { address: '3 Elm St', city: 'Hadley', state: 'MA', zipCode: '01035' };
  const data = { leadId: 'a', quoteId: null, ...contact, ...address, propertyId: 'house', registeredAt: REGISTERED_AT };
  return { type: 'CustomerRegistered', data: { ...data, ...changes } };
}

export const NO_PROPERTY: PropertyDetails = {
  label: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  accessNotes: null,
  latitude: null,
  longitude: null,
};

export const BARN: PropertyDetails = {
  ...NO_PROPERTY,
  label: 'Barn',
  address: '9 Mill Lane',
  accessNotes: 'Gate 4711',
};

export const barnAdded: CustomerEvent = { type: 'PropertyAdded', data: { propertyId: 'barn', ...BARN } };
