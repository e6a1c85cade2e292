import { Rejection, unchanged } from '../kit/decider.ts';
import { ERASED } from '../kit/event.ts';
import type { CustomerEvent } from './events.ts';
import { LATITUDE_RANGE, LONGITUDE_RANGE } from './terms.ts';

export interface AddressParts {
  address: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
}

/** An address in one line; '' if nothing is known of it. */
export function placeText({ address, city, state, zipCode }: AddressParts): string {
  return [address, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** A place where work is done for a customer. */
export interface PropertyDetails extends AddressParts {
  /** What the customer calls it. */
  label: string | null;
  /** How to get in: gate codes, dogs, where to park. */
  accessNotes: string | null;
  /** Degrees, north positive. */
  latitude: number | null;
  /** Degrees, east positive. */
  longitude: number | null;
}

/** A removed property keeps its place in the list, so that it comes back in the same place. */
export interface Property extends PropertyDetails {
  id: string;
  removed?: true;
}

/** The details of a property that nothing is known about. */
export const NO_PROPERTY_DETAILS: PropertyDetails = {
  label: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  accessNotes: null,
  latitude: null,
  longitude: null,
};

const ERASED_PROPERTY: PropertyDetails = {
  label: ERASED,
  address: ERASED,
  city: ERASED,
  state: ERASED,
  zipCode: ERASED,
  accessNotes: ERASED,
  latitude: null,
  longitude: null,
};

type PropertyEvent = Extract<
  CustomerEvent,
  { type: 'CustomerRegistered' | 'PropertyAdded' | 'PropertyRevised' | 'PropertyRemoved' }
>;

/** A customer's properties after an event, in the order in which they were first added. */
export function evolveProperties(properties: readonly Property[], event: PropertyEvent): readonly Property[] {
  switch (event.type) {
    case 'CustomerRegistered': {
      const { propertyId, address, city, state, zipCode } = event.data;
      if (propertyId === null || isBlank({ address, city, state, zipCode })) return [];
      return [{ ...NO_PROPERTY_DETAILS, id: propertyId, address, city, state, zipCode }];
    }
    case 'PropertyAdded': {
      const { propertyId, ...details } = event.data;
      const added: Property = { id: propertyId, ...details };
      const isKnown = properties.some(({ id }) => id === propertyId);
      return isKnown ? properties.map((each) => (each.id === propertyId ? added : each)) : [...properties, added];
    }
    case 'PropertyRevised': {
      const { propertyId, ...details } = event.data;
      return properties.map((each) => (each.id === propertyId ? ({ ...each, ...details } as Property) : each));
    }
    case 'PropertyRemoved':
      return properties.map((each) => (each.id === event.data.propertyId ? { ...each, removed: true } : each));
    default:
      return unchanged(properties, event);
  }
}

/** The properties of somebody who was erased. */
export function erasedProperties({ propertyIds }: { propertyIds: readonly string[] }): readonly Property[] {
  return propertyIds.map((id) => ({ id, ...ERASED_PROPERTY }));
}

/** The first one that is not removed: its address is the customer's. */
export function firstProperty(properties: readonly Property[]): Property | undefined {
  return properties.find(({ removed }) => removed === undefined);
}

export function detailsOf({ id: _, removed: __, ...details }: Property): PropertyDetails {
  return details;
}

/** Whether all of the fields are empty. */
export function isBlank(details: object): boolean {
  return Object.values(details).every((value) => value === null || value === undefined || value === '');
}

/** @throws Rejection for a place that nobody could find, and for invalid coordinates */
export function requirePlace(details: PropertyDetails): void {
  const { label, address, city, state, zipCode, latitude, longitude } = details;
  if (isBlank({ label, address, city, state, zipCode, latitude, longitude })) {
    throw new Rejection('invalid', 'A property needs an address, a label or coordinates.', 'address');
  }
  if ((latitude === null) !== (longitude === null)) {
    const missing = latitude === null ? 'latitude' : 'longitude';
    throw new Rejection('invalid', 'Coordinates are a latitude and a longitude. Enter both, or neither.', missing);
  }
  requireWithin('latitude', latitude, LATITUDE_RANGE);
  requireWithin('longitude', longitude, LONGITUDE_RANGE);
}

function requireWithin(field: string, degrees: number | null, { least, most }: { least: number; most: number }): void {
  if (degrees === null || (degrees >= least && degrees <= most)) return;
  throw new Rejection('invalid', `The ${field} must be from ${least} to ${most} degrees.`, field);
}
