import type { TravelSettings } from '../../domain/company/terms.ts';
import { travelByDistance } from './by-distance.ts';
import { travelByOsrm } from './osrm.ts';
import { type TravelTimes, withFallback } from './travel-times.ts';

/**
 * Drives as the company's trucks take them.
 * @param url of an OSRM server; null: by distance
 */
export function openTravel(url: string | null, settings: TravelSettings): TravelTimes {
  const estimate = travelByDistance(settings);
  return url === null ? estimate : withFallback(travelByOsrm({ url }), estimate);
}
