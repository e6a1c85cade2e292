import { isRepeat, likenessOf, type Moved, requireConfirmed } from '../invoice/repeats.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { dollarText } from '../kit/money.ts';
import type { CreditEvent } from './events.ts';
import type { CreditReason } from './terms.ts';

// A customer's money that the company holds. One stream per customer, so that none of it is spent twice.

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface CreditState {
  /** Cents. Negative only if a payment was voided after its surplus had been used. */
  balance: number;
  /** The ids of everything added and taken, to recognize a repeat. */
  entries: ReadonlySet<string>;
  /** Oldest first. */
  paidBack: readonly Moved[];
}

function evolve(state: CreditState, event: CreditEvent): CreditState {
  switch (event.type) {
    case 'CreditAdded':
      return moved(state, event.data.entryId, event.data.amount);
    case 'CreditUsed':
      return moved(state, event.data.useId, -event.data.amount);
    case 'CreditRefunded': {
      const { refundId, transactionId, amount, method, day } = event.data;
      const after = moved(state, refundId, -amount);
      return { ...after, paidBack: [...after.paidBack, { amount, method, transactionId, day }] };
    }
    default:
      return unchanged(state, event);
  }
}

function moved({ balance, entries, ...state }: CreditState, entryId: string, amount: number): CreditState {
  return { ...state, balance: balance + amount, entries: new Set([...entries, entryId]) };
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type CreditCommand =
  /** Sent by the process `carry-credit`: never refused. @param amount cents, negative to take back */
  | { type: 'AddCredit'; entryId: string; invoiceId: string; amount: number; why: CreditReason }
  /** @param amount cents */
  | { type: 'UseCredit'; useId: string; invoiceId: string; amount: number; day: string; now: string }
  | {
      type: 'RefundCredit';
      refundId: string;
      amount: number;
      method: string;
      transactionId: string | null;
      day: string;
      /** It is another refund, though it looks like one that is recorded. */
      confirmed?: boolean;
      now: string;
    };

const HERE = 'for this customer';

function decide(command: CreditCommand, { balance, entries, paidBack }: CreditState): CreditEvent[] {
  switch (command.type) {
    case 'AddCredit': {
      const { entryId, invoiceId, amount, why } = command;
      if (entries.has(entryId)) return [];
      return [{ type: 'CreditAdded', data: { entryId, invoiceId, amount, why } }];
    }
    case 'UseCredit': {
      const { useId, invoiceId, amount, day, now } = command;
      if (entries.has(useId)) return [];
      requireCovered(amount, balance);
      return [{ type: 'CreditUsed', data: { useId, invoiceId, amount, day, usedAt: now } }];
    }
    case 'RefundCredit': {
      const { refundId, amount, method, transactionId, day, now } = command;
      if (entries.has(refundId) || isRepeat(command, paidBack, HERE)) return [];
      requireCovered(amount, balance);
      requireConfirmed(command, [likenessOf(command, paidBack, 'refund', HERE)]);
      return [{ type: 'CreditRefunded', data: { refundId, amount, method, transactionId, day, refundedAt: now } }];
    }
    default:
      return unreachable(command);
  }
}

function requireCovered(amount: number, balance: number): void {
  if (balance <= 0) throw new Rejection('conflict', 'This customer has no credit.', 'amount');
  if (amount <= 0) throw new Rejection('invalid', 'Enter an amount above 0.', 'amount');
  if (amount <= balance) return;
  throw new Rejection('conflict', `This customer has a credit of ${dollarText(balance)}.`, 'amount');
}

export const credit: Decider<CreditState, CreditCommand, CreditEvent> = {
  category: 'credit',
  whose: 'nobody',
  initial: { balance: 0, entries: new Set(), paidBack: [] },
  evolve,
  decide,
  // Used credit is taken back on the invoice, by voiding the payment; refunded money is gone.
  inverse: () => null,
};
