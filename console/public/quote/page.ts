import type { PublicQuote } from '../../../api/public-quotes/schema.ts';
import { phoneLink } from '../../../domain/kit/phone-links.ts';
import { takenItems } from '../../../domain/quote/terms.ts';
import { el } from '../elements.ts';
import { isPassing } from '../link/calls.ts';
import { later, main, notice, noticeButton, readUntilAnswered, retry, say, show } from '../link/shown.ts';
import { dateText, dayText, money, nameThePage, showCompany } from '../link/texts.ts';
import { setLocked } from '../locked.ts';
import { newKey } from '../new-key.ts';
import { type Act, type Refusal, readQuote, send, type Waiting } from './calls.ts';
import { approveForm, askForm, declineForm, offer, type Submit } from './forms.ts';
import { forget, keep, kept, saidIn, watchOtherTabs } from './kept.ts';
import { changesList, itemLine, photoStrip, totalsOf, totalsTable } from './parts.ts';

/** @param more said while the quote cannot be read */
async function open(isAct: boolean, more: string): Promise<void> {
  const { status, body } = await readUntilAnswered('quote', readQuote, more);
  if (status === 200) showQuote(body, isAct);
  else showGone(body, isAct);
}

function showGone({ code, message }: Refusal, isAct: boolean): void {
  say('');
  const titles: Record<string, string> = { expired: 'This quote has expired', not_found: 'There is no such quote' };
  const title = titles[code] ?? 'This quote is no longer available';
  show(isAct, el('h1', { 'data-testid': 'text-gone' }, title), el('p', {}, message));
}

function heading(title: string, quote: PublicQuote, ...words: readonly (string | null)[]): HTMLElement {
  const lines = [quote.customerName, quote.propertyAddress].filter(Boolean).join(', ');
  const said = words.filter((each) => each !== null).map((each) => el('p', {}, each));
  return el('div', { class: 'heading' }, el('h1', {}, title), lines && el('p', { class: 'about' }, lines), said);
}

/** What a customer's act changes of a quote. */
const standing = ({ status, questions }: PublicQuote): string => `${status} ${questions.length}`;
let shown: PublicQuote | null = null;

function showQuote(quote: PublicQuote, isAct: boolean): void {
  shown = quote;
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
  // It was tried before, by the page as it was or by another tab.
  if (kept.waiting) void sendWaiting(1);
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
  const waiting = { act, key: newKey(), body };
  // Another tab shows what is approved, and not what else was chosen there.
  keep({ waiting, ...(act === 'approve' && saidIn(waiting)) });
  void sendWaiting();
};

let underWay: AbortController | null = null;

/** Sends what is waiting until the server has it. What it says is locked, so that the page shows what is sent. */
async function sendWaiting(attempt = 0): Promise<void> {
  const { waiting } = kept;
  if (!waiting || underWay) return;
  underWay = new AbortController();
  say('Sending…', ...(attempt > 0 ? [takeBackButton] : []));
  setLocked(main, true, notice);
  const answer = await send(waiting, underWay);
  underWay = null;
  if (kept.waiting?.key !== waiting.key) return void sendWaiting(); // taken back
  if (answer === null || isPassing(answer)) {
    const why = answer ? 'This cannot be sent right now.' : 'There is no connection.';
    say(`${why} ${isKept(waiting)}`, takeBackButton, retry);
    return later(answer, attempt, () => void sendWaiting(attempt + 1));
  }
  if (answer.status === 200) {
    forget(waiting);
    await open(true, `${KEPT[waiting.act]} has reached us.`);
  } else {
    keep({ waiting: null });
    await refused(answer.status, answer.body);
  }
}

const takeBackButton = noticeButton('Take it back and change it');
takeBackButton.addEventListener('click', () => {
  if (kept.waiting) takeBack(kept.waiting);
});

function takeBack({ act }: Waiting): void {
  keep({ waiting: null });
  underWay?.abort();
  setLocked(main, false, notice);
  say(`${KEPT[act]} was taken back. Change what you like, and send it again.`);
  main.querySelector<HTMLElement>(`[data-act=${act}] button`)?.focus();
  void lookAgain(act);
}

/** What was taken back may have arrived all the same, and only its answer not. */
async function lookAgain(act: Act, attempt = 0): Promise<void> {
  const answer = await readQuote();
  // What is sent meanwhile has its own answer.
  if (kept.waiting) return;
  if (answer === null || isPassing(answer)) {
    return later(answer, attempt, () => void lookAgain(act, attempt + 1));
  }
  if (answer.status !== 200) return showGone(answer.body, true);
  if (shown && standing(answer.body) === standing(shown)) return;
  showQuote(answer.body, true);
  const arrived = `${KEPT[act]} reached us before you took it back. Call us if you want something else.`;
  say(answer.body.status === 'superseded' ? '' : arrived);
}

const KEPT: Record<Act, string> = {
  approve: 'Your approval',
  decline: 'Your answer',
  question: 'Your question',
};

const isKept = ({ act }: Waiting): string => `${KEPT[act]} is kept here and will be sent.`;

/** The input is kept, unless the quote can no longer be answered. */
async function refused(status: number, refusal: Refusal): Promise<void> {
  if (status === 404 || status === 410) return showGone(refusal, true);
  // Somebody else was first: show the result.
  if (status === 409) await open(true, refusal.message);
  setLocked(main, false, notice);
  say(refusal.message);
}

watchOtherTabs(() => {
  if (shown) showQuote(shown, false);
  if (kept.waiting) return;
  underWay?.abort();
  say('');
  void open(false, '');
});
void open(false, kept.waiting ? isKept(kept.waiting) : '');
