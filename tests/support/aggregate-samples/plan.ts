import fc from 'fast-check';
import { planEvents } from '../../../domain/plan/events.ts';
import { plan } from '../../../domain/plan/plan.ts';
import { plans } from '../../../projections/plans.ts';
import { PLAN_HEAD, PLAN_TOTALS } from '../samples/plans.ts';
import { AT, few, of, SAMPLE_ID, sample } from './sample.ts';

const ACTS: readonly string[] = ['PlanKept', 'PlanLetGo', 'PlanDismissed', 'PlanBroughtBack'];

export const planSample = sample(plan, planEvents, {
  first: { type: 'BeginProposal', head: PLAN_HEAD, now: AT },
  commands: fc.oneof(
    fc.record({ type: of('CompleteProposal'), totals: fc.constant(PLAN_TOTALS) }),
    fc.record({ type: of('MarkPlanStale'), reason: of('new_job'), causedBy: of('job-a@0') }),
    fc.record({ type: of('RecordApplication'), batchId: few, now: of(AT) }),
    fc.record({ type: of('RecordUndoneApplication'), batchId: few }),
    fc.record({ type: fc.constantFrom('KeepPlan', 'LetPlanGo', 'DismissPlan', 'BringPlanBack') }),
  ) as fc.Arbitrary<never>,
  projection: plans,
  shows: ({ status, staleReason, batchId, isKept, routes, unassigned, moves, outage, accepted }) => ({
    [SAMPLE_ID]: { status, staleReason, batchId, isKept, routes, unassigned, moves, outage, accepted },
  }),
  // What a run wrote, what made it stale, and what its batch did.
  final: planEvents.map(({ type }) => type).filter((type) => !ACTS.includes(type)),
  inClear: {
    'what the optimizer was given and found: ids, numbers, days, and names of rules': [
      'PlanProposed.kind',
      'PlanProposed.from',
      'PlanProposed.to',
      'PlanProposed.zone',
      'PlanProposed.mode',
      'PlanProposed.weights',
      'PlanProposed.seed',
      'PlanProposed.iterations',
      'PlanProposed.position',
      'PlanProposed.travelSource',
      'PlanProposed.travelNote',
      'PlanProposed.askedBy',
      'PlanProposed.runId',
      'PlanProposed.crewIds',
      'PlanProposed.memberIds',
      'PlanProposed.equipmentIds',
      'PlanProposed.assumed',
      'PlanProposed.isKept',
      'PlanProposed.proposedAt',
      'PlanRouteProposed.day',
      'PlanRouteProposed.crewId',
      'PlanRouteProposed.stops',
      'PlanRouteProposed.workMinutes',
      'PlanRouteProposed.travelMinutes',
      'PlanRouteProposed.miles',
      'PlanRouteProposed.availableMinutes',
      'PlanJobsUnassigned.jobs',
      'PlanMovesProposed.moves',
      'PlanOutageProposed.category',
      'PlanOutageProposed.id',
      'PlanOutageProposed.from',
      'PlanOutageProposed.to',
      'PlanOutageProposed.half',
      'PlanConflictsAccepted.jobId',
      'PlanConflictsAccepted.conflicts',
      'PlanConflictsAccepted.reason',
      'PlanProposalCompleted.jobs',
      'PlanProposalCompleted.crews',
      'PlanProposalCompleted.unassigned',
      'PlanProposalCompleted.workMinutes',
      'PlanProposalCompleted.travelMinutes',
      'PlanProposalCompleted.miles',
      'PlanProposalCompleted.hard',
      'PlanProposalCompleted.medium',
      'PlanProposalCompleted.soft',
      'PlanMarkedStale.reason',
      'PlanMarkedStale.causedBy',
      'PlanApplied.batchId',
      'PlanApplied.appliedAt',
      'PlanApplicationUndone.batchId',
    ],
  },
});
