import { addDays } from '../../domain/kit/times.ts';
import type { PlannedMove, PlannedOutage, PlanRoute } from '../../domain/plan/events.ts';
import { minutesOf } from '../../domain/schedule/parts.ts';
import { MODE_WEIGHTS, type Weights } from '../solver/problem.ts';
import type { OpenJob } from './inputs.ts';

// A day, or the rest of one, on which all crews or one of them cannot work: a rain day, a truck that is down. The work
// planned for it goes elsewhere; everything else stays. Without one machine or one person a crew still works: only what
// it cannot do without them goes elsewhere.

export interface Clearing {
  /** Its name among BATCH_KINDS. */
  kind: 'rain_day' | 'truck_down' | 'machine_down' | 'absence';
  day: string;
  /** `10:30`: cleared from then to the end of the day. */
  from: string;
  /** Null: all crews. */
  crewId: string | null;
  /** What is missing, if that is all: the crews work without it. */
  without?: Without;
}

/** A machine that broke or somebody who is away, and the jobs that nobody can do where they are without it. */
export interface Without {
  outage: PlannedOutage;
  jobIds: readonly string[];
}

/** The mode that such plans are stored under. */
export const LEAST_DISRUPTION = 'least_disruption';

/**
 * What moving somebody costs, in points (docs/design/planning.md#plans): whoever was told a day keeps it before their
 * crew, and whoever was promised a time before anybody who was not.
 */
export const CLEARING_WEIGHTS: Weights = {
  ...MODE_WEIGHTS.balanced,
  promisedOut: 100,
  otherCrew: 500,
  laterDay: 1_000,
  promisedDay: 5_000,
  brokenPromise: 20_000,
  late: 50,
  travel: 2,
  balance: 0,
  moved: 0,
};

/** Why a job stays that can no longer be changed. */
export const ERASED = 'Its customer was erased.';

/** Whether a crew cannot work on a day, or not to its end. */
export function isCleared({ day, crewId, without }: Clearing, on: { crewId: string | null; day: string }): boolean {
  return !without && on.day === day && (crewId === null || crewId === on.crewId);
}

/** Whether it is another crew's day in the rain: what is rained out with one crew is not done by another that day. */
export function isRainedOut({ kind, day, crewId }: Clearing, on: { crewId: string | null; day: string }): boolean {
  return kind === 'rain_day' && on.day === day && crewId !== null && crewId !== on.crewId;
}

/** Whether nothing that has to leave is put on this day of a crew, whatever gives way. */
export function takesNothing(clearing: Clearing, on: { crewId: string | null; day: string }): boolean {
  return isCleared(clearing, on) || isRainedOut(clearing, on);
}

/**
 * Why a scheduled job stays where it is; null if it has to leave. Pins do not count: a person cleared the day.
 * @param now the company's wall-clock time
 */
export function whyStays(clearing: Clearing, { document, visits }: OpenJob, now: string): string | null {
  const isIn = (visit: { start: string; end: string }) => isInTheWay(clearing, visit);
  const isTheirs = clearing.crewId === null || clearing.crewId === document.crewId;
  if (!isTheirs || !visits.some(isIn)) return 'It is not in the way.';
  if (document.erased) return ERASED;
  if (document.status === 'in_progress') return 'Work has begun.';
  // Nobody pressed start, but its first day is over: only a person knows where the rest should go.
  const [first] = visits;
  if (first && first.end <= now && !isIn(first)) return 'Its first visit is over.';
  const { without } = clearing;
  return without && !without.jobIds.includes(document.id) ? 'Its crew can do it all the same.' : null;
}

/** Whether a visit reaches into the time that is cleared. */
export function isInTheWay({ day, from, without }: Clearing, { start, end }: { start: string; end: string }): boolean {
  return end > `${day}T${from}` && start < `${addDays(without?.outage.to ?? day, 1)}T00:00`;
}

/** The total length of a job's visits, in minutes. */
export function minutesOfVisits(visits: readonly { start: string; end: string }[]): number {
  return visits.reduce((sum, { start, end }) => sum + minutesOf(end) - minutesOf(start), 0);
}

/** Where each job that has to leave goes, according to the routes of a plan. */
export function movesBy(jobs: readonly OpenJob[], routes: readonly PlanRoute[]): PlannedMove[] {
  return jobs.map(({ document, visits }) => {
    const places = routes.flatMap(({ crewId, stops }) =>
      stops.flatMap(({ jobId, isFixed, start, end }) =>
        jobId === document.id && !isFixed ? [{ crewId, visit: { start, end } }] : [],
      ),
    );
    const [first] = places;
    const byTime = places.map(({ visit }) => visit).sort((a, b) => (a.start < b.start ? -1 : 1));
    return {
      jobId: document.id,
      revision: document.revision,
      isPromised: document.promisedStart !== null,
      from: { crewId: document.crewId, visits: visits.map(({ start, end }) => ({ start, end })) },
      to: first ? { crewId: first.crewId, visits: byTime } : null,
    };
  });
}
