import { changedFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import type {
  AcceptedConflicts,
  PlanEvent,
  PlanHead,
  PlannedMove,
  PlannedOutage,
  PlanRoute,
  PlanTotals,
  UnassignedJob,
} from './events.ts';
import type { PlanStatus, StaleReason } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface Plan {
  /** Null while it is being written: there is no plan yet. */
  status: PlanStatus | null;
  /** Null until it is begun. */
  head: PlanHead | null;
  routes: readonly PlanRoute[];
  unassigned: readonly UnassignedJob[];
  /** Scheduled jobs that go elsewhere, if moving jobs is the plan's purpose. */
  moves: readonly PlannedMove[];
  /** What it works without; null if nothing is missing. */
  outage: PlannedOutage | null;
  accepted: readonly AcceptedConflicts[];
  /** Why it is out of date; null if it is not. */
  staleReason: string | null;
  /** The batch that last applied it. */
  batchId: string | null;
  /** It waits for approval while it is `proposed`; otherwise nobody but who looks at it knows of it. */
  isKept: boolean;
}

const NOTHING: Plan = {
  status: null,
  head: null,
  routes: [],
  unassigned: [],
  moves: [],
  outage: null,
  accepted: [],
  staleReason: null,
  batchId: null,
  isKept: false,
};

function evolve(plan: Plan, event: PlanEvent): Plan {
  switch (event.type) {
    case 'PlanProposed':
      return { ...NOTHING, head: event.data, isKept: event.data.isKept };
    case 'PlanRouteProposed':
      return { ...plan, routes: [...plan.routes, event.data] };
    case 'PlanJobsUnassigned':
      return { ...plan, unassigned: [...plan.unassigned, ...event.data.jobs] };
    case 'PlanMovesProposed':
      return { ...plan, moves: [...plan.moves, ...event.data.moves] };
    case 'PlanOutageProposed':
      return { ...plan, outage: event.data };
    case 'PlanConflictsAccepted':
      return { ...plan, accepted: [...plan.accepted, event.data] };
    case 'PlanProposalCompleted':
      return { ...plan, status: 'proposed' };
    default:
      return plan.status === null ? plan : { ...plan, ...evolveProposal(plan, event) };
  }
}

/** The state of a proposal once it exists. */
export interface ProposalState extends Pick<Plan, 'staleReason' | 'batchId' | 'isKept'> {
  status: PlanStatus | null;
}

export type ProposalEvent = Exclude<PlanEvent, { type: WritingType }>;

/** The types of events that write a proposal. */
type WritingType =
  | 'PlanProposed'
  | 'PlanRouteProposed'
  | 'PlanJobsUnassigned'
  | 'PlanMovesProposed'
  | 'PlanOutageProposed'
  | 'PlanConflictsAccepted'
  | 'PlanProposalCompleted';

export function evolveProposal(
  { status, staleReason, batchId, isKept }: ProposalState,
  event: ProposalEvent,
): ProposalState {
  const before = { status, staleReason, batchId, isKept };
  switch (event.type) {
    case 'PlanMarkedStale':
      return { ...before, status: 'stale', staleReason: event.data.reason };
    case 'PlanApplied':
      return { ...before, status: 'applied', batchId: event.data.batchId };
    case 'PlanApplicationUndone':
      return { ...before, status: 'undone', batchId: event.data.batchId };
    case 'PlanKept':
      return { ...before, isKept: true };
    case 'PlanLetGo':
      return { ...before, isKept: false };
    case 'PlanDismissed':
      return { ...before, status: 'dismissed' };
    case 'PlanBroughtBack':
      return { ...before, status: staleReason === null ? 'proposed' : 'stale' };
    default:
      return unchanged(before, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type PlanCommand =
  /** Anything an unfinished run wrote before no longer counts. */
  | { type: 'BeginProposal'; head: PlanHead; now: string }
  | { type: 'AddRoute'; route: PlanRoute }
  | { type: 'AddUnassigned'; jobs: UnassignedJob[] }
  | { type: 'AddMoves'; moves: PlannedMove[] }
  | { type: 'AddOutage'; outage: PlannedOutage }
  | { type: 'AddAccepted'; accepted: AcceptedConflicts }
  | { type: 'CompleteProposal'; totals: PlanTotals }
  /** @param causedBy the event, `<stream>@<revision>` */
  | { type: 'MarkPlanStale'; reason: StaleReason; causedBy: string }
  /** A batch carries it out. */
  | { type: 'RecordApplication'; batchId: string; now: string }
  /** The batch was taken back. */
  | { type: 'RecordUndoneApplication'; batchId: string }
  /** It waits for approval. */
  | { type: 'KeepPlan' }
  | { type: 'LetPlanGo' }
  | { type: 'DismissPlan' }
  | { type: 'BringPlanBack' };

function decide(command: PlanCommand, plan: Plan): PlanEvent[] {
  switch (command.type) {
    case 'BeginProposal':
    case 'AddRoute':
    case 'AddUnassigned':
    case 'AddMoves':
    case 'AddOutage':
    case 'AddAccepted':
    case 'CompleteProposal':
      return plan.status === null ? write(command, plan) : [];
    case 'MarkPlanStale':
      if (plan.status !== 'proposed') return [];
      return [{ type: 'PlanMarkedStale', data: { reason: command.reason, causedBy: command.causedBy } }];
    // These two record what the batch has done, so neither is refused.
    case 'RecordApplication': {
      const { batchId, now } = command;
      if (plan.status === null || (plan.status === 'applied' && plan.batchId === batchId)) return [];
      return [{ type: 'PlanApplied', data: { batchId, appliedAt: now } }];
    }
    case 'RecordUndoneApplication': {
      const { batchId } = command;
      if (plan.status !== 'applied' || plan.batchId !== batchId) return [];
      return [{ type: 'PlanApplicationUndone', data: { batchId } }];
    }
    default:
      return act(command, existing(plan));
  }
}

type Act = Extract<PlanCommand, { type: 'KeepPlan' | 'LetPlanGo' | 'DismissPlan' | 'BringPlanBack' }>;

/** What a person decides about a plan, other than to apply it. */
function act(command: Act, { status, isKept }: Plan): PlanEvent[] {
  switch (command.type) {
    case 'KeepPlan':
      if (isKept) return [];
      if (status !== 'proposed') throw new Rejection('conflict', NOT_KEPT);
      return [{ type: 'PlanKept', data: {} }];
    case 'LetPlanGo':
      return isKept && status === 'proposed' ? [{ type: 'PlanLetGo', data: {} }] : [];
    case 'DismissPlan':
      return dismiss(status);
    case 'BringPlanBack':
      return status === 'dismissed' ? [{ type: 'PlanBroughtBack', data: {} }] : [];
    default:
      return unreachable(command);
  }
}

const NOT_KEPT = 'Only a plan that can still be applied is kept for later. Optimize again, and keep that one.';

type Writing = Extract<
  PlanCommand,
  {
    type:
      | 'BeginProposal'
      | 'AddRoute'
      | 'AddUnassigned'
      | 'AddMoves'
      | 'AddOutage'
      | 'AddAccepted'
      | 'CompleteProposal';
  }
>;

function write(command: Writing, plan: Plan): PlanEvent[] {
  const { head } = plan;
  if (command.type === 'BeginProposal') {
    const parts = [plan.routes, plan.unassigned, plan.moves, plan.accepted];
    const isBegun = head !== null && plan.outage === null && parts.every(({ length }) => length === 0);
    if (isBegun && Object.keys(changedFields(command.head, head)).length === 0) return [];
    return [{ type: 'PlanProposed', data: { ...command.head, proposedAt: command.now } }];
  }
  if (head === null) throw new Rejection('conflict', 'This plan was not begun.');
  switch (command.type) {
    case 'AddRoute':
      return [{ type: 'PlanRouteProposed', data: command.route }];
    case 'AddUnassigned':
      return [{ type: 'PlanJobsUnassigned', data: { jobs: command.jobs } }];
    case 'AddMoves':
      return [{ type: 'PlanMovesProposed', data: { moves: command.moves } }];
    case 'AddOutage':
      return [{ type: 'PlanOutageProposed', data: command.outage }];
    case 'AddAccepted':
      return [{ type: 'PlanConflictsAccepted', data: command.accepted }];
    case 'CompleteProposal':
      return [{ type: 'PlanProposalCompleted', data: command.totals }];
    default:
      return unreachable(command);
  }
}

function dismiss(status: PlanStatus | null): PlanEvent[] {
  if (status === 'dismissed') return [];
  if (status === 'applied' || status === 'undone') {
    throw new Rejection('conflict', `This plan was already ${status}. Only one that is waiting can be dismissed.`);
  }
  return [{ type: 'PlanDismissed', data: {} }];
}

function existing(plan: Plan): Plan {
  if (plan.status === null) throw new Rejection('not_found', 'There is no such plan.');
  return plan;
}

const WHY_NOT: Readonly<Record<Exclude<PlanStatus, 'proposed' | 'applied'>, string>> = {
  stale: 'The schedule has changed since this plan was made. Optimize again.',
  undone: 'This plan was undone. Undo that to apply it again, or optimize again.',
  dismissed: 'This plan was dismissed. Bring it back to apply it, or optimize again.',
};

/**
 * The plan, for a batch to carry out.
 * @returns null if it is applied already: the answer is the batch that did it
 * @throws Rejection 404 if there is no such plan, 409 if its status does not allow it
 */
export function applicable(plan: Plan): (Plan & { head: PlanHead }) | null {
  const { status, head } = existing(plan);
  if (status === 'applied') return null;
  if (status !== 'proposed' || head === null) {
    throw new Rejection('conflict', WHY_NOT[status as keyof typeof WHY_NOT] ?? WHY_NOT.stale);
  }
  return { ...plan, head };
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: PlanEvent, _before: Plan): PlanCommand | null {
  switch (event.type) {
    case 'PlanKept':
      return { type: 'LetPlanGo' };
    case 'PlanLetGo':
      return { type: 'KeepPlan' };
    case 'PlanDismissed':
      return { type: 'BringPlanBack' };
    case 'PlanBroughtBack':
      return { type: 'DismissPlan' };
    case 'PlanProposed':
    case 'PlanRouteProposed':
    case 'PlanJobsUnassigned':
    case 'PlanMovesProposed':
    case 'PlanOutageProposed':
    case 'PlanConflictsAccepted':
    case 'PlanProposalCompleted':
    case 'PlanMarkedStale':
    // These are undone by undoing the batch.
    case 'PlanApplied':
    case 'PlanApplicationUndone':
      return null;
    default:
      return unreachable(event);
  }
}

/** What the optimizer proposes for some days: stored with its reasons, applied as a batch. */
export const plan: Decider<Plan, PlanCommand, PlanEvent> = {
  category: 'plan',
  whose: 'nobody',
  initial: NOTHING,
  evolve,
  decide,
  inverse,
};
