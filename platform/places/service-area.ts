import { crowMiles } from './crow-miles.ts';
import { zipOf } from './places.ts';
import { type Coordinates, zipCodeCenter } from './zip-codes.ts';

/** Where the company works: a list of ZIP codes, or a radius around its home base; null if the owner set neither. */
export interface ServiceArea {
  zipCodes: readonly string[] | null;
  radiusMiles: number | null;
}

/**
 * Whether an address is known, by its ZIP code, to lie where the company works. Without a service area, or for an
 * address without a ZIP code, it is not.
 */
export function isServed(
  address: string | null,
  area: ServiceArea | null,
  homeBase: { latitude: number | null; longitude: number | null } | null,
): boolean {
  const zip = zipOf(address ?? '');
  if (area === null || zip === null) return false;
  if (area.zipCodes?.includes(zip)) return true;
  const [base, center] = [coordinatesOf(homeBase), zipCodeCenter(zip)];
  return area.radiusMiles !== null && base !== null && center !== null && crowMiles(base, center) <= area.radiusMiles;
}

function coordinatesOf(place: Parameters<typeof isServed>[2]): Coordinates | null {
  if (!place || place.latitude === null || place.longitude === null) return null;
  return { latitude: place.latitude, longitude: place.longitude };
}
