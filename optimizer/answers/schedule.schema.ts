import { z } from 'zod';
import { plannedDay as day } from '../../api/kit/fields/values.schema.ts';
import { MOST_DAYS } from '../../domain/plan/terms.ts';
import { MODES } from '../solver/problem.ts';

export { MOST_DAYS };

const MOST_SCHEDULES = 1_000;
export const runId = z
  .string('The run must be an id.')
  .min(1, 'The run must be an id.')
  .max(100, 'This id is too long.');
export const seed = z
  .int('seed must be a whole number.')
  .min(0, 'seed must not be negative.')
  .max(1_000_000, 'seed must be at most 1000000.')
  .default(1)
  .describe('The same seed on the same records gives the same plan.');

export const optimizeBody = z.object({
  date: day('date'),
  to: day('to').optional().describe(`The last day, where more than one is planned: at most ${MOST_DAYS}.`),
  optimization_mode: z.enum(MODES, `optimization_mode must be one of ${MODES.join(', ')}.`).default('balanced'),
  runId: runId.optional().describe('By which progress is read and the run is cancelled.'),
  seed,
});

export const runParams = z.object({ id: runId });

const point = z.object({ latitude: z.number(), longitude: z.number() });

const assignment = z.object({
  sequence: z.number().describe('On the route, from 1; a visit that stays as it is has a place in it too.'),
  customer_name: z.string().nullable(),
  job_number: z.string().nullable(),
  job_id: z.string(),
  priority: z.string(),
  service_type: z.string().nullable(),
  duration_hours: z.number().describe('On this day.'),
  estimated_arrival: z.string().describe('When work begins: wall time of the company, `2026-06-15T08:00`.'),
  address: z.string().nullable(),
  start: z.string(),
  end: z.string(),
  travel_minutes: z.number().describe('From the stop before, or from where the crew sets out.'),
  distance_miles: z.number(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  current: z
    .object({ crew_id: z.string().nullable(), start: z.string() })
    .nullable()
    .describe('Where the schedule has it now.'),
  is_part: z.boolean().describe('One of several days that the job takes.'),
  remaining_hours: z
    .number()
    .describe('What the plan leaves of the job for days after these, to the minute: it is still to be planned.'),
  reasons: z.array(z.string()).describe('What counted for and against this place.'),
});

const crewSchedule = z.object({
  crew_id: z.string(),
  crew_name: z.string(),
  plan_id: z.string(),
  date: z.string(),
  metrics: z.object({
    total_jobs: z.number().describe('With those that stay where they are.'),
    total_work_hours: z.number().describe('Of these jobs.'),
    total_travel_minutes: z.number().describe('The way back included.'),
    total_distance_miles: z.number(),
    efficiency_score: z.number().describe('Percent of the time away that is work and not travel.'),
    utilization_percent: z.number().describe('Percent of the shift that is work.'),
  }),
  start: point.nullable().describe('Where the crew sets out.'),
  shift: z.object({ start: z.string(), end: z.string() }),
  assignments: z.array(assignment).describe('What is new or moves; empty for a crew whose day stays as it is.'),
});

export const someJob = {
  job_id: z.string(),
  job_number: z.string().nullable(),
  customer_name: z.string().nullable(),
};

export const optimizeAnswer = z
  .object({
    success: z.boolean(),
    total_jobs_scheduled: z.number().describe('Newly placed or moved.'),
    total_crews: z.number().describe('That get new or moved jobs.'),
    summary: z.object({ avg_efficiency: z.number(), total_travel_minutes: z.number(), message: z.string() }),
    schedules: z.array(crewSchedule),
    plan_id: z.string().nullable(),
    is_cancelled: z.boolean().describe('This is the best that was found until the run was cancelled.'),
    fixed: z
      .array(
        z.object({
          ...someJob,
          crew_id: z.string(),
          date: z.string(),
          sequence: z.number().describe('On the route of its crew, from 1.'),
          travel_minutes: z.number().describe('From the stop before, or from where the crew sets out.'),
          start: z.string(),
          end: z.string(),
          latitude: z.number().nullable(),
          longitude: z.number().nullable(),
          reason: z.string(),
        }),
      )
      .describe('What stays where it is.'),
    unassigned: z.array(
      z.object({
        ...someJob,
        priority: z.string(),
        reason: z.string(),
        relaxation: z.string().nullable().describe('The smallest change with which it would fit.'),
      }),
    ),
    without_coordinates: z.array(z.object({ ...someJob, address: z.string().nullable() })),
    assumed: z.array(z.string()).describe('What nobody had entered, and what was taken for it.'),
    travel: z.object({ source: z.string(), note: z.string().nullable() }),
  })
  .meta({ id: 'OptimizedSchedule' });

/** What apply compares with the plan; anything else in the answer may come along and is ignored. */
export const applyBody = z
  .array(
    z.looseObject(
      {
        crew_id: z.string('Each schedule names its crew by crew_id.').max(100),
        plan_id: z.string().max(100).optional(),
        date: day('date').optional(),
        assignments: z
          .array(
            z.looseObject(
              {
                job_id: z.string('Each assignment names its job by job_id.').max(100),
                sequence: z.number('Each assignment has a sequence.'),
                duration_hours: z.number('Each assignment has duration_hours.'),
                estimated_arrival: z.string('Each assignment has an estimated_arrival.').max(40),
              },
              'Each assignment is one as the optimizer answered it.',
            ),
            'Each schedule has its assignments.',
          )
          .max(MOST_SCHEDULES, 'These are more assignments than one plan has.'),
      },
      'Each schedule is one as the optimizer answered it.',
    ),
    'Send the schedules as a list, as the optimizer answered them.',
  )
  .min(1, 'There is no schedule to apply.')
  .max(MOST_SCHEDULES, 'These are more schedules than one plan has.');

export const applyAnswer = z
  .object({
    jobs_updated: z.number().describe('Newly placed or moved.'),
    refused: z
      .array(z.object({ id: z.string(), text: z.string() }))
      .describe('Jobs that somebody changed at the same moment: they were left as they are.'),
    conflicts: z
      .array(z.object({ id: z.string(), text: z.string() }))
      .describe('Jobs of the plan that are now where another job is, which somebody put there at the same moment.'),
    category: z.string().describe('With `id` and `commandId` what `POST /api/undo` takes.'),
    id: z.string(),
    commandId: z.string(),
  })
  .meta({ id: 'AppliedSchedule' });

/** What a refusal to apply adds to its message: everything that has moved, in words for a person. */
export const moved = z
  .array(z.object({ category: z.string().optional(), id: z.string().optional(), text: z.string() }))
  .optional();

export type OptimizeBody = z.output<typeof optimizeBody>;
export type OptimizeAnswer = z.output<typeof optimizeAnswer>;
export type CrewSchedule = z.output<typeof crewSchedule>;
export type Assignment = z.output<typeof assignment>;
export type ApplyBody = z.output<typeof applyBody>;
export type ApplyAnswer = z.output<typeof applyAnswer>;

/** The events of a run, each sent as JSON. */
export interface RunEvent {
  state: 'waiting' | 'queued' | 'running' | 'done';
  /** The share done, 0 to 1. */
  done: number;
  message: string;
}
