import { z } from 'zod';
import { standing } from '../job/events.ts';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// What the optimizer proposes, with its reasons. Nothing in it is about a person: names are joined by id on reading. Days
// are `YYYY-MM-DD`, moments local wall time of the plan's zone (`2026-06-15T08:00`), money is cents.

export const planHead = z.object({
  /** One of BATCH_KINDS: what applying it is called. */
  kind: z.string(),
  /** The first and the last day. */
  from: z.string(),
  to: z.string(),
  zone: z.string(),
  mode: z.string(),
  /** Points by what they are for, as the solver names them. */
  weights: z.looseObject({}),
  seed: z.int(),
  /** Per worker; with the seed, the weights and the position they make the same plan again. */
  iterations: z.int().nullable(),
  /** How far the log had been read. */
  position: z.string(),
  /** Where travel times are from, and what is to be known of them. */
  travelSource: z.string(),
  travelNote: z.string().nullable(),
  /** A user id, or `cron`. */
  askedBy: z.string(),
  runId: z.string(),
  /** All that was planned with: what changes of it makes the plan stale. */
  crewIds: z.array(z.string()),
  memberIds: z.array(z.string()),
  equipmentIds: z.array(z.string()),
  /** What nobody had entered: of which record, which field, and what was taken for it. */
  assumed: z.array(z.object({ category: z.string(), id: z.string(), field: z.string(), value: z.string() })),
});

/** One thing that counted for or against a place, in the solver's points, and how much of it there is (minutes, miles). */
const term = z.object({ term: z.string(), points: z.number(), amount: z.number() });

const stop = z.object({
  jobId: z.string(),
  /** Of the job when it was planned. */
  revision: z.int(),
  /** On the route, from 1. */
  sequence: z.int(),
  /** A visit that stays where it is: pinned, begun, or on a locked day. It is not applied. */
  isFixed: z.boolean(),
  arrival: z.string(),
  start: z.string(),
  end: z.string(),
  /** From the stop before, or from where the crew sets out. */
  travelMinutes: z.number(),
  miles: z.number(),
  terms: z.array(term),
});

/** A crew on a day. */
export const planRoute = z.object({
  day: z.string(),
  crewId: z.string(),
  stops: z.array(stop),
  workMinutes: z.number(),
  /** With the way back. */
  travelMinutes: z.number(),
  miles: z.number(),
  /** Of the shift; more with overtime. */
  availableMinutes: z.number(),
});

/** A job that found no place. */
export const unassignedJob = z.object({
  jobId: z.string(),
  revision: z.int(),
  /** Which rule binds, as the solver names it. */
  rule: z.string(),
  /** The smallest change with which it would fit; null where none was found. */
  relaxation: z
    .object({
      kind: z.string(),
      crewId: z.string().nullable(),
      day: z.string().nullable(),
      /** The moment that it would begin. */
      start: z.string().nullable(),
      /** How much of it: minutes, people. */
      amount: z.number().nullable(),
      /** Which skill, certificate or kind of equipment. */
      what: z.string().nullable(),
    })
    .nullable(),
});

const visits = z.array(z.object({ start: z.string(), end: z.string() }));

/** A scheduled job that the plan moves: where it stands as planned with, and where it goes. */
export const plannedMove = z.object({
  jobId: z.string(),
  revision: z.int(),
  from: z.object({ crewId: z.string().nullable(), visits }),
  /** As the routes have it; null: it is taken off its day, back to the unscheduled jobs. */
  to: z.object({ crewId: z.string(), visits }).nullable(),
  /** The customer was told when somebody comes. */
  isPromised: z.boolean(),
});

/** What stands against a job's place by the plan, which a person accepted. */
export const acceptedConflicts = z.object({
  jobId: z.string(),
  conflicts: z.array(standing),
  /** One of PLANNED_ANYWAY: a choice and no text, as a plan is not sealed. */
  reason: z.string(),
});

export const planTotals = z.object({
  jobs: z.int(),
  crews: z.int(),
  unassigned: z.int(),
  workMinutes: z.number(),
  travelMinutes: z.number(),
  miles: z.number(),
  /** Broken rules (0), work left out, and all else: the score of the whole plan. */
  hard: z.number(),
  medium: z.number(),
  soft: z.number(),
});

/** A run begins to write what it found; whatever an unfinished one wrote before it counts no more. */
const PlanProposed = defineEvent('PlanProposed', planHead.extend({ proposedAt: z.string() }));
const PlanRouteProposed = defineEvent('PlanRouteProposed', planRoute);
const PlanJobsUnassigned = defineEvent('PlanJobsUnassigned', z.object({ jobs: z.array(unassignedJob) }));
const PlanMovesProposed = defineEvent('PlanMovesProposed', z.object({ moves: z.array(plannedMove) }));
const PlanConflictsAccepted = defineEvent('PlanConflictsAccepted', acceptedConflicts);
/** All of it is written: this makes the proposal exist. */
const PlanProposalCompleted = defineEvent('PlanProposalCompleted', planTotals);

/** Something that it was made with has changed, by the event `<stream>@<revision>`. */
const PlanMarkedStale = defineEvent('PlanMarkedStale', z.object({ reason: z.string(), causedBy: z.string() }));
const PlanApplied = defineEvent('PlanApplied', z.object({ batchId: z.string(), appliedAt: z.string() }));
/** The batch was undone. */
const PlanApplicationUndone = defineEvent('PlanApplicationUndone', z.object({ batchId: z.string() }));
const PlanDismissed = defineEvent('PlanDismissed', z.object({}));
/** An undone dismissal. */
const PlanBroughtBack = defineEvent('PlanBroughtBack', z.object({}));

export const planEvents = [
  ...[PlanProposed, PlanRouteProposed, PlanJobsUnassigned, PlanMovesProposed, PlanConflictsAccepted],
  ...[PlanProposalCompleted, PlanMarkedStale, PlanApplied, PlanApplicationUndone, PlanDismissed, PlanBroughtBack],
] as const;

export type PlanEvent = BodyOf<(typeof planEvents)[number]>;
export type PlanHead = z.output<typeof planHead>;
export type PlanRoute = z.output<typeof planRoute>;
export type PlanStop = z.output<typeof stop>;
export type UnassignedJob = z.output<typeof unassignedJob>;
export type PlannedMove = z.output<typeof plannedMove>;
export type AcceptedConflicts = z.output<typeof acceptedConflicts>;
export type PlanTotals = z.output<typeof planTotals>;
