import type { Letter } from './events.ts';
import { type CompanyTold, dayInWords, from, money, numbered, type Told, toCustomer } from './letters.ts';
import { LINK_MARK, typed } from './marks.ts';

/** What mails say of an invoice. */
export interface InvoiceTold extends Told {
  /** `invoice` or `deposit`. */
  kind: string;
  /** What it is for. */
  job: string | null;
  /** Integer cents: what is to be paid of it, and what of that is open. */
  total: number;
  balance: number;
  /** `YYYY-MM-DD`. */
  dueDate: string;
}

/** What mails say of a payment. */
export interface PaymentTold {
  /** Integer cents: what came, and what of it was more than was owed. */
  amount: number;
  surplus: number;
  /** In words: `check`. */
  method: string;
  /** `YYYY-MM-DD`. */
  day: string;
}

/** The invoice, with its PDF beside it; null where there is no address. @param message what its sender wrote with it */
export function invoiceLetter(invoice: InvoiceTold, company: CompanyTold, message: string | null): Letter | null {
  const { kind, total } = invoice;
  const what = kind === 'deposit' ? 'the invoice of your deposit,' : 'your invoice';
  return toCustomer(invoice, company, `Your invoice${numbered(invoice)}${from(company)}`, [
    typed(message ?? ''),
    `Here is ${what}${numbered(invoice)}${work(invoice)}: ${money(total)}.`,
    open(invoice),
    'It is attached as a PDF. You can also look at it online, and see how to pay it:',
    LINK_MARK,
  ]);
}

/** A payment has come; null where there is no address. */
export function receiptLetter(invoice: InvoiceTold, company: CompanyTold, payment: PaymentTold): Letter | null {
  const { amount, surplus, method, day } = payment;
  const more = surplus > 0 ? ` ${money(surplus)} of it was more than was to be paid: it is credit for you.` : '';
  return toCustomer(invoice, company, `Receipt for your payment of ${money(amount)}${from(company, 'to')}`, [
    `Thank you. We received your payment of ${money(amount)} by ${method} on ${dayInWords(day)}, for your invoice${numbered(invoice)}${work(invoice)}.${more}`,
    open(invoice),
    'Your invoice, with all that was paid on it:',
    LINK_MARK,
  ]);
}

function open({ balance, total, dueDate }: InvoiceTold): string {
  if (balance <= 0) return 'It is paid in full. Thank you.';
  const what = balance < total ? `${money(balance)} of it is still open` : `Please pay it by ${dayInWords(dueDate)}`;
  return balance < total ? `${what}, and due on ${dayInWords(dueDate)}.` : `${what}.`;
}

function work({ job }: InvoiceTold): string {
  const what = typed(job ?? '').replace(/\s+/g, ' ');
  return what ? `, ${what}` : '';
}
