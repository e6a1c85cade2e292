import type { TravelSettings } from '../../domain/company/terms.ts';
import { travelByDistance } from './by-distance.ts';
import { type TravelTimes, withFallback } from './travel-times.ts';

/**
 * Opens the company's source of drive times.
 * @param url of an OSRM server; null to estimate by distance
 */
export function openTravel(url: string | null, settings: TravelSettings): TravelTimes {
  const estimate = travelByDistance(settings);
  return url === null ? estimate : withFallback(travelByRoads(url), estimate);
}

/** The OSRM client is loaded only if there is a server: otherwise each planning thread would load it for nothing. */
function travelByRoads(url: string): TravelTimes {
  return {
    async between(...asked) {
      const { travelByOsrm } = await import('./osrm.ts');
      return travelByOsrm({ url }).between(...asked);
    },
  };
}
