import type { JobRecord } from '../../../api/jobs/schema.ts';

/** The members of a crew without hours on a day yet. @param day `YYYY-MM-DD` */
export function withoutHours(memberIds: readonly string[], hours: JobRecord['hours'], day: string): string[] {
  return memberIds.filter((id) => !hours.some((entry) => entry.personId === id && entry.day === day));
}

/** One person's hours on a day, as a step of a job. */
interface HoursStep {
  act: 'hours';
  personId: string;
  hours: string;
  day: string;
}

/**
 * The same hours for each of several people: one entry each, so that each is sent, corrected and undone separately.
 * @param hours as typed
 */
export function hoursOfEach(personIds: readonly string[], hours: string, day: string): HoursStep[] {
  return [...new Set(personIds)].map((personId) => ({ act: 'hours', personId, hours, day }));
}
