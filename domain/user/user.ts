import { changedFields, pickFields } from '../kit/changes.ts';
import { isAsShown } from '../kit/confirmation.ts';
import { type Decider, erasedRejection, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { ERASED_USER, type UserDetails, type UserEvent } from './events.ts';
import type { Role } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Account {
  status: 'active' | 'disabled';
  role: string;
  details: UserDetails;
  /** It is disabled because the person left the company. */
  hasLeft: boolean;
  isErased?: true;
}

export type UserState = { status: 'absent' } | Account;

/** The names that somebody signs in with. */
export function loginNames(state: UserState): string[] {
  if (state.status === 'absent' || state.isErased) return [];
  return [state.details.username, state.details.email].filter((name) => name !== null);
}

export function isEnabledOwner(state: UserState): boolean {
  return state.status === 'active' && state.role === 'owner';
}

function evolve(state: UserState, event: UserEvent): UserState {
  if (event.type === 'UserRegistered') {
    const { role, registeredAt: _, ...details } = event.data;
    return { status: 'active', role, details, hasLeft: false };
  }
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'UserDetailsRevised':
      return { ...state, details: { ...state.details, ...event.data } as UserDetails };
    case 'UserRoleChanged':
      return { ...state, role: event.data.role };
    case 'UserDisabled':
      return { ...state, status: 'disabled', hasLeft: event.data.because === LEFT };
    case 'UserEnabled':
      return { ...state, status: 'active', hasLeft: false };
    case 'UserErased':
      return { ...state, status: 'disabled', details: { ...state.details, ...ERASED_USER }, isErased: true };
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
  | { type: 'EnableUser' }
  /** Along with the person leaving the company; whoever has no account needs none closed. */
  | { type: 'CloseAccount' }
  /** It was a mistake that they had left. An account that an owner disabled stays so. */
  | { type: 'ReopenAccount' }
  /**
   * `confirm` is the full name as it is shown, or the username; null along with the record on People, which is never
   * refused.
   */
  | { type: 'EraseUser'; confirm: string | null };

type Registration = Extract<UserCommand, { type: 'RegisterUser' }>;

/** Why an account was disabled, in its event. */
const LEFT = 'left';

function decide(command: UserCommand, state: UserState): UserEvent[] {
  if (command.type === 'RegisterUser') return register(command, state);
  if (state.status === 'absent') {
    if (isByProcess(command)) return [];
    throw new Rejection('not_found', 'There is no such user.');
  }
  if (state.isErased) {
    if (command.type === 'EraseUser' || isByProcess(command)) return [];
    throw erasedRejection('account');
  }
  switch (command.type) {
    case 'ReviseUser':
      return revise(command.details, state.details);
    case 'ChangeRole':
      return state.role === command.role ? [] : [{ type: 'UserRoleChanged', data: { role: command.role } }];
    case 'DisableUser':
      return disable(state, null);
    case 'CloseAccount':
      return disable(state, LEFT);
    case 'EnableUser':
      return state.status === 'active' ? [] : [ENABLED];
    case 'ReopenAccount':
      return state.hasLeft ? [ENABLED] : [];
    case 'EraseUser':
      return erase(command.confirm, state);
    default:
      return unreachable(command);
  }
}

/** Whether a process sends it, whose step is never refused. */
function isByProcess(command: UserCommand): boolean {
  return (
    command.type === 'CloseAccount' ||
    command.type === 'ReopenAccount' ||
    (command.type === 'EraseUser' && command.confirm === null)
  );
}

const ENABLED: UserEvent = { type: 'UserEnabled', data: {} };

function register({ details, role, now }: Registration, state: UserState): UserEvent[] {
  if (state.status !== 'absent') {
    if (state.details.username === details.username) return [];
    // Two at once for one person on People.
    throw new Rejection('taken', 'This person already has an account.', 'personId');
  }
  return [{ type: 'UserRegistered', data: { ...details, role, registeredAt: now } }];
}

function disable({ status }: UserState, because: string | null): UserEvent[] {
  return status === 'disabled' ? [] : [{ type: 'UserDisabled', data: { because } }];
}

function erase(confirm: string | null, { status, details }: Account): UserEvent[] {
  if (confirm !== null) {
    if (status === 'active') throw new Rejection('conflict', 'This account is enabled. Disable it first.');
    const name = [details.firstName, details.lastName].filter(Boolean).join(' ') || (details.username ?? '');
    if (!isAsShown(confirm, name))
      throw new Rejection('invalid', 'Enter the name of this account exactly as it is shown.', 'confirm');
  }
  return [{ type: 'UserErased', data: {} }];
}

function revise(details: Partial<UserDetails>, before: UserDetails): UserEvent[] {
  const { username: _, ...changes } = changedFields(details, before);
  return Object.keys(changes).length === 0 ? [] : [{ type: 'UserDetailsRevised', data: changes }];
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: UserEvent, before: UserState): UserCommand | null {
  switch (event.type) {
    case 'UserRegistered': // an account is disabled, never unmade
    case 'UserErased':
      return null;
    case 'UserDetailsRevised':
      return before.status === 'absent'
        ? null
        : { type: 'ReviseUser', details: pickFields(before.details, event.data) };
    case 'UserRoleChanged':
      return before.status === 'absent' ? null : { type: 'ChangeRole', role: before.role };
    case 'UserDisabled':
      return { type: 'EnableUser' };
    case 'UserEnabled':
      return before.status !== 'absent' && before.hasLeft ? { type: 'CloseAccount' } : { type: 'DisableUser' };
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
