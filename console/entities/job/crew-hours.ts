import type { JobRecord } from '../../../api/jobs/schema.ts';
import { HOURS_TEXT, MOST_HOURS_OF_DAY, wrongHours } from '../../../domain/job/terms.ts';

/** The members of a crew without hours on a day yet. @param day `YYYY-MM-DD` */
export function withoutHours(
  memberIds: readonly string[],
  hours: readonly Pick<JobRecord['hours'][number], 'personId' | 'day'>[],
  day: string,
): string[] {
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

/** Why typed hours of a day cannot be sent, by the server's rule: where there is no network, it is told too late. */
export function refusalOfHours(typed: string): string | undefined {
  const isTaken = HOURS_TEXT.test(typed) && Number(typed) <= MOST_HOURS_OF_DAY;
  return isTaken ? undefined : wrongHours('The hours', MOST_HOURS_OF_DAY);
}
