import { changedFields, pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import type { StaffEvent } from './events.ts';
import type { Certification } from './terms.ts';

/** Somebody who works at the company, with or without an account; an account of theirs has the same id. */
export interface StaffDetails {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  skills: string[];
  certifications: Certification[];
}

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type StaffState = { status: 'absent' } | { status: 'working' | 'left'; details: StaffDetails };

function evolve(state: StaffState, event: StaffEvent): StaffState {
  if (event.type === 'StaffMemberAdded') {
    const { addedAt: _, ...details } = event.data;
    return { status: 'working', details };
  }
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'StaffMemberRevised':
      return { ...state, details: { ...state.details, ...event.data } as StaffDetails };
    case 'StaffMemberLeft':
      return { ...state, status: 'left' };
    case 'StaffMemberReturned':
      return { ...state, status: 'working' };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type StaffCommand =
  | { type: 'AddStaffMember'; details: StaffDetails; now: string }
  /** A missing field is unchanged. */
  | { type: 'ReviseStaffMember'; details: Partial<StaffDetails> }
  | { type: 'ArchiveStaffMember' }
  | { type: 'RestoreStaffMember' };

function decide(command: StaffCommand, state: StaffState): StaffEvent[] {
  if (command.type === 'AddStaffMember') return add(command.details, command.now, state);
  if (state.status === 'absent') throw new Rejection('not_found', 'There is no such person.');
  switch (command.type) {
    case 'ReviseStaffMember':
      return revise(command.details, state);
    case 'ArchiveStaffMember':
      return state.status === 'left' ? [] : [{ type: 'StaffMemberLeft', data: {} }];
    case 'RestoreStaffMember':
      return state.status === 'working' ? [] : [{ type: 'StaffMemberReturned', data: {} }];
    default:
      return unreachable(command);
  }
}

function add(details: StaffDetails, now: string, state: StaffState): StaffEvent[] {
  if (state.status !== 'absent') throw new Rejection('conflict', 'This person has a record already.', 'userId');
  checkDetails(details);
  return [{ type: 'StaffMemberAdded', data: { ...details, addedAt: now } }];
}

function revise(details: Partial<StaffDetails>, state: Exclude<StaffState, { status: 'absent' }>): StaffEvent[] {
  if (state.status === 'left') {
    throw new Rejection('removed', 'This person left the company. Bring them back to change their record.');
  }
  const changes = changedFields(details, state.details);
  if (Object.keys(changes).length === 0) return [];
  checkDetails({ ...state.details, ...changes });
  return [{ type: 'StaffMemberRevised', data: changes }];
}

function checkDetails({ firstName, lastName, certifications }: StaffDetails): void {
  if (firstName === null && lastName === null) {
    throw new Rejection('invalid', 'Enter a first name or a last name.', 'firstName');
  }
  for (const { name, issuedOn, expiresOn } of certifications) {
    if (issuedOn === null || expiresOn === null || expiresOn >= issuedOn) continue;
    throw new Rejection('invalid', `The certificate ${name} ends before it starts.`, 'certifications');
  }
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: StaffEvent, before: StaffState): StaffCommand | null {
  switch (event.type) {
    case 'StaffMemberAdded':
    case 'StaffMemberReturned':
      return { type: 'ArchiveStaffMember' };
    case 'StaffMemberLeft':
      return { type: 'RestoreStaffMember' };
    case 'StaffMemberRevised':
      return before.status === 'absent'
        ? null
        : { type: 'ReviseStaffMember', details: pickFields(before.details, event.data) };
    default:
      return unreachable(event);
  }
}

// As an account of theirs has the same id, it is about the same person, whichever was there first.
export const staff: Decider<StaffState, StaffCommand, StaffEvent> = {
  category: 'staff',
  whose: { follows: (_first, id) => ({ category: 'user', id, orOwn: true }) },
  initial: { status: 'absent' },
  evolve,
  decide,
  inverse,
};
