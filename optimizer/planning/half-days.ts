import { addHours } from '../../domain/kit/times.ts';
import { crewDay, type CrewDay as Staffed, type StaffingIndex } from '../../domain/schedule/availability.ts';
import { windowsOn } from '../solver/model.ts';
import type { CrewDay, Job, Problem } from '../solver/problem.ts';

/** What says when a job's work can be on a day. */
export type Timed = Pick<Job, 'location' | 'minutes' | 'windows' | 'promise'>;

interface Of {
  staffing: StaffingIndex;
  travel: Problem['travel'];
  /** Whether work may begin at any time, though the customer asked for another: then that says nothing. */
  isAnyTime: boolean;
}

/**
 * Who of a crew is there for a job. The solver knows a crew by the day: whoever is off for half of it is not there, unless
 * all of the job's work can only be in the other half, by the crew's hours, the customer's and what was promised.
 */
export function staffedFor({ staffing, travel, isAnyTime }: Of, staffed: Staffed, on: CrewDay, job: Timed): Staffed {
  const crew = staffing.crews.get(staffed.crewId);
  if (!crew || staffed.away.every(({ off }) => off.half === null)) return staffed;
  const times = timesOf(job, on, travel, isAnyTime);
  if (!times) return staffed;
  const at = (minutes: number) => addHours(`${staffed.day}T00:00`, minutes / 60);
  return crewDay(staffing, crew, staffed.day, { start: at(times.from), end: at(times.to) });
}

/** From when to when there can be work on a job, in minutes since midnight; null if it may go on the next day. */
function timesOf(job: Timed, on: CrewDay, { minutes, size }: Problem['travel'], isAnyTime: boolean) {
  const drive = (from: number, to: number) => minutes[from * size + to] ?? 0;
  const closes = on.shiftEnd + on.overtime;
  const least = drive(on.start, job.location) + job.minutes + drive(job.location, on.end);
  if (on.shiftStart + least > closes) return null;
  const windows = windowsOn(isAnyTime ? { windows: [] } : job, on.day);
  const [first, last] = [windows[0], windows.at(-1)];
  if (!first || !last) return null;
  return { from: Math.max(on.shiftStart, first.start), to: Math.min(closes, last.end + job.minutes) };
}
