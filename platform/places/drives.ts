import type { TravelSettings } from '../../domain/company/terms.ts';
import { nameKey } from '../../domain/kit/fold-text.ts';
import { crowMiles } from './crow-miles.ts';
import type { Place } from './places.ts';

/** The shortest drive if only ZIP codes are known, in minutes: two addresses in one ZIP code share one center. */
const LEAST_MINUTES = 6;
/** The distance assumed for that drive, in miles. */
const LEAST_MILES = 1;
/** The first miles of a drive are in town, those up to the second limit on country roads; the rest is highway. */
const TOWN_MILES = 2;
const ROAD_MILES = 15;

/**
 * Minutes for a drive of so many road miles. Each stretch has its own speed, so that a longer drive never takes less
 * time than a shorter one at lower speed.
 */
export function driveMinutes(miles: number, { setOffMinutes, townMph, roadMph, highwayMph }: TravelSettings): number {
  const town = Math.min(miles, TOWN_MILES);
  const road = Math.min(Math.max(miles - TOWN_MILES, 0), ROAD_MILES - TOWN_MILES);
  const highway = Math.max(miles - ROAD_MILES, 0);
  return setOffMinutes + 60 * (town / townMph + road / roadMph + highway / highwayMph);
}

/** The drive between two places, estimated from the straight line; the same place is no drive. */
export function driveBetween(from: Place, to: Place, settings: TravelSettings): { miles: number; minutes: number } {
  if (isSame(from, to)) return { miles: 0, minutes: 0 };
  const miles = crowMiles(from, to) * settings.roadFactor;
  const minutes = driveMinutes(miles, settings);
  const isCoarse = from.precision === 'zip' || to.precision === 'zip';
  return isCoarse
    ? { miles: Math.max(miles, LEAST_MILES), minutes: Math.max(minutes, LEAST_MINUTES) }
    : { miles, minutes };
}

function isSame(a: Place, b: Place): boolean {
  if (a === b) return true;
  if (a.address !== null && b.address !== null && nameKey(a.address) === nameKey(b.address)) return true;
  const isExact = a.precision !== 'zip' && b.precision !== 'zip';
  return isExact && a.latitude === b.latitude && a.longitude === b.longitude;
}
