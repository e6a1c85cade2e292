import { type Decider, erasedRejection, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { requireLikelyDay } from '../kit/times.ts';
import type { PayEvent } from './events.ts';
import { erasedRates, PAY_RATE, type PayRate, withRate } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What somebody is paid, with the id of the person as its own. */
export interface PayState {
  /** Oldest first. */
  rates: readonly PayRate[];
  /** Whether anything was ever set. */
  isKnown: boolean;
  isErased?: true;
}

function evolve(state: PayState, event: PayEvent): PayState {
  switch (event.type) {
    case 'PayRateSet':
      return { ...state, rates: withRate(state.rates, event.data.from, event.data.centsPerHour), isKnown: true };
    case 'PayRateWithdrawn':
      return { ...state, rates: withRate(state.rates, event.data.from) };
    case 'PayErased':
      return { ...state, rates: erasedRates(state.rates), isErased: true };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type PayCommand =
  /** @param today `YYYY-MM-DD` in the company's zone */
  | { type: 'SetPayRate'; from: string; centsPerHour: number; today: string }
  | { type: 'WithdrawPayRate'; from: string }
  /** Puts back a rate that was withdrawn or replaced. */
  | { type: 'RestorePayRate'; rate: PayRate }
  /** Along with the person. Never refused. */
  | { type: 'ErasePay' };

function decide(command: PayCommand, { rates, isKnown, isErased }: PayState): PayEvent[] {
  if (command.type === 'ErasePay') return isKnown && !isErased ? [{ type: 'PayErased', data: {} }] : [];
  if (isErased) throw erasedRejection('person');
  switch (command.type) {
    case 'SetPayRate':
      requireLikelyRate(command.centsPerHour);
      requireLikelyDay('from', command.from, command.today);
      return rateSet(command, rates);
    case 'RestorePayRate':
      return rateSet(command.rate, rates);
    case 'WithdrawPayRate':
      return rateFrom(rates, command.from) ? [{ type: 'PayRateWithdrawn', data: { from: command.from } }] : [];
    default:
      return unreachable(command);
  }
}

function rateSet({ from, centsPerHour }: PayRate, rates: readonly PayRate[]): PayEvent[] {
  if (rateFrom(rates, from)?.centsPerHour === centsPerHour) return [];
  return [{ type: 'PayRateSet', data: { from, centsPerHour } }];
}

function rateFrom(rates: readonly PayRate[], from: string): PayRate | undefined {
  return rates.find((rate) => rate.from === from);
}

function requireLikelyRate(centsPerHour: number): void {
  if (centsPerHour >= PAY_RATE.least && centsPerHour <= PAY_RATE.most) return;
  throw new Rejection('invalid', 'Enter a rate per hour: more than $0, and at most $1,000.', 'rate');
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: PayEvent, before: PayState): PayCommand | null {
  if (event.type === 'PayErased') return null;
  const { from } = event.data;
  const rate = rateFrom(before.rates, from);
  return rate ? { type: 'RestorePayRate', rate } : { type: 'WithdrawPayRate', from };
}

// Of the person with the same id: erased with them.
export const pay: Decider<PayState, PayCommand, PayEvent> = {
  category: 'pay',
  whose: { sameAs: 'staff' },
  initial: { rates: [], isKnown: false },
  evolve,
  decide,
  inverse,
};
