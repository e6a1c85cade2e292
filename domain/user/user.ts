import { type Decider, Rejection, unreachable } from '../kit/decider.ts';
import type { UserEvent } from './events.ts';
import type { Role } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type UserState = { status: 'absent' } | { status: 'active' | 'disabled'; role: string };

function evolve(state: UserState, event: UserEvent): UserState {
  if (event.type === 'UserRegistered') return { status: 'active', role: event.data.role };
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'UserRoleChanged':
      return { ...state, role: event.data.role };
    case 'UserDisabled':
      return { ...state, status: 'disabled' };
    case 'UserEnabled':
      return { ...state, status: 'active' };
    default:
      return state;
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export interface UserDetails {
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

export type UserCommand =
  | { type: 'RegisterUser'; details: UserDetails; role: Role; now: string }
  | { type: 'ChangeRole'; role: string }
  | { type: 'DisableUser' }
  | { type: 'EnableUser' };

function decide(command: UserCommand, state: UserState): UserEvent[] {
  if (command.type === 'RegisterUser') {
    if (state.status !== 'absent') return [];
    return [{ type: 'UserRegistered', data: { ...command.details, role: command.role, registeredAt: command.now } }];
  }
  if (state.status === 'absent') throw new Rejection('not_found', 'There is no such user.');
  switch (command.type) {
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

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: UserEvent, before: UserState): UserCommand | null {
  switch (event.type) {
    case 'UserRegistered':
      return null; // an account is disabled, never unmade
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

export const user: Decider<UserState, UserCommand, UserEvent> = {
  category: 'user',
  person: true,
  initial: { status: 'absent' },
  evolve,
  decide,
  inverse,
};
