import type { Place } from '../../platform/places/places.ts';

/** The drives between some places: row-major, from the row's place to the column's. */
export interface Travel {
  /** Whole seconds. */
  seconds: Int32Array;
  miles: Float64Array;
  source: TravelSource;
  /** What a person should know about it, if anything. */
  note: string | null;
}

export const TRAVEL_SOURCES = ['distance', 'roads'] as const;
/** From the straight-line distance, or from a road engine. */
export type TravelSource = (typeof TRAVEL_SOURCES)[number];

/** Drives that take nothing, between so many places. */
export function noTravel(n: number, source: TravelSource): Travel {
  return { seconds: new Int32Array(n * n), miles: new Float64Array(n * n), source, note: null };
}

/** A source of drives between places. */
export interface TravelTimes {
  /** @throws TravelUnavailable */
  between(places: readonly Place[], signal?: AbortSignal): Promise<Travel>;
}

/** The road engine gave no usable answer; the message says why, without any address. */
export class TravelUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TravelUnavailable';
  }
}

/**
 * Drives from the first source, or all of them from the second if the first gives no answer. The two are never mixed: a
 * plan would mistake the coarser ones for detours.
 */
export function withFallback(roads: TravelTimes, estimate: TravelTimes): TravelTimes {
  return {
    async between(places, signal) {
      try {
        return await roads.between(places, signal);
      } catch (error) {
        if (!(error instanceof TravelUnavailable)) throw error;
        const note = `Road times were not available (${error.message}). Travel is estimated by distance.`;
        return { ...(await estimate.between(places, signal)), note };
      }
    },
  };
}
