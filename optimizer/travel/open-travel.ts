import type { TravelSettings } from '../../domain/company/terms.ts';
import { travelByDistance } from './by-distance.ts';
import { type TravelTimes, withFallback } from './travel-times.ts';

/**
 * Drives as the company's trucks take them.
 * @param url of an OSRM server; null: by distance
 */
export function openTravel(url: string | null, settings: TravelSettings): TravelTimes {
  const estimate = travelByDistance(settings);
  return url === null ? estimate : withFallback(travelByRoads(url), estimate);
}

/** What reads an engine's answers is loaded for those who have one: each planning thread would load it anew. */
function travelByRoads(url: string): TravelTimes {
  return {
    async between(...asked) {
      const { travelByOsrm } = await import('./osrm.ts');
      return travelByOsrm({ url }).between(...asked);
    },
  };
}
