import { isAsShown } from '../kit/confirmation.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { erasedFields, partOf } from '../kit/event.ts';
import { existing, type Presence, presenceWords, present, removal, requireNew, restoral } from '../kit/presence.ts';
import { isSeen } from '../kit/seen-text.ts';
import {
  type ExternalLeadDetails,
  type ExternalLeadEvent,
  externalLeadDetails,
  type LocalPro,
  localPro,
  type TakenPhoto,
} from './events.ts';
import type { ExternalOutcome } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface ExternalLead {
  details: ExternalLeadDetails;
  /** Null while nobody is assigned. */
  assignment: (LocalPro & { assignedAt: string }) | null;
  /** Null until it is completed. */
  completion: Completion | null;
  /** The pipeline lead it became; null while the company has not taken it. */
  leadId: string | null;
  /** All leads it was ever taken as, including those since undone. */
  leadIds: readonly string[];
  isErased?: true;
}

interface Completion {
  outcome: string;
  outcomeNotes: string | null;
  completedAt: string;
}

export type ExternalLeadState = Presence<ExternalLead>;

/** The personal fields of one whose person was erased. */
export const ERASED_EXTERNAL_LEAD = erasedFields(externalLeadDetails);
const ERASED_PRO = erasedFields(localPro);

/** What is left of an assignment after the erasure. */
export function erasedAssignment<Assignment extends LocalPro>(assignment: Assignment | null): Assignment | null {
  return assignment && { ...assignment, ...ERASED_PRO };
}

function evolve(state: ExternalLeadState, event: ExternalLeadEvent): ExternalLeadState {
  if (event.type === 'ExternalLeadReceived') {
    const details = partOf(externalLeadDetails, event.data);
    return { presence: 'present', details, assignment: null, completion: null, leadId: null, leadIds: [] };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'LocalProAssigned':
      return { ...state, assignment: event.data };
    case 'LocalProUnassigned':
      return { ...state, assignment: null };
    case 'ExternalLeadCompleted':
      return { ...state, completion: event.data };
    case 'ExternalLeadReopened':
      return { ...state, completion: null };
    case 'ExternalLeadTaken': {
      const { leadId } = event.data;
      return { ...state, leadId, leadIds: [...state.leadIds.filter((id) => id !== leadId), leadId] };
    }
    case 'ExternalLeadTakingReverted':
      return { ...state, leadId: null };
    case 'ExternalLeadRemoved':
      return { ...state, presence: 'removed' };
    case 'ExternalLeadRestored':
      return { ...state, presence: 'present' };
    case 'ExternalLeadErased':
      return {
        ...state,
        details: { ...state.details, ...ERASED_EXTERNAL_LEAD },
        assignment: erasedAssignment(state.assignment),
        completion: state.completion && { ...state.completion, outcomeNotes: null },
        isErased: true,
      };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type ExternalLeadCommand =
  | { type: 'ReceiveExternalLead'; details: ExternalLeadDetails; now: string }
  | { type: 'AssignPro'; pro: LocalPro; now: string }
  | { type: 'UnassignPro' }
  | { type: 'CompleteExternalLead'; outcome: ExternalOutcome; notes: string | null; now: string }
  | { type: 'ReopenExternalLead' }
  /** @param leadId for the pipeline lead it becomes @param photos the ones that go along */
  | { type: 'TakeExternalLead'; leadId: string; photos: readonly TakenPhoto[] }
  | { type: 'RevertTaking' }
  | { type: 'RemoveExternalLead' }
  | { type: 'RestoreExternalLead' }
  /** Together with the lead it became. */
  | { type: 'EraseExternalLead' }
  /** Erases whoever asked, unless they are a pipeline lead. `confirm` is their name, as it is shown. */
  | { type: 'ErasePersonOfExternalLead'; confirm: string };

const EXTERNAL_LEAD = presenceWords('external lead');

function decide(command: ExternalLeadCommand, state: ExternalLeadState): ExternalLeadEvent[] {
  switch (command.type) {
    case 'ReceiveExternalLead': {
      const { details, now } = command;
      requireNew(state, EXTERNAL_LEAD);
      if (!isSeen(details.name)) throw new Rejection('invalid', 'The name is required.', 'name');
      return [{ type: 'ExternalLeadReceived', data: { ...details, leadId: null, receivedAt: now } }];
    }
    case 'AssignPro':
      return assign(command, present(state, EXTERNAL_LEAD));
    case 'UnassignPro':
      return unassign(present(state, EXTERNAL_LEAD));
    case 'CompleteExternalLead':
      return complete(command, present(state, EXTERNAL_LEAD));
    case 'ReopenExternalLead':
      return present(state, EXTERNAL_LEAD).completion === null ? [] : [{ type: 'ExternalLeadReopened', data: {} }];
    case 'TakeExternalLead':
      return take(command, present(state, EXTERNAL_LEAD));
    case 'RevertTaking': {
      const { leadId } = present(state, EXTERNAL_LEAD);
      return leadId === null ? [] : [{ type: 'ExternalLeadTakingReverted', data: { leadId } }];
    }
    case 'RemoveExternalLead':
      return removal(state, EXTERNAL_LEAD, { type: 'ExternalLeadRemoved', data: {} });
    case 'RestoreExternalLead':
      return restoral(state, EXTERNAL_LEAD, { type: 'ExternalLeadRestored', data: {} });
    case 'EraseExternalLead':
      return state.presence === 'absent' || state.isErased ? [] : [erased(state)];
    case 'ErasePersonOfExternalLead':
      return erasePerson(command.confirm, existing(state, EXTERNAL_LEAD));
    default:
      return unreachable(command);
  }
}

/** @throws Rejection if it is completed, or the company does the work itself */
function requireOpen({ completion, leadId }: ExternalLead): void {
  if (leadId !== null) {
    throw new Rejection('conflict', 'This lead is already in your own pipeline. Undo that first.');
  }
  if (completion !== null) throw new Rejection('conflict', 'This lead is already completed. Undo that first.');
}

function assign({ pro, now }: Extract<ExternalLeadCommand, { type: 'AssignPro' }>, lead: ExternalLead) {
  requireOpen(lead);
  if (lead.assignment !== null) {
    throw new Rejection('conflict', 'A local professional is already assigned to this lead. Undo that first.');
  }
  if (!isSeen(pro.name)) throw new Rejection('invalid', "Enter the professional's name.", 'name');
  if (!isSeen(pro.contact)) throw new Rejection('invalid', 'Enter a phone number or an email address.', 'contact');
  return [{ type: 'LocalProAssigned' as const, data: { ...pro, assignedAt: now } }];
}

function unassign(lead: ExternalLead): ExternalLeadEvent[] {
  if (lead.assignment === null) return [];
  requireOpen(lead);
  return [{ type: 'LocalProUnassigned', data: {} }];
}

function complete(
  { outcome, notes, now }: Extract<ExternalLeadCommand, { type: 'CompleteExternalLead' }>,
  lead: ExternalLead,
): ExternalLeadEvent[] {
  requireOpen(lead);
  if (lead.assignment === null && outcome !== 'customer_declined') {
    throw new Rejection('conflict', 'Assign a local professional first, so that we know who did the work.');
  }
  return [{ type: 'ExternalLeadCompleted', data: { outcome, outcomeNotes: notes, completedAt: now } }];
}

function take(
  { leadId, photos }: Extract<ExternalLeadCommand, { type: 'TakeExternalLead' }>,
  lead: ExternalLead,
): ExternalLeadEvent[] {
  if (lead.leadId === leadId) return [];
  requireOpen(lead);
  return [{ type: 'ExternalLeadTaken', data: { ...lead.details, leadId, photos: [...photos] } }];
}

function erasePerson(confirm: string, state: ExternalLead & { presence: 'present' | 'removed' }): ExternalLeadEvent[] {
  if (state.isErased) return [];
  if (state.leadId !== null) {
    throw new Rejection(
      'conflict',
      'This person is a lead in your own pipeline. Undo that first, or erase the customer they became.',
    );
  }
  if (!isAsShown(confirm, state.details.name ?? '')) {
    throw new Rejection('invalid', 'Enter the full name of the person who asked, exactly as it is shown.', 'confirm');
  }
  return [erased(state)];
}

function erased({ leadIds }: ExternalLead): ExternalLeadEvent {
  return { type: 'ExternalLeadErased', data: { leadIds: [...leadIds] } };
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: ExternalLeadEvent, before: ExternalLeadState): ExternalLeadCommand | null {
  if (event.type === 'ExternalLeadReceived') return { type: 'RemoveExternalLead' };
  if (before.presence === 'absent') return null;
  switch (event.type) {
    case 'LocalProAssigned':
      return { type: 'UnassignPro' };
    case 'LocalProUnassigned': {
      if (!before.assignment) return null;
      const { assignedAt, ...pro } = before.assignment;
      return { type: 'AssignPro', pro, now: assignedAt };
    }
    case 'ExternalLeadCompleted':
      return { type: 'ReopenExternalLead' };
    case 'ExternalLeadReopened': {
      if (!before.completion) return null;
      const { outcome, outcomeNotes: notes, completedAt: now } = before.completion;
      return { type: 'CompleteExternalLead', outcome: outcome as ExternalOutcome, notes, now };
    }
    case 'ExternalLeadTaken':
      return { type: 'RevertTaking' };
    case 'ExternalLeadTakingReverted':
      // The lead still has its photos.
      return { type: 'TakeExternalLead', leadId: event.data.leadId, photos: [] };
    case 'ExternalLeadRestored':
      return { type: 'RemoveExternalLead' };
    case 'ExternalLeadRemoved':
      return { type: 'RestoreExternalLead' };
    case 'ExternalLeadErased':
      return null;
    default:
      return unreachable(event);
  }
}

export const externalLead: Decider<ExternalLeadState, ExternalLeadCommand, ExternalLeadEvent> = {
  category: 'external_lead',
  noun: EXTERNAL_LEAD.noun,
  whose: {
    begins: 'ExternalLeadReceived',
    follows: [{ category: 'lead', by: 'leadId' }],
    joins: ['ExternalLeadTaken'],
    erase: { type: 'EraseExternalLead' },
  },
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
