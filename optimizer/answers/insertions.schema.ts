import { z } from 'zod';
import { expectedRevision } from '../../api/kit/fields/common.schema.ts';
import { plannedDay as day } from '../../api/kit/fields/values.schema.ts';
import { PLANNED_ANYWAY, type PlannedAnyway } from '../../domain/job/terms.ts';
import { isDate, WALL_MOMENT } from '../../domain/kit/times.ts';
import { MOST_DAYS, someJob } from './schedule.schema.ts';

/** The kinds of rule that may have to give way for a place. */
export const NEED_KINDS = [
  'overtime',
  'earlier',
  'later',
  'crewSize',
  'skill',
  'certificate',
  'equipment',
  'timeOff',
  'dayLocked',
  'date',
  'unavailable',
  'capacity',
] as const;

const REASONS = Object.keys(PLANNED_ANYWAY) as [PlannedAnyway];
const MOST_NAMED = 200;
const ids = z
  .array(
    z.string('Name each job by its id.').max(100, 'This id is too long.'),
    'Name the jobs by their ids, as a list.',
  )
  .max(MOST_NAMED, 'These are more jobs than a crew has in a day.')
  .optional();
const START = 'start must be a time like 2026-06-15T08:00.';
const jobId = z.string('Name the job by job_id.').min(1, 'Name the job by job_id.').max(100, 'This id is too long.');
const crewId = z
  .string('Name the crew by crew_id.')
  .min(1, 'Name the crew by crew_id.')
  .max(100, 'This id is too long.');

export const insertionsBody = z.object({
  job_id: jobId,
  date: day('date').optional().describe('The first day; today unless told.'),
  to: day('to').optional().describe(`The last day, at most ${MOST_DAYS} in all; the first unless told.`),
  crew_id: crewId.optional().describe('Ask of this crew alone: then each of the days is answered.'),
});

const moment = z.string().describe('Wall time of the company, `2026-06-15T08:00`.');

const insertion = z.object({
  crew_id: z.string(),
  crew_name: z.string(),
  date: z.string().describe('The day on which it begins.'),
  start: moment,
  end: moment.describe('Of the last part.'),
  parts: z
    .array(z.object({ date: z.string(), start: moment, end: moment }))
    .describe('One for each day that it takes.'),
  points: z.number().describe('What it costs, as the optimizer weighs it: less is better.'),
  extra_travel_minutes: z.number().describe('What the crew drives more on these days.'),
  moves: z
    .array(z.object({ ...someJob, from: moment, to: moment, is_promised: z.boolean() }))
    .describe('Jobs of the crew that begin later for it, and when they begin now.'),
  takes_off: z
    .array(z.object({ ...someJob, is_promised: z.boolean() }))
    .describe('Jobs that leave the day for it: they are unscheduled again.'),
  needs: z
    .array(
      z.object({
        kind: z.enum(NEED_KINDS),
        amount: z.number().nullable().describe('Minutes, or people.'),
        text: z.string(),
      }),
    )
    .describe('Rules that have to give way. Where there are some, a reason is asked for.'),
  reasons: z.array(z.string()).describe('What it brings with it, a sentence each.'),
  text: z.string().describe('All of it in words.'),
});

export const insertionsAnswer = z
  .object({
    job: z.object({ ...someJob, revision: z.number().describe('With which its places were found.') }),
    insertions: z
      .array(insertion)
      .describe(
        'Without a crew the three cheapest; with one the best of each day. Those that need nothing come first, then those that need the least.',
      ),
    message: z.string().nullable().describe('Why there is no place; null where there is one.'),
  })
  .meta({ id: 'Insertions' });

export const insertBody = z.object({
  job_id: jobId,
  crew_id: crewId,
  date: day('date'),
  start: z
    .string(START)
    .refine((said) => WALL_MOMENT.test(said) && isDate(said.slice(0, 'YYYY-MM-DD'.length)), START)
    .meta({ examples: ['2026-06-15T08:00'] })
    .describe('As it was answered.'),
  to: day('to').optional().describe('The last day, as it was asked.'),
  moves: ids.describe('The jobs that begin later, as they were answered. Others than these are refused.'),
  takes_off: ids.describe('The jobs that leave the day, as they were answered. Others than these are refused.'),
  expectedRevision: expectedRevision.describe(
    'The revision of the job, as it was answered: one that somebody changed since is refused.',
  ),
  reason: z
    .enum(REASONS, `reason must be one of ${REASONS.join(', ')}.`)
    .optional()
    .describe('Why the rules that the place needs may give way. It is kept with the jobs.'),
});

export type InsertionsBody = z.output<typeof insertionsBody>;
export type InsertionsAnswer = z.output<typeof insertionsAnswer>;
export type InsertionAnswer = z.output<typeof insertion>;
export type NeedKind = (typeof NEED_KINDS)[number];
export type InsertBody = z.output<typeof insertBody>;
