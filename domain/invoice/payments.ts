import { Rejection, unchanged } from '../kit/decider.ts';
import { dollarText } from '../kit/money.ts';
import { addDays } from '../kit/times.ts';
import { difference, loweredBy, type Refund, type RefundedOn, refundsOf, summed } from './allowances.ts';
import type { InvoiceEvent } from './events.ts';
import { isRepeat, likenessOf, type Question, requireConfirmed } from './repeats.ts';
import { CREDIT_METHOD, INVOICE_LIMITS, type RefundOwed } from './terms.ts';

// What was paid on an invoice, from its events: nothing is ever edited.

export interface Payment {
  id: string;
  /** One of PAYMENT_METHODS, or CREDIT_METHOD. */
  method: string;
  transactionId: string | null;
  /**
   * In cents: the amount received, the part applied to this invoice, and the part that became the customer's credit.
   */
  amount: number;
  applied: number;
  surplus: number;
  /** The day it was received, `YYYY-MM-DD`. */
  day: string;
  /** ISO UTC. */
  recordedAt: string;
  refunds: readonly Refund[];
  isVoided: boolean;
  /** Of a voided payment: the part that had become the customer's credit by then, in cents, and why it was voided. */
  released: number;
  reason: string | null;
}

/** What a payment is made on: the parts of an invoice that matter to it. */
export interface Billed {
  customerId: string;
  /** Cents. */
  total: number;
  isCancelled: boolean;
  payments: readonly Payment[];
  /** Its customer was erased: no text about them is accepted any more, but money can still be corrected. */
  isErased?: true;
}

/** What a payment's events are told of. */
export type PaidOn = RefundedOn & Pick<Billed, 'payments'>;

/** An invoice as payments and refunds need it. */
export type Payable = Billed & PaidOn & { issuedOn: string };

const TYPES = ['PaymentRecorded', 'CreditApplied', 'PaymentRefunded', 'RefundRebooked', 'PaymentVoided'] as const;
export type PaymentEvent = Extract<InvoiceEvent, { type: (typeof TYPES)[number] }>;

export function isPaymentEvent(event: InvoiceEvent): event is PaymentEvent {
  return (TYPES as readonly string[]).includes(event.type);
}

/** Oldest first. @param invoice before the event */
export function evolvePayments(invoice: PaidOn, event: PaymentEvent): readonly Payment[] {
  const { payments } = invoice;
  switch (event.type) {
    case 'PaymentRecorded': {
      const { paymentId: id, customerId: _, ...told } = event.data;
      return [...payments, { id, ...told, refunds: [], isVoided: false, released: 0, reason: null }];
    }
    case 'CreditApplied': {
      const { paymentId: id, customerId: _, ...told } = event.data;
      const from = { method: CREDIT_METHOD, transactionId: null };
      return [...payments, { id, ...told, ...from, refunds: [], isVoided: false, released: 0, reason: null }];
    }
    case 'PaymentRefunded': {
      const { refundId: id, paymentId, amount, owed, method, day, reason, lowered } = event.data;
      const refund = {
        id,
        amount,
        owed,
        method,
        day,
        reason,
        owedOn: null,
        due: loweredBy({ amount, owed }, invoice),
        booked: lowered,
        place: refundsOf(payments).length,
      };
      return changed(payments, paymentId, (one) => ({ ...one, refunds: [...one.refunds, refund] }));
    }
    case 'RefundRebooked': {
      const { refundId, paymentId, change } = event.data;
      return changed(payments, paymentId, (one) => ({
        ...one,
        refunds: one.refunds.map((refund) =>
          refund.id === refundId ? { ...refund, booked: summed([refund.booked, change]) } : refund,
        ),
      }));
    }
    case 'PaymentVoided': {
      const { paymentId, released, reason } = event.data;
      return changed(payments, paymentId, (one) => ({ ...one, isVoided: true, released, reason }));
    }
    default:
      return unchanged(payments, event);
  }
}

function changed(payments: readonly Payment[], id: string, change: (one: Payment) => Payment): readonly Payment[] {
  return payments.map((each) => (each.id === id ? change(each) : each));
}

/** How much of a payment was refunded, in cents. @param owed counts only those refunds, still owed or forgiven */
export function refunded({ refunds }: Pick<Payment, 'refunds'>, owed?: RefundOwed): number {
  return refunds.reduce((sum, each) => sum + (owed === undefined || each.owed === owed ? each.amount : 0), 0);
}

/** How much of its invoice a payment settles, in cents: a refund that is still owed no longer counts. */
export function settledBy(payment: Payment): number {
  return payment.isVoided ? 0 : payment.applied - refunded(payment, 'still');
}

/** How much of an invoice all payments settle, in cents. */
export function settled(payments: readonly Payment[]): number {
  return payments.reduce((sum, each) => sum + settledBy(each), 0);
}

/** How much of a payment toward its invoice the company still holds, in cents. */
export function held(payment: Payment): number {
  return payment.isVoided ? 0 : payment.applied - refunded(payment);
}

/** What is still to be paid, in cents. */
export function balanceOf({ total, isCancelled, payments }: Billed): number {
  return isCancelled ? 0 : total - settled(payments);
}

export type PaymentCommand =
  /** @param amount cents */
  | {
      type: 'RecordPayment';
      paymentId: string;
      amount: number;
      method: string;
      transactionId: string | null;
      day: string;
      /** Whether the customer gets a receipt by mail. */
      receipt?: boolean;
      /** That it is right, whatever there is to ask about it. */
      confirmed?: boolean;
      now: string;
    }
  /** Sent by the process `use-credit`: never refused. */
  | { type: 'ApplyCredit'; paymentId: string; amount: number; day: string; now: string }
  /** @param amount cents; null for all that is left */
  | {
      type: 'RefundPayment';
      refundId: string;
      paymentId: string;
      amount: number | null;
      owed: RefundOwed;
      method: string | null;
      reason: string | null;
      day: string;
      /** It is another refund, though it looks like one that is recorded. */
      confirmed?: boolean;
      now: string;
    }
  | { type: 'VoidPayment'; paymentId: string; reason: string | null }
  /** Sent by the reactor `rebook-refunds`: never refused. */
  | { type: 'RebookRefunds' };

/** @throws Rejection if a rule refuses it */
export function decidePayment(command: PaymentCommand, invoice: Payable): PaymentEvent[] {
  switch (command.type) {
    case 'RecordPayment':
      return record(command, invoice);
    case 'ApplyCredit': {
      const { paymentId, amount, day, now } = command;
      if (invoice.payments.some(({ id }) => id === paymentId)) return [];
      const split = splitOf(amount, invoice);
      const { customerId } = invoice;
      return [{ type: 'CreditApplied', data: { paymentId, customerId, ...split, day, recordedAt: now } }];
    }
    case 'RefundPayment':
      return refund(command, invoice);
    case 'VoidPayment':
      return voided(command, invoice);
    case 'RebookRefunds':
      return rebooked(invoice);
  }
}

/** Those that count. A voided one never was a payment: a bounced check may be presented again. */
export function valid({ payments }: Pick<Billed, 'payments'>): Payment[] {
  return payments.filter(({ isVoided }) => !isVoided);
}

const HERE = 'on this invoice';

function record(command: Extract<PaymentCommand, { type: 'RecordPayment' }>, invoice: Payable): PaymentEvent[] {
  const { paymentId, amount, method, transactionId, day, now } = command;
  if (invoice.payments.some(({ id }) => id === paymentId)) return [];
  if (amount <= 0) throw new Rejection('invalid', 'Enter an amount above 0.', 'amount');
  if (isRepeat(command, valid(invoice), HERE)) return [];
  if (invoice.payments.length >= INVOICE_LIMITS.payments) {
    throw new Rejection('conflict', `An invoice can have at most ${INVOICE_LIMITS.payments} payments.`);
  }
  const likeness = likenessOf(command, valid(invoice), 'payment', HERE);
  requireConfirmed(command, [invoice.isCancelled ? CANCELLED : null, likeness, earlinessOf(day, invoice)]);
  const { customerId } = invoice;
  const data = { paymentId, customerId, ...splitOf(amount, invoice), method, transactionId, day, recordedAt: now };
  return [{ type: 'PaymentRecorded', data }];
}

/** Not refused: there may be no other invoice on which a customer can pay what they owe of spent credit. */
const CANCELLED: Question = {
  text: 'This invoice is cancelled: what is paid on it is customer credit, and settles what the customer owes.',
  onlyIf: 'it was paid all the same',
};

/** How long before its invoice a payment may be of without a question: work is paid ahead, but not by years. */
const DAYS_AHEAD = 60;

function earlinessOf(day: string, { issuedOn }: Payable): Question | null {
  if (day >= addDays(issuedOn, -DAYS_AHEAD)) return null;
  const text = `The payment is of ${day}, long before this invoice, which is of ${issuedOn}.`;
  return { text, onlyIf: 'the date is right' };
}

function splitOf(amount: number, invoice: Billed) {
  const applied = Math.max(0, Math.min(amount, balanceOf(invoice)));
  return { amount, applied, surplus: amount - applied };
}

function refund(command: Extract<PaymentCommand, { type: 'RefundPayment' }>, invoice: Payable): PaymentEvent[] {
  const { refundId, paymentId, owed, reason, day, now } = command;
  requireNothingWritten(reason, invoice);
  const payment = found(paymentId, invoice);
  if (payment.refunds.some(({ id }) => id === refundId)) return [];
  if (payment.method === CREDIT_METHOD) {
    const message = 'This was paid from credit. Void it: the credit can then be refunded to the customer.';
    throw new Rejection('conflict', message);
  }
  if (payment.isVoided) throw new Rejection('conflict', 'This payment is voided: there is nothing to refund.');
  if (invoice.isCancelled) {
    const message = 'This invoice is cancelled: what was paid on it is customer credit. Refund the credit.';
    throw new Rejection('conflict', message);
  }
  const most = held(payment);
  const amount = command.amount ?? most;
  if (most === 0) throw new Rejection('conflict', nothingLeft(payment));
  if (amount <= 0) throw new Rejection('invalid', 'Enter an amount above 0.', 'amount');
  if (amount > most) throw new Rejection('invalid', tooMuch(payment, most), 'amount');
  if (day < payment.day) {
    const message = `The payment was received on ${payment.day}: it cannot be refunded before that.`;
    throw new Rejection('invalid', message, 'processedDate');
  }
  if (owed === 'forgiven' && invoice.kind === 'deposit' && invoice.deductors.length > 0) {
    const message =
      'A later invoice deducts this deposit, so it cannot be given back. Cancel that invoice first, or say that the customer still owes it.';
    throw new Rejection('conflict', message, 'owed');
  }
  const { customerId } = invoice;
  const method = command.method ?? payment.method;
  const before = payment.refunds.map((each) => ({ ...each, transactionId: null }));
  const said = { amount, method, transactionId: null, day };
  requireConfirmed(command, [likenessOf(said, before, 'refund', 'on this payment')]);
  const lowered = loweredBy({ amount, owed }, invoice);
  const data = { refundId, paymentId, customerId, amount, owed, method, day, reason, recordedAt: now, lowered };
  return [{ type: 'PaymentRefunded', data }];
}

/** What earlier versions booked as something else; a cancelled invoice has nothing left in the books. */
function rebooked({ payments, isCancelled }: Payable): PaymentEvent[] {
  if (isCancelled) return [];
  return payments.flatMap(({ id: paymentId, refunds }) =>
    refunds.flatMap(({ id: refundId, day, owedOn, ...refund }): PaymentEvent[] => {
      const change = difference(refund.booked, refund.due);
      if (Object.values(change).every((cents) => cents === 0)) return [];
      return [{ type: 'RefundRebooked', data: { refundId, paymentId, change, day: owedOn ?? day } }];
    }),
  );
}

/** @throws Rejection for a reason on the invoice of somebody who was erased */
export function requireNothingWritten(reason: string | null, { isErased }: Pick<Billed, 'isErased'>): void {
  if (!isErased || reason === null) return;
  const message = 'The personal data of this invoice was erased, so no text can be added to it. Leave the reason out.';
  throw new Rejection('erased', message, 'reason');
}

function nothingLeft({ surplus, applied }: Payment): string {
  if (applied === 0 && surplus > 0) return 'All of this payment is customer credit. Refund the credit.';
  return 'All of this payment is already refunded.';
}

function tooMuch({ surplus }: Payment, most: number): string {
  const left = `At most ${dollarText(most)} of this payment can be refunded`;
  return surplus > 0 ? `${left}: ${dollarText(surplus)} of it became customer credit.` : `${left}.`;
}

function voided(
  { paymentId, reason }: Extract<PaymentCommand, { type: 'VoidPayment' }>,
  invoice: Billed,
): PaymentEvent[] {
  requireNothingWritten(reason, invoice);
  const payment = found(paymentId, invoice);
  if (payment.isVoided) return [];
  if (payment.refunds.length > 0) {
    throw new Rejection('conflict', 'Part of this payment was refunded, so it cannot be voided. Refund the rest.');
  }
  const { amount, applied, surplus, day, method } = payment;
  const isCredit = method === CREDIT_METHOD;
  if (isCredit && invoice.isCancelled) return [];
  const released = invoice.isCancelled ? applied : 0;
  const { customerId } = invoice;
  const data = { paymentId, customerId, isCredit, amount, applied, surplus, released, day, reason };
  return [{ type: 'PaymentVoided', data }];
}

function found(paymentId: string, { payments }: Billed): Payment {
  const payment = payments.find(({ id }) => id === paymentId);
  if (!payment) throw new Rejection('not_found', 'This invoice has no such payment.');
  return payment;
}
