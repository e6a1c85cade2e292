import type { TravelSettings } from '../../domain/company/terms.ts';
import { crowMiles } from '../../platform/places/crow-miles.ts';
import type { Place } from '../../platform/places/places.ts';
import { noTravel, type TravelTimes } from './travel-times.ts';

/** Two addresses of one ZIP code have one center: what a drive between neighbors takes at the least, in minutes. */
const LEAST_MINUTES = 6;
/** And how far it is then, in miles. */
const LEAST_MILES = 1;
/** Up to how many miles of a drive are in town, and up to how many on country roads; the rest is highway. */
const TOWN_MILES = 2;
const ROAD_MILES = 15;

/**
 * Minutes for a drive of so many miles on roads: each stretch at its own speed, so that a longer drive never comes out shorter
 * than one of a slower band.
 */
export function driveMinutes(miles: number, { setOffMinutes, townMph, roadMph, highwayMph }: TravelSettings): number {
  const town = Math.min(miles, TOWN_MILES);
  const road = Math.min(Math.max(miles - TOWN_MILES, 0), ROAD_MILES - TOWN_MILES);
  const highway = Math.max(miles - ROAD_MILES, 0);
  return setOffMinutes + 60 * (town / townMph + road / roadMph + highway / highwayMph);
}

/** Estimates drives by the distance, with how much longer roads are than the crow's way. */
export function travelByDistance(settings: TravelSettings): TravelTimes {
  return {
    async between(places) {
      const n = places.length;
      const travel = noTravel(n, 'distance');
      // There and back is as far.
      for (const [row, from] of places.entries()) {
        for (const [column, to] of places.slice(0, row).entries()) {
          if (isSame(from, to)) continue;
          const drive = driveBetween(from, to, settings);
          for (const cell of [row * n + column, column * n + row]) {
            travel.miles[cell] = drive.miles;
            travel.seconds[cell] = Math.round(60 * drive.minutes);
          }
        }
      }
      return travel;
    },
  };
}

function driveBetween(from: Place, to: Place, settings: TravelSettings): { miles: number; minutes: number } {
  const miles = crowMiles(from, to) * settings.roadFactor;
  const minutes = driveMinutes(miles, settings);
  const isCoarse = from.precision === 'zip' || to.precision === 'zip';
  return isCoarse
    ? { miles: Math.max(miles, LEAST_MILES), minutes: Math.max(minutes, LEAST_MINUTES) }
    : { miles, minutes };
}

function isSame(a: Place, b: Place): boolean {
  if (a === b) return true;
  if (a.address !== null && b.address !== null && a.address.toLowerCase() === b.address.toLowerCase()) return true;
  const isExact = a.precision !== 'zip' && b.precision !== 'zip';
  return isExact && a.latitude === b.latitude && a.longitude === b.longitude;
}
