/**
 * What is told of the season of a place. The days are wide, and no text names a region or a day of frost: within a
 * region these differ by weeks. Where no source was found (frost in the West, ice and wind outside what follows) there
 * is nothing.
 */
export interface Climate {
  /** When the first frosts of fall come, and the last ones of spring; null where nothing is said of frost. */
  frost: { fall: Span; spring: Span } | null;
  storms: readonly Storms[];
}

/** A part of each year, `MM-DD`; it may go on over the new year. */
interface Span {
  from: string;
  to: string;
}

export type Storms = 'hurricanes' | 'thunderstorms' | 'ice' | 'wind';

/**
 * - Hurricanes: the Atlantic season of the National Hurricane Center (nhc.noaa.gov/climo), June 1 to November 30.
 * - Thunderstorms: large hail mostly in May and June, damaging wind in June and July, in spring south of Kansas and in
 *   summer north of it (Kelly, Schaefer and Doswell of the National Weather Service, Mon. Wea. Rev. 113, 1985).
 * - Ice: in the eastern half of the country and the Pacific Northwest (Changnon and Karl, J. Appl. Meteor. 42, 2003, for
 *   the National Climatic Data Center), around the Great Lakes from December to March.
 * - Wind: the cyclones of the Pacific Northwest, when rain has soaked its soils by mid-November (Mass and Dotson, Mon.
 *   Wea. Rev. 138, 2010).
 */
const STORM_SEASONS: Readonly<Record<Storms, Span>> = {
  hurricanes: { from: '06-01', to: '11-30' },
  thunderstorms: { from: '04-01', to: '07-31' },
  ice: { from: '12-01', to: '03-15' },
  wind: { from: '11-15', to: '02-28' },
};

/**
 * “Most birds nest in spring and summer”, as Audubon’s guides to tree trimming have it; some begin in winter, so that the
 * text says to look at any time. Nests with eggs or chicks fall under the Migratory Bird Treaty Act (U.S. Fish and
 * Wildlife Service, memorandum of June 14, 2018).
 */
const NESTING: Span = { from: '03-01', to: '08-31' };

/**
 * When half the years have had their first freeze: by the end of October in much of the Northeast and the Midwest down
 * to the Tennessee Valley, in November in most of the South (NOAA’s NCEI, U.S. Climate Normals 1991–2020). In spring
 * the order is the other way around, and in the West elevation and coasts decide (ncei.noaa.gov/news/last-spring-freeze).
 */
const NORTH = { fall: { from: '09-15', to: '11-15' }, spring: { from: '03-15', to: '05-31' } };
const SOUTH = { fall: { from: '10-15', to: '11-30' }, spring: { from: '02-15', to: '04-15' } };

type Box = readonly [south: number, north: number, west: number, east: number];

/** By degrees of latitude and longitude; the first that fits. */
const CLIMATES: readonly (Climate & { box: Box })[] = [
  // The Pacific Northwest, and the West without it.
  { box: [42, 49.1, -125, -120], frost: null, storms: ['wind', 'ice'] },
  { box: [31, 49.1, -125, -104], frost: null, storms: [] },
  // Florida and the Gulf Coast.
  { box: [24, 31.5, -98, -79.5], frost: null, storms: ['hurricanes', 'thunderstorms'] },
  // The South: near the Atlantic, inland, and the plains west of it.
  { box: [31.5, 36.6, -86, -75], frost: SOUTH, storms: ['hurricanes', 'thunderstorms', 'ice'] },
  { box: [31.5, 36.6, -98, -86], frost: SOUTH, storms: ['thunderstorms', 'ice'] },
  { box: [25, 36.6, -104, -98], frost: null, storms: ['thunderstorms'] },
  // The North: the Atlantic states and New England, and inland.
  { box: [36.6, 47.5, -80, -66], frost: NORTH, storms: ['hurricanes', 'thunderstorms', 'ice'] },
  { box: [36.6, 49.5, -104, -80], frost: NORTH, storms: ['thunderstorms', 'ice'] },
];

/** The climate of a place in degrees; null where nothing is said of it, as outside the contiguous United States. */
export function climateOf(place: { latitude: number; longitude: number } | null): Climate | null {
  if (place === null) return null;
  const { latitude, longitude } = place;
  const found = CLIMATES.find(
    ({ box: [south, north, west, east] }) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  );
  return found ?? null;
}

/** What a day is in the middle of. */
export type Season = 'first frost' | 'last frost' | 'dormant' | 'growing' | 'nesting' | Storms;

/** @param day `YYYY-MM-DD` @param climate null where nobody knows where the company is: nothing is said then */
export function seasonsOn(day: string, climate: Climate | null): Season[] {
  if (climate === null) return [];
  return [
    ...(climate.frost ? [frostOn(day, climate.frost)] : []),
    ...(isWithin(day, NESTING) ? (['nesting'] as const) : []),
    ...climate.storms.filter((kind) => isWithin(day, STORM_SEASONS[kind])),
  ];
}

function frostOn(day: string, { fall, spring }: { fall: Span; spring: Span }): Season {
  if (isWithin(day, fall)) return 'first frost';
  if (isWithin(day, spring)) return 'last frost';
  return isWithin(day, { from: fall.to, to: spring.from }) ? 'dormant' : 'growing';
}

function isWithin(day: string, { from, to }: Span): boolean {
  const on = day.slice('YYYY-'.length);
  return from <= to ? from <= on && on <= to : on >= from || on <= to;
}
