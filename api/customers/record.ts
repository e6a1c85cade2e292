import { customer } from '../../domain/customer/customer.ts';
import type { Property } from '../../domain/customer/properties.ts';
import { ERASED } from '../../domain/kit/event.ts';
import { foldText } from '../../domain/kit/search-text.ts';
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

/** A customer's full name, as titles and other records show it; null where they have none. */
export function shownName({ firstName, lastName }: Pick<CustomerDocument, 'firstName' | 'lastName'>): string | null {
  const isErased = firstName === ERASED && lastName === ERASED;
  return isErased ? ERASED : [firstName, lastName].filter(Boolean).join(' ') || null;
}

/** The address of the property in which most words of a search are, else of the first; null where there is none. */
function placeFound(properties: readonly Property[], text: string): string | null {
  const words = foldText(text)
    .split(/[\s,;]+/)
    .filter(Boolean);
  const places = properties
    .filter(({ removed }) => removed === undefined)
    .map(({ address, city, state, zipCode }) =>
      [address, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    );
  const hits = places.map((place) => words.filter((word) => foldText(place).includes(word)).length);
  return places[hits.indexOf(Math.max(...hits))] || null;
}

export const customerKind = recordKind({
  decider: customer,
  projection: customers,
  title: (customer: CustomerDocument) => shownName(customer),
  present: presentCustomer,
  found: { detail: ({ phone, email, properties }, text) => [phone ?? email, placeFound(properties, text)] },
  // The lead that they came from.
  toldWith: ({ leadId }) => (leadId === null ? [] : [{ category: 'lead', id: leadId }]),
});
