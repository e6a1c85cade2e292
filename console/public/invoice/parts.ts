import type { PublicInvoice } from '../../../api/public-invoices/schema.ts';
import { PAYMENT_METHOD_LABELS } from '../../../domain/invoice/terms.ts';
import { phoneLink } from '../../../domain/kit/phone-links.ts';
import { el } from '../elements.ts';
import { dayText, money } from '../link/texts.ts';

// The parts of an invoice on the page.

export function datesList({ issuedOn, dueDate }: PublicInvoice): HTMLElement {
  const told = (label: string, day: string) => el('div', {}, el('dt', {}, label), el('dd', {}, dayText(day)));
  return el('dl', { class: 'dates' }, told('Issued', issuedOn), told('Due', dueDate));
}

/** Who is to be paid, and who is to pay. */
export function parties({ company, customerName, billingAddress }: PublicInvoice): HTMLElement {
  const { name, postalAddress, phone, email } = company;
  const reach = [
    phone && el('p', {}, el('a', { href: phoneLink(phone) }, phone)),
    email && el('p', {}, el('a', { href: `mailto:${email}` }, email)),
  ];
  const party = (title: string, ...told: readonly (Node | string | null)[]) =>
    el('section', {}, el('h2', {}, title), told.filter(Boolean));
  return el(
    'div',
    { class: 'parties' },
    party('From', lines(name), lines(postalAddress), ...reach),
    party('Bill to', lines(customerName), lines(billingAddress)),
  );
}

function lines(text: string | null): HTMLElement | null {
  return text === null ? null : el('p', {}, text);
}

export function linesList(invoice: PublicInvoice): HTMLElement {
  const items = invoice.lines.map(({ description, quantity, unitPrice, amount }) =>
    el(
      'li',
      { class: 'item' },
      el(
        'span',
        { class: 'words' },
        description ?? 'Work',
        quantity !== 1 && el('span', { class: 'about' }, `${quantity} × ${money(unitPrice)}`),
      ),
      el('span', { class: 'price' }, money(amount)),
    ),
  );
  return el('section', {}, el('h2', {}, 'Charges'), el('ul', { class: 'items' }, items));
}

/** From the charges to the balance. A canceled invoice kept no payments, so none are deducted. */
export function totalsTable(invoice: PublicInvoice): HTMLElement {
  const { subtotal, taxRate, tax, deductions, total, payments, balance, status } = invoice;
  const isPlain = Number(tax) === 0 && deductions.length === 0;
  const paid = status === 'cancelled' ? [] : payments.flatMap(paidLines);
  return el(
    'dl',
    { class: 'totals' },
    !isPlain && line('Subtotal', money(subtotal), 'subtotal'),
    Number(tax) > 0 && line(`Tax (${taxRate}%)`, money(tax), 'tax'),
    deductions.map(({ invoiceNumber, amount, open }) => {
      const due = Number(open) > 0 && `(${money(open)} of it is still to be paid)`;
      return line(['Deposit', invoiceNumber, due].filter(Boolean).join(' '), less(amount), 'deposit');
    }),
    line('Total', money(total), 'total', 'sum'),
    paid,
    line(balanceLabel(invoice), money(balance), 'balance', 'sum'),
  );
}

function balanceLabel({ status, balance, ofCancelledJob }: PublicInvoice): string {
  if (status === 'cancelled') return 'Cancelled: nothing to pay';
  return ofCancelledJob && Number(balance) > 0 ? 'Not paid' : 'To pay';
}

function paidLines(payment: PublicInvoice['payments'][number]): HTMLElement[] {
  const { paymentMethod, processedDate, amount, credited, refunds } = payment;
  const method = (PAYMENT_METHOD_LABELS[paymentMethod] ?? paymentMethod).toLowerCase();
  const more = Number(credited) > 0 ? ` (${money(credited)} more is now your credit)` : '';
  return [
    line(`Paid by ${method}, ${dayText(processedDate)}${more}`, less(amount), 'paid'),
    ...refunds.map((refund) => {
      const words = `Refunded, ${dayText(refund.processedDate)}`;
      const owed = money(refund.amount);
      return refund.isOwed
        ? line(words, owed, 'refund')
        : line(`${words}: ${owed}, no longer owed`, money('0'), 'refund');
    }),
  ];
}

function less(amount: string): string {
  return Number(amount) === 0 ? money('0') : `−${money(amount)}`;
}

function line(label: string, amount: string, id: string, className = ''): HTMLElement {
  return el('div', { class: className }, el('dt', {}, label), el('dd', { 'data-testid': `text-${id}` }, amount));
}

export function howToPay({ paymentInstructions }: PublicInvoice): HTMLElement | null {
  if (paymentInstructions === null) return null;
  const text = el('p', { class: 'written', 'data-testid': 'text-how-to-pay' }, paymentInstructions);
  return el('section', { class: 'card' }, el('h2', {}, 'How to pay'), text);
}

export function notes({ notes: text }: PublicInvoice): HTMLElement | null {
  return text === null ? null : el('section', {}, el('h2', {}, 'Notes'), el('p', { class: 'written' }, text));
}
