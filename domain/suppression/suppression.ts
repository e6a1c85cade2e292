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
  /** What held when the person unsubscribed, and holds again when they take that back; null if nothing did. */
  replaced: Suppressed | null;
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
    const known = { presence: 'present', ...told, ...IN_FORCE, replaced: null } as const;
    return told.address === null ? { ...known, ...ERASED_SUPPRESSION, isErased: true } : known;
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'AddressSuppressedAgain':
      return { ...state, ...event.data, ...IN_FORCE, replaced: replacedBy(event.data.reason, state) };
    case 'SuppressionLifted':
      return { ...state, ...lifted(event.data) };
    case 'SuppressionErased':
      return {
        ...state,
        ...ERASED_SUPPRESSION,
        replaced: state.replaced && { ...state.replaced, note: null },
        isErased: true,
      };
    default:
      return unchanged(state, event);
  }
}

function replacedBy(reason: string, state: Extract<SuppressionState, Suppression>): Suppressed | null {
  if (reason !== 'unsubscribed' || !holds(state)) return null;
  return asTold(state);
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type SuppressionCommand =
  /**
   * @param address as it was written; null of somebody who was erased @param keyCheck tells with which key the id was made
   * @param replaced what it brings back along with it, to be replaced by it
   */
  | {
      type: 'SuppressAddress';
      address: string | null;
      keyCheck: string;
      reason: SuppressionReason;
      note: string | null;
      now: string;
      replaced?: Suppressed;
    }
  /** @param isAskedFor whether the person asked for it */
  | { type: 'LiftSuppression'; why: string | null; isAskedFor: boolean; now: string }
  /** The person takes back that they unsubscribed: what held before holds again. */
  | { type: 'TakeBackClick'; now: string }
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
    case 'TakeBackClick':
      return takeBack(command.now, state);
    case 'EraseSuppression':
      return state.presence === 'absent' || state.isErased ? [] : [{ type: 'SuppressionErased', data: {} }];
    case 'ErasePersonOfSuppression':
      return erasePerson(command.confirm, existing(state, SUPPRESSION));
    default:
      return unreachable(command);
  }
}

/** Already so, unless it was lifted or says something new: 50 clicks at once are one event. */
function suppress(
  { address, keyCheck, reason, note, now, replaced }: Extract<SuppressionCommand, { type: 'SuppressAddress' }>,
  state: SuppressionState,
): SuppressionEvent[] {
  if (state.presence === 'absent') {
    return [{ type: 'AddressSuppressed', data: { address, keyCheck, reason, note, suppressedAt: now } }];
  }
  const told = { reason, note, suppressedAt: now };
  if (!holds(state) || bindingOf(reason) > bindingOf(state.reason)) {
    return [...(replaced ? [again(replaced, state)] : []), again(told, state)];
  }
  return isBeneath(reason, state) ? [again(told, state), again(asTold(state), state)] : [];
}

/** Whether a reason counts once the person takes back that they unsubscribed. */
function isBeneath(reason: SuppressionReason, state: Suppression): boolean {
  if (state.reason !== 'unsubscribed' || reason === 'unsubscribed') return false;
  return state.replaced === null || bindingOf(reason) > bindingOf(state.replaced.reason);
}

function asTold({ reason, note, suppressedAt }: Suppression): Suppressed {
  return { reason, note, suppressedAt };
}

/** Nothing personal is recorded about somebody who was erased. */
function again(told: Suppressed, { isErased }: Suppression): SuppressionEvent {
  return { type: 'AddressSuppressedAgain', data: { ...told, note: isErased ? null : told.note } };
}

function takeBack(now: string, state: SuppressionState): SuppressionEvent[] {
  if (state.presence === 'absent' || !holds(state) || state.reason !== 'unsubscribed') return [];
  const { replaced } = state;
  const why = 'They took back their own click.';
  return [...lift({ why, isAskedFor: true, now }, state), ...(replaced ? [again(replaced, state)] : [])];
}

function bindingOf(reason: string): number {
  return SUPPRESSION_REASONS.indexOf(reason as SuppressionReason);
}

function lift(
  { why, isAskedFor, now }: Omit<Extract<SuppressionCommand, { type: 'LiftSuppression' }>, 'type'>,
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
      const { address, note, suppressedAt, replaced } = before;
      const reason = before.reason as SuppressionReason;
      const told = { address, keyCheck: '', reason, note, now: suppressedAt };
      return { type: 'SuppressAddress', ...told, ...(replaced && { replaced }) };
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
