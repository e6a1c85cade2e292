import type {
  Assignment,
  CrewSchedule,
  OptimizeAnswer,
  OptimizeBody,
} from '../../../optimizer/service/schedule.schema.ts';
import { formatWallDay, formatWallTime, wallDate } from '../../entities/schedule/wall-dates.ts';

export type Mode = OptimizeBody['optimization_mode'];

/** What each mode is called, and what it weighs. */
export const MODE_WORDS: Readonly<Record<Mode, { name: string; weighs: string }>> = {
  balanced: {
    name: 'Balanced',
    weighs: 'As much work as fits, urgent jobs first; then little driving, no overtime and days of equal length.',
  },
  least_travel: {
    name: 'Least driving',
    weighs: 'As much work as fits; then a minute on the road counts four times as much, and days may be unequal.',
  },
  most_revenue: {
    name: 'Most revenue',
    weighs: 'Where not all of the work fits, the jobs that bring in the most come first.',
  },
  urgent_first: {
    name: 'Urgent first',
    weighs: 'Urgent and high jobs are hardly ever left out, and are done early in the day.',
  },
  even_workload: {
    name: 'Even workload',
    weighs: 'As much work as fits; then hours are shared evenly between the crews, for some more driving.',
  },
};

export const OPTIMIZATION_FAILED = {
  title: 'Optimization Failed',
  text: 'Could not optimize schedule. Please try again.',
} as const;

export const APPLY_FAILED = {
  title: 'Failed to Apply Schedule',
  text: 'Could not apply the optimized schedule. Please try again.',
} as const;

/** @param message of the answer's summary */
export function nothingToPlan(message: string) {
  return {
    toast: { title: 'No Jobs to Optimize', text: message || 'No unscheduled jobs found for optimization' },
    text: message || 'No unscheduled jobs found to optimize.',
  };
}

export function optimized({ total_jobs_scheduled: jobs, total_crews: crews }: OptimizeAnswer) {
  return { title: 'Optimization Complete', text: `Successfully optimized ${jobs} jobs for ${crews} crews` };
}

/** @param jobs that were scheduled */
export function applied(jobs: number) {
  return { title: 'Schedule Applied', text: `Successfully scheduled ${jobs} jobs` };
}

/** `A`, `B`: how a crew is told apart where there is no room for its name, and never by its color alone. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

/** Where a job is by the schedule. */
export interface Now {
  start: string;
  crewId: string | null;
}

/** What a plan makes of where a job is now. */
export type Change = { kind: 'new' | 'same' } | { kind: 'moved'; from: Now };

/** What a plan changes of one job. @param crewId whose route it is on */
export function changeOf({ start, current }: Pick<Assignment, 'start' | 'current'>, crewId: string): Change {
  if (!current) return { kind: 'new' };
  const from = { start: minuteOf(current.start), crewId: current.crew_id };
  const isSame = from.start === minuteOf(start) && from.crewId === crewId;
  return isSame ? { kind: 'same' } : { kind: 'moved', from };
}

/** Where a job was, or is to be: `8:00 AM, Crew 2`, with the day where that is not the plan's. @param day of the plan */
export function formatPlace({ start, crewId }: Now, day: string, crewName: (id: string | null) => string): string {
  const at = wallDate(start);
  const time = formatWallTime(at);
  return `${start.startsWith(day) ? time : `${formatWallDay(at)}, ${time}`}, ${crewName(crewId)}`;
}

/** `8:00 AM to 10:00 AM` of moments by the company's wall clock. */
export function formatSpanOf({ start, end }: { start: string; end: string }): string {
  return `${formatWallTime(wallDate(start))} to ${formatWallTime(wallDate(end))}`;
}

/** A moment without the seconds and the distance from UTC that may follow. */
function minuteOf(moment: string): string {
  return moment.slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

/** `3 jobs are new on this day, 1 job moves and 2 jobs stay where they are.` */
export function sentenceOf(changes: readonly Change[]): string {
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length;
  const parts = [
    [count('new'), 'is new on this day', 'are new on this day'],
    [count('moved'), 'moves', 'move'],
    [count('same'), 'stays where it is', 'stay where they are'],
  ] as const;
  const said = parts.filter(([n]) => n > 0).map(([n, one, more]) => (n === 1 ? `1 job ${one}` : `${n} jobs ${more}`));
  return said.length === 0 ? 'Nothing changes.' : `${list.format(said)}.`;
}

const list = new Intl.ListFormat('en-US');

const HOUR = 60;

/** Minutes since the midnight before the plan's day, of a moment by the company's wall clock. @param day `YYYY-MM-DD` */
export function minutesInto(day: string, moment: string): number {
  return Math.round((+wallDate(moment) - Date.parse(`${day}T00:00Z`)) / 60_000);
}

/** From which to which full hour a plan goes, in minutes since midnight: all shifts, and what is outside of them. */
export function hoursOf({ schedules, fixed }: Pick<OptimizeAnswer, 'schedules' | 'fixed'>): {
  from: number;
  to: number;
} {
  const times = schedules.flatMap(({ date, shift, assignments }) => [
    minutesInto(date, `${date}T${shift.start}`),
    minutesInto(date, `${date}T${shift.end}`),
    ...assignments.flatMap(({ start, end }) => [minutesInto(date, start), minutesInto(date, end)]),
  ]);
  const day = schedules[0]?.date;
  if (day) times.push(...fixed.flatMap(({ start, end }) => [minutesInto(day, start), minutesInto(day, end)]));
  return {
    from: Math.floor(Math.min(...times) / HOUR) * HOUR,
    to: Math.ceil(Math.max(...times) / HOUR) * HOUR,
  };
}

/** A place on the picture of a plan's routes; `x` to the east and `y` to the south, both from 0. */
export interface Spot {
  x: number;
  y: number;
}

export interface RouteOnMap {
  crewId: string;
  /** Where the crew sets out and comes back to; null where that is not known. */
  start: Spot | null;
  /** In their order; a fixed visit has no number in the lists. */
  stops: (Spot & { sequence: number | null; jobId: string })[];
}

export interface RouteMap {
  width: number;
  height: number;
  /** In the map's units. */
  mile: number;
  routes: RouteOnMap[];
}

const MILES_PER_DEGREE = 69.05;
/** Closer than so many miles the picture is not drawn: all would be in one place. */
const LEAST_MILES = 1;

/**
 * The routes of a plan as they lie to each other, north above. Null where fewer than two places are known.
 * @param size of the picture, of which the margins are not drawn in
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

/** Two marks nearer than this would hide each other. */
const NEAREST = 18;

/** A place beside those that are taken: jobs of one ZIP code are all at its center. */
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

/** Where a crew goes on a day, in the order in which it does. */
function stopsOf({ crew_id: crewId, date, assignments }: CrewSchedule, fixed: OptimizeAnswer['fixed']): Stop[] {
  const held = fixed
    .filter((each) => each.crew_id === crewId && each.date === date)
    .map((each) => ({ ...each, sequence: null }));
  return [...assignments, ...held].sort((one, other) => one.start.localeCompare(other.start));
}

function isPlaced(stop: Stop): stop is Stop & Point {
  return stop.latitude !== null && stop.longitude !== null;
}

function boxOf(points: readonly Point[]) {
  const latitudes = points.map(({ latitude }) => latitude);
  const longitudes = points.map(({ longitude }) => longitude);
  return {
    ...{ south: Math.min(...latitudes), north: Math.max(...latitudes) },
    ...{ west: Math.min(...longitudes), east: Math.max(...longitudes) },
  };
}

const SCALES = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500];

/** The longest round number of miles that has room in a width. @param width in the map's units */
export function scaleOf(mile: number, width: number): number {
  return SCALES.findLast((miles) => miles * mile <= width) ?? SCALES[0] ?? 1;
}
