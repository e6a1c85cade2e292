import { type Decider, erasedRejection, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { ERASED, erasedFields, partOf } from '../kit/event.ts';
import { MAX_CENTS } from '../kit/money.ts';
import { booked, difference, givenBack, NOTHING, refundsOwedAgain, summed } from './allowances.ts';
import { deductedPayments, evolveDeductors, takenBack } from './deductions.ts';
import { type InvoiceDetails, type InvoiceEvent, invoiceDetails, type Sending } from './events.ts';
import { type InvoiceTotals, invoiceTotals, sumOf } from './lines.ts';
import { lastDayOf, lastOf } from './open-amounts.ts';
import {
  type Billed,
  balanceOf,
  decidePayment,
  evolvePayments,
  held,
  isPaymentEvent,
  type Payable,
  type Payment,
  type PaymentCommand,
  requireNothingWritten,
} from './payments.ts';
import { isRemindable, type Reminder, remindedDaysOf } from './reminders.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Invoice extends Billed, InvoiceTotals {
  details: InvoiceDetails;
  number: number | null;
  /** The day the books reversed it, `YYYY-MM-DD`; null if it is not cancelled. */
  cancelledOn: string | null;
  /**
   * The later invoices that deduct this one, in the order in which they did. There is more than one where the next one is
   * issued before the cancellation of the last has come here: the streams of both do not wait for each other.
   */
  deductors: readonly string[];
  /** Oldest first. */
  sendings: readonly Sending[];
  /** When each earlier link was replaced, ISO UTC, oldest first. */
  linksReplaced: readonly string[];
  /** Reminders that came due, oldest first. */
  reminders: readonly Reminder[];
  remindersPaused: boolean;
}

/** An invoice is never removed: it is cancelled. */
export type InvoiceState = { presence: 'absent' } | ({ presence: 'present' } & Invoice);

/** An invoice that was issued, even if it was cancelled since. */
export type IssuedInvoice = Extract<InvoiceState, { presence: 'present' }>;

/** The personal fields of an invoice whose person was erased. */
export const ERASED_INVOICE = erasedFields(invoiceDetails);

function evolve(state: InvoiceState, event: InvoiceEvent): InvoiceState {
  if (event.type === 'InvoiceIssued') {
    const { number, customerId, subtotal, tax, total, surplus } = event.data;
    return {
      presence: 'present',
      number,
      customerId,
      subtotal,
      tax,
      total,
      surplus,
      details: partOf(invoiceDetails, event.data),
      isCancelled: false,
      cancelledOn: null,
      payments: [],
      deductors: [],
      sendings: [],
      linksReplaced: [],
      reminders: [],
      remindersPaused: false,
    };
  }
  if (state.presence === 'absent') return state;
  if (isPaymentEvent(event)) return { ...state, payments: evolvePayments(payable(state), event) };
  switch (event.type) {
    case 'InvoiceCancelled': {
      const { day: cancelledOn } = event.data;
      return { ...state, isCancelled: true, cancelledOn, payments: state.payments.map(takenBack) };
    }
    case 'InvoiceSent':
    case 'InvoiceSendingUndone':
      return { ...state, sendings: evolveSendings(state.sendings, event) };
    case 'InvoiceLinkReplaced':
      return { ...state, linksReplaced: [...state.linksReplaced, event.data.replacedAt] };
    case 'ReceiptAsked':
      return state;
    case 'InvoiceReminderCameDue': {
      const { days, open } = event.data;
      return { ...state, reminders: [...state.reminders, { days, open }] };
    }
    case 'InvoiceRemindersPaused':
      return { ...state, remindersPaused: true };
    case 'InvoiceRemindersResumed':
      return { ...state, remindersPaused: false };
    case 'DepositDeducted':
      return {
        ...state,
        isCancelled: false,
        cancelledOn: null,
        deductors: evolveDeductors(state.deductors, event),
        payments: deductedPayments(state, event.data),
      };
    case 'DepositReleased':
      return { ...state, deductors: evolveDeductors(state.deductors, event) };
    case 'InvoiceErased':
      return {
        ...state,
        details: { ...state.details, ...ERASED_INVOICE },
        payments: erasedPayments(state.payments),
        sendings: erasedSendings(state.sendings),
        isErased: true,
      };
    default:
      return unchanged(state, event);
  }
}

function payable(invoice: Invoice): Payable {
  const { kind, issuedOn } = invoice.details;
  return { ...invoice, kind, issuedOn };
}

export type SendingEvent = Extract<InvoiceEvent, { type: 'InvoiceSent' | 'InvoiceSendingUndone' }>;

/** Shared by the rules and the read model. */
export function evolveSendings(sendings: readonly Sending[], event: SendingEvent): readonly Sending[] {
  const { sendingId: id } = event.data;
  if (event.type === 'InvoiceSendingUndone') return sendings.filter((each) => each.id !== id);
  const { to, message, sentAt } = event.data;
  return [...sendings, { id, to, message, at: sentAt }];
}

export function erasedSendings(sendings: readonly Sending[]): readonly Sending[] {
  return sendings.map((each) => ({ ...each, to: ERASED, message: ERASED }));
}

/**
 * Payments without their texts. Whether a reason was given can no longer be told from the sealed events, so one that
 * nobody gave also reads as erased.
 */
export function erasedPayments(payments: readonly Payment[]): readonly Payment[] {
  return payments.map((each) => ({
    ...each,
    reason: erasedReason(each.isVoided),
    refunds: each.refunds.map((refund) => ({ ...refund, reason: ERASED })),
  }));
}

/** The reason of an act that can have one. */
export function erasedReason(isDone: boolean): string | null {
  return isDone ? ERASED : null;
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type InvoiceCommand =
  | { type: 'IssueInvoice'; details: InvoiceDetails; now: string }
  /** @param day the day the books reverse it; null for its issue day */
  | { type: 'CancelInvoice'; reason: string | null; day: string | null }
  /** @param to if not the address it was issued with (`handleSendings` looks up the current one) */
  | { type: 'SendInvoice'; sendingId: string; to?: string; message?: string | null; now: string }
  /** The rules cannot see whether the mail has gone out: `handleSendings` checks. */
  | { type: 'UndoSending'; sendingId: string }
  /** @param version of the link that is replaced, from 1: another one does not count any more */
  | { type: 'ReplaceLink'; version: number; now: string }
  /** Appends nothing: a receipt is taken back with its payment, which was recorded in the same act. */
  | { type: 'ForgetReceipt' }
  /** @param days the rule's entry */
  | { type: 'RemindOfInvoice'; days: number; now: string }
  | { type: 'PauseReminders'; paused: boolean }
  /**
   * Sent by the process `follow-invoice`: never refused.
   * @param givenBack what the later invoice knew to be given back of the deposit, in cents; left out for nothing
   */
  | { type: 'DeductDeposit'; by: string; day: string; givenBack?: number }
  | { type: 'ReleaseDeposit'; by: string }
  | PaymentCommand
  | { type: 'EraseInvoice' };

function decide(command: InvoiceCommand, state: InvoiceState): InvoiceEvent[] {
  switch (command.type) {
    case 'IssueInvoice':
      return issue(command, state);
    case 'CancelInvoice':
      return cancel(command, existing(state));
    case 'SendInvoice':
      return send(command, existing(state));
    case 'UndoSending': {
      const { sendingId } = command;
      const isThere = existing(state).sendings.some(({ id }) => id === sendingId);
      return isThere ? [{ type: 'InvoiceSendingUndone', data: { sendingId } }] : [];
    }
    case 'ReplaceLink':
      return replaceLink(command, existing(state));
    case 'RemindOfInvoice':
      return remind(command, existing(state));
    case 'PauseReminders':
      return pause(command, existing(state));
    case 'DeductDeposit':
      return deduct(command, existing(state));
    case 'ReleaseDeposit':
      return release(command, existing(state));
    case 'ForgetReceipt':
      return [];
    case 'RecordPayment':
      return record(command, existing(state));
    case 'ApplyCredit':
    case 'RefundPayment':
    case 'VoidPayment':
    case 'RebookRefunds':
      return decidePayment(command, payable(existing(state)));
    case 'EraseInvoice':
      return state.presence === 'absent' || state.isErased ? [] : [{ type: 'InvoiceErased', data: {} }];
    default:
      return unreachable(command);
  }
}

function existing(state: InvoiceState): Invoice {
  if (state.presence === 'absent') throw new Rejection('not_found', 'There is no such invoice.');
  return state;
}

function issue(
  { details, now }: Extract<InvoiceCommand, { type: 'IssueInvoice' }>,
  state: InvoiceState,
): InvoiceEvent[] {
  if (state.presence === 'present') {
    const message = state.details.jobId ? 'This job was invoiced at the same moment.' : 'This invoice already exists.';
    throw new Rejection('conflict', message, 'jobId');
  }
  const { lines, taxRate, deductions, issuedOn, dueDate } = details;
  const totals = invoiceTotals(lines, taxRate, deductions);
  const { subtotal, tax } = totals;
  if (lines.length === 0) throw new Rejection('invalid', 'Add at least one line.', 'lines');
  if (subtotal <= 0) throw new Rejection('invalid', 'An invoice must come to more than 0.', 'lines');
  if (subtotal + tax > MAX_CENTS)
    throw new Rejection('invalid', 'An invoice must come to less than 10 million.', 'lines');
  if (dueDate < issuedOn) throw new Rejection('invalid', 'The due date must not be before the issue date.', 'dueDate');
  return [{ type: 'InvoiceIssued', data: { number: null, ...details, ...totals, issuedAt: now } }];
}

function cancel({ reason, day }: Extract<InvoiceCommand, { type: 'CancelInvoice' }>, invoice: Invoice): InvoiceEvent[] {
  requireNothingWritten(reason, invoice);
  if (invoice.isCancelled) return [];
  if (invoice.deductors.length > 0) {
    const what = invoice.details.kind === 'deposit' ? 'deposit' : 'invoice';
    throw new Rejection('conflict', `A later invoice deducts this ${what}. Cancel the later one first.`);
  }
  const { details, customerId, payments, subtotal, tax, total, surplus } = invoice;
  const { kind, jobId, deductions, earlier, issuedOn } = details;
  // Not before what it takes back, as where the company's time zone was changed.
  const from = lastDayOf({ issuedOn, cancelledOn: null, stood: [], payments });
  const data = {
    kind,
    customerId,
    jobId,
    deductions,
    earlier,
    subtotal,
    tax,
    total,
    surplus,
    released: payments.reduce((sum, each) => sum + held(each), 0),
    forgiven: booked(payments),
    day: day !== null && day > from ? day : from,
    reason,
  };
  return [{ type: 'InvoiceCancelled', data }];
}

function requireStanding({ isCancelled }: Invoice, so: string): void {
  if (isCancelled) throw new Rejection('conflict', `This invoice is cancelled. ${so}.`);
}

function send(
  { sendingId, to, message = null, now }: Extract<InvoiceCommand, { type: 'SendInvoice' }>,
  invoice: Invoice,
): InvoiceEvent[] {
  if (invoice.isErased) throw erasedRejection('invoice');
  if (invoice.sendings.some(({ id }) => id === sendingId)) return [];
  requireStanding(invoice, 'It cannot be sent');
  return [{ type: 'InvoiceSent', data: { sendingId, to: to ?? invoice.details.customerEmail, message, sentAt: now } }];
}

/** Also on a cancelled one: its page still tells whoever has the link the customer's name and address. */
function replaceLink(
  { version, now }: Extract<InvoiceCommand, { type: 'ReplaceLink' }>,
  invoice: Invoice,
): InvoiceEvent[] {
  if (invoice.isErased) throw erasedRejection('invoice');
  return version === linkVersionOf(invoice) ? [{ type: 'InvoiceLinkReplaced', data: { replacedAt: now } }] : [];
}

function record(command: Extract<InvoiceCommand, { type: 'RecordPayment' }>, invoice: Invoice): InvoiceEvent[] {
  const events = decidePayment(command, payable(invoice));
  if (events.length === 0 || !command.receipt) return events;
  return [...events, { type: 'ReceiptAsked', data: { paymentId: command.paymentId, askedAt: command.now } }];
}

/** Sent by a timer: appends nothing if a reminder is no longer needed. */
function remind({ days, now }: Extract<InvoiceCommand, { type: 'RemindOfInvoice' }>, invoice: Invoice): InvoiceEvent[] {
  const open = balanceOf(invoice);
  if (invoice.isErased || !isRemindable({ ...invoice, balance: open })) return [];
  if (days <= remindedDaysOf(invoice.reminders)) return [];
  return [{ type: 'InvoiceReminderCameDue', data: { days, open, recordedAt: now } }];
}

function pause({ paused }: Extract<InvoiceCommand, { type: 'PauseReminders' }>, invoice: Invoice): InvoiceEvent[] {
  if (paused === invoice.remindersPaused) return [];
  return [{ type: paused ? 'InvoiceRemindersPaused' : 'InvoiceRemindersResumed', data: {} }];
}

function deduct(
  { by, day, givenBack: known = 0 }: Extract<InvoiceCommand, { type: 'DeductDeposit' }>,
  invoice: Invoice,
): InvoiceEvent[] {
  if (invoice.deductors.includes(by)) return [];
  const { details, customerId, subtotal, tax, total, surplus, cancelledOn, payments } = invoice;
  const { kind, deductions, earlier } = details;
  const reinstated = invoice.isCancelled
    ? { kind, deductions, earlier, subtotal, tax, total, surplus, customerId }
    : null;
  const again = refundsOwedAgain(payments, known);
  const owedAgain = summed(again.map((refund) => (invoice.isCancelled ? refund.due : refund.booked)));
  // The cancellation has taken back all that was given back; what still is comes back with the deposit.
  const stays = invoice.isCancelled ? { ...NOTHING, deposits: givenBack(payments) } : NOTHING;
  const lowered = difference(owedAgain, stays);
  // Neither is it reinstated before the day it was cancelled, nor anything owed again before it was given back.
  const from = lastOf([day, ...(cancelledOn === null ? [] : [cancelledOn]), ...again.map((refund) => refund.day)]);
  return [{ type: 'DepositDeducted', data: { by, reinstated, givenBack: known, lowered, day: from } }];
}

function release({ by }: Extract<InvoiceCommand, { type: 'ReleaseDeposit' }>, { deductors }: Invoice): InvoiceEvent[] {
  return deductors.includes(by) ? [{ type: 'DepositReleased', data: { by } }] : [];
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: InvoiceEvent, before: InvoiceState): InvoiceCommand | null {
  const isErased = before.presence === 'present' && before.isErased === true;
  switch (event.type) {
    case 'InvoiceIssued':
      return { type: 'CancelInvoice', reason: 'Issued by mistake', day: null };
    case 'PaymentRecorded':
      return { type: 'VoidPayment', paymentId: event.data.paymentId, reason: isErased ? null : 'Recorded by mistake' };
    case 'InvoiceSent':
      return { type: 'UndoSending', sendingId: event.data.sendingId };
    case 'ReceiptAsked':
      return { type: 'ForgetReceipt' };
    case 'InvoiceRemindersPaused':
      return { type: 'PauseReminders', paused: false };
    case 'InvoiceRemindersResumed':
      return { type: 'PauseReminders', paused: true };
    // Only a person decides to send it again.
    case 'InvoiceSendingUndone':
    // The customer may have the new link by then, and a stranger the old one.
    case 'InvoiceLinkReplaced':
    case 'InvoiceCancelled':
    case 'InvoiceReminderCameDue':
    case 'DepositDeducted':
    case 'DepositReleased':
    case 'CreditApplied':
    case 'PaymentRefunded':
    case 'RefundRebooked':
    case 'PaymentVoided':
    case 'InvoiceErased':
      return null;
    default:
      return unreachable(event);
  }
}

export const invoice: Decider<InvoiceState, InvoiceCommand, InvoiceEvent> = {
  category: 'invoice',
  whose: {
    begins: 'InvoiceIssued',
    follows: [{ category: 'customer', by: 'customerId' }],
    erase: { type: 'EraseInvoice' },
  },
  numbers: { InvoiceIssued: { field: 'number', series: 'invoice' } },
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};

/** The sum of its deductions, in cents. */
export function deductedOf({ deductions }: Pick<InvoiceDetails, 'deductions'>): number {
  return sumOf(deductions);
}

/** The version of its customer's link that counts, from 1: what it says never changes, but the link may be replaced. */
export function linkVersionOf({ linksReplaced }: Pick<Invoice, 'linksReplaced'>): number {
  return linksReplaced.length + 1;
}
