import { z } from 'zod';
import {
  HOUR_KINDS,
  readMinutes,
  SOURCE_LABELS,
  TIMESHEET_LIMITS,
  TIMESHEET_STATUS_LABELS,
  TIMESHEET_STATUSES,
} from '../../domain/timesheet/terms.ts';
import { idOf, text } from '../kit/fields/fields.schema.ts';
import { plannedDay } from '../kit/fields/values.schema.ts';

const REVISION = 'expectedRevision must be the revision of the timesheet.';
/** −1 before anything was entered. */
const expectedRevision = z.int(REVISION).min(-1, REVISION).optional();

const TIME = 'Enter the time like 1:30 or 1.5.';
const time = z
  .union([z.string(TIME).max(20, TIME), z.number(TIME).min(-1_000, TIME).max(1_000, TIME)], TIME)
  .refine((value) => minutesOf(value) !== null, TIME)
  .transform((value) => minutesOf(value) ?? 0)
  .meta({ examples: ['1:30', '1.5', 1.5], description: 'Hours, as text also with minutes; kept to the minute.' });

function minutesOf(value: string | number): number | null {
  return typeof value === 'number' ? Math.round(value * 60) : readMinutes(value);
}

const KIND = 'Choose what the hours were for.';
export const noteField = text('The note', TIMESHEET_LIMITS.note);
export const reasonField = text('The reason', TIMESHEET_LIMITS.note);

export const addEntryBody = z.object({
  day: plannedDay('day'),
  hours: time,
  kind: z.enum(HOUR_KINDS, KIND),
  note: noteField.given.optional(),
  expectedRevision,
});

export const correctBody = z.object({
  day: plannedDay('day'),
  hours: time.describe('How much more; less than 0 for less.'),
  kind: z.enum(['job', ...HOUR_KINDS], KIND),
  jobId: idOf('The job', 'Which job, where the hours are of one.').given.optional(),
  reason: reasonField.given.optional(),
  expectedRevision,
});

/** A step without anything to say but what was seen. */
export const stepBody = z.object({ expectedRevision }).nullish();

export const entryParams = z.object({ id: z.string().min(1).max(100), entryId: z.string().min(1).max(100) });
export const correctionParams = z.object({ id: z.string().min(1).max(100), correctionId: z.string().min(1).max(100) });

export const weekQuery = z.object({
  week: plannedDay('week').optional().describe('Any day of it; without one, this week.'),
});

const enteredByName = z.string().nullable().describe('Who entered it by hand, where that was somebody else.');

const source = z.object({
  kind: z.string().meta({ 'x-labels': SOURCE_LABELS }),
  jobId: z.string().nullable(),
  jobNumber: z.string().nullable(),
  jobTitle: z.string().nullable(),
  by: z.enum(['clock', 'hand']).nullable().describe('Null: it was approved, and is not there any more.'),
  enteredByName,
  minutes: z.number(),
});

const named = z.object({ jobId: z.string(), jobNumber: z.string().nullable() });

const entry = z.object({
  entryId: z.string(),
  day: z.string(),
  minutes: z.number(),
  kind: z.string().meta({ 'x-labels': SOURCE_LABELS }),
  note: z.string().nullable(),
});

const correction = z.object({
  correctionId: z.string(),
  day: z.string(),
  kind: z.string().meta({ 'x-labels': SOURCE_LABELS }),
  jobId: z.string().nullable(),
  minutes: z.number().describe('Less than 0 where hours were taken away.'),
  regular: z.number(),
  overtime: z.number(),
  reason: z.string().nullable(),
  correctedBy: z.string(),
  correctedAt: z.string(),
});

const rule = z.object({ weekHours: z.number().nullable(), dayHours: z.number().nullable() });

/** What the week's own events say. */
const told = {
  id: z.string(),
  personId: z.string(),
  week: z.string().describe('Its Monday.'),
  status: z.string().meta({ 'x-labels': TIMESHEET_STATUS_LABELS }),
  entries: z.array(entry).describe('Hours without a job, by day.'),
  submittedBy: z.string().nullable(),
  submittedAt: z.string().nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: z.string().nullable(),
  isOwnApproval: z.boolean().describe('An owner approved their own hours.'),
  corrections: z.array(correction).describe('Oldest first.'),
  revision: z.number().describe('−1 before anything was entered.'),
  erased: z.boolean(),
};
const toldTimesheet = z.object(told);

export const timesheetRecord = z
  .object({
    ...told,
    person: z.string().nullable(),
    submittedByName: z.string().nullable(),
    approvedByName: z.string().nullable(),
    entries: z.array(entry.extend({ enteredByName })).describe('Hours without a job, by day.'),
    corrections: z.array(
      correction.extend({ jobNumber: z.string().nullable(), correctedByName: z.string().nullable() }),
    ),
    rule: rule.describe('Hours after which overtime begins; null: never by that measure.'),
    days: z
      .array(
        z.object({
          day: z.string(),
          minutes: z.number(),
          regular: z.number(),
          overtime: z.number(),
          sources: z.array(source),
          overlapping: z.number().describe('Minutes in which several clocks ran for them: they count once.'),
        }),
      )
      .describe('All seven. Of an approved week as they were approved, without corrections.'),
    minutes: z.number().describe('Of the week, with corrections.'),
    regular: z.number(),
    overtime: z.number(),
    running: z.array(named).describe('Jobs whose clock runs for them now: it counts once it is stopped.'),
    differences: z
      .array(
        z.object({
          day: z.string(),
          kind: z.string().meta({ 'x-labels': SOURCE_LABELS }),
          jobId: z.string().nullable(),
          jobNumber: z.string().nullable(),
          minutes: z.number().describe('How much more there is now; less than 0 for less.'),
        }),
      )
      .describe('What an approved week has by now that was not approved, nor corrected.'),
  })
  .meta({ id: 'Timesheet' });

export const timesheetWeek = z
  .object({
    week: z.string(),
    days: z.array(z.string()),
    today: z.string(),
    sheets: z.array(timesheetRecord).describe('By name; of those who see only theirs, one.'),
  })
  .meta({ id: 'TimesheetWeek' });

export const timesheetsToApprove = z
  .object({ sheets: z.array(timesheetRecord).describe('The first week first, and by name in each.') })
  .meta({ id: 'TimesheetsToApprove' });

export const payrollQuery = z.object({
  from: plannedDay('from'),
  to: plannedDay('to'),
  format: z.enum(['json', 'csv'], 'format must be json or csv.').optional(),
});

/** The lines of the file; docs/payroll-export.md says what each column is. */
export const payrollLine = z.object({
  employeeId: z.string(),
  employee: z.string().nullable(),
  weekStart: z.string(),
  weekEnd: z.string(),
  payType: z.enum(['regular', 'overtime']),
  hours: z.string().describe('With two decimals, rounded; `minutes` is exact.'),
  minutes: z.number(),
  entry: z.enum(['hours', 'correction']),
  reference: z.string().nullable().describe('Of a correction: its day.'),
});

export const payroll = z
  .object({
    from: z.string(),
    to: z.string(),
    lines: z.array(payrollLine),
    waiting: z
      .array(
        z.object({
          id: z.string(),
          personId: z.string(),
          person: z.string().nullable(),
          week: z.string(),
          status: z.enum(TIMESHEET_STATUSES).meta({ 'x-labels': TIMESHEET_STATUS_LABELS }),
          minutes: z.number(),
        }),
      )
      .describe('Weeks with hours in these days that nobody has approved: they are not in the lines.'),
  })
  .meta({ id: 'Payroll' });

const minutes = {
  regular: z.number().describe('Minutes.'),
  overtime: z.number(),
  onJobs: z.number().describe('How many of both were on jobs.'),
};

export const hoursFigures = z
  .object({
    weeks: z.array(z.object({ week: z.string().describe('Its Monday.'), ...minutes })).describe('Earliest first.'),
    people: z
      .array(z.object({ personId: z.string(), person: z.string().nullable(), ...minutes }))
      .describe('Of all weeks together; the most hours first.'),
    crews: z
      .array(z.object({ crewId: z.string().nullable(), crew: z.string().nullable(), ...minutes }))
      .describe('A day counts for the crew that somebody was in at its end; null for who was in none.'),
  })
  .meta({ id: 'HoursFigures' });
export type HoursFigures = z.output<typeof hoursFigures>;

export type ToldTimesheet = z.output<typeof toldTimesheet>;
export type TimesheetRecord = z.output<typeof timesheetRecord>;
export type TimesheetWeek = z.output<typeof timesheetWeek>;
export type TimesheetsToApprove = z.output<typeof timesheetsToApprove>;
export type PayrollLine = z.output<typeof payrollLine>;
export type Payroll = z.output<typeof payroll>;
