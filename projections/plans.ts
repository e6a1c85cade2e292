import type {
  AcceptedConflicts,
  PlanEvent,
  PlanHead,
  PlannedMove,
  PlannedOutage,
  PlanRoute,
  PlanTotals,
  UnassignedJob,
} from '../domain/plan/events.ts';
import { evolveProposal, type ProposalEvent, type ProposalState } from '../domain/plan/plan.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** What the optimizer proposes for a range of days, with its reasons, and what became of it. */
export interface PlanDocument extends RecordDocument, PlanHead, ProposalState {
  /** By crew and day, in the solver's order. */
  routes: readonly PlanRoute[];
  unassigned: readonly UnassignedJob[];
  moves: readonly PlannedMove[];
  /** What it works without; null if nothing is missing. */
  outage: PlannedOutage | null;
  accepted: readonly AcceptedConflicts[];
  /** Null while it is still being written. */
  totals: PlanTotals | null;
  /** The event that made it stale, `<stream>@<revision>`. */
  staleBy: string | null;
  /** ISO UTC. */
  createdAt: string;
  /** The latest time. */
  appliedAt: string | null;
}

const BEGUN = {
  status: null,
  staleReason: null,
  staleBy: null,
  batchId: null,
  routes: [],
  unassigned: [],
  moves: [],
  outage: null,
  accepted: [],
  totals: null,
  appliedAt: null,
};

const became =
  <Type extends ProposalEvent['type']>(type: Type) =>
  (data: Extract<ProposalEvent, { type: Type }>['data'], plan: ProposalState): Partial<ProposalState> =>
    plan.status === null ? {} : evolveProposal(plan, { type, data } as ProposalEvent);

export const plans = readModel<PlanDocument, PlanEvent>()({
  name: 'plans',
  version: 5,
  of: 'plan',
  indexes: [['createdAt'], ['status', 'createdAt'], ['status', 'isKept', 'createdAt'], ['status', 'isKept', 'from']],
  search: ['from', 'to', 'mode'],
  first: { PlanProposed: ({ proposedAt, ...head }) => ({ ...head, ...BEGUN, createdAt: proposedAt }) },
  after: {
    // A later run rewrites it.
    PlanProposed: ({ proposedAt, ...head }) => ({ ...head, ...BEGUN, createdAt: proposedAt }),
    PlanRouteProposed: (route, { routes }) => ({ routes: [...routes, route] }),
    PlanJobsUnassigned: ({ jobs }, { unassigned }) => ({ unassigned: [...unassigned, ...jobs] }),
    PlanMovesProposed: (proposed, { moves }) => ({ moves: [...moves, ...proposed.moves] }),
    PlanOutageProposed: (outage) => ({ outage }),
    PlanConflictsAccepted: (one, { accepted }) => ({ accepted: [...accepted, one] }),
    PlanProposalCompleted: (totals) => ({ status: 'proposed', totals }),
    PlanMarkedStale: (data, plan) => ({ ...became('PlanMarkedStale')(data, plan), staleBy: data.causedBy }),
    PlanApplied: (data, plan) => ({ ...became('PlanApplied')(data, plan), appliedAt: data.appliedAt }),
    PlanApplicationUndone: became('PlanApplicationUndone'),
    PlanKept: became('PlanKept'),
    PlanLetGo: became('PlanLetGo'),
    PlanDismissed: became('PlanDismissed'),
    PlanBroughtBack: became('PlanBroughtBack'),
  },
});
