import { z } from 'zod';
import { recordedConflict } from '../job/events.ts';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// What the optimizer proposes, with its reasons. Nothing in it is about a person: names are joined by id on reading.
// Days are `YYYY-MM-DD`, moments are local wall time in the plan's zone (`2026-06-15T08:00`), money is in cents.

const firstHead = z.object({
  /** One of BATCH_KINDS: the kind of batch that applies it. */
  kind: z.string(),
  /** The first and the last day. */
  from: z.string(),
  to: z.string(),
  zone: z.string(),
  mode: z.string(),
  /** Points per thing that counts, by the solver's names. */
  weights: z.looseObject({}),
  seed: z.int(),
  /** Per worker; with the seed, the weights and the position, it reproduces the plan. */
  iterations: z.int().nullable(),
  /** The log position of the read models it was made from. */
  position: z.string(),
  /** The source of the travel times, and what a person should know about them. */
  travelSource: z.string(),
  travelNote: z.string().nullable(),
  /** A user id, or `cron`. */
  askedBy: z.string(),
  runId: z.string(),
  /** Everything it was planned with: a change to any of it makes the plan stale. */
  crewIds: z.array(z.string()),
  memberIds: z.array(z.string()),
  equipmentIds: z.array(z.string()),
  /** What nobody had entered: the record, the field, and the value assumed. */
  assumed: z.array(z.object({ category: z.string(), id: z.string(), field: z.string(), value: z.string() })),
});

export const planHead = firstHead.extend({
  /** It waits for approval as soon as it is made; else from when somebody keeps it. */
  isKept: z.boolean(),
});

/** One thing that counted for or against a place, in the solver's points, and its amount (minutes, miles). */
const term = z.object({ term: z.string(), points: z.number(), amount: z.number() });

const firstStop = z.object({
  jobId: z.string(),
  /** The revision of the job when it was planned. */
  revision: z.int(),
  /** Its place on the route, from 1. */
  sequence: z.int(),
  /** A visit that stays where it is: pinned, begun, on a locked day, or best where it was. It is not applied. */
  isFixed: z.boolean(),
  arrival: z.string(),
  start: z.string(),
  end: z.string(),
  /** From the stop before, or from the crew's start. */
  travelMinutes: z.number(),
  miles: z.number(),
  terms: z.array(term),
});

const stop = firstStop.extend({
  /** What is left of a job that has visits: applying it adds this visit to those. */
  isRest: z.boolean(),
});

const firstRoute = z.object({
  day: z.string(),
  crewId: z.string(),
  stops: z.array(firstStop),
  workMinutes: z.number(),
  /** Including the drive back. */
  travelMinutes: z.number(),
  miles: z.number(),
  /** The length of the shift, without overtime. */
  availableMinutes: z.number(),
});

/** A crew on a day. */
export const planRoute = firstRoute.extend({ stops: z.array(stop) });

/** What would have to be otherwise for a job to fit. */
const change = z.object({
  kind: z.string(),
  /** How much is needed: minutes or people. */
  amount: z.number().nullable(),
  /** The skill, certificate, kind of equipment or machine. */
  what: z.string().nullable(),
});

/** Where a job would fit with the smallest change. */
const firstRelaxation = change.extend({
  crewId: z.string().nullable(),
  day: z.string().nullable(),
  /** When it would begin. */
  start: z.string().nullable(),
});

const firstUnassigned = z.object({
  jobId: z.string(),
  revision: z.int(),
  /** The rule that binds, by the solver's name. */
  rule: z.string(),
  /** The smallest change that would make it fit; null if none was found. */
  relaxation: firstRelaxation.nullable(),
});

/** A job that found no place. */
export const unassignedJob = firstUnassigned.extend({
  /** The rules keep the job from every crew on every day; else they are what binds where it nearly fits. */
  isEverywhere: z.boolean(),
  /** The changes that are needed beside the first, in the same place. */
  relaxation: firstRelaxation.extend({ also: z.array(change) }).nullable(),
});

const visits = z.array(z.object({ start: z.string(), end: z.string() }));

/** A scheduled job that the plan moves: where it was when planned, and where it goes. */
export const plannedMove = z.object({
  jobId: z.string(),
  revision: z.int(),
  from: z.object({ crewId: z.string().nullable(), visits }),
  /** As in the routes; null if it goes back to the unscheduled jobs. */
  to: z.object({ crewId: z.string(), visits }).nullable(),
  /** The customer was promised a time. */
  isPromised: z.boolean(),
});

/** A machine that broke, or somebody who is away: what a plan works without, and records when it is applied. */
export const plannedOutage = z.object({
  /** `equipment` or `staff`. */
  category: z.string(),
  id: z.string(),
  /** The first and the last day that are planned without it. */
  from: z.string(),
  to: z.string(),
  /** The half of the one day that somebody is away; null for whole days. Why they are is not told here. */
  half: z.string().nullable(),
});

/** The conflicts of a job's place in the plan, which a person accepted. */
export const acceptedConflicts = z.object({
  jobId: z.string(),
  conflicts: z.array(recordedConflict),
  /** One of PLANNED_ANYWAY: a choice, not a text, because a plan is not sealed. */
  reason: z.string(),
});

export const planTotals = z.object({
  jobs: z.int(),
  crews: z.int(),
  unassigned: z.int(),
  workMinutes: z.number(),
  travelMinutes: z.number(),
  miles: z.number(),
  /** The score of the whole plan: broken rules (0), work left out, and everything else. */
  hard: z.number(),
  medium: z.number(),
  soft: z.number(),
});

/** A run begins to write its result; anything an unfinished run wrote before no longer counts. */
const PlanProposed = defineEvent('PlanProposed', firstHead.extend({ proposedAt: z.string() })).next(
  planHead.extend({ proposedAt: z.string() }),
  // Plans of days waited until somebody dismissed them, and they still do.
  (before) => ({ ...before, isKept: before.kind === 'schedule' }),
);
const PlanRouteProposed = defineEvent('PlanRouteProposed', firstRoute).next(planRoute, (before) => ({
  ...before,
  stops: before.stops.map((each) => ({ ...each, isRest: false })),
}));
const PlanJobsUnassigned = defineEvent('PlanJobsUnassigned', z.object({ jobs: z.array(firstUnassigned) })).next(
  z.object({ jobs: z.array(unassignedJob) }),
  ({ jobs }) => ({
    jobs: jobs.map(({ relaxation, ...each }) => ({
      ...each,
      isEverywhere: true,
      relaxation: relaxation && { ...relaxation, also: [] },
    })),
  }),
);
const PlanMovesProposed = defineEvent('PlanMovesProposed', z.object({ moves: z.array(plannedMove) }));
const PlanOutageProposed = defineEvent('PlanOutageProposed', plannedOutage);
const PlanConflictsAccepted = defineEvent('PlanConflictsAccepted', acceptedConflicts);
/** Everything is written: the proposal exists from here on. */
const PlanProposalCompleted = defineEvent('PlanProposalCompleted', planTotals);

/** The event `<stream>@<revision>` changed something it was planned with. */
const PlanMarkedStale = defineEvent('PlanMarkedStale', z.object({ reason: z.string(), causedBy: z.string() }));
const PlanApplied = defineEvent('PlanApplied', z.object({ batchId: z.string(), appliedAt: z.string() }));
/** The batch was undone. */
const PlanApplicationUndone = defineEvent('PlanApplicationUndone', z.object({ batchId: z.string() }));
/** Somebody wants to come back to it: from now on it waits for approval. */
const PlanKept = defineEvent('PlanKept', z.object({}));
/** The keeping was undone. */
const PlanLetGo = defineEvent('PlanLetGo', z.object({}));
const PlanDismissed = defineEvent('PlanDismissed', z.object({}));
/** The dismissal was undone. */
const PlanBroughtBack = defineEvent('PlanBroughtBack', z.object({}));

export const planEvents = [
  PlanProposed,
  PlanRouteProposed,
  PlanJobsUnassigned,
  PlanMovesProposed,
  PlanOutageProposed,
  PlanConflictsAccepted,
  PlanProposalCompleted,
  PlanMarkedStale,
  PlanApplied,
  PlanApplicationUndone,
  PlanKept,
  PlanLetGo,
  PlanDismissed,
  PlanBroughtBack,
] as const;

export type PlanEvent = BodyOf<(typeof planEvents)[number]>;
export type PlanHead = z.output<typeof planHead>;
export type PlanRoute = z.output<typeof planRoute>;
export type PlanStop = z.output<typeof stop>;
export type UnassignedJob = z.output<typeof unassignedJob>;
export type PlannedMove = z.output<typeof plannedMove>;
export type PlannedOutage = z.output<typeof plannedOutage>;
export type AcceptedConflicts = z.output<typeof acceptedConflicts>;
export type PlanTotals = z.output<typeof planTotals>;
