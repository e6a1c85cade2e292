import type { PublicInvoice } from '../../../api/public-invoices/schema.ts';
import { INVOICE_KIND_LABELS } from '../../../domain/invoice/terms.ts';
import { el } from '../elements.ts';
import { call, type Refusal, token } from '../link/calls.ts';
import { readUntilAnswered, show } from '../link/shown.ts';
import { dayText, money, nameThePage, showCompany } from '../link/texts.ts';
import { datesList, howToPay, linesList, notes, parties, totalsTable } from './parts.ts';

const PATH = `/api/public/invoices/${encodeURIComponent(token)}`;

async function open(): Promise<void> {
  const answer = await readUntilAnswered('invoice', () => call<PublicInvoice & Refusal>(PATH, 'invoiceNumber'));
  if (answer.status === 200) showInvoice(answer.body);
  else showGone(answer.body);
}

function showGone({ code, message }: Refusal): void {
  const title = code === 'not_found' ? 'There is no such invoice' : 'This invoice is no longer available';
  show(false, el('h1', { 'data-testid': 'text-gone' }, title), el('p', {}, message));
}

function showInvoice(invoice: PublicInvoice): void {
  const { invoiceNumber, kind, company, job, lines } = invoice;
  // On an invoice with typed lines, `job` repeats the first one.
  const isTold = lines.some(({ description }) => description === job);
  const name = [INVOICE_KIND_LABELS[kind] ?? 'Invoice', invoiceNumber].filter(Boolean).join(' ');
  showCompany(company, 'Your invoice');
  nameThePage(name, company);
  show(
    false,
    el('div', { class: 'heading' }, el('h1', {}, name), job !== null && !isTold && el('p', { class: 'about' }, job)),
    statusOf(invoice),
    datesList(invoice),
    parties(invoice),
    linesList(invoice),
    totalsTable(invoice),
    howToPay(invoice),
    notes(invoice),
  );
}

/** What to do, before anything else. */
function statusOf(invoice: PublicInvoice): HTMLElement {
  const [tone, title, words] = standingOf(invoice);
  const print = el('button', { class: 'button plain', type: 'button', 'data-testid': 'button-print' }, 'Print');
  print.addEventListener('click', () => window.print());
  return el(
    'section',
    { class: `due ${tone}`, 'aria-label': 'Status' },
    el('strong', { 'data-testid': 'text-standing' }, title),
    words && el('p', {}, words),
    el('div', { class: 'acts' }, el('a', { class: 'button plain', href: `${PATH}/pdf` }, 'Download PDF'), print),
  );
}

function standingOf(invoice: PublicInvoice): readonly [tone: string, title: string, words: string | null] {
  const { status, isOverdue, ofCancelledJob, balance, paid, dueDate, payments } = invoice;
  if (status === 'cancelled') {
    const credit = payments.length > 0 ? ' What you paid on it is now your credit.' : '';
    return ['', 'Cancelled', `Nothing is owed on this invoice.${credit}`];
  }
  if (status === 'refunded') return ['', 'Refunded', 'This deposit was given back. Nothing is owed.'];
  // Waived, or covered by deposits.
  if (status === 'paid' && Number(paid) === 0) return ['', 'Nothing is due', null];
  if (status === 'paid') return ['done', 'Paid', 'Thank you. This invoice is paid in full.'];
  if (ofCancelledJob) return ['', 'The job is cancelled.', null];
  const open = `${money(balance)} ${payments.length > 0 ? 'still ' : ''}to pay`;
  if (isOverdue) return ['late', `Overdue: ${open}`, `It was due on ${dayText(dueDate)}.`];
  return ['', open, `Due on ${dayText(dueDate)}.`];
}

void open();
