import type { Assignment, CrewSchedule, OptimizeAnswer } from '../../../../optimizer/answers/schedule.schema.ts';
import { heldBy } from '../optimize/optimizer-plan.ts';

/** A point on the picture of a plan's routes; `x` eastward and `y` southward, both from 0. */
export interface Spot {
  x: number;
  y: number;
}

export interface RouteOnMap {
  crewId: string;
  /** Where the crew starts and returns to; null if unknown. */
  start: Spot | null;
  /** In order; a fixed visit has no number in the lists. */
  stops: (Spot & { sequence: number | null; jobId: string })[];
}

export interface RouteMap {
  width: number;
  height: number;
  /** Length of a mile in the map's units. */
  mile: number;
  routes: RouteOnMap[];
}

const MILES_PER_DEGREE = 69.05;
/** The smallest span to show, in miles: closer than this, everything would be in one spot. */
const LEAST_MILES = 1;

/**
 * The routes of a plan in relation to each other, north up. Null if fewer than two locations are known.
 * @param size of the picture, whose margins stay empty
 */
export function mapOf(
  { schedules, fixed }: Pick<OptimizeAnswer, 'schedules' | 'fixed'>,
  { width, height, margin }: { width: number; height: number; margin: number },
): RouteMap | null {
  const ways = schedules.map((each) => ({ ...each, stops: stopsOf(each, fixed).filter(isPlaced) }));
  const points = ways.flatMap(({ start, stops }) => [...(start ? [start] : []), ...stops]);
  if (points.length < 2) return null;
  const box = boxOf(points);
  const northing = MILES_PER_DEGREE;
  const easting = MILES_PER_DEGREE * Math.cos((((box.south + box.north) / 2) * Math.PI) / 180);
  const wide = Math.max((box.east - box.west) * easting, LEAST_MILES);
  const high = Math.max((box.north - box.south) * northing, LEAST_MILES);
  const mile = Math.min((width - 2 * margin) / wide, (height - 2 * margin) / high);
  const spot = ({ latitude, longitude }: Point): Spot => ({
    x: tenth(width / 2 + (longitude - (box.west + box.east) / 2) * easting * mile),
    y: tenth(height / 2 - (latitude - (box.south + box.north) / 2) * northing * mile),
  });
  const taken: Spot[] = [];
  const routes = ways.map(({ crew_id: crewId, start, stops }) => ({
    crewId,
    start: start && spot(start),
    stops: stops.map((each) => ({ ...apart(spot(each), taken), sequence: each.sequence, jobId: each.job_id })),
  }));
  return { width, height, mile, routes };
}

function tenth(length: number): number {
  return Math.round(length * 10) / 10;
}

/** Two marks closer than this would overlap. */
const NEAREST = 18;

/** A free spot next to the taken ones: jobs located by ZIP code are all at its center. */
function apart(spot: Spot, taken: Spot[]): Spot {
  let free = spot;
  for (let step = 1; taken.some(({ x, y }) => Math.hypot(x - free.x, y - free.y) < NEAREST); step++) {
    // Six around it, then twelve around those.
    const ring = Math.ceil(step / 6);
    const angle = (step * Math.PI) / (3 * ring);
    free = { x: spot.x + ring * NEAREST * Math.cos(angle), y: spot.y + ring * NEAREST * Math.sin(angle) };
  }
  taken.push(free);
  return free;
}

interface Point {
  latitude: number;
  longitude: number;
}

type Stop = Pick<Assignment, 'job_id' | 'start' | 'latitude' | 'longitude'> & { sequence: number | null };

/** A crew's stops on a day, in order. */
function stopsOf(schedule: CrewSchedule, fixed: OptimizeAnswer['fixed']): Stop[] {
  const held = heldBy(schedule, fixed).map((each) => ({ ...each, sequence: null }));
  return [...schedule.assignments, ...held].sort((one, other) => one.start.localeCompare(other.start));
}

function isPlaced(stop: Stop): stop is Stop & Point {
  return stop.latitude !== null && stop.longitude !== null;
}

function boxOf(points: readonly Point[]) {
  const latitudes = points.map(({ latitude }) => latitude);
  const longitudes = points.map(({ longitude }) => longitude);
  return {
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
  };
}

const SCALES = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500];

/** The longest round number of miles that fits a width. @param width in the map's units */
export function scaleOf(mile: number, width: number): number {
  return SCALES.findLast((miles) => miles * mile <= width) ?? SCALES[0] ?? 1;
}
