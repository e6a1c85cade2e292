import { changedFields, pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import type { UserDetails, UserEvent } from './events.ts';
import type { Role } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type UserState = { status: 'absent' } | { status: 'active' | 'disabled'; role: string; details: UserDetails };

/** The names that somebody signs in with. */
export function loginNames(state: UserState): string[] {
  if (state.status === 'absent') return [];
  return [state.details.username, state.details.email].filter((name) => name !== null);
}

export function isEnabledOwner(state: UserState): boolean {
  return state.status === 'active' && state.role === 'owner';
}

function evolve(state: UserState, event: UserEvent): UserState {
  if (event.type === 'UserRegistered') {
    const { role, registeredAt: _, ...details } = event.data;
    return { status: 'active', role, details };
  }
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'UserDetailsRevised':
      return { ...state, details: { ...state.details, ...event.data } as UserDetails };
    case 'UserRoleChanged':
      return { ...state, role: event.data.role };
    case 'UserDisabled':
      return { ...state, status: 'disabled' };
    case 'UserEnabled':
      return { ...state, status: 'active' };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type UserCommand =
  | { type: 'RegisterUser'; details: UserDetails; role: Role; now: string }
  /** A missing field is unchanged. */
  | { type: 'ReviseUser'; details: Partial<Omit<UserDetails, 'username'>> }
  | { type: 'ChangeRole'; role: string }
  | { type: 'DisableUser' }
  | { type: 'EnableUser' };

function decide(command: UserCommand, state: UserState): UserEvent[] {
  if (command.type === 'RegisterUser') {
    if (state.status !== 'absent') {
      if (state.details.username === command.details.username) return [];
      // Two at once for one person on People.
      throw new Rejection('taken', 'This person already has an account.', 'personId');
    }
    return [{ type: 'UserRegistered', data: { ...command.details, role: command.role, registeredAt: command.now } }];
  }
  if (state.status === 'absent') throw new Rejection('not_found', 'There is no such user.');
  switch (command.type) {
    case 'ReviseUser':
      return revise(command.details, state.details);
    case 'ChangeRole':
      return state.role === command.role ? [] : [{ type: 'UserRoleChanged', data: { role: command.role } }];
    case 'DisableUser':
      return state.status === 'disabled' ? [] : [{ type: 'UserDisabled', data: {} }];
    case 'EnableUser':
      return state.status === 'active' ? [] : [{ type: 'UserEnabled', data: {} }];
    default:
      return unreachable(command);
  }
}

function revise(details: Partial<UserDetails>, before: UserDetails): UserEvent[] {
  const { username: _, ...changes } = changedFields(details, before);
  return Object.keys(changes).length === 0 ? [] : [{ type: 'UserDetailsRevised', data: changes }];
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: UserEvent, before: UserState): UserCommand | null {
  switch (event.type) {
    case 'UserRegistered':
      return null; // an account is disabled, never unmade
    case 'UserDetailsRevised':
      return before.status === 'absent'
        ? null
        : { type: 'ReviseUser', details: pickFields(before.details, event.data) };
    case 'UserRoleChanged':
      return before.status === 'absent' ? null : { type: 'ChangeRole', role: before.role };
    case 'UserDisabled':
      return { type: 'EnableUser' };
    case 'UserEnabled':
      return { type: 'DisableUser' };
    default:
      return unreachable(event);
  }
}

// Account and staff record share one id, and so are about the same person, whichever was there first.
export const user: Decider<UserState, UserCommand, UserEvent> = {
  category: 'user',
  whose: { sameAs: 'staff' },
  initial: { status: 'absent' },
  evolve,
  decide,
  inverse,
};
