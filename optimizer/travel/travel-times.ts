import type { Place } from '../../platform/places/places.ts';

/** What a drive takes between each two of some places: row-major, from the row's place to the column's. */
export interface Travel {
  /** Whole seconds. */
  seconds: Int32Array;
  miles: Float64Array;
  source: TravelSource;
  /** What a person should know of it; null where nothing. */
  note: string | null;
}

export const TRAVEL_SOURCES = ['distance', 'roads'] as const;
/** By the distance as the crow flies, or by a road engine. */
export type TravelSource = (typeof TRAVEL_SOURCES)[number];

/** Of so many places, all of them at one. */
export function noTravel(n: number, source: TravelSource): Travel {
  return { seconds: new Int32Array(n * n), miles: new Float64Array(n * n), source, note: null };
}

/** Drives between places. */
export interface TravelTimes {
  /** @throws TravelUnavailable */
  between(places: readonly Place[], signal?: AbortSignal): Promise<Travel>;
}

/** The road engine gave no answer that can be used; the message says why, without any address. */
export class TravelUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TravelUnavailable';
  }
}

/**
 * Drives by the first, and all of them by the second where the first gives no answer: cells of two sources are never mixed, as a
 * plan would take the coarser ones for detours.
 */
export function withFallback(roads: TravelTimes, estimate: TravelTimes): TravelTimes {
  return {
    async between(places, signal) {
      try {
        return await roads.between(places, signal);
      } catch (error) {
        if (!(error instanceof TravelUnavailable)) throw error;
        const note = `Road times could not be had (${error.message}). Travel is estimated by distance.`;
        return { ...(await estimate.between(places, signal)), note };
      }
    },
  };
}
