import { z } from 'zod';
import { BATCH_KINDS } from '../../domain/batch/terms.ts';
import { isDate } from '../../domain/kit/times.ts';
import { PLAN_STATUS_LABELS, PLAN_STATUSES } from '../../domain/plan/terms.ts';
import { recordSchema } from '../kit/fields/fields.schema.ts';
import { A_DAY } from '../kit/fields/values.schema.ts';
import { choices, type ListFilter, oneOf } from '../kit/lists/lists.schema.ts';

const KIND_LABELS = Object.fromEntries(Object.entries(BATCH_KINDS).map(([kind, { label }]) => [kind, label]));

/** Plans that include the day. */
const onDay: ListFilter = {
  taken: z.string().refine(isDate, 'day must be a day like 2026-06-15.').meta(A_DAY).optional(),
  where: (asked) => ({ from: { lte: asked }, to: { gte: asked } }),
  samples: ['2000-01-01'],
};

/** A plan that waits for approval. */
export const WAITING = { status: 'proposed', isKept: true } as const;

export const planList = {
  // A plan still being written does not count yet.
  where: { status: { in: PLAN_STATUSES } },
  filters: {
    day: onDay,
    status: oneOf('The status', PLAN_STATUSES, 'status'),
    waiting: choices('waiting must be true.', { true: WAITING }),
  },
  sorts: { createdAt: 'createdAt' },
};

const rowFields = {
  kind: z.string().meta({ 'x-labels': KIND_LABELS }),
  from: z.string(),
  to: z.string().describe('The last day, included.'),
  mode: z.string(),
  status: z.string().nullable().meta({ 'x-labels': PLAN_STATUS_LABELS }).describe('Null while it is still written.'),
  isKept: z.boolean().describe('It waits for approval while it is `proposed`: it was made ahead, or kept for later.'),
  staleReason: z.string().nullable().describe('What has changed since, in words.'),
  askedBy: z.string().describe('A user id, or `cron`.'),
  askedByName: z.string().nullable(),
  batchId: z.string().nullable().describe('What applied it.'),
  appliedAt: z.string().nullable(),
  totals: z
    .object({
      jobs: z.number(),
      crews: z.number(),
      unassigned: z.number(),
      workMinutes: z.number(),
      travelMinutes: z.number(),
      miles: z.number(),
      hard: z.number(),
      medium: z.number(),
      soft: z.number(),
    })
    .nullable(),
};

/** A plan in a list, without its routes. */
export const planRow = recordSchema('PlanRow', {}, rowFields);

/** The job's current details; null if it is gone, or its person was erased. */
const named = {
  jobNumber: z.string().nullable(),
  customerName: z.string().nullable(),
  address: z.string().nullable(),
  serviceType: z.string().nullable(),
  priority: z.string().nullable(),
};

const visits = z.array(z.object({ start: z.string(), end: z.string() })).describe('Wall time of the zone.');

const stop = z.object({
  jobId: z.string(),
  ...named,
  revision: z.number(),
  sequence: z.number(),
  isFixed: z.boolean().describe('It stays where it is, and is not applied.'),
  arrival: z.string().describe('Wall time of the zone, like the two others.'),
  start: z.string(),
  end: z.string(),
  travelMinutes: z.number(),
  miles: z.number(),
  terms: z
    .array(z.object({ term: z.string(), points: z.number(), amount: z.number() }))
    .describe('What counted for and against this place.'),
});

export const planRecord = recordSchema(
  'Plan',
  {},
  {
    ...rowFields,
    zone: z.string(),
    weights: z.record(z.string(), z.unknown()),
    seed: z.number(),
    iterations: z.number().nullable(),
    position: z.string().describe('How far the history had been read.'),
    travelSource: z.string(),
    travelNote: z.string().nullable(),
    runId: z.string(),
    staleBy: z.string().nullable(),
    assumed: z.array(z.object({ category: z.string(), id: z.string(), field: z.string(), value: z.string() })),
    routes: z.array(
      z.object({
        day: z.string(),
        crewId: z.string(),
        crewName: z.string().nullable(),
        workMinutes: z.number(),
        travelMinutes: z.number(),
        miles: z.number(),
        availableMinutes: z.number(),
        stops: z.array(stop),
      }),
    ),
    unassigned: z.array(
      z.object({
        jobId: z.string(),
        ...named,
        revision: z.number(),
        rule: z.string().describe('The rule that binds.'),
        isEverywhere: z
          .boolean()
          .describe('The rules bind for every crew on every day, not only where the job nearly fits.'),
        relaxation: z
          .object({
            kind: z.string(),
            crewId: z.string().nullable(),
            crewName: z.string().nullable(),
            day: z.string().nullable(),
            start: z.string().nullable(),
            amount: z.number().nullable(),
            what: z.string().nullable(),
            also: z
              .array(z.object({ kind: z.string(), amount: z.number().nullable(), what: z.string().nullable() }))
              .describe('What is needed beside the first, in the same place.'),
          })
          .nullable()
          .describe('The smallest change with which it would fit.'),
      }),
    ),
    moves: z
      .array(
        z.object({
          jobId: z.string(),
          ...named,
          revision: z.number(),
          from: z.object({ crewId: z.string().nullable(), crewName: z.string().nullable(), visits }),
          to: z
            .object({ crewId: z.string(), crewName: z.string().nullable(), visits })
            .nullable()
            .describe('Null: it is taken off its day.'),
          isPromised: z.boolean(),
        }),
      )
      .describe('Scheduled jobs that go elsewhere, where that is what the plan is about.'),
    accepted: z
      .array(
        z.object({
          jobId: z.string(),
          ...named,
          conflicts: z.array(
            z.object({
              kind: z.string(),
              day: z.string(),
              jobId: z.string().nullable(),
              personId: z.string().nullable(),
              machineId: z.string().nullable(),
            }),
          ),
          reason: z.string(),
        }),
      )
      .describe('The conflicts of the plan’s places, and why it was chosen anyway.'),
  },
);

export type PlanRow = z.output<typeof planRow>;
export type PlanRecord = z.output<typeof planRecord>;
