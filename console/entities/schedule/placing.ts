import type { JobRecord } from '../../../api/jobs/schema.ts';
import type { ScheduledJob } from '../../../api/schedule/schema.ts';
import { VISIT_DEFAULTS } from '../../../domain/job/terms.ts';
import { dayAfter, dayOf, momentOf, plusMinutes, startOfDay, wallDate } from './wall-dates.ts';

/** A time on the board, in the company's time zone: `2026-06-15T08:00`. */
export interface WallVisit {
  start: string;
  end: string;
}

/** Where a job is to go: all its visits, and its crew. */
export interface Placement {
  job: ScheduledJob;
  visits: readonly WallVisit[];
  /** Null for nobody yet. */
  crewId: string | null;
}

/** One visit of a job while it is moved on the board. */
export interface Slot {
  job: ScheduledJob;
  /** Which of its visits; null if it has none yet. */
  index: number | null;
  start: Date;
  end: Date;
  crewId: string | null;
}

/** A visit with more hours than a crew works in a day ends with the day, and continues on the next workday. */
const LONGEST_DAY_HOURS = 12;

/** The company's working days and hours. */
interface CompanyDays {
  workingDays: readonly string[];
  workingHours: { start: string; end: string };
}

const WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function isWorked(day: string, { workingDays }: CompanyDays): boolean {
  return workingDays.length === 0 || workingDays.includes(WEEK[startOfDay(day).getUTCDay()] ?? '');
}

/** How long to schedule a job, in hours, if no duration is given. */
export function plannedHours(hours: number | null): number {
  return hours !== null && hours > 0 ? hours : VISIT_DEFAULTS.hours;
}

/** When a job starts if it is put on a day without a time. @param day `YYYY-MM-DD` */
export function usualStart(day: string): Date {
  return wallDate(`${day}T${VISIT_DEFAULTS.start}`);
}

/** The visits of a job that starts at a given time: one, or for a job longer than a day as many as it takes. */
export function visitsFrom(start: Date, hours: number, company: CompanyDays): WallVisit[] {
  if (hours <= LONGEST_DAY_HOURS) return [visitOf(start, plusMinutes(start, Math.round(hours * 60)))];
  const visits: WallVisit[] = [];
  let left = Math.round(hours * 60);
  for (let day = dayOf(start); left > 0; day = nextWorked(day, company)) {
    const from = visits.length === 0 ? start : wallDate(`${day}T${company.workingHours.start}`);
    const room = Math.round((+wallDate(`${day}T${company.workingHours.end}`) - +from) / 60_000);
    // A start after hours gets the default duration.
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

/** A job with one visit moved; its others stay. */
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

/** Whether a job is already where it would go. */
export function isWhereItIs({ job, visits, crewId }: Placement): boolean {
  return crewId === job.crewId && JSON.stringify(visits) === JSON.stringify(job.visits.map(cut));
}

/** Whether a job has the same times, crew, status and pin as before; other changes do not matter to the board. */
export function isSamePlan(job: ScheduledJob, before: ScheduledJob): boolean {
  const { visits, crewId, status, pinned } = before;
  return job.status === status && job.pinned === pinned && isWhereItIs({ job, visits: visits.map(cut), crewId });
}

/** The label of a job's search for a place in the schedule; null if it needs none. */
export function fitInWords({ status, visits }: Pick<ScheduledJob | JobRecord, 'status' | 'visits'>): string | null {
  if (status !== 'unscheduled' && status !== 'scheduled') return null;
  return visits.length > 0 ? 'Another crew or time…' : 'Fit in now…';
}

/** Finished and canceled jobs keep their place. */
export function isMovable({ status }: Pick<ScheduledJob | JobRecord, 'status'>): boolean {
  return status !== 'completed' && status !== 'cancelled';
}
