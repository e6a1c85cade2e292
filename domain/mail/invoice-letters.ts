import type { Letter } from './events.ts';
import { type CompanyTold, dayInWords, from, money, numbered, type Told, toCustomer } from './letters.ts';
import { LINK_MARK, typed } from './marks.ts';

/** What mails say about an invoice. */
export interface InvoiceTold extends Told {
  /** `invoice` or `deposit`. */
  kind: string;
  /** The work it is for, in words. */
  job: string | null;
  /** Integer cents: the amount due, the part of it still open, and what was paid and not refunded. */
  total: number;
  balance: number;
  paid: number;
  /** `YYYY-MM-DD`. */
  dueDate: string;
}

/** What mails say about a payment. */
export interface PaymentTold {
  /** Integer cents: the amount paid, and the part of it that exceeded what was owed. */
  amount: number;
  surplus: number;
  /** In words: `check`. */
  method: string;
  /** `YYYY-MM-DD`. */
  day: string;
}

/** The invoice, with its PDF attached; null if there is no address. @param message the sender's note */
export function invoiceLetter(invoice: InvoiceTold, company: CompanyTold, message: string | null): Letter | null {
  const { kind, total, balance } = invoice;
  const what = kind === 'deposit' ? 'the invoice for your deposit,' : 'your invoice';
  return toCustomer(invoice, company, `Your invoice${numbered(invoice)}${from(company)}`, [
    typed(message ?? ''),
    `Here is ${what}${numbered(invoice)}${work(invoice)}: ${money(total)}.`,
    open(invoice),
    `It is attached as a PDF. You can also look at it online${balance > 0 ? ', and see how to pay it' : ''}:`,
    LINK_MARK,
  ]);
}

/** Tells a customer that a payment has arrived; null if there is no address. */
export function receiptLetter(invoice: InvoiceTold, company: CompanyTold, payment: PaymentTold): Letter | null {
  const { amount, surplus, method, day } = payment;
  // Not “more than you owed”: they may have owed spent credit, which it then pays.
  const more =
    surplus > 0 ? ` ${money(surplus)} of it was more than was due on this invoice: it was added to your account.` : '';
  return toCustomer(invoice, company, `Receipt for your payment of ${money(amount)}${from(company, 'to')}`, [
    `Thank you. We received your payment of ${money(amount)} by ${method} on ${dayInWords(day)}, for your invoice${numbered(invoice)}${work(invoice)}.${more}`,
    open(invoice),
    'Your invoice, with all payments on it:',
    LINK_MARK,
  ]);
}

function open({ balance, total, paid, dueDate }: InvoiceTold): string {
  // What was waived, or covered by deposits, was not paid on it.
  if (balance <= 0) return paid > 0 ? 'It is paid in full. Thank you.' : 'Nothing is due on it.';
  const what = balance < total ? `${money(balance)} of it is still unpaid` : `Please pay it by ${dayInWords(dueDate)}`;
  return balance < total ? `${what}, and due on ${dayInWords(dueDate)}.` : `${what}.`;
}

function work({ job }: InvoiceTold): string {
  const what = typed(job ?? '').replace(/\s+/g, ' ');
  return what ? `, ${what}` : '';
}
