import type { PublicQuote } from '../../../api/public-quotes/schema.ts';
import { phoneLink } from '../../../domain/kit/phone-links.ts';
import { takenItems } from '../../../domain/quote/terms.ts';
import { el } from '../elements.ts';
import { isPassing } from '../link/calls.ts';
import { later, main, readUntilAnswered, say, show } from '../link/shown.ts';
import { dateText, dayText, money, nameThePage, showCompany } from '../link/texts.ts';
import { newKey } from '../new-key.ts';
import { type Act, type Refusal, readQuote, send } from './calls.ts';
import { approveForm, askForm, declineForm, offer, type Submit } from './forms.ts';
import { keep, kept } from './kept.ts';
import { changesList, itemLine, photoStrip, totalsOf, totalsTable } from './parts.ts';

async function open(isAct = false): Promise<void> {
  const { status, body } = await readUntilAnswered('quote', readQuote);
  if (status === 200) showQuote(body, isAct);
  else showGone(body, isAct);
}

function showGone({ code, message }: Refusal, isAct: boolean): void {
  const titles: Record<string, string> = { expired: 'This quote has expired', not_found: 'There is no such quote' };
  const title = titles[code] ?? 'This quote is no longer available';
  show(isAct, el('h1', { 'data-testid': 'text-gone' }, title), el('p', {}, message));
}

function heading(title: string, quote: PublicQuote, ...words: readonly (string | null)[]): HTMLElement {
  const lines = [quote.customerName, quote.propertyAddress].filter(Boolean).join(', ');
  const said = words.filter((each) => each !== null).map((each) => el('p', {}, each));
  return el('div', { class: 'heading' }, el('h1', {}, title), lines && el('p', { class: 'about' }, lines), said);
}

function showQuote(quote: PublicQuote, isAct: boolean): void {
  showCompany(quote.company, 'Your quote');
  const name = quote.quoteNumber ? `Quote ${quote.quoteNumber}` : 'Your quote';
  nameThePage(name, quote.company);
  const parts: (Node | null)[] = {
    open: openQuote,
    approved: approvedQuote,
    declined: declinedQuote,
    superseded: supersededQuote,
  }[quote.status](quote, name);
  const questions = askedBefore(quote);
  const ask = quote.status === 'superseded' ? null : askForm(submit);
  show(isAct, ...parts, questions, ask, quote.status === 'open' ? declineForm(submit) : null);
  if (kept.waiting) void sendWaiting();
}

function openQuote(quote: PublicQuote, name: string): (Node | null)[] {
  const { form, setTotal } = approveForm(quote, submit);
  const until = quote.validUntil && `Valid until ${dayText(quote.validUntil)}.`;
  return [heading(name, quote, until), photoStrip(quote), ...offer(quote, setTotal), form];
}

function approvedQuote(quote: PublicQuote, name: string): (Node | null)[] {
  const { approval } = quote;
  const chosen = approval?.optionalItemIds ?? [];
  const taken = takenItems(quote.items, chosen);
  const signed = approval && `${name} was approved by ${approval.signature} on ${dateText(approval.approvedAt)}.`;
  return [
    heading('Approved. Thank you!', quote, signed, 'We will be in touch to set a day.'),
    depositNotice(quote),
    newerNotice(quote),
    photoStrip(quote),
    el(
      'section',
      {},
      el('h2', {}, 'What you approved'),
      el(
        'ul',
        { class: 'items' },
        taken.map((item) => itemLine(item)),
      ),
    ),
    totalsTable(quote, totalsOf(quote, chosen)),
  ];
}

/** Asks for the deposit: how much, how to pay it, and its invoice. */
function depositNotice({ depositInvoice, company }: PublicQuote): HTMLElement | null {
  if (depositInvoice === null) return null;
  const { amount, balance, paymentInstructions, invoiceNumber, token } = depositInvoice;
  const isPaid = Number(balance) === 0;
  const rest = balance === amount ? '' : ` of ${money(amount)}`;
  const ask = company.phone ? `Call us at ${company.phone} to pay it.` : 'We will tell you how to pay it.';
  return el(
    'section',
    { class: 'card', 'data-testid': 'section-deposit' },
    el('h2', {}, isPaid ? 'Your deposit is paid. Thank you!' : 'Your deposit'),
    !isPaid && el('p', {}, `${money(balance)}${rest} is due before the work begins.`),
    !isPaid && el('p', { class: 'written', 'data-testid': 'text-how-to-pay' }, paymentInstructions ?? ask),
    token !== null &&
      el('a', { class: 'button', href: `/invoice/${token}` }, `Open invoice ${invoiceNumber ?? ''}`.trim()),
  );
}

function declinedQuote(quote: PublicQuote, name: string): (Node | null)[] {
  return [
    heading('You declined this quote', quote, `${name} is closed. If you change your mind, ask us to send it again.`),
  ];
}

function supersededQuote(quote: PublicQuote, name: string): (Node | null)[] {
  const replaced = quote.newer?.changes ? 'A newer version has replaced this one.' : null;
  return [heading(`${name} has changed`, quote, replaced), newerNotice(quote)];
}

/** @returns null if the newest version is shown */
function newerNotice({ newer, company }: PublicQuote): HTMLElement | null {
  if (!newer) return null;
  // The newer one is not sent yet, or went to somebody else: both read the same.
  if (!newer.changes) {
    const call = company.phone && [
      ' To ask about it, call ',
      el('a', { href: phoneLink(company.phone) }, company.phone),
      '.',
    ];
    return el(
      'p',
      { 'data-testid': 'text-changed' },
      `${company.name ?? 'We'} changed this quote and will send it.`,
      call,
    );
  }
  const link =
    newer.token && el('a', { class: 'button', href: newer.token, 'data-testid': 'link-newer' }, 'Open the new version');
  return el('div', { class: 'card' }, changesList(newer.changes), link);
}

function askedBefore({ questions }: PublicQuote): HTMLElement | null {
  if (questions.length === 0) return null;
  const each = questions.map(({ question, answer }) =>
    el('div', {}, el('dt', {}, question), el('dd', {}, answer ?? 'We will answer soon.')),
  );
  return el('section', {}, el('h2', {}, 'Your questions'), el('dl', { class: 'questions' }, each));
}

const submit: Submit = (act, body) => {
  if (kept.waiting) return;
  keep({ waiting: { act, key: newKey(), body } });
  void sendWaiting();
};

let isSending = false;

/** Sends what is waiting until the server has it: the key identifies retries. */
async function sendWaiting(attempt = 0): Promise<void> {
  if (!kept.waiting || isSending) return;
  isSending = true;
  setBusy(true);
  say('Sending…');
  const { act, key, body } = kept.waiting;
  const answer = await send(act, key, body);
  isSending = false;
  if (answer === null || isPassing(answer)) {
    const why = answer ? 'This cannot be sent right now.' : 'There is no connection.';
    const text = `${why} ${KEPT[act]} is kept here and will be sent.`;
    later(answer, attempt, text, () => void sendWaiting(attempt + 1));
    return;
  }
  keep({ waiting: null });
  setBusy(false);
  if (answer.status === 200) {
    keep(SENT[act]);
    await open(true);
  } else await refused(answer.status, answer.body);
}

const KEPT: Record<Act, string> = {
  approve: 'Your approval',
  decline: 'Your answer',
  question: 'Your question',
};

/** The input to clear once it has been received. */
const SENT: Record<Act, object> = {
  approve: { signature: '', chosen: [] },
  decline: { reason: '' },
  question: { question: '' },
};

function setBusy(isBusy: boolean): void {
  for (const button of main.querySelectorAll('form button')) button.toggleAttribute('disabled', isBusy);
}

/** The input is kept, unless the quote can no longer be answered. */
async function refused(status: number, refusal: Refusal): Promise<void> {
  if (status === 404 || status === 410) return showGone(refusal, true);
  // Somebody else was first: show the result.
  if (status === 409) await open(true);
  say(refusal.message);
}

void open();
