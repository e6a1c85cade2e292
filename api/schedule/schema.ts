import { z } from 'zod';
import { JOB_STATUS_LABELS } from '../../domain/job/terms.ts';
import { CONFLICT_LABELS } from '../../domain/schedule/terms.ts';
import { dayGiven, plannedDay } from '../kit/fields/values.schema.ts';

export const scheduleQuery = z.object({ from: plannedDay('from'), to: plannedDay('to') });

const hours = z.object({ start: z.string(), end: z.string() });

/** Compact, because a month of a large company has thousands. */
export const scheduledJob = z
  .object({
    id: z.string(),
    revision: z.number(),
    number: z.string().nullable().describe('`J-1001`'),
    title: z.string().nullable(),
    customer: z.string().nullable(),
    address: z.string().nullable(),
    service: z.string().nullable(),
    priority: z.string(),
    status: z.string().meta({ 'x-labels': JOB_STATUS_LABELS }),
    crewId: z.string().nullable(),
    pinned: z.boolean(),
    amount: z.string().nullable().describe('Decimal text in dollars.'),
    hours: z.number().nullable().describe('As it was estimated.'),
    crewSize: z.number().nullable().describe('The fewest people who can do it.'),
    skills: z.array(z.string()),
    equipment: z.array(z.string()).describe('Categories.'),
    earliest: z.string().nullable().describe('The first day on which it may be done.'),
    latest: z.string().nullable().describe('The last day on which it may be done.'),
    window: hours.nullable().describe('Of each day, in wall time of the company.'),
    promised: z.string().nullable().describe('The start that the customer was told.'),
    remainingHours: z.number().describe('Of its work: what still has to be placed. As of the job itself.'),
    visits: z
      .array(z.object({ start: z.string(), end: z.string() }))
      .describe('All of them, in wall time of the company with its distance from UTC: `2026-06-15T08:00-04:00`.'),
  })
  .meta({ id: 'ScheduledJob' });

const standingConflict = z.object({
  kind: z.string().meta({ 'x-labels': CONFLICT_LABELS }),
  message: z.string().describe('For a person to read.'),
  jobId: z.string().nullable().describe('The other job, person or machine that it is about, if any.'),
  personId: z.string().nullable(),
  machineId: z.string().nullable(),
});

/** A visit that cannot go as planned. */
export const scheduleProblem = z
  .object({
    jobId: z.string(),
    start: z.string().describe('Of the visit, as among those of its job.'),
    end: z.string(),
    open: z.array(standingConflict).describe('What stands against it, and nobody accepted; it counts if there is any.'),
    accepted: z.array(standingConflict).describe('What somebody accepted when the visit was planned.'),
    reason: z.string().nullable().describe('Why they did.'),
  })
  .meta({ id: 'ScheduleProblem' });

export const scheduleAnswer = z
  .object({
    from: z.string(),
    to: z.string(),
    today: z.string().describe('Where the company is.'),
    zone: z.string().describe('Of the company, an IANA name.'),
    workingDays: z.array(z.string()),
    workingHours: hours,
    jobs: z.array(scheduledJob).describe('Those that are visited in the range, also where they began before it.'),
    days: z
      .array(
        z.object({
          day: z.string(),
          isWorkingDay: z.boolean(),
          jobs: z.number(),
          crewHours: z.number(),
          amount: z
            .string()
            .nullable()
            .describe(
              'Of a job of several days the part of this one, by its hours there. Null without the right to see it.',
            ),
        }),
      )
      .describe('Every day of the range. Cancelled jobs count for nothing.'),
    problems: z
      .array(scheduleProblem)
      .describe('The visits of the range that cannot go as planned, earliest first; none that is over or under way.'),
    crews: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        isActive: z.boolean(),
        workingHours: hours.describe("Its own, else the company's."),
        memberIds: z.array(z.string()),
        equipmentIds: z.array(z.string()).describe('What it usually takes along.'),
      }),
    ),
    people: z
      .array(
        z.object({
          id: z.string(),
          name: z.string().nullable(),
          skills: z.array(z.string()),
          certificates: z.array(z.object({ name: z.string(), expiresOn: z.string().nullable() })),
        }),
      )
      .describe('Who is in a crew.'),
    machines: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        category: z.string(),
        status: z.string(),
        nextMaintenance: z.string().nullable(),
        assignedTo: z.string().nullable().describe('A crew or a person.'),
      }),
    ),
    timeOff: z
      .array(z.object({ personId: z.string(), from: z.string(), to: z.string(), half: z.string().nullable() }))
      .describe('Approved, with the first and the last day; `half` is `morning` or `afternoon` of one day.'),
    locks: z
      .array(z.object({ day: z.string(), crewId: z.string().nullable() }))
      .describe('Days that are to stay as they are planned, for one crew or (null) the whole company.'),
  })
  .meta({ id: 'Schedule' });

export const dayParams = z.object({ id: dayGiven('The day') });

export const lockBody = z
  .object({ crewId: z.string('The crew must be an id.').min(1).max(100).nullish() })
  .nullish()
  .describe('For one crew alone; without it for the whole company.');

/** One day of the schedule on its own. */
export const scheduleDay = z
  .object({
    day: z.string(),
    isLocked: z.boolean().describe('For the whole company.'),
    lockedCrewIds: z.array(z.string()).describe('The crews for which it is locked besides.'),
    revision: z.number(),
  })
  .meta({ id: 'ScheduleDay' });

export type ScheduleDay = z.output<typeof scheduleDay>;
export type ScheduleProblem = z.output<typeof scheduleProblem>;
export type ScheduledJob = z.output<typeof scheduledJob>;
export type Schedule = z.output<typeof scheduleAnswer>;
