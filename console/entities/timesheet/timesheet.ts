import { queryOptions } from '@tanstack/react-query';
import type {
  HoursFigures,
  TimesheetRecord,
  TimesheetsToApprove,
  TimesheetWeek,
} from '../../../api/timesheets/schema.ts';
import { SOURCE_LABELS } from '../../../domain/timesheet/terms.ts';
import { read } from '../../data/query-client.ts';
import { useAct } from '../../records/acts/use-act.ts';
import { dayAfter, formatWallDay, startOfDay } from '../schedule/wall-dates.ts';

export const TIMESHEETS = ['timesheets'] as const;
export const TIMESHEETS_PATH = '/api/timesheets';

/** Hours follow from the clocks of jobs and the hours on them, from crews, time off and the rule for overtime. */
const SOURCES = ['jobs', 'costs', 'crews', 'time_off', 'company', 'people'] as const;
const META = { collections: [...TIMESHEETS, ...SOURCES] } as const;

export function timesheetPath(id: string): string {
  return `${TIMESHEETS_PATH}/${encodeURIComponent(id)}`;
}

/** One person's week. */
export function timesheetQuery(id: string) {
  return queryOptions({
    queryKey: ['timesheet', id],
    meta: { collections: TIMESHEETS, anyOf: SOURCES, id },
    queryFn: (context) => read<TimesheetRecord>(timesheetPath(id), context),
  });
}

/** A week of everybody. @param week its Monday, `YYYY-MM-DD` */
export function timesheetWeekQuery(week: string) {
  return queryOptions({
    queryKey: ['timesheets', week],
    meta: META,
    queryFn: (context) => read<TimesheetWeek>(`${TIMESHEETS_PATH}?week=${week}`, context),
  });
}

/** The weeks of everybody that wait for an approval. */
export const submittedTimesheetsQuery = queryOptions({
  queryKey: ['timesheets', 'submitted'],
  meta: META,
  queryFn: (context) => read<TimesheetsToApprove>(`${TIMESHEETS_PATH}/submitted`, context),
});

/** The hours of thirteen weeks, by week, person and crew. */
export const hoursFiguresQuery = queryOptions({
  queryKey: ['hours-figures'],
  meta: META,
  queryFn: (context) => read<HoursFigures>(`${TIMESHEETS_PATH}/figures`, context),
});

export function payrollPath(week: string): string {
  return `${TIMESHEETS_PATH}/payroll?from=${week}&to=${dayAfter(week, 6)}&format=csv`;
}

/** `Mon, Oct 26 to Sun, Nov 1` */
export function formatWeek(week: string): string {
  return [week, dayAfter(week, 6)].map((day) => formatWallDay(startOfDay(day))).join(' to ');
}

type Source = Pick<TimesheetRecord['differences'][number], 'kind' | 'jobNumber'>;

/** What hours were for: the job's number, or their kind. */
export function sourceName({ kind, jobNumber }: Source): string {
  return kind === 'job' ? (jobNumber ?? 'A job') : (SOURCE_LABELS[kind] ?? kind);
}

type Step = 'submit' | 'reopen' | 'approve';

const DONE: Readonly<Record<Step, string>> = {
  submit: 'Hours Submitted',
  reopen: 'Week Reopened',
  approve: 'Hours Approved',
};

/** Submits a week, approves it, or takes either back. */
export function useTimesheetStep({ id, week, revision }: TimesheetRecord) {
  return useAct<Step, TimesheetRecord>({
    command: (step) => ({
      method: 'POST',
      path: `${timesheetPath(id)}/${step}`,
      body: { expectedRevision: revision },
    }),
    collections: TIMESHEETS,
    done: (_, step) => ({ title: DONE[step], text: formatWeek(week), intent: 'success' }),
    undoneOn: () => ({ category: 'timesheet', id }),
  });
}

/** Takes back hours without a job, or a correction. */
export function useRemoveFromTimesheet({ id, week }: TimesheetRecord) {
  return useAct<{ part: 'entries' | 'corrections'; partId: string }, TimesheetRecord>({
    command: ({ part, partId }) => ({ method: 'DELETE', path: `${timesheetPath(id)}/${part}/${partId}` }),
    collections: TIMESHEETS,
    done: (_, { part }) => ({
      title: part === 'entries' ? 'Hours Removed' : 'Correction Removed',
      text: formatWeek(week),
      intent: 'success',
    }),
    undoneOn: () => ({ category: 'timesheet', id }),
  });
}
