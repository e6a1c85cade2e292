import { el } from '../elements.ts';
import { dropFrom, type Kept, keepIn, keptIn, type Typed, typedIn } from '../intake/kept.ts';
import { clearProblems, showProblems, unmark } from '../intake/problems.ts';
import { type Answer, refusalOf, send } from '../intake/send.ts';
import { changedFields } from '../intake/touched.ts';
import { setLocked } from '../locked.ts';
import { newKey } from '../new-key.ts';

// The form works without this script, which keeps what was typed until it is sent, and says at once what is missing.

const main = document.querySelector('main') as HTMLElement;
const form = document.getElementById('ask') as HTMLFormElement;
const sending = document.getElementById('sending') as HTMLElement;
const button = form.querySelector('button[type=submit]') as HTMLButtonElement;

/** In the browser, by the address of the page: closing the tab loses nothing. */
const BROWSER = () => localStorage;
const KEPT_AS = `heartwood.review${location.pathname}`;
/** What they agree to; not asked again where they did before. */
const TICKS = ['mayPublish', 'mayShowPhotos'];
/** The first of the choices. */
const RATING = 'rating-1';

const kept = keptIn<Kept>(BROWSER, KEPT_AS);
let key = kept?.key ?? newKey();

/** Fills in what was kept, except over what was changed before this script arrived, or what the server sent back. */
function fillInKept(values: Typed): void {
  const changed = changedFields(form);
  const { rating, reviewText } = Object.fromEntries(['rating', 'reviewText'].map((name) => [name, values[name] ?? '']));
  const ratings = form.elements.namedItem('rating') as RadioNodeList;
  const text = form.elements.namedItem('reviewText') as HTMLTextAreaElement;
  if (!changed.has('rating') && rating) ratings.value = rating;
  if (!changed.has('reviewText') && reviewText) text.value = reviewText;
  for (const name of TICKS) {
    const tick = form.elements.namedItem(name) as HTMLInputElement | null;
    if (tick && !changed.has(name)) tick.checked = values[name] !== undefined;
  }
}

/** Changed input is another review; unchanged input sent again is the same one. */
function keepChanged(): void {
  key = newKey();
  keepIn(BROWSER, KEPT_AS, { at: Date.now(), key, values: typedIn(form) });
}

async function submit(): Promise<void> {
  clearProblems();
  const { rating, reviewText = '', ...typed } = typedIn(form);
  if (!rating) {
    return showProblems('Please choose a rating', 'One to five stars.', [{ field: RATING, text: 'Choose a rating.' }]);
  }
  const ticks = Object.fromEntries(TICKS.map((name) => [name, typed[name] !== undefined]));
  const written = { rating: Number(rating), reviewText, ...ticks };
  setSending(true);
  const body = JSON.stringify(written);
  const answer = await send(form.action, { body, headers: { 'idempotency-key': key } });
  setSending(false);
  if (answer?.status === 201) return thank(answer.body);
  showProblems(...refusalIn(answer));
}

function setSending(isSending: boolean): void {
  button.textContent = isSending ? 'Sending…' : 'Send my review';
  sending.textContent = isSending ? 'Sending your review.' : '';
  setLocked(form, isSending, sending);
}

function refusalIn(answer: Answer): readonly [title: string, text: string] {
  // Perhaps by this form, with its answer lost: what was typed since stays to be read.
  if (answer?.status === 409) {
    return ['We have your review already', 'Reload this page to see it. What you typed since was not sent.'];
  }
  const lost =
    'It did not get through. What you wrote is kept on this device. Please try again once you have a connection.';
  return ['Your review was not sent', refusalOf(answer) ?? lost];
}

function thank({ rating, reviewText, mayPublish, mayShowPhotos }: Record<string, unknown>): void {
  dropFrom(BROWSER, KEPT_AS);
  const said = document.getElementById('said') as HTMLElement;
  const consent = mayPublish ? `We may publish it, as “${said.dataset['writer']}”` : 'We will not publish it.';
  const mayShow = mayShowPhotos || form.elements.namedItem('mayShowPhotos') === null;
  const photos = mayShow ? 'We may show photos of this work.' : 'We will not show photos of this work.';
  said.replaceChildren(
    el('p', {}, el('strong', {}, `${rating} of 5 stars`)),
    ...(reviewText ? [el('blockquote', { class: 'written' }, String(reviewText))] : []),
    el('p', { class: 'about' }, consent),
    el('p', { class: 'about' }, photos),
  );
  main.dataset['state'] = 'sent';
  const title = document.getElementById('title') as HTMLElement;
  title.textContent = 'Thank you';
  document.title = `Thank you · ${document.title.split(' · ').slice(1).join(' · ')}`;
  window.scrollTo(0, 0);
  title.focus({ preventScroll: true });
}

if (main.dataset['state'] === 'ask') {
  form.noValidate = true;
  // What the server sent back with a refusal is newer.
  if (!document.getElementById('problem-text')?.textContent) fillInKept(kept?.values ?? {});
  if (changedFields(form).size > 0) keepIn(BROWSER, KEPT_AS, { at: Date.now(), key, values: typedIn(form) });
  form.addEventListener('input', (event) => {
    const field = event.target as Element;
    unmark(field.closest('.choice') ?? field);
    keepChanged();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
} else {
  // It was sent without the script, or before it had loaded.
  dropFrom(BROWSER, KEPT_AS);
}
