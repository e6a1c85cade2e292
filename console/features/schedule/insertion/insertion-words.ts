import type { ScheduledJob } from '../../../../api/schedule/schema.ts';
import { plannedHours } from '../../../../domain/job/terms.ts';
import type { InsertionAnswer } from '../../../../optimizer/answers/insertions.schema.ts';
import {
  dayAfter,
  formatWallDay,
  formatWallSpan,
  formatWallTime,
  wallDate,
} from '../../../entities/schedule/wall-dates.ts';
import { formatSpan } from '../../../ui/values/format.ts';

/** The first and last day to search, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

/** Opens what would make a job fit that a plan left out, on the plan's days. */
export type MakeItFit = (jobId: string, days: Days) => void;

/** The most days to search, same as on the server. */
export const MOST_DAYS = 14;
/** How many days to search by default. */
const WEEK = 7;

/** The days to search first: today if it is urgent, its own day if it has one, otherwise the coming week. */
export function usualDays(
  { priority, visits }: Pick<ScheduledJob, 'priority' | 'visits'>,
  today: string,
  isEmergency: boolean,
): Days {
  if (isEmergency || priority === 'urgent') return { from: today, to: today };
  const planned = visits[0]?.start.slice(0, today.length);
  return planned !== undefined && planned >= today ? { from: planned, to: planned } : comingDays(today);
}

/** Today and the week after it. */
export function comingDays(today: string): Days {
  return { from: today, to: dayAfter(today, WEEK) };
}

/** What is wrong with the days; null if they are valid. */
export function whyNotThese({ from, to }: Days, today: string): string | null {
  if (from === '' || to === '') return 'Enter both days.';
  if (from < today) return 'The first day is over. Pick today or a later day.';
  if (to < from) return 'The last day is before the first.';
  if (to > dayAfter(from, MOST_DAYS - 1)) return `At most ${MOST_DAYS} days can be searched at once.`;
  return null;
}

/** A job's number and customer: `J-1004 Smith`. */
export function jobWords({
  job_number: number,
  customer_name: name,
}: Pick<InsertionAnswer['takes_off'][number], 'job_number' | 'customer_name'>): string {
  return [number, name].filter(Boolean).join(' ') || 'A job';
}

/** `Today, 8:00 AM to 10:00 AM`, for each of its days. */
export function whenWords({ parts }: Pick<InsertionAnswer, 'parts'>, today: string): string[] {
  return parts.map(({ start, end }) => {
    const whole = formatWallSpan(wallDate(start), wallDate(end));
    return start.startsWith(today) ? `Today${whole.slice(formatWallDay(wallDate(start)).length)}` : whole;
  });
}

/** `12 min more driving` */
export function drivingWords(minutes: number): string {
  const rounded = Math.round(minutes);
  if (rounded === 0) return 'No extra driving';
  return `${formatSpan(Math.abs(rounded) / 60)} ${rounded > 0 ? 'more' : 'less'} driving`;
}

/** How much of the work is left if a place is too short for all of it; null if it is not. */
export function leftWords(
  { visits, hours }: Pick<ScheduledJob, 'visits' | 'hours'>,
  { parts }: Pick<InsertionAnswer, 'parts'>,
): string | null {
  // Its scheduled duration counts, whatever the estimate was.
  const wanted = visits.length > 0 ? minutesOf(visits) : plannedHours(hours) * 60;
  const left = Math.round(wanted - minutesOf(parts));
  return left > 0 ? `The last ${formatSpan(left / 60)} of the work will wait for a later day.` : null;
}

function minutesOf(visits: readonly { start: string; end: string }[]): number {
  return visits.reduce((sum, { start, end }) => sum + (+wallDate(end) - +wallDate(start)) / 60_000, 0);
}

/** `begins 40 min later, at 8:40 AM` for a visit that makes room. */
export function moveWords({ from, to }: Pick<InsertionAnswer['moves'][number], 'from' | 'to'>): string {
  const [before, after] = [wallDate(from), wallDate(to)];
  return `begins ${formatSpan((+after - +before) / 3_600_000)} later, at ${formatWallTime(after)}`;
}

/** The toast once the job has its place. */
export function putIn(
  name: string,
  {
    crew_name: crew,
    parts,
    moves,
    takes_off: off,
  }: Pick<InsertionAnswer, 'crew_name' | 'parts' | 'moves' | 'takes_off'>,
) {
  const [first] = parts;
  const when = first ? formatWallSpan(wallDate(first.start), wallDate(first.end)) : '';
  const others = [
    ...countedOthers(moves.length, 'begins later', 'begin later'),
    ...countedOthers(off.length, 'waits for another day', 'wait for another day'),
  ];
  return { title: 'Job Scheduled', text: [`${name}: ${when}, ${crew}.`, ...others].join(' ') };
}

function countedOthers(count: number, one: string, more: string): string[] {
  if (count === 0) return [];
  return [count === 1 ? `1 other job ${one}.` : `${count} other jobs ${more}.`];
}
