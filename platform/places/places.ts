import type { PlacePrecision } from '../../domain/job/terms.ts';
import { seenText } from '../../domain/kit/seen-text.ts';
import { type Coordinates, zipCodeCenter } from './zip-codes.ts';

export interface Place extends Coordinates {
  precision: PlacePrecision;
  /** Equal texts are the same place, however coarsely it is known; null if it is known only by coordinates. */
  address: string | null;
}

/** What may tell where something is, the most precise first; latitude and longitude in degrees, both or neither. */
export interface Whereabouts {
  pin?: MaybeCoordinates | null;
  property?: MaybeCoordinates | null;
  address: string | null;
}

interface MaybeCoordinates {
  latitude: number | null;
  longitude: number | null;
}

/** The most precise place known for something; null if nothing tells it. */
export function placeOf({ pin, property, address }: Whereabouts): Place | null {
  const text = seenText(address);
  const exact = known(pin);
  if (exact) return { ...exact, precision: 'pin', address: text };
  const surveyed = known(property);
  if (surveyed) return { ...surveyed, precision: 'property', address: text };
  const zip = zipOf(address ?? '');
  const center = zip === null ? null : zipCodeCenter(zip);
  return center && { ...center, precision: 'zip', address: text };
}

/** Where a job is: by its own pin, else its property, else its address. @param properties those of its customer */
export function placeOfJob(
  job: MaybeCoordinates & { propertyId: string | null; address: string | null },
  properties: readonly (MaybeCoordinates & { id: string })[],
): Place | null {
  const property = properties.find(({ id }) => id === job.propertyId) ?? null;
  return placeOf({ pin: job, property, address: job.address });
}

function known(place: MaybeCoordinates | null | undefined): Coordinates | null {
  if (!place || place.latitude === null || place.longitude === null) return null;
  return { latitude: place.latitude, longitude: place.longitude };
}

const ZIP = /(?<![\d-])(\d{5})(?:-\d{4})?(?!\d)/g;

/** The ZIP code at the end of an address, without the +4; a house number at the start is not one. */
export function zipOf(address: string): string | null {
  const text = address.trim();
  const last = [...text.matchAll(ZIP)].at(-1);
  const isHouse = last?.index === 0 && last[0] !== text;
  return isHouse ? null : (last?.[1] ?? null);
}
