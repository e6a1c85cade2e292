import type { Weekday } from '../company/terms.ts';
import type { Hours } from '../kit/times.ts';

// What the rules of the schedule know of a company: its jobs, and who and what there is to do them. Moments are the company's
// wall time, `2026-06-15T08:00`; what a text says behind the minute, such as its distance from UTC, is not looked at.

/** One time that a crew goes there. */
export interface PlannedVisit {
  start: string;
  end: string;
}

/** A job that is visited, or may be. */
export interface PlannedJob {
  id: string;
  /** What people call it: `J-1001`. */
  number: string | null;
  customer: string | null;
  status: string;
  crewId: string | null;
  /** As it was estimated. */
  hours: number | null;
  /** The fewest people who can do it. */
  crewSize: number | null;
  skills: readonly string[];
  /** Categories of equipment. */
  equipment: readonly string[];
  /** The first and the last day on which it may be done, `YYYY-MM-DD`. */
  earliest: string | null;
  latest: string | null;
  /** Of each day. */
  window: Hours | null;
  /** In order. */
  visits: readonly PlannedVisit[];
}

/** A crew, with the hours that it works by: its own, else the company's. */
export interface PlannedCrew {
  id: string;
  name: string;
  isActive: boolean;
  workingHours: Hours;
  memberIds: string[];
  /** What it usually takes along. */
  equipmentIds: string[];
}

/** Somebody who works here, in a crew. */
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
  /** A crew or a person. */
  assignedTo: string | null;
}

/** That somebody is off work, on the first and the last of these days too. Why is not told. */
export interface Away {
  personId: string;
  from: string;
  to: string;
}

/** On which days and from when to when the company works. */
export interface CompanyTime {
  workingDays: string[];
  workingHours: Hours;
}

const WEEK: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Whether the company works on a day. @param day `YYYY-MM-DD` */
export function isWorkingDay(day: string, { workingDays }: Pick<CompanyTime, 'workingDays'>): boolean {
  return workingDays.includes(WEEK[new Date(`${day}T00:00Z`).getUTCDay()] ?? '');
}

/** The day of a moment. */
export function dayOfMoment(moment: string): string {
  return moment.slice(0, 'YYYY-MM-DD'.length);
}

/** The minutes of a moment since 1970 by the wall clock, to compare and to subtract. */
export function minutesOf(moment: string): number {
  return Date.parse(`${moment.slice(0, 'YYYY-MM-DDTHH:MM'.length)}Z`) / 60_000;
}
