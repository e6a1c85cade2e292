import { ERASED_CONTACT } from '../domain/customer/customer.ts';
import { type Contact, type CustomerEvent, contactDetails } from '../domain/customer/events.ts';
import { likenessKeys, streetKey } from '../domain/customer/likeness.ts';
import {
  type AddressParts,
  erasedProperties,
  evolveProperties,
  firstProperty,
  type Property,
} from '../domain/customer/properties.ts';
import { tagWord } from '../domain/customer/terms.ts';
import { partOf } from '../domain/kit/event.ts';
import { sortName } from '../domain/kit/sort-text.ts';
import { merged, removed, restored, unseen } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** What is derived from the rest: the address is that of the first property. */
interface Derived extends AddressParts {
  /** What the list is sorted by: the last name, then the first. */
  nameKey: string;
  /** What customers who may be the same person share (see likeness.ts); each has an index. */
  phoneKey: string | null;
  emailKey: string | null;
  nameAndAddressKey: string | null;
  fullNameKey: string | null;
  /** Street, city, state and ZIP code of every property that is not removed, for searching; '' if there is none. */
  places: string;
  /** Their {@link streetWord}s, for searching for exactly these. */
  streets: string;
  /** Their tags with the {@link tagWord}s of these, for searching; '' if there is none. */
  tagWords: string;
  /** Their tags in one order, as JSON, for counting who has which; null if there is none. */
  tagSet: string | null;
}

/** A customer as the list shows them, with the fields they are found by. */
export interface CustomerDocument extends RecordDocument, Contact, Derived {
  leadId: string | null;
  /** Includes removed ones. */
  properties: readonly Property[];
  /** ISO UTC. */
  createdAt: string;
}

const NO_ADDRESS: AddressParts = { address: null, city: null, state: null, zipCode: null };

export const customers = readModel<CustomerDocument, CustomerEvent, Derived>()({
  name: 'customers',
  version: 5,
  of: 'customer',
  indexes: [
    ['removed', 'createdAt'],
    ['removed', 'nameKey'],
    ['removed', 'tagSet'],
    ['phoneKey'],
    ['emailKey'],
    ['nameAndAddressKey'],
    ['fullNameKey'],
  ],
  search: ['firstName', 'lastName', 'email', 'phone', 'places', 'streets', 'tagWords'],
  first: {
    CustomerRegistered: (data) => {
      const { leadId, registeredAt } = data;
      const properties = evolveProperties([], { type: 'CustomerRegistered', data });
      return { leadId, ...partOf(contactDetails, data), properties, createdAt: registeredAt };
    },
  },
  after: {
    CustomerDetailsRevised: merged,
    PropertyAdded: (data, { properties }) => ({
      properties: evolveProperties(properties, { type: 'PropertyAdded', data }),
    }),
    PropertyRevised: (data, { properties }) => ({
      properties: evolveProperties(properties, { type: 'PropertyRevised', data }),
    }),
    PropertyRemoved: (data, { properties }) => ({
      properties: evolveProperties(properties, { type: 'PropertyRemoved', data }),
    }),
    CustomerArchived: removed,
    CustomerRestored: restored,
    CustomerWorkBegan: unseen,
    CustomerErased: (data) => ({ ...ERASED_CONTACT, properties: erasedProperties(data), erased: true }),
  },
  derived: (customer) => {
    const { address, city, state, zipCode } = firstProperty(customer.properties) ?? NO_ADDRESS;
    const keys = likenessKeys({ ...customer, address });
    return {
      address,
      city,
      state,
      zipCode,
      nameKey: sortName(customer.lastName, customer.firstName),
      phoneKey: keys.phone,
      emailKey: keys.email,
      nameAndAddressKey: keys.nameAndAddress,
      fullNameKey: keys.name,
      places: placesOf(customer.properties),
      streets: streetsOf(customer.properties),
      tagWords: customer.tags.map((tag) => `${tag} ${tagWord(tag)}`).join(' '),
      tagSet: customer.tags.length === 0 ? null : JSON.stringify(customer.tags.toSorted()),
    };
  },
});

/** A street's key as a word that is found as a whole only. */
export function streetWord(key: string): string {
  return `|${key}|`;
}

function streetsOf(properties: readonly Property[]): string {
  const keys = presentOf(properties).map(({ address }) => streetKey(address));
  return keys
    .filter((key) => key !== null)
    .map(streetWord)
    .join(' ');
}

function presentOf(properties: readonly Property[]): Property[] {
  return properties.filter(({ removed }) => removed === undefined);
}

function placesOf(properties: readonly Property[]): string {
  return presentOf(properties)
    .flatMap(({ address, city, state, zipCode }) => [address, city, state, zipCode])
    .filter(Boolean)
    .join(' ');
}
