import { addDays } from '../../domain/kit/times.ts';
import type { DayRange } from '../../projections/queries/schedule.ts';
import { type CrewDay, type Job, LEAST_PART, type Problem } from '../solver/problem.ts';
import { DAYS_AHEAD, type OpenJob } from './inputs.ts';

// What is longer than a day, and whether it can be finished in time. Neither follows from the days that are planned: a
// job that fits whole into some day of a crew waits for it, and what cannot be finished is not begun.

/** A crew on its longest working day: the whole shift, with the overtime that is allowed. */
export interface Longest {
  /** Where its day starts and ends: a place of the problem. */
  base: number;
  minutes: number;
  /** Whether it has the people, the skills and the machines, whichever day it is. */
  mayDo(job: OpenJob): boolean;
}

type Ways = Problem['travel'];

/** Whether a job is longer than the longest day of each crew that may do it; if none may, of each crew. */
export function isLonger(
  job: OpenJob,
  { minutes, location }: Pick<Job, 'minutes' | 'location'>,
  crews: readonly Longest[],
  ways: Ways,
): boolean {
  const able = crews.filter(({ mayDo }) => mayDo(job));
  return (able.length > 0 ? able : crews).every(
    (crew) => way(ways, crew.base, location) + minutes + way(ways, location, crew.base) > crew.minutes,
  );
}

/** The days after the planned ones that say whether a job can be finished by its latest day. */
export function daysAfter({ to }: DayRange): string[] {
  return Array.from({ length: DAYS_AHEAD }, (_, day) => addDays(to, day + 1));
}

/** Crews on the days after the planned ones, each with the bars of the job. */
export interface After {
  crewDays: readonly CrewDay[];
  bars: Uint16Array;
}

/**
 * By when a long job has to be finished.
 * @param planned the crew-days that are planned
 * @param after asked for only where it matters
 */
export function finishing(
  { latestDate }: Pick<OpenJob['document'], 'latestDate'>,
  job: Omit<Job, 'bars'>,
  { range, planned, ways }: { range: DayRange; planned: readonly CrewDay[]; ways: Ways },
  after: () => After,
): Pick<Job, 'isWhole' | 'later'> {
  if (latestDate === null || latestDate > addDays(range.to, DAYS_AHEAD)) return {};
  if (latestDate <= range.to) return { isWhole: true };
  const { crewDays, bars } = after();
  const minutes = new Map<string, number>();
  for (const [index, crewDay] of crewDays.entries()) {
    const room = bars[index] === 0 ? roomOn(crewDay, job, ways) : 0;
    if (room >= LEAST_PART) minutes.set(crewDay.crewId, (minutes.get(crewDay.crewId) ?? 0) + room);
  }
  return { later: Int32Array.from(planned, ({ crewId }) => minutes.get(crewId) ?? 0) };
}

/** The minutes of a day that a crew can work on a job, if it does nothing else. */
function roomOn(
  { shiftStart, shiftEnd, start, end }: CrewDay,
  { location, hours }: Omit<Job, 'bars'>,
  ways: Ways,
): number {
  const begins = Math.max(shiftStart + way(ways, start, location), hours?.start ?? 0);
  const ends = shiftEnd - way(ways, location, end);
  return Math.min(ends, hours?.end ?? ends) - begins;
}

function way({ minutes, size }: Ways, from: number, to: number): number {
  return minutes[from * size + to] ?? 0;
}
