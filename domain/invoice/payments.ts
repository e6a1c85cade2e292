import { Rejection } from '../kit/decider.ts';
import { dollarText } from '../kit/money.ts';
import type { InvoiceEvent } from './events.ts';
import { CREDIT_METHOD, INVOICE_LIMITS, type RefundOwed } from './terms.ts';

// What was paid on an invoice, as its events tell it: nothing is ever edited.

export interface Refund {
  id: string;
  /** Cents. */
  amount: number;
  owed: string;
  method: string;
  /** `YYYY-MM-DD` */
  day: string;
  reason: string | null;
}

export interface Payment {
  id: string;
  /** One of PAYMENT_METHODS, or CREDIT_METHOD. */
  method: string;
  transactionId: string | null;
  /** Cents: what was received; of that what paid for this invoice, and what became the customer's credit at once. */
  amount: number;
  applied: number;
  surplus: number;
  /** On which it was received, `YYYY-MM-DD`. */
  day: string;
  /** ISO UTC. */
  recordedAt: string;
  refunds: readonly Refund[];
  isVoided: boolean;
  /** Of a payment that was voided: what of it was the customer's credit by then, in cents, and why. */
  released: number;
  reason: string | null;
}

/** What payments are made on. */
export interface Billed {
  customerId: string;
  /** Cents. */
  total: number;
  isCancelled: boolean;
  payments: readonly Payment[];
  /** Its customer was: nothing is written about them any more, while money is still set right. */
  isErased?: true;
}

const TYPES = ['PaymentRecorded', 'CreditApplied', 'PaymentRefunded', 'PaymentVoided'] as const;
export type PaymentEvent = Extract<InvoiceEvent, { type: (typeof TYPES)[number] }>;

export function isPaymentEvent(event: InvoiceEvent): event is PaymentEvent {
  return (TYPES as readonly string[]).includes(event.type);
}

/** Oldest first. */
export function evolvePayments(payments: readonly Payment[], event: PaymentEvent): readonly Payment[] {
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
      const { refundId: id, paymentId, amount, owed, method, day, reason } = event.data;
      const refund = { id, amount, owed, method, day, reason };
      return changed(payments, paymentId, (one) => ({ ...one, refunds: [...one.refunds, refund] }));
    }
    case 'PaymentVoided': {
      const { paymentId, released, reason } = event.data;
      return changed(payments, paymentId, (one) => ({ ...one, isVoided: true, released, reason }));
    }
  }
}

function changed(payments: readonly Payment[], id: string, change: (one: Payment) => Payment): readonly Payment[] {
  return payments.map((each) => (each.id === id ? change(each) : each));
}

/** What of a payment was paid back, in cents. @param owed only what is still owed, or is not */
export function refunded({ refunds }: Pick<Payment, 'refunds'>, owed?: RefundOwed): number {
  return refunds.reduce((sum, each) => sum + (owed === undefined || each.owed === owed ? each.amount : 0), 0);
}

/** What a payment settles of its invoice, in cents: what was paid back counts no more where it is still owed. */
export function settledBy(payment: Payment): number {
  return payment.isVoided ? 0 : payment.applied - refunded(payment, 'still');
}

/** What is settled of an invoice by all of them, in cents. */
export function settled(payments: readonly Payment[]): number {
  return payments.reduce((sum, each) => sum + settledBy(each), 0);
}

/** What of a payment for its invoice the company still holds, in cents. */
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
      /** Whoever it is for is told by mail. */
      receipt?: boolean;
      now: string;
    }
  /** Sent by the process `use-credit`: never refused. */
  | { type: 'ApplyCredit'; paymentId: string; amount: number; day: string; now: string }
  /** @param amount cents; null for all that is left of it */
  | {
      type: 'RefundPayment';
      refundId: string;
      paymentId: string;
      amount: number | null;
      owed: RefundOwed;
      method: string | null;
      reason: string | null;
      day: string;
      now: string;
    }
  | { type: 'VoidPayment'; paymentId: string; reason: string | null };

/** @throws Rejection where a rule refuses it */
export function decidePayment(command: PaymentCommand, invoice: Billed): PaymentEvent[] {
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
  }
}

/**
 * @returns of a payment that was recorded before with the same transaction: a repeat is harmless. One that was voided never was
 * a payment: a check that bounced may come again.
 */
export function repeatedPayment(
  { transactionId }: { transactionId: string | null },
  { payments }: Pick<Billed, 'payments'>,
): Payment | null {
  if (transactionId === null) return null;
  return payments.find((each) => !each.isVoided && each.transactionId === transactionId) ?? null;
}

function record(command: Extract<PaymentCommand, { type: 'RecordPayment' }>, invoice: Billed): PaymentEvent[] {
  const { paymentId, amount, method, transactionId, day, now } = command;
  if (invoice.payments.some(({ id }) => id === paymentId)) return [];
  if (amount <= 0) throw new Rejection('invalid', 'Enter an amount of more than 0.', 'amount');
  const before = repeatedPayment(command, invoice);
  if (before) {
    if (before.amount === amount && before.method === method) return [];
    const was = `${dollarText(before.amount)} on ${before.day}`;
    const message = `The transaction ${transactionId} is recorded on this invoice already, with ${was}. Check its number.`;
    throw new Rejection('conflict', message, 'transactionId');
  }
  if (invoice.isCancelled) {
    throw new Rejection('conflict', 'This invoice is cancelled: nothing is paid on it. Record it on another invoice.');
  }
  if (invoice.payments.length >= INVOICE_LIMITS.payments) {
    throw new Rejection('conflict', `An invoice takes at most ${INVOICE_LIMITS.payments} payments.`);
  }
  const { customerId } = invoice;
  const data = { paymentId, customerId, ...splitOf(amount, invoice), method, transactionId, day, recordedAt: now };
  return [{ type: 'PaymentRecorded', data }];
}

function splitOf(amount: number, invoice: Billed) {
  const applied = Math.max(0, Math.min(amount, balanceOf(invoice)));
  return { amount, applied, surplus: amount - applied };
}

function refund(command: Extract<PaymentCommand, { type: 'RefundPayment' }>, invoice: Billed): PaymentEvent[] {
  const { refundId, paymentId, owed, reason, day, now } = command;
  requireNothingWritten(reason, invoice);
  const payment = found(paymentId, invoice);
  if (payment.refunds.some(({ id }) => id === refundId)) return [];
  if (payment.method === CREDIT_METHOD) {
    const message = 'This was paid from credit. Void it: the credit can then be paid back to the customer.';
    throw new Rejection('conflict', message);
  }
  if (payment.isVoided) throw new Rejection('conflict', 'This payment is voided: there is nothing to pay back.');
  if (invoice.isCancelled) {
    const message = 'This invoice is cancelled: what was paid on it is credit of the customer. Pay the credit back.';
    throw new Rejection('conflict', message);
  }
  const most = held(payment);
  const amount = command.amount ?? most;
  if (most === 0) throw new Rejection('conflict', nothingLeft(payment));
  if (amount <= 0) throw new Rejection('invalid', 'Enter an amount of more than 0.', 'amount');
  if (amount > most) throw new Rejection('invalid', tooMuch(payment, most), 'amount');
  if (day < payment.day) {
    const message = `The payment was received on ${payment.day}: it cannot be paid back before that.`;
    throw new Rejection('invalid', message, 'processedDate');
  }
  const { customerId } = invoice;
  const method = command.method ?? payment.method;
  const data = { refundId, paymentId, customerId, amount, owed, method, day, reason, recordedAt: now };
  return [{ type: 'PaymentRefunded', data }];
}

/** @throws Rejection for a reason on the invoice of somebody who was erased */
export function requireNothingWritten(reason: string | null, { isErased }: Pick<Billed, 'isErased'>): void {
  if (!isErased || reason === null) return;
  const message =
    'The personal data of this invoice was erased: nothing is written on it any more. Leave the reason out.';
  throw new Rejection('erased', message, 'reason');
}

function nothingLeft({ surplus, applied }: Payment): string {
  if (applied === 0 && surplus > 0) return 'All of this payment is credit of the customer. Pay the credit back.';
  return 'All of this payment is paid back already.';
}

function tooMuch({ surplus }: Payment, most: number): string {
  const left = `Of this payment at most ${dollarText(most)} can be paid back`;
  return surplus > 0 ? `${left}: ${dollarText(surplus)} of it became credit of the customer.` : `${left}.`;
}

function voided(
  { paymentId, reason }: Extract<PaymentCommand, { type: 'VoidPayment' }>,
  invoice: Billed,
): PaymentEvent[] {
  requireNothingWritten(reason, invoice);
  const payment = found(paymentId, invoice);
  if (payment.isVoided) return [];
  if (payment.refunds.length > 0) {
    throw new Rejection('conflict', 'Money of this payment was paid back: it cannot be voided. Refund the rest.');
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
