import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { dollarText } from '../kit/money.ts';
import type { CreditEvent } from './events.ts';
import type { CreditReason } from './terms.ts';

// What the company holds of a customer's money. One stream of each customer, so that nothing of it is spent twice.

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface CreditState {
  /** Cents. Negative only where a payment was voided whose surplus was used already. */
  balance: number;
  /** The ids of all that came and went: a repeat is known by them. */
  entries: ReadonlySet<string>;
}

function evolve(state: CreditState, event: CreditEvent): CreditState {
  switch (event.type) {
    case 'CreditAdded':
      return moved(state, event.data.entryId, event.data.amount);
    case 'CreditUsed':
      return moved(state, event.data.useId, -event.data.amount);
    case 'CreditRefunded':
      return moved(state, event.data.refundId, -event.data.amount);
    default:
      return unchanged(state, event);
  }
}

function moved({ balance, entries }: CreditState, entryId: string, amount: number): CreditState {
  return { balance: balance + amount, entries: new Set([...entries, entryId]) };
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
      now: string;
    };

function decide(command: CreditCommand, { balance, entries }: CreditState): CreditEvent[] {
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
      if (entries.has(refundId)) return [];
      requireCovered(amount, balance);
      return [{ type: 'CreditRefunded', data: { refundId, amount, method, transactionId, day, refundedAt: now } }];
    }
    default:
      return unreachable(command);
  }
}

function requireCovered(amount: number, balance: number): void {
  if (balance <= 0) throw new Rejection('conflict', 'This customer has no credit.', 'amount');
  if (amount <= 0) throw new Rejection('invalid', 'Enter an amount of more than 0.', 'amount');
  if (amount <= balance) return;
  throw new Rejection('conflict', `This customer has a credit of ${dollarText(balance)}.`, 'amount');
}

export const credit: Decider<CreditState, CreditCommand, CreditEvent> = {
  category: 'credit',
  whose: 'nobody',
  initial: { balance: 0, entries: new Set() },
  evolve,
  decide,
  // What was used is taken back where it went to, by voiding it; money that was paid back is gone.
  inverse: () => null,
};
