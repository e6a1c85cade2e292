import type { Coordinates } from './zip-codes.ts';

const EARTH_MILES = 3_958.8;

/** Miles as the crow flies, by the haversine formula. */
export function crowMiles(from: Coordinates, to: Coordinates): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const across = half(to.latitude - from.latitude) + Math.cos(a) * Math.cos(b) * half(to.longitude - from.longitude);
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(across)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
