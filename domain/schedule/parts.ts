import type { Weekday } from '../company/terms.ts';
import type { Hours } from '../kit/times.ts';

// What the scheduling rules know about a company: its jobs, and the people and equipment to do them. Moments are in the
// company's wall time, `2026-06-15T08:00`; anything after the minute, such as a UTC offset, is ignored.

/** One trip of a crew to the job. */
export interface PlannedVisit {
  start: string;
  end: string;
}

/** A job that has visits, or may get some. */
export interface PlannedJob {
  id: string;
  /** What people call it: `J-1001`. */
  number: string | null;
  customer: string | null;
  status: string;
  crewId: string | null;
  /** Estimated hours. */
  hours: number | null;
  /** The fewest people who can do it. */
  crewSize: number | null;
  skills: readonly string[];
  /** Equipment categories. */
  equipment: readonly string[];
  /** The first and the last day on which it may be done, `YYYY-MM-DD`. */
  earliest: string | null;
  latest: string | null;
  /** The same on every day. */
  window: Hours | null;
  /** In order. */
  visits: readonly PlannedVisit[];
}

/** A crew, with its working hours: its own, else the company's. */
export interface PlannedCrew {
  id: string;
  name: string;
  isActive: boolean;
  workingHours: Hours;
  memberIds: string[];
  /** The equipment it usually takes along. */
  equipmentIds: string[];
}

/** Somebody who works in a crew. */
export interface PlannedPerson {
  id: string;
  name: string | null;
  skills: string[];
  certificates: { name: string; expiresOn: string | null }[];
}

/** A machine or tool. */
export interface PlannedMachine {
  id: string;
  name: string;
  category: string;
  status: string;
  /** The day of its next maintenance. */
  nextMaintenance: string | null;
  /** The id of a crew or a person. */
  assignedTo: string | null;
}

/** Somebody's time off, both days included. It does not say why. */
export interface Away {
  personId: string;
  from: string;
  to: string;
  /** `morning` or `afternoon` of the one day; null for whole days. */
  half: string | null;
}

/** The company's working days and hours. */
export interface CompanyTime {
  workingDays: string[];
  workingHours: Hours;
}

const WEEK: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Whether the company works on a day. @param day `YYYY-MM-DD` */
export function isWorkingDay(day: string, { workingDays }: { workingDays: readonly string[] }): boolean {
  return workingDays.includes(WEEK[new Date(`${day}T00:00Z`).getUTCDay()] ?? '');
}

/** The day of a moment. */
export function dayOfMoment(moment: string): string {
  return moment.slice(0, 'YYYY-MM-DD'.length);
}

/**
 * Whether somebody is away for any of a visit. The halves of a day meet at noon; without a visit, half a day is as good
 * as the whole one.
 * @param day the visit's first
 */
export function isAwayFor({ from, to, half }: Away, day: string, visit?: PlannedVisit): boolean {
  if (day < from || day > to) return false;
  if (half === null || !visit) return true;
  const noon = minutesOf(`${day}T12:00`);
  return half === 'morning' ? minutesOf(visit.start) < noon : minutesOf(visit.end) > noon;
}

/** A moment as minutes since 1970 by the wall clock, to compare and subtract. */
export function minutesOf(moment: string): number {
  return Date.parse(`${moment.slice(0, 'YYYY-MM-DDTHH:MM'.length)}Z`) / 60_000;
}
