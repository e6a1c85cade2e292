import type { JobRecord } from '../../../api/jobs/schema.ts';
import type { ScheduledJob } from '../../../api/schedule/schema.ts';
import { VISIT_DEFAULTS } from '../../../domain/job/terms.ts';
import { dayAfter, dayOf, momentOf, plusMinutes, startOfDay, wallDate } from './wall-dates.ts';

/** A time on the board, by the company's wall clock: `2026-06-15T08:00`. */
export interface WallVisit {
  start: string;
  end: string;
}

/** Where a job is to be: all its visits, and who goes there. */
export interface Placement {
  job: ScheduledJob;
  visits: readonly WallVisit[];
  /** Null: nobody yet. */
  crewId: string | null;
}

/** One visit of a job while it is moved, as the board shows it. */
export interface Slot {
  job: ScheduledJob;
  /** Which of its visits; null of a job that has none yet. */
  index: number | null;
  start: Date;
  end: Date;
  crewId: string | null;
}

/** A visit of more hours than a crew works in a day is cut at the end of the day, and goes on the next working day. */
const LONGEST_DAY_HOURS = 12;

/** What the company works. */
interface CompanyDays {
  workingDays: readonly string[];
  workingHours: { start: string; end: string };
}

const WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function isWorked(day: string, { workingDays }: CompanyDays): boolean {
  return workingDays.length === 0 || workingDays.includes(WEEK[startOfDay(day).getUTCDay()] ?? '');
}

/** How long a job is planned where nobody says otherwise, in hours. */
export function plannedHours(hours: number | null): number {
  return hours !== null && hours > 0 ? hours : VISIT_DEFAULTS.hours;
}

/** Where a job begins that is put on a day, and no time is said. @param day `YYYY-MM-DD` */
export function usualStart(day: string): Date {
  return wallDate(`${day}T${VISIT_DEFAULTS.start}`);
}

/** The visits of a job that begins at a time: one, or of one that is longer than a day as many as it takes. */
export function visitsFrom(start: Date, hours: number, company: CompanyDays): WallVisit[] {
  if (hours <= LONGEST_DAY_HOURS) return [visitOf(start, plusMinutes(start, Math.round(hours * 60)))];
  const visits: WallVisit[] = [];
  let left = Math.round(hours * 60);
  for (let day = dayOf(start); left > 0; day = nextWorked(day, company)) {
    const from = visits.length === 0 ? start : wallDate(`${day}T${company.workingHours.start}`);
    const room = Math.round((+wallDate(`${day}T${company.workingHours.end}`) - +from) / 60_000);
    // Who begins after hours works on as long as one usually does.
    const minutes = Math.min(left, room > 0 ? room : VISIT_DEFAULTS.hours * 60);
    visits.push(visitOf(from, plusMinutes(from, minutes)));
    left -= minutes;
  }
  return visits;
}

function nextWorked(day: string, company: CompanyDays): string {
  let next = dayAfter(day);
  while (!isWorked(next, company)) next = dayAfter(next);
  return next;
}

function visitOf(start: Date, end: Date): WallVisit {
  return { start: momentOf(start), end: momentOf(end) };
}

/** A job with one visit where it was moved to; its others stay. */
export function placementOf({ job, index, start, end, crewId }: Slot): Placement {
  const moved = visitOf(start, end);
  const visits = job.visits.map((visit, at) => (at === index ? moved : cut(visit)));
  if (index === null) visits.push(moved);
  visits.sort((a, b) => a.start.localeCompare(b.start));
  return { job, visits, crewId };
}

function cut({ start, end }: WallVisit): WallVisit {
  return visitOf(wallDate(start), wallDate(end));
}

/** Whether a job would be where it is already. */
export function isWhereItIs({ job, visits, crewId }: Placement): boolean {
  return crewId === job.crewId && JSON.stringify(visits) === JSON.stringify(job.visits.map(cut));
}

/** Whether a job has the same times, crew, status and pin as before; what else of it changed is no matter of the board's. */
export function isSamePlan(job: ScheduledJob, before: ScheduledJob): boolean {
  const { visits, crewId, status, pinned } = before;
  return job.status === status && job.pinned === pinned && isWhereItIs({ job, visits: visits.map(cut), crewId });
}

/** What the search for a place in the schedule is called for a job; null where it waits for none. */
export function fitInWords({ status, visits }: Pick<ScheduledJob | JobRecord, 'status' | 'visits'>): string | null {
  if (status !== 'unscheduled' && status !== 'scheduled') return null;
  return visits.length > 0 ? 'Another crew or time…' : 'Fit in now…';
}

/** Work that is over keeps its place. */
export function isMovable({ status }: Pick<ScheduledJob | JobRecord, 'status'>): boolean {
  return status !== 'completed' && status !== 'cancelled';
}
