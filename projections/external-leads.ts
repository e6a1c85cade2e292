import type { ExternalLeadDetails, ExternalLeadEvent } from '../domain/external-lead/events.ts';
import {
  type Assignment,
  ERASED_EXTERNAL_LEAD,
  erasedAssignment,
  withoutPro,
} from '../domain/external-lead/external-lead.ts';
import { TAKEN } from '../domain/external-lead/terms.ts';
import { removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** A request from outside the service area. */
export interface ExternalLeadDocument extends RecordDocument, ExternalLeadDetails {
  status: string;
  /** Who does the work; null until somebody is found. */
  assignment: Assignment | null;
  /** When it was assigned: ISO UTC. */
  assignedAt: string | null;
  /** Null until it has ended. */
  outcome: string | null;
  outcomeNotes: string | null;
  /** The lead it became in our own pipeline; null if the company has not taken it. */
  leadId: string | null;
  /** ISO UTC. */
  createdAt: string;
}

const openStatus = (assignment: Assignment | null) =>
  assignment && !assignment.erased ? 'assigned_external' : 'pending';

export const externalLeads = readModel<ExternalLeadDocument, ExternalLeadEvent>()({
  name: 'external_leads',
  version: 3,
  of: 'external_lead',
  indexes: [['removed', 'createdAt'], ['removed', 'status', 'createdAt'], ['removed', 'assignedAt'], ['leadId']],
  search: ['name', 'email', 'phone', 'address', 'description'],
  first: {
    ExternalLeadReceived: ({ receivedAt, ...fields }) => ({
      ...fields,
      status: 'pending',
      assignment: null,
      assignedAt: null,
      outcome: null,
      outcomeNotes: null,
      createdAt: receivedAt,
    }),
  },
  after: {
    LocalProAssigned: (assignment) => ({
      status: 'assigned_external',
      assignment,
      assignedAt: assignment.assignedAt,
    }),
    LocalProUnassigned: () => ({ status: 'pending', assignment: null, assignedAt: null }),
    ExternalLeadCompleted: ({ outcome, outcomeNotes }) => ({ status: 'completed', outcome, outcomeNotes }),
    ExternalLeadReopened: (_, { assignment }) => ({
      status: openStatus(assignment),
      outcome: null,
      outcomeNotes: null,
    }),
    ExternalLeadTaken: ({ leadId }) => ({ status: 'completed', outcome: TAKEN, leadId }),
    ExternalLeadTakingReverted: (_, { assignment }) => ({
      status: openStatus(assignment),
      outcome: null,
      leadId: null,
    }),
    ExternalLeadRemoved: removed,
    ExternalLeadRestored: restored,
    ExternalLeadErased: (_, { assignment }) => ({
      ...ERASED_EXTERNAL_LEAD,
      assignment: erasedAssignment(assignment),
      outcomeNotes: null,
      erased: true,
    }),
    LocalProErased: ({ proId }, { assignment, outcome }) => {
      const left = withoutPro(assignment, proId);
      const status = outcome === null && { status: openStatus(left) };
      return { assignment: left, ...status };
    },
  },
});
