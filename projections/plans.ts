import type {
  AcceptedConflicts,
  PlanEvent,
  PlanHead,
  PlannedMove,
  PlanRoute,
  PlanTotals,
  UnassignedJob,
} from '../domain/plan/events.ts';
import { evolveStanding, type Standing, type StandingEvent } from '../domain/plan/plan.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** What the optimizer proposes for some days, with its reasons, and what became of it. */
export interface PlanDocument extends RecordDocument, PlanHead, Standing {
  /** By crew and day, in the order of the solver. */
  routes: readonly PlanRoute[];
  unassigned: readonly UnassignedJob[];
  moves: readonly PlannedMove[];
  accepted: readonly AcceptedConflicts[];
  /** Null while it is still written. */
  totals: PlanTotals | null;
  /** The event that made it stale, `<stream>@<revision>`. */
  staleBy: string | null;
  /** ISO UTC. */
  createdAt: string;
  /** The last time. */
  appliedAt: string | null;
}

const BEGUN = {
  ...{ status: null, staleReason: null, staleBy: null, batchId: null },
  ...{ routes: [], unassigned: [], moves: [], accepted: [], totals: null, appliedAt: null },
};

const stood =
  <Type extends StandingEvent['type']>(type: Type) =>
  (data: Extract<StandingEvent, { type: Type }>['data'], plan: Standing): Partial<Standing> =>
    plan.status === null ? {} : evolveStanding(plan, { type, data } as StandingEvent);

export const plans = readModel<PlanDocument, PlanEvent>()({
  name: 'plans',
  version: 2,
  of: 'plan',
  indexes: [['createdAt'], ['status', 'createdAt'], ['status', 'from']],
  search: ['from', 'to', 'mode'],
  first: { PlanProposed: ({ proposedAt, ...head }) => ({ ...head, ...BEGUN, createdAt: proposedAt }) },
  after: {
    // Written anew by a later run.
    PlanProposed: ({ proposedAt, ...head }) => ({ ...head, ...BEGUN, createdAt: proposedAt }),
    PlanRouteProposed: (route, { routes }) => ({ routes: [...routes, route] }),
    PlanJobsUnassigned: ({ jobs }, { unassigned }) => ({ unassigned: [...unassigned, ...jobs] }),
    PlanMovesProposed: (proposed, { moves }) => ({ moves: [...moves, ...proposed.moves] }),
    PlanConflictsAccepted: (one, { accepted }) => ({ accepted: [...accepted, one] }),
    PlanProposalCompleted: (totals) => ({ status: 'proposed', totals }),
    PlanMarkedStale: (data, plan) => ({ ...stood('PlanMarkedStale')(data, plan), staleBy: data.causedBy }),
    PlanApplied: (data, plan) => ({ ...stood('PlanApplied')(data, plan), appliedAt: data.appliedAt }),
    PlanApplicationUndone: stood('PlanApplicationUndone'),
    PlanDismissed: stood('PlanDismissed'),
    PlanBroughtBack: stood('PlanBroughtBack'),
  },
});
