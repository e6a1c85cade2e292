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
import { type ExternalOutcome, proKey } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface ExternalLead {
  details: ExternalLeadDetails;
  /** Null while nobody is assigned. */
  assignment: Assignment | null;
  /** All who were ever assigned and are not erased. */
  pros: readonly KnownPro[];
  /** Null until it is completed. */
  completion: Completion | null;
  /** The pipeline lead it became; null while the company has not taken it. */
  leadId: string | null;
  /** All leads it was ever taken as, including those since undone. */
  leadIds: readonly string[];
  isErased?: true;
}

/** Who does the work. */
export interface Assignment extends LocalPro {
  /** ISO UTC. */
  assignedAt: string;
  /** Null if they are sealed with whoever asked. */
  proId: string | null;
  /** They were erased, and whoever asked was not. */
  erased?: true;
}

/** A professional in one lead. */
interface KnownPro {
  /** Null if they are sealed with whoever asked. */
  id: string | null;
  name: string | null;
  contact: string | null;
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
export function erasedAssignment(assignment: Assignment | null): Assignment | null {
  return assignment && { ...assignment, ...ERASED_PRO };
}

/** An assignment after a professional was erased, be it this one or another. */
export function withoutPro(assignment: Assignment | null, proId: string): Assignment | null {
  return assignment?.proId === proId ? { ...assignment, ...ERASED_PRO, erased: true } : assignment;
}

/** With whoever is assigned. */
function knownWith(pros: readonly KnownPro[], { proId, name, contact }: Assignment): readonly KnownPro[] {
  const isKnown = (each: KnownPro) => each.id === proId && (proId !== null || isSame(each, { name, contact }));
  return [...pros.filter((each) => !isKnown(each)), { id: proId, name, contact }];
}

function isSame(one: Parameters<typeof proKey>[0], other: Parameters<typeof proKey>[0]): boolean {
  return proKey(one) === proKey(other);
}

function evolve(state: ExternalLeadState, event: ExternalLeadEvent): ExternalLeadState {
  if (event.type === 'ExternalLeadReceived') {
    const details = partOf(externalLeadDetails, event.data);
    return { presence: 'present', details, assignment: null, pros: [], completion: null, leadId: null, leadIds: [] };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'LocalProAssigned':
      return { ...state, assignment: event.data, pros: knownWith(state.pros, event.data) };
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
        pros: [],
        completion: state.completion && { ...state.completion, outcomeNotes: null },
        isErased: true,
      };
    case 'LocalProErased': {
      const { proId } = event.data;
      const pros = state.pros.filter(({ id }) => id !== proId);
      return { ...state, assignment: withoutPro(state.assignment, proId), pros };
    }
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type ExternalLeadCommand =
  | { type: 'ReceiveExternalLead'; details: ExternalLeadDetails; now: string }
  /** @param proId for somebody who was not assigned to it before */
  | { type: 'AssignPro'; pro: LocalPro; proId: string | null; now: string }
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
  | { type: 'ErasePersonOfExternalLead'; confirm: string }
  /** Together with the same professional in another lead. */
  | { type: 'EraseLocalPro'; proId: string }
  | ErasePersonOfLocalPro;

/** Erases the assigned professional in all leads. */
interface ErasePersonOfLocalPro {
  type: 'ErasePersonOfLocalPro';
  /** Their name, as it is shown. */
  confirm: string;
  alsoIn: readonly { leadId: string; proId: string }[];
  /** In how many other leads they are sealed with whoever asked. */
  sealedElsewhere: number;
}

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
    case 'EraseLocalPro': {
      const { proId } = command;
      if (state.presence === 'absent' || !state.pros.some(({ id }) => id === proId)) return [];
      return [{ type: 'LocalProErased', data: { proId, alsoIn: [] } }];
    }
    case 'ErasePersonOfLocalPro':
      return erasePro(command, existing(state, EXTERNAL_LEAD));
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

function assign({ pro, proId, now }: Extract<ExternalLeadCommand, { type: 'AssignPro' }>, lead: ExternalLead) {
  requireOpen(lead);
  if (lead.assignment !== null && !lead.assignment.erased) {
    throw new Rejection('conflict', 'A local professional is already assigned to this lead. Undo that first.');
  }
  if (!isSeen(pro.name)) throw new Rejection('invalid', "Enter the professional's name.", 'name');
  if (!isSeen(pro.contact)) throw new Rejection('invalid', 'Enter a phone number or an email address.', 'contact');
  const known = lead.pros.find((each) => each.id !== null && isSame(each, pro));
  return [{ type: 'LocalProAssigned' as const, data: { ...pro, proId: known?.id ?? proId, assignedAt: now } }];
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

/** @throws Rejection if nobody is assigned, the name is not theirs, or they are sealed with whoever asked */
function erasePro(
  { confirm, alsoIn, sealedElsewhere }: ErasePersonOfLocalPro,
  state: ExternalLead,
): ExternalLeadEvent[] {
  const { assignment, pros, isErased } = state;
  if (assignment === null) throw new Rejection('conflict', 'No local professional is assigned to this lead.');
  if (isErased || assignment.erased) return [];
  const { proId } = assignment;
  const isSealedHere = proId === null || pros.some(({ id, ...each }) => id === null && isSame(each, assignment));
  if (isSealedHere || sealedElsewhere > 0) {
    const many = sealedElsewhere === 1 ? '1 other lead' : `${sealedElsewhere} other leads`;
    throw new Rejection(
      'conflict',
      `What ${isSealedHere ? 'this lead says' : `${many} of theirs say`} of the professional is sealed with whoever asked. Erase ` +
        'whoever asked there: the professional goes with them.',
    );
  }
  if (!isAsShown(confirm, assignment.name ?? '')) {
    throw new Rejection('invalid', 'Enter the full name of the professional, exactly as it is shown.', 'confirm');
  }
  return [{ type: 'LocalProErased', data: { proId, alsoIn: [...alsoIn] } }];
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
      const { assignedAt, proId, name, company, contact, notes } = before.assignment;
      return { type: 'AssignPro', pro: { name, company, contact, notes }, proId, now: assignedAt };
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
    case 'LocalProErased':
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
    others: {
      called: 'local_pro',
      told: (event) => (event.type === 'LocalProAssigned' || event.type === 'LocalProErased' ? event.data.proId : null),
    },
    erase: { type: 'EraseExternalLead' },
  },
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
