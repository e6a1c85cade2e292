import { isAsShown } from '../kit/confirmation.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { ERASED } from '../kit/event.ts';
import { existing, type Presence, presenceWords } from '../kit/presence.ts';
import type { Suppressed, SuppressionEvent } from './events.ts';
import { isOwnWish, SUPPRESSION_REASONS, type SuppressionReason, type SuppressionStatus } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Suppression extends Suppressed {
  address: string | null;
  status: SuppressionStatus;
  /** Why it was lifted; null while it holds. */
  why: string | null;
  liftedAt: string | null;
  isErased?: true;
}

export type SuppressionState = Presence<Suppression>;

/** What is left of one whose person was erased: that it holds. */
export const ERASED_SUPPRESSION = { address: ERASED, note: null, why: null } as const;

/** What one that holds says of a lift. */
export const IN_FORCE = { status: 'suppressed', why: null, liftedAt: null } as const;

/** What one that was lifted says of it. */
export function lifted({ why, liftedAt }: Pick<Suppression, 'why' | 'liftedAt'>) {
  return { status: 'lifted', why, liftedAt } as const;
}

/** Whether the mailbox gets no marketing. */
export function holds(state: SuppressionState): boolean {
  return state.presence !== 'absent' && state.status === 'suppressed';
}

function evolve(state: SuppressionState, event: SuppressionEvent): SuppressionState {
  if (event.type === 'AddressSuppressed') {
    const { keyCheck: _, ...told } = event.data;
    return { presence: 'present', ...told, ...IN_FORCE };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'AddressSuppressedAgain':
      return { ...state, ...event.data, ...IN_FORCE };
    case 'SuppressionLifted':
      return { ...state, ...lifted(event.data) };
    case 'SuppressionErased':
      return { ...state, ...ERASED_SUPPRESSION, isErased: true };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type SuppressionCommand =
  /** @param address as it was written @param keyCheck tells with which key the id was made */
  | {
      type: 'SuppressAddress';
      address: string | null;
      keyCheck: string;
      reason: SuppressionReason;
      note: string | null;
      now: string;
    }
  /** @param isAskedFor whether the person asked for it */
  | { type: 'LiftSuppression'; why: string | null; isAskedFor: boolean; now: string }
  /** Together with the person whose address it is. */
  | { type: 'EraseSuppression' }
  /** `confirm` is the address, as it is shown. */
  | { type: 'ErasePersonOfSuppression'; confirm: string };

const SUPPRESSION = presenceWords('suppressed address');

function decide(command: SuppressionCommand, state: SuppressionState): SuppressionEvent[] {
  switch (command.type) {
    case 'SuppressAddress':
      return suppress(command, state);
    case 'LiftSuppression':
      return lift(command, existing(state, SUPPRESSION));
    case 'EraseSuppression':
      return state.presence === 'absent' || state.isErased ? [] : [{ type: 'SuppressionErased', data: {} }];
    case 'ErasePersonOfSuppression':
      return erasePerson(command.confirm, existing(state, SUPPRESSION));
    default:
      return unreachable(command);
  }
}

/** Already so, unless it was lifted or the reason is more binding: 50 clicks at once are one event. */
function suppress(
  { address, keyCheck, reason, note, now }: Extract<SuppressionCommand, { type: 'SuppressAddress' }>,
  state: SuppressionState,
): SuppressionEvent[] {
  if (state.presence === 'absent') {
    return [{ type: 'AddressSuppressed', data: { address, keyCheck, reason, note, suppressedAt: now } }];
  }
  if (holds(state) && bindingOf(reason) <= bindingOf(state.reason)) return [];
  // Nothing personal is recorded about somebody who was erased.
  const data = { reason, note: state.isErased ? null : note, suppressedAt: now };
  return [{ type: 'AddressSuppressedAgain', data }];
}

function bindingOf(reason: string): number {
  return SUPPRESSION_REASONS.indexOf(reason as SuppressionReason);
}

function lift(
  { why, isAskedFor, now }: Extract<SuppressionCommand, { type: 'LiftSuppression' }>,
  state: Suppression,
): SuppressionEvent[] {
  if (state.status === 'lifted') return [];
  if (isOwnWish(state.reason) && !isAskedFor) {
    const message =
      'This person asked for no more marketing. Lift it only when they asked for that themselves, and say so.';
    throw new Rejection('invalid', message, 'isAskedFor');
  }
  return [{ type: 'SuppressionLifted', data: { why: state.isErased ? null : why, isAskedFor, liftedAt: now } }];
}

function erasePerson(confirm: string, { isErased, address }: Suppression): SuppressionEvent[] {
  if (isErased) return [];
  if (!isAsShown(confirm, address ?? '')) {
    throw new Rejection('invalid', 'Type the address exactly as it is shown.', 'confirm');
  }
  return [{ type: 'SuppressionErased', data: {} }];
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** No suppression is undone: it is lifted, with a reason. Only that can be undone. */
function inverse(event: SuppressionEvent, before: SuppressionState): SuppressionCommand | null {
  switch (event.type) {
    case 'AddressSuppressed':
    case 'AddressSuppressedAgain':
    case 'SuppressionErased':
      return null;
    case 'SuppressionLifted': {
      if (before.presence === 'absent') return null;
      const { address, note, suppressedAt } = before;
      const reason = before.reason as SuppressionReason;
      return { type: 'SuppressAddress', address, keyCheck: '', reason, note, now: suppressedAt };
    }
    default:
      return unreachable(event);
  }
}

export const suppression: Decider<SuppressionState, SuppressionCommand, SuppressionEvent> = {
  category: 'suppression',
  noun: 'suppressed address',
  whose: 'own',
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
