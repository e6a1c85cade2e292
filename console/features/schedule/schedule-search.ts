import * as z from 'zod/mini';
import type { ReplanKind } from '../../../optimizer/answers/replan.schema.ts';
import { dayAfter, dayOf, startOfDay } from '../../entities/schedule/wall-dates.ts';
import { added, firstShown, floored, lastShown } from '../../entities/schedule/wall-reckoning.ts';
import { flag, oneOf, text } from '../../ui/search.ts';

/**
 * The calendar's views; month is the default. `crews` is a day with a lane for each crew, `crew-week` a week with a row
 * for each.
 */
export const SCHEDULE_VIEWS = ['month', 'week', 'day', 'crews', 'crew-week'] as const;
export type ScheduleView = (typeof SCHEDULE_VIEWS)[number];

/** Why a day is cleared. */
const REPLAN_KINDS = ['rain_day', 'truck_down', 'absence'] as const satisfies readonly ReplanKind[];

/** A valid date. */
const day = z.catch(z.optional(z.string().check(z.refine(isDay))), undefined);

/** The schedule's URL parameters. */
export const scheduleSearch = z.object({
  view: oneOf(SCHEDULE_VIEWS),
  /** Any of the days shown; defaults to today. */
  date: day,
  /** A crew's id, or `none`. */
  crew: text,
  status: text,
  /** The job whose details are open. */
  job: text,
  /** The job being moved. */
  move: text,
  /** Of the job being moved, what has no visit yet. */
  rest: flag,
  /** The job to find a place for in the schedule. */
  insert: text,
  /** The first and last day to search, if known. */
  from: day,
  to: day,
  /** It is an emergency; without a job, one is picked first. */
  emergency: flag,
  /** The dialog that schedules a job. */
  new: flag,
  /** The dialog that optimizes a day. */
  optimize: flag,
  /** The saved plan open in it. */
  plan: text,
  /** The list of all plans in it. */
  plans: flag,
  /** The dialog of calendar feeds. */
  feeds: flag,
  /** The time-off dialog. */
  off: flag,
  /** The dialog that clears a day, and for which crew. */
  replan: oneOf(REPLAN_KINDS),
  replanCrew: text,
  /** The list of what cannot go as planned: of a day, or `ahead` of the next weeks; of one crew, or all. */
  problems: z.catch(z.optional(z.string().check(z.refine((text) => text === 'ahead' || isDay(text)))), undefined),
  problemCrew: text,
});
export type ScheduleSearch = z.output<typeof scheduleSearch>;

/** Whether it is a date, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const at = /^[12]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** What each view steps by. */
export const VIEW_STEPS = { month: 'month', week: 'week', day: 'day', crews: 'day', 'crew-week': 'week' } as const;

/** Some months, weeks or days later. */
export function steppedDate(date: string, view: ScheduleView, count: number): string {
  const step = VIEW_STEPS[view];
  if (step === 'month') return dayOf(new Date(added(+startOfDay(date), count, 'month')));
  return dayAfter(date, step === 'week' ? 7 * count : count);
}

/** The days that a view shows, both included. */
export function shownDays(date: string, view: ScheduleView): { from: string; to: string } {
  if (view === 'month') return rangeAround(date);
  if (VIEW_STEPS[view] === 'day') return { from: date, to: date };
  const from = dayOf(new Date(floored(+startOfDay(date), 'week')));
  return { from, to: dayAfter(from, 6) };
}

/** The days of a month's view: the month in full weeks. Every view of a day in it is loaded with this range. */
export function rangeAround(date: string): { from: string; to: string } {
  const at = +startOfDay(date);
  return { from: dayOf(new Date(firstShown(at))), to: dayOf(new Date(lastShown(at))) };
}
