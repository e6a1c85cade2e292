import type { PlanRow } from '../../../../api/plans/schema.ts';
import { MOST_DAYS } from '../../../../domain/plan/terms.ts';
import type {
  ApplyAnswer,
  Assignment,
  CrewSchedule,
  OptimizeAnswer,
  OptimizeBody,
} from '../../../../optimizer/answers/schedule.schema.ts';
import { dayAfter, formatWallDay, formatWallTime, wallDate } from '../../../entities/schedule/wall-dates.ts';
import { inConflict } from '../../../records/edit/in-conflict.ts';
import { formatWeekday } from '../../../ui/values/format.ts';

export type Mode = OptimizeBody['optimization_mode'];

/** The name of each mode, and its priorities. */
export const MODE_WORDS: Readonly<Record<Mode, { name: string; weighs: string }>> = {
  balanced: {
    name: 'Balanced',
    weighs: 'As much work as fits, urgent jobs first; then short drives, no overtime and days of equal length.',
  },
  least_travel: {
    name: 'Least driving',
    weighs: 'As much work as fits; then a minute on the road counts four times as much, and days may be unequal.',
  },
  most_revenue: {
    name: 'Most revenue',
    weighs: 'If not all the work fits, the jobs that bring in the most money come first.',
  },
  urgent_first: {
    name: 'Urgent first',
    weighs: 'Urgent and high-priority jobs are rarely left out, and are done early in the day.',
  },
  even_workload: {
    name: 'Even workload',
    weighs: 'As much work as fits; then hours are split evenly among the crews, with a little more driving.',
  },
};

export const OPTIMIZATION_FAILED = {
  title: 'Optimization Failed',
  text: 'Could not optimize schedule. Please try again.',
} as const;

export const APPLY_FAILED = {
  title: 'Failed to Apply Schedule',
  text: 'Could not apply the optimized schedule. Please try again.',
} as const;

/** @param message of the response's summary */
export function nothingToPlan(message: string) {
  return {
    toast: { title: 'No Jobs to Optimize', text: message || 'No unscheduled jobs found for optimization' },
    text: message || 'No unscheduled jobs found to optimize.',
  };
}

export function optimized({ total_jobs_scheduled: jobs, total_crews: crews }: OptimizeAnswer) {
  return { title: 'Optimization Complete', text: `Successfully optimized ${jobs} jobs for ${crews} crews` };
}

/** @param jobs the number scheduled */
export function applied(jobs: number) {
  return { title: 'Schedule Applied', text: `Successfully scheduled ${jobs} jobs` };
}

/** @param jobs the number moved by a plan */
export function moved(jobs: number) {
  if (jobs === 0) return { title: 'Schedule Changed', text: 'No job had to move.' };
  return { title: 'Schedule Changed', text: jobs === 1 ? '1 job was moved.' : `${jobs} jobs were moved.` };
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

/**
 * The toast for an applied plan, including what somebody else changed at the same moment.
 * @param kind of the plan, one of BATCH_KINDS
 */
export function toldOfApplied(kind: string, { jobs_updated: jobs, refused, conflicts }: ApplyAnswer) {
  const { title, text } = kind === 'schedule' ? applied(jobs) : moved(jobs);
  const left = refused.length === 0 ? [] : ['Left as they are:', ...refused.map((job) => job.text)];
  const told = [...left, ...inConflict(conflicts.map((job) => job.text))];
  return {
    title,
    text: told.length === 0 ? text : [sentence(text), ...told].join(' '),
    intent: told.length === 0 ? 'success' : 'warning',
  } as const;
}

/** `A`, `B`: identifies a crew where there is no space for its name, so that color is never the only sign. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

/** How the crews of a plan are marked in its pictures. */
export interface CrewMarks {
  /** The class of its color. */
  colorOf(crewId: string): string;
  letterOf(crewId: string): string;
}

/** Where a job is in the schedule. */
export interface Now {
  start: string;
  crewId: string | null;
}

/** How a plan changes a job's current place. */
export type Change = { kind: 'new' | 'same' } | { kind: 'moved'; from: Now };

/** A plan's change to one job. @param crewId the crew whose route it is on */
export function changeOf({ start, current }: Pick<Assignment, 'start' | 'current'>, crewId: string): Change {
  if (!current) return { kind: 'new' };
  const from = { start: minuteOf(current.start), crewId: current.crew_id };
  const isSame = from.start === minuteOf(start) && from.crewId === crewId;
  return isSame ? { kind: 'same' } : { kind: 'moved', from };
}

/** A plan's change to each of its jobs. A job of several days is judged by its first. */
export function changesOf(schedules: readonly CrewSchedule[]): ReadonlyMap<string, Change> {
  const changes = new Map<string, Change>();
  for (const { crew_id: crewId, assignments } of byDay(schedules).flatMap((day) => day.schedules)) {
    for (const each of assignments) {
      if (!changes.has(each.job_id)) changes.set(each.job_id, changeOf(each, crewId));
    }
  }
  return changes;
}

/** The crews' work on one day. */
export interface PlannedDay {
  /** `YYYY-MM-DD` */
  day: string;
  schedules: CrewSchedule[];
}

/** The days of a plan with work on them, in order. */
export function byDay(schedules: readonly CrewSchedule[]): PlannedDay[] {
  const days = [...new Set(schedules.map(({ date }) => date))].sort();
  return days.map((day) => ({ day, schedules: schedules.filter(({ date }) => date === day) }));
}

/** A visit that the plan leaves where it is. */
export type FixedVisit = OptimizeAnswer['fixed'][number];

/** What stays as it is on a crew's day. */
export function heldBy({ crew_id: crewId, date: day }: CrewSchedule, fixed: readonly FixedVisit[]): FixedVisit[] {
  return fixed.filter(({ crew_id, date }) => crew_id === crewId && date === day);
}

/** All visits of a crew's day in order, also those that stay. @param fixed what stays, of all crews */
export function visitsOf(schedule: CrewSchedule, fixed: readonly FixedVisit[]): (Assignment | FixedVisit)[] {
  return [...schedule.assignments, ...heldBy(schedule, fixed)].sort((one, other) => one.sequence - other.sequence);
}

/** `Monday, June 16`, or the first and last day. */
export function formatDays({ date, to }: { date: string; to: string }): string {
  return to === date ? formatWeekday(date) : `${formatWeekday(date)} to ${formatWeekday(to)}`;
}

/**
 * The days to plan first: the week or the day that is shown, without what is over; of a month today, where it shows
 * today.
 */
export function daysToPlan(
  shown: { from: string; to: string },
  date: string,
  today: string,
): { date: string; to: string } {
  const isMonth = shown.to > dayAfter(shown.from, MOST_DAYS - 1);
  if (isMonth && shown.from <= today && today <= shown.to) return { date: today, to: today };
  const first = isMonth ? date : shown.from;
  const last = isMonth ? date : shown.to;
  return last < today ? { date: today, to: today } : { date: first < today ? today : first, to: last };
}

/** Why a day cannot be planned; null if it can. @param today `YYYY-MM-DD` */
export function againstDate(date: string, today: string): string | null {
  return date !== '' && date < today ? 'This day is over. Pick today or a later day.' : null;
}

/** Why a range of days cannot be planned; null if it can. */
export function againstThrough(date: string, to: string): string | null {
  if (date === '' || to === '') return null;
  if (to < date) return 'The last day must not be before the first.';
  return to > dayAfter(date, MOST_DAYS - 1) ? `At most ${MOST_DAYS} days can be planned at once.` : null;
}

/** A job's old or new place: `8:00 AM, Crew 2`, with the day if it is not the plan's. @param day of the plan */
export function formatPlace({ start, crewId }: Now, day: string, crewName: (id: string | null) => string): string {
  const at = wallDate(start);
  const time = formatWallTime(at);
  return `${start.startsWith(day) ? time : `${formatWallDay(at)}, ${time}`}, ${crewName(crewId)}`;
}

/** `8:00 AM to 10:00 AM` for times in the company's time zone. */
export function formatSpanOf({ start, end }: { start: string; end: string }): string {
  return `${formatWallTime(wallDate(start))} to ${formatWallTime(wallDate(end))}`;
}

/** A time without any seconds and UTC offset. */
function minuteOf(moment: string): string {
  return moment.slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

/** `3 jobs are new on this day, 1 job moves and 2 jobs stay where they are.` */
export function sentenceOf(changes: readonly Change[], isOneDay = true): string {
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length;
  const days = isOneDay ? 'this day' : 'these days';
  const parts = [
    [count('new'), `is new on ${days}`, `are new on ${days}`],
    [count('moved'), 'moves', 'move'],
    [count('same'), 'stays where it is', 'stay where they are'],
  ] as const;
  const said = parts.filter(([n]) => n > 0).map(([n, one, more]) => (n === 1 ? `1 job ${one}` : `${n} jobs ${more}`));
  return said.length === 0 ? 'Nothing changes.' : `${list.format(said)}.`;
}

const list = new Intl.ListFormat('en-US');

const HOUR = 60;

/** Minutes from the start of the plan's day to a time in the company's time zone. @param day `YYYY-MM-DD` */
export function minutesInto(day: string, moment: string): number {
  return Math.round((+wallDate(moment) - Date.parse(`${day}T00:00Z`)) / 60_000);
}

/**
 * The full hours that span a day of a plan, in minutes since midnight: all shifts of its crews, and what they do outside
 * them that day. @param fixed what stays, of any crew and day
 */
export function hoursOf({ schedules, fixed }: Pick<OptimizeAnswer, 'schedules' | 'fixed'>): {
  from: number;
  to: number;
} {
  const times = schedules.flatMap((schedule) => {
    const { date, shift } = schedule;
    const visits = visitsOf(schedule, fixed).flatMap(({ start, end }) => [start, end]);
    return [`${date}T${shift.start}`, `${date}T${shift.end}`, ...visits].map((at) => minutesInto(date, at));
  });
  // Work past midnight is shown with the day that it goes on to.
  return {
    from: Math.max(0, Math.floor(Math.min(...times) / HOUR) * HOUR),
    to: Math.min(24 * HOUR, Math.ceil(Math.max(...times) / HOUR) * HOUR),
  };
}

/**
 * Plans that overlap some days, by their first day; of several for the same days the newest. @param plans newest first
 */
export function waitingIn(plans: readonly PlanRow[], { from, to }: { from: string; to: string }): PlanRow[] {
  const byDays = new Map<string, PlanRow>();
  for (const plan of plans) {
    const days = `${plan.from} ${plan.to}`;
    const isMeant = plan.from <= to && plan.to >= from;
    if (isMeant && !byDays.has(days)) byDays.set(days, plan);
  }
  return [...byDays.values()].sort((one, other) => one.from.localeCompare(other.from));
}
