import type { PlanRow } from '../../../api/plans/schema.ts';
import { MOST_DAYS } from '../../../domain/plan/terms.ts';
import type {
  ApplyAnswer,
  Assignment,
  CrewSchedule,
  OptimizeAnswer,
  OptimizeBody,
} from '../../../optimizer/service/schedule.schema.ts';
import { dayAfter, formatWallDay, formatWallTime, wallDate } from '../../entities/schedule/wall-dates.ts';
import { inConflict } from '../../records/in-conflict.ts';
import { formatWeekday } from '../../ui/format.ts';

export type Mode = OptimizeBody['optimization_mode'];

/** What each mode is called, and what it weighs. */
export const MODE_WORDS: Readonly<Record<Mode, { name: string; weighs: string }>> = {
  balanced: {
    name: 'Balanced',
    weighs: 'As much work as fits, urgent jobs first; then little driving, no overtime and days of equal length.',
  },
  least_travel: {
    name: 'Least driving',
    weighs: 'As much work as fits; then a minute on the road counts four times as much, and days may be unequal.',
  },
  most_revenue: {
    name: 'Most revenue',
    weighs: 'Where not all of the work fits, the jobs that bring in the most come first.',
  },
  urgent_first: {
    name: 'Urgent first',
    weighs: 'Urgent and high jobs are hardly ever left out, and are done early in the day.',
  },
  even_workload: {
    name: 'Even workload',
    weighs: 'As much work as fits; then hours are shared evenly between the crews, for some more driving.',
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

/** @param message of the answer's summary */
export function nothingToPlan(message: string) {
  return {
    toast: { title: 'No Jobs to Optimize', text: message || 'No unscheduled jobs found for optimization' },
    text: message || 'No unscheduled jobs found to optimize.',
  };
}

export function optimized({ total_jobs_scheduled: jobs, total_crews: crews }: OptimizeAnswer) {
  return { title: 'Optimization Complete', text: `Successfully optimized ${jobs} jobs for ${crews} crews` };
}

/** @param jobs that were scheduled */
export function applied(jobs: number) {
  return { title: 'Schedule Applied', text: `Successfully scheduled ${jobs} jobs` };
}

/** @param jobs that a plan moved */
export function moved(jobs: number) {
  return { title: 'Schedule Changed', text: jobs === 1 ? '1 job was moved.' : `${jobs} jobs were moved.` };
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

/**
 * What is told of a plan that was applied, with what somebody else changed at the same moment.
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

/** `A`, `B`: how a crew is told apart where there is no room for its name, and never by its color alone. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

/** How the crews of a plan are told apart in its pictures. */
export interface CrewMarks {
  /** The class of its color. */
  colorOf(crewId: string): string;
  letterOf(crewId: string): string;
}

/** Where a job is by the schedule. */
export interface Now {
  start: string;
  crewId: string | null;
}

/** What a plan makes of where a job is now. */
export type Change = { kind: 'new' | 'same' } | { kind: 'moved'; from: Now };

/** What a plan changes of one job. @param crewId whose route it is on */
export function changeOf({ start, current }: Pick<Assignment, 'start' | 'current'>, crewId: string): Change {
  if (!current) return { kind: 'new' };
  const from = { start: minuteOf(current.start), crewId: current.crew_id };
  const isSame = from.start === minuteOf(start) && from.crewId === crewId;
  return isSame ? { kind: 'same' } : { kind: 'moved', from };
}

/** What a plan changes of each of its jobs. One of several days is judged by its first. */
export function changesOf(schedules: readonly CrewSchedule[]): ReadonlyMap<string, Change> {
  const changes = new Map<string, Change>();
  for (const { crew_id: crewId, assignments } of byDay(schedules).flatMap((day) => day.schedules)) {
    for (const each of assignments) {
      if (!changes.has(each.job_id)) changes.set(each.job_id, changeOf(each, crewId));
    }
  }
  return changes;
}

/** What the crews do on one day. */
export interface PlannedDay {
  /** `YYYY-MM-DD` */
  day: string;
  schedules: CrewSchedule[];
}

/** The days of a plan on which somebody works, in their order. */
export function byDay(schedules: readonly CrewSchedule[]): PlannedDay[] {
  const days = [...new Set(schedules.map(({ date }) => date))].sort();
  return days.map((day) => ({ day, schedules: schedules.filter(({ date }) => date === day) }));
}

/** `Monday, June 16`, or from the first day to the last one. */
export function formatDays({ date, to }: { date: string; to: string }): string {
  return to === date ? formatWeekday(date) : `${formatWeekday(date)} to ${formatWeekday(to)}`;
}

/** Why a day cannot be planned; null where it can. @param today `YYYY-MM-DD` */
export function againstDate(date: string, today: string): string | null {
  return date !== '' && date < today ? 'This day is over. Pick today or a later day.' : null;
}

/** Why nothing can be planned from one day through another; null where it can. */
export function againstThrough(date: string, to: string): string | null {
  if (date === '' || to === '') return null;
  if (to < date) return 'The last day must not be before the first.';
  return to > dayAfter(date, MOST_DAYS - 1) ? `At most ${MOST_DAYS} days are planned at once.` : null;
}

/** Where a job was, or is to be: `8:00 AM, Crew 2`, with the day where that is not the plan's. @param day of the plan */
export function formatPlace({ start, crewId }: Now, day: string, crewName: (id: string | null) => string): string {
  const at = wallDate(start);
  const time = formatWallTime(at);
  return `${start.startsWith(day) ? time : `${formatWallDay(at)}, ${time}`}, ${crewName(crewId)}`;
}

/** `8:00 AM to 10:00 AM` of moments by the company's wall clock. */
export function formatSpanOf({ start, end }: { start: string; end: string }): string {
  return `${formatWallTime(wallDate(start))} to ${formatWallTime(wallDate(end))}`;
}

/** A moment without the seconds and the distance from UTC that may follow. */
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

/** Minutes since the midnight before the plan's day, of a moment by the company's wall clock. @param day `YYYY-MM-DD` */
export function minutesInto(day: string, moment: string): number {
  return Math.round((+wallDate(moment) - Date.parse(`${day}T00:00Z`)) / 60_000);
}

/** From which to which full hour a plan goes, in minutes since midnight: all shifts, and what is outside of them. */
export function hoursOf({ schedules, fixed }: Pick<OptimizeAnswer, 'schedules' | 'fixed'>): {
  from: number;
  to: number;
} {
  const times = schedules.flatMap(({ date, shift, assignments }) => [
    minutesInto(date, `${date}T${shift.start}`),
    minutesInto(date, `${date}T${shift.end}`),
    ...assignments.flatMap(({ start, end }) => [minutesInto(date, start), minutesInto(date, end)]),
  ]);
  const day = schedules[0]?.date;
  if (day) times.push(...fixed.flatMap(({ start, end }) => [minutesInto(day, start), minutesInto(day, end)]));
  return {
    from: Math.floor(Math.min(...times) / HOUR) * HOUR,
    to: Math.ceil(Math.max(...times) / HOUR) * HOUR,
  };
}

/** Plans of some days by their first day; of several for the same days the newest. @param plans the newest first */
export function waitingIn(plans: readonly PlanRow[], { from, to }: { from: string; to: string }): PlanRow[] {
  const byDays = new Map<string, PlanRow>();
  for (const plan of plans) {
    const days = `${plan.from} ${plan.to}`;
    // A rain day is looked at and applied by the same person: it waits for nobody.
    const isMeant = plan.kind === 'schedule' && plan.from <= to && plan.to >= from;
    if (isMeant && !byDays.has(days)) byDays.set(days, plan);
  }
  return [...byDays.values()].sort((one, other) => one.from.localeCompare(other.from));
}
