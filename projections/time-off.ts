import type { CountedBy, Decision, TimeOffDetails, TimeOffEvent } from '../domain/time-off/events.ts';
import { approvalOf, ERASED_TIME_OFF, erasedDecision } from '../domain/time-off/time-off.ts';
import { removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { type LinkTo, readModel } from './engine/read-model.ts';
import type { PersonDocument } from './staff.ts';

/** What a request is searched by, and whom it is for. */
const ofPerson = {
  collection: 'people',
  by: 'employeeId',
  fields: { employeeNames: 'names', employeeName: 'name' },
} as const satisfies LinkTo<PersonDocument>;

type Linked = Record<keyof typeof ofPerson.fields, string | null>;

/** A request for time off; `removed` if it was withdrawn. */
export interface TimeOffDocument extends RecordDocument, TimeOffDetails, Linked {
  employeeId: string;
  employeeRecord: string;
  requestedBy: string;
  status: string;
  /** Null until somebody decides. */
  decision: Decision | null;
  /** What its days count by once they are approved; null before, and of approvals from before that was kept. */
  countedBy: CountedBy | null;
  /** Whoever withdrew it last: an account, or a process; null if nobody ever did. */
  withdrawnBy: string | null;
  /** ISO UTC. */
  createdAt: string;
}

const ORDERS = ['createdAt', 'startDate'] as const;

const told = readModel<TimeOffDocument, TimeOffEvent, object, Linked>()({
  name: 'time_off',
  version: 5,
  of: 'time_off',
  indexes: [
    ...ORDERS.map((order) => ['removed', order] as const),
    ...ORDERS.map((order) => ['removed', 'status', order] as const),
    ...ORDERS.map((order) => ['removed', 'employeeId', order] as const),
    ['removed', 'status', 'endDate'],
    ['employeeRecord', 'employeeId'],
    ['employeeId'],
  ],
  search: ['employeeNames', 'reason'],
  links: [ofPerson],
  first: {
    TimeOffRequested: ({ requestedAt, ...fields }) => ({
      ...fields,
      status: 'pending',
      decision: null,
      countedBy: null,
      withdrawnBy: null,
      createdAt: requestedAt,
    }),
  },
  after: {
    TimeOffApproved: (approval) => ({ status: 'approved', ...approvalOf(approval) }),
    TimeOffDenied: (decision) => ({ status: 'denied', decision }),
    TimeOffReopened: () => ({ status: 'pending', decision: null, countedBy: null }),
    TimeOffWithdrawn: removed,
    TimeOffRestored: restored,
    TimeOffErased: (_, { decision }) => ({ ...ERASED_TIME_OFF, decision: erasedDecision(decision), erased: true }),
  },
});

export const timeOffRequests: typeof told = {
  ...told,
  // Who withdrew it is in no field of the event.
  evolve(before, event, id) {
    const after = told.evolve(before, event, id);
    if (!after) return after;
    if (event.type === 'TimeOffWithdrawn') return { ...after, withdrawnBy: event.metadata.actor };
    return event.type === 'TimeOffRestored' ? { ...after, withdrawnBy: null } : after;
  },
};
