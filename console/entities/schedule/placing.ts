import type { JobRecord } from '../../../api/jobs/schema.ts';
import type { ScheduledJob } from '../../../api/schedule/schema.ts';
import { knownHours, plannedHours, VISIT_DEFAULTS } from '../../../domain/job/terms.ts';
import { dayAfter, dayOf, momentOf, plusMinutes, startOfDay, wallDate } from './wall-dates.ts';

/** A time on the board, in the company's time zone: `2026-06-15T08:00`, with or without its distance from UTC. */
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
  /** The times as a person chose them, where Dates cannot say it: which of two equal ones. */
  chosen?: WallVisit;
}

/** A visit with more hours than a crew works in a day ends with the day, and continues on the next workday. */
const LONGEST_DAY_HOURS = 12;

/** The company's working days and hours. */
export interface CompanyDays {
  workingDays: readonly string[];
  workingHours: { start: string; end: string };
}

/** The days and hours by which a crew works: the company's, unless it has hours of its own. */
export function daysOfCrew(
  { workingDays, workingHours }: CompanyDays,
  crew: { workingHours: CompanyDays['workingHours'] | null } | undefined,
): CompanyDays {
  return { workingDays, workingHours: crew?.workingHours ?? workingHours };
}

const WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function isWorked(day: string, { workingDays }: CompanyDays): boolean {
  return workingDays.length === 0 || workingDays.includes(WEEK[startOfDay(day).getUTCDay()] ?? '');
}

/** When a job starts if it is put on a day without a time. @param day `YYYY-MM-DD` */
export function usualStart(day: string): Date {
  return wallDate(`${day}T${VISIT_DEFAULTS.start}`);
}

/**
 * When a job starts that is put on today: at the next whole half hour, but not before the crew's hours, and still today.
 * @param now by the company's clock
 */
export function startToday(now: Date, { workingHours }: CompanyDays): Date {
  const day = dayOf(now);
  const next = Math.ceil(+now / HALF_HOUR) * HALF_HOUR;
  const [opening, last] = [+wallDate(`${day}T${workingHours.start}`), +wallDate(`${day}T23:30`)];
  return new Date(Math.min(Math.max(next, opening), last));
}

const HALF_HOUR = 30 * 60_000;

/** Whether a job takes more than one day: its visits then follow the working hours. */
export function isLongerThanDay(hours: number): boolean {
  return hours > LONGEST_DAY_HOURS;
}

/** Whether a job takes more hours than a working day has. */
export function isLongerThanHours(hours: number, { workingHours: { start, end } }: CompanyDays): boolean {
  return hours * 60 > minutesBetween(wallDate(`${ANY_DAY}T${start}`), wallDate(`${ANY_DAY}T${end}`));
}

const ANY_DAY = '2000-01-01';

/** The visits of a job that starts at a given time: one, or for a job longer than a day as many as it takes. */
export function visitsFrom(start: Date, hours: number, company: CompanyDays): WallVisit[] {
  if (isLongerThanDay(hours)) return visitsByHours(start, hours, company);
  return [visitOf(start, hours)];
}

/** The visits of a job by working hours, on as many working days as it takes; the first day is worked in any case. */
export function visitsByHours(start: Date, hours: number, company: CompanyDays): WallVisit[] {
  const visits: WallVisit[] = [];
  let left = Math.round(hours * 60);
  for (let day = dayOf(start); left > 0; day = nextWorked(day, company)) {
    const from = visits.length === 0 ? start : wallDate(`${day}T${company.workingHours.start}`);
    const room = minutesBetween(from, wallDate(`${day}T${company.workingHours.end}`));
    // A start after hours gets the default duration.
    const minutes = Math.min(left, room > 0 ? room : VISIT_DEFAULTS.hours * 60);
    visits.push(visitOf(from, minutes / 60));
    left -= minutes;
  }
  return visits;
}

function minutesBetween(from: Date, to: Date): number {
  return Math.round((+to - +from) / 60_000);
}

/** The next day on which the company works. @param day `YYYY-MM-DD` */
export function nextWorked(day: string, company: CompanyDays): string {
  let next = dayAfter(day);
  while (!isWorked(next, company)) next = dayAfter(next);
  return next;
}

/** One visit of so many hours. */
export function visitOf(start: Date, hours: number): WallVisit {
  return { start: momentOf(start), end: momentOf(plusMinutes(start, Math.round(hours * 60))) };
}

/** The fewest minutes that a visit is drawn as. */
const LEAST_DRAWN = 30;

/** Where a visit is drawn: one that ends in the second of two equal hours may end before its start, by the wall clock. */
export function drawnAs(visit: WallVisit): { start: Date; end: Date } {
  const [start, end] = [wallDate(visit.start), wallDate(visit.end)];
  return { start, end: end > start ? end : plusMinutes(start, LEAST_DRAWN) };
}

/** The hours of a job that no visit stands for: all of them if it has none. */
export function hoursToPlace({ visits, hours, remainingHours }: ScheduledJob): number {
  return visits.length === 0 ? plannedHours(hours) : remainingHours;
}

/** What no visit would stand for any more, in hours to the minute, if a job had these; as long as the server has not said it. */
export function remainingWith(job: ScheduledJob, visits: readonly WallVisit[]): number {
  if (knownHours(job.hours) === null) return 0;
  const minutes = Math.round(hoursToPlace(job) * 60) + minutesOfAll(job.visits) - minutesOfAll(visits);
  return Math.max(0, minutes) / 60;
}

function minutesOfAll(visits: readonly WallVisit[]): number {
  return visits.reduce((sum, visit) => {
    const { start, end } = drawnAs(visit);
    return sum + minutesBetween(start, end);
  }, 0);
}

/** A job with one visit moved; its others stay. */
export function placementOf({ job, index, start, end, crewId, chosen }: Slot): Placement {
  const before = index === null ? undefined : job.visits[index];
  const moved = chosen ?? movedTo(start, end, before);
  const visits = job.visits.map((visit, at) => (at === index ? moved : visit));
  if (index === null) visits.push(moved);
  visits.sort((a, b) => a.start.localeCompare(b.start));
  return { job, visits, crewId };
}

function movedTo(start: Date, end: Date, before?: WallVisit): WallVisit {
  const drawn = before && drawnAs(before);
  if (drawn && +drawn.start === +start && +drawn.end === +end) return before;
  return { start: kept(start, before?.start), end: kept(end, before?.end) };
}

/** A time that stays on its day keeps its distance from UTC: in the hour that comes twice it stays in the same one. */
function kept(date: Date, before = ''): string {
  const moment = momentOf(date);
  return before.startsWith(dayOf(date)) ? moment + before.slice(moment.length) : moment;
}

/** Whether a job is already where it would go. */
export function isWhereItIs({ job, visits, crewId }: Placement): boolean {
  const isSame = ({ start, end }: WallVisit, at: number) => {
    const now = job.visits[at];
    return now !== undefined && isSameMoment(start, now.start) && isSameMoment(end, now.end);
  };
  return crewId === job.crewId && visits.length === job.visits.length && visits.every(isSame);
}

/** Equal times are the same moment unless both say their distances from UTC, and differ in them. */
function isSameMoment(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

/** Whether a job has the same times, crew, status and pin as before; other changes do not matter to the board. */
export function isSamePlan(job: ScheduledJob, before: ScheduledJob): boolean {
  const { visits, crewId, status, pinned } = before;
  return job.status === status && job.pinned === pinned && isWhereItIs({ job, visits, crewId });
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
