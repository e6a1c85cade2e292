import type { TravelSettings } from '../../domain/company/terms.ts';
import { driveBetween } from '../../platform/places/drives.ts';
import { noTravel, type TravelTimes } from './travel-times.ts';

/** Estimates drives from the straight-line distance and a factor for how much longer roads are. */
export function travelByDistance(settings: TravelSettings): TravelTimes {
  return {
    async between(places) {
      const n = places.length;
      const travel = noTravel(n, 'distance');
      // Both directions are the same.
      for (const [row, from] of places.entries()) {
        for (const [column, to] of places.slice(0, row).entries()) {
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
