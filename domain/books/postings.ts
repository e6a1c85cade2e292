import type { AccountKey } from '../accounts/terms.ts';
import type { CreditEvent } from '../credit/events.ts';
import { totalOf } from '../invoice/allowances.ts';
import type { InvoiceEvent, Lowered } from '../invoice/events.ts';
import { sumOf } from '../invoice/lines.ts';
import { unchanged } from '../kit/decider.ts';

// Each event of invoices and credit is posted on its own: no state is needed, so nothing that happens later changes
// what was booked.

/** What an entry does to one account, in cents; one of the two amounts is 0. */
export interface Posting {
  account: AccountKey;
  debit: number;
  credit: number;
}

/** What one event does to the books; its debits equal its credits. */
export interface Entry {
  /** `YYYY-MM-DD` in the company's zone. */
  day: string;
  postings: readonly Posting[];
}

type MoneyEvent = InvoiceEvent | CreditEvent;

/** The events that post nothing: no money moves, or another event posts it. */
const UNPOSTED = [
  'DepositReleased',
  'InvoiceSent',
  'InvoiceSendingUndone',
  'InvoiceLinkReplaced',
  'InvoiceReminderCameDue',
  'InvoiceRemindersPaused',
  'InvoiceRemindersResumed',
  'InvoiceErased',
  'ReceiptAsked',
  'CreditAdded',
  'CreditUsed',
] as const satisfies readonly MoneyEvent['type'][];

/** Whether an event of an invoice or of a customer's credit leaves the books as they are. */
export function isUnposted<Event extends MoneyEvent>(
  event: Event,
): event is Extract<Event, { type: (typeof UNPOSTED)[number] }> {
  return (UNPOSTED as readonly string[]).includes(event.type);
}

type Data<Type extends InvoiceEvent['type']> = Extract<InvoiceEvent, { type: Type }>['data'];

/**
 * What an event of an invoice or of a customer's credit does to the books; null if it involves no money. Credit that
 * moves is booked by the invoice it comes from or goes to.
 */
export function entryOf(event: MoneyEvent): Entry | null {
  if (isUnposted(event)) return null;
  switch (event.type) {
    case 'InvoiceIssued':
      return entry(event.data.issuedOn, issued(event.data));
    case 'InvoiceCancelled': {
      const { day, released, forgiven } = event.data;
      const open = [...debit('receivable', released + totalOf(forgiven)), ...credit('credit', released)];
      return entry(day, [...reversed(issued(event.data)), ...open, ...reversed(taken(forgiven))]);
    }
    case 'DepositDeducted': {
      const { day, reinstated, lowered } = event.data;
      return entry(day, [...(reinstated ? issued(reinstated) : []), ...(lowered ? settling(lowered) : [])]);
    }
    case 'PaymentRecorded':
      return entry(event.data.day, received(event.data));
    case 'CreditApplied':
      return entry(event.data.day, applied(event.data));
    case 'PaymentRefunded': {
      const { day, amount, lowered } = event.data;
      return entry(day, [
        ...debit('receivable', amount - totalOf(lowered)),
        ...taken(lowered),
        ...credit('bank', amount),
      ]);
    }
    case 'RefundRebooked':
      return entry(event.data.day, settling(event.data.change));
    case 'PaymentVoided': {
      const { day, isCredit, released } = event.data;
      const back = [...debit('credit', released), ...credit('receivable', released)];
      return entry(day, [...reversed(isCredit ? applied(event.data) : received(event.data)), ...back]);
    }
    case 'CreditRefunded': {
      const { day, amount } = event.data;
      return entry(day, [...debit('credit', amount), ...credit('bank', amount)]);
    }
    default:
      return unchanged(null, event);
  }
}

/** A deposit is not a sale yet: it belongs to the customer until the job's invoice deducts it. */
function issued(
  data: Pick<Data<'InvoiceIssued'>, 'kind' | 'deductions' | 'subtotal' | 'tax' | 'total' | 'surplus'>,
): Posting[] {
  const { kind, deductions, subtotal, tax, total, surplus } = data;
  return [
    ...debit('receivable', total),
    ...debit('deposits', sumOf(deductions)),
    ...credit(kind === 'deposit' ? 'deposits' : 'sales', subtotal),
    ...credit('tax', tax),
    ...credit('credit', surplus),
  ];
}

function received(data: Pick<Data<'PaymentRecorded'>, 'amount' | 'applied' | 'surplus'>): Posting[] {
  return [...debit('bank', data.amount), ...credit('receivable', data.applied), ...credit('credit', data.surplus)];
}

/** Credit that the invoice did not take never left the customer's credit. */
function applied(data: Pick<Data<'CreditApplied'>, 'applied'>): Posting[] {
  return [...debit('credit', data.applied), ...credit('receivable', data.applied)];
}

/** What is taken off, on its accounts. */
function taken({ deposits, tax, refunds }: Lowered): Posting[] {
  return [...debit('deposits', deposits), ...debit('tax', tax), ...debit('refunds', refunds)];
}

/** What is taken off is no longer to be paid. */
function settling(lowered: Lowered): Posting[] {
  return [...taken(lowered), ...credit('receivable', totalOf(lowered))];
}

/** @param amount negative for the other side */
function debit(account: AccountKey, amount: number): Posting[] {
  if (amount === 0) return [];
  return [{ account, debit: Math.max(0, amount), credit: Math.max(0, -amount) }];
}

/** @param amount negative for the other side */
function credit(account: AccountKey, amount: number): Posting[] {
  return debit(account, -amount);
}

function reversed(postings: readonly Posting[]): Posting[] {
  return postings.map(({ account, debit, credit }) => ({ account, debit: credit, credit: debit }));
}

function entry(day: string, postings: readonly Posting[]): Entry | null {
  return postings.length === 0 ? null : { day, postings };
}
