import { z } from 'zod';
import { plannedDay as day } from '../../api/kit/fields/values.schema.ts';
import { BATCH_KINDS, type BatchKind } from '../../domain/batch/terms.ts';
import { PLAN_STATUSES } from '../../domain/plan/terms.ts';
import { MOST_DAYS, optimizeAnswer, runId, seed } from './schedule.schema.ts';

// Plans other than a day's schedule: a rain day, a truck that is down, and any stored plan.

/** Why scheduled work has to move. */
export const REPLAN_KINDS = ['rain_day', 'truck_down', 'absence'] as const satisfies readonly BatchKind[];

function id(name: string, of: string) {
  const message = `${name} must be the id of ${of}.`;
  return z.string(message).min(1, message).max(100, 'This id is too long.');
}

export const replanBody = z
  .object({
    kind: z
      .enum(REPLAN_KINDS, `kind must be one of ${REPLAN_KINDS.join(', ')}.`)
      .describe(
        [
          '`rain_day`: nobody works that day, or one crew.',
          '`truck_down`: one crew cannot drive, the others can; with `equipment_id`, only that machine is missing.',
          '`absence`: somebody is sick.',
        ].join(' '),
      ),
    date: day('date').describe('The day that is cleared, or the first without the machine or the person.'),
    from: z
      .string('from must be a time like 10:30.')
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'from must be a time like 10:30.')
      .optional()
      .meta({ examples: ['10:30'] })
      .describe('From when on: wall time of the company. Left out: the whole day, and of today what is left.'),
    crew_id: id('crew_id', 'a crew')
      .optional()
      .describe('Whose day is cleared. A rain day without it is for all crews; a truck belongs to one.'),
    equipment_id: id('equipment_id', 'a machine')
      .optional()
      .describe(
        'The machine that broke, of `crew_id` or of any crew. What needs it moves, the rest stays with its crew. Applying the plan takes it out of service.',
      ),
    person_id: id('person_id', 'a person')
      .optional()
      .describe(
        'Who is sick. What their crew cannot do without them moves, the rest stays with it. Applying the plan records the days as approved time off.',
      ),
    until: day('until').optional().describe('The last day without the machine or the person. Left out: `date` alone.'),
    to: day('to')
      .optional()
      .describe(
        `The last day that work is moved to, at most ${MOST_DAYS} days after \`date\`. Left out: a week after.`,
      ),
    runId: runId.optional().describe('By which progress is read and the run is cancelled.'),
    seed,
  })
  .refine(({ kind, crew_id, equipment_id }) => kind !== 'truck_down' || (crew_id ?? equipment_id) !== undefined, {
    path: ['crew_id'],
    message: 'Choose the crew whose truck is down, or the machine that broke.',
  })
  .refine(({ kind, equipment_id }) => kind === 'truck_down' || equipment_id === undefined, {
    path: ['equipment_id'],
    message: 'A machine is named only where a truck is down.',
  })
  .refine(({ kind, person_id }) => kind !== 'absence' || person_id !== undefined, {
    path: ['person_id'],
    message: 'Choose who is sick.',
  })
  .refine(({ kind, person_id }) => kind === 'absence' || person_id === undefined, {
    path: ['person_id'],
    message: 'A person is named only where somebody is sick.',
  })
  .refine(({ kind, crew_id }) => kind !== 'absence' || crew_id === undefined, {
    path: ['crew_id'],
    message: 'Leave the crew out: it is that of the person.',
  })
  .refine(({ until, equipment_id, person_id }) => until === undefined || (equipment_id ?? person_id) !== undefined, {
    path: ['until'],
    message: 'Only a machine or a person is missing for several days. Clear each day by itself.',
  });

export const planParams = z.object({
  id: z.string('The plan must be an id.').min(1, 'The plan must be an id.').max(100, 'This id is too long.'),
});

const MOMENTS = {
  start: z.string().describe('When its first visit begins: wall time of the company, `2026-06-15T08:00`.'),
  end: z.string().describe('When its last visit ends.'),
};

const replanMove = z.object({
  job_id: z.string(),
  job_number: z.string().nullable(),
  customer_name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  from: z.object({ crew_id: z.string().nullable(), crew_name: z.string().nullable(), ...MOMENTS }),
  to: z
    .object({ crew_id: z.string(), crew_name: z.string().nullable(), ...MOMENTS })
    .nullable()
    .describe('Null: it fits nowhere, and goes back to the unscheduled jobs.'),
  is_promised: z.boolean().describe('The customer was told when somebody comes.'),
  days_later: z.number().nullable().describe('How much later than planned; null if it no longer has a day.'),
});

const moves = z
  .array(replanMove)
  .describe(
    'Who has to be told, most pressing first: customers who were promised a time, or who no longer have a day.',
  );

const kind = z.enum(Object.keys(BATCH_KINDS) as [BatchKind, ...BatchKind[]]);

const outage = z
  .object({
    category: z.string().describe('`equipment`: a machine that broke. `staff`: somebody who is away.'),
    id: z.string(),
    name: z.string().nullable(),
    from: z.string().describe('The first day that is planned without it.'),
    to: z.string(),
    half: z.string().nullable().describe('`morning` or `afternoon` of the one day; null for whole days.'),
  })
  .nullable()
  .describe(
    'What the plan works without; null if nothing is missing. Applying it takes the machine out of service, or records the days as approved sick days, and undoing it takes that back.',
  );

/** The answer of optimize, plus where the scheduled jobs go. */
export const replanAnswer = optimizeAnswer.extend({ kind, moves, outage }).meta({ id: 'ReplannedSchedule' });

/** A stored plan as if it had just been made, with today's names and its original reasons. */
export const planAnswer = optimizeAnswer
  .extend({
    kind,
    moves,
    outage,
    from: z.string().describe('The first day.'),
    to: z.string().describe('The last day.'),
    mode: z.string(),
    status: z.enum(PLAN_STATUSES),
    stale_reason: z.string().nullable().describe('What has changed since, in words.'),
    asked_by_name: z.string().nullable().describe('Null where it was made by itself.'),
  })
  .meta({ id: 'KeptPlan' });

export type ReplanKind = (typeof REPLAN_KINDS)[number];
export type ReplanBody = z.output<typeof replanBody>;
export type ReplanMove = z.output<typeof replanMove>;
export type OutageAnswer = z.output<typeof outage>;
export type ReplanAnswer = z.output<typeof replanAnswer>;
export type PlanAnswer = z.output<typeof planAnswer>;
