import { el } from '../elements.ts';
import { countStep } from '../intake/funnel.ts';
import { fillIn, isTypedAnew, typedIn } from '../intake/kept.ts';
import {
  clearProblems,
  emailProblems,
  isOnlyEmail,
  type Problem,
  showProblems,
  unmark,
  WRONG_EMAIL,
} from '../intake/problems.ts';
import { type Answer, issuesOf, refusalOf, sendForm } from '../intake/send.ts';
import { toast } from '../intake/toast.ts';
import { setLocked } from '../locked.ts';
import { newKey } from '../new-key.ts';
import { forgetDraft, keepDraft, keepForNext, readDraft } from './draft.ts';
import { forgetPhotos, openPhotos, photosToSend, takeUpPhotos } from './photos.ts';

// The form works without this script, which keeps the input, shows and shrinks photos, and shows progress.

const main = document.querySelector('main') as HTMLElement;
const form = document.getElementById('ask') as HTMLFormElement;
const button = form.querySelector('button[type=submit]') as HTMLButtonElement;
const sending = document.getElementById('sending') as HTMLElement;

const CONTACT = ['name', 'phone', 'email', 'address'];
const REQUIRED: readonly (Problem & { name: string })[] = [
  { name: 'name', field: 'name', text: 'Enter your name.' },
  { name: 'phone', field: 'phone', text: 'Enter your phone number.' },
  { name: 'serviceType', field: 'serviceType-tree_removal', text: 'Choose a service type.' },
];

const draft = readDraft();

/** Notes what was typed: while it is being sent, its fields are locked and in no data of the form. */
function readTyped(): void {
  draft.values = typedIn(form);
}

/** Changed input is a new request; unchanged input sent again is the same one. */
function keepChanged(): void {
  draft.key = newKey();
  keepDraft(draft.key, draft.values);
  takeUpPhotos();
}

function problemsOf(): Problem[] {
  const missing = REQUIRED.filter(({ name }) => !draft.values[name]?.trim());
  return [...missing, ...emailProblems(form.elements.namedItem('email') as HTMLInputElement)];
}

async function submit(): Promise<void> {
  clearProblems();
  readTyped();
  const problems = problemsOf();
  if (problems.length > 0) return refuse(problems);
  const body = new FormData(form);
  setBusy(true);
  const answer = await sendRequest(body);
  setBusy(false);
  if (answer?.status === 201) showThanks(answer.body);
  else showFailure(answer);
}

function refuse(problems: readonly Problem[]): void {
  const [title, text] = isOnlyEmail(problems)
    ? WRONG_EMAIL
    : ['Missing Required Fields', 'Please fill in your name, phone number, and service type.'];
  toast(title, text, true);
  showProblems(title, text, problems);
}

async function sendRequest(body: FormData): Promise<Answer> {
  const photos = await photosToSend();
  for (const [index, { blob, name }] of photos.entries()) body.append(`image_${index}`, blob, name);
  return sendForm({
    path: form.action,
    form: { page: 'portal', site: null },
    token: { text: (form.elements.namedItem('formToken') as HTMLInputElement).value, at: 0 },
    key: draft.key,
    bodyOf(formToken) {
      body.set('formToken', formToken);
      return body;
    },
    onProgress: showProgress,
  });
}

function setBusy(isBusy: boolean): void {
  button.textContent = isBusy ? 'Sending…' : 'Request My Free Quote';
  sending.hidden = !isBusy;
  setLocked(form, isBusy, sending);
  if (!isBusy) return;
  showProgress(0);
  sending.scrollIntoView({ block: 'nearest' });
}

function showProgress(part: number): void {
  const percent = Math.round(part * 100);
  const bar = sending.querySelector('progress') as HTMLProgressElement;
  bar.value = percent;
  const words = percent < 100 ? `Sending: ${percent}%` : 'Almost done…';
  // Announced to screen readers at each quarter, not at each step.
  if (percent % 25 === 0) document.getElementById('sending-words')?.replaceChildren(words);
}

function showFailure(answer: Answer): void {
  const byField = [...issuesOf(answer)].flatMap(([name, text]): Problem[] => {
    const input = form.querySelector(`[name="${CSS.escape(name)}"]:not([type=hidden])`);
    return input ? [{ field: input.id, text }] : [];
  });
  if (isOnlyEmail(byField)) {
    refuse(byField);
    return;
  }
  const text = refusalOf(answer) ?? 'Please try again or call us directly.';
  toast('Submission Failed', 'Please try again or call us directly.', true);
  showProblems('Submission Failed', byField.length > 0 ? 'Please correct what is marked.' : text, byField);
}

interface LeftOut {
  index: number;
  reason: string;
}

function showThanks(body: Record<string, unknown>): void {
  const leftOut = (body['photosLeftOut'] ?? []) as LeftOut[];
  const contact = Object.fromEntries(Object.entries(draft.values).filter(([name]) => CONTACT.includes(name)));
  form.reset();
  forgetDraft(draft.key);
  forgetPhotos();
  keepContactIfAsked(contact);
  document.getElementById('left-out')?.replaceChildren(...leftOutNote(leftOut));
  main.dataset['state'] = 'sent';
  document.title = `Thank you · ${document.title.split(' · ').slice(1).join(' · ')}`;
  window.scrollTo(0, 0);
  document.getElementById('sent')?.focus({ preventScroll: true });
  toast('Request Submitted Successfully!', "We'll contact you within 24 hours to discuss your tree service needs.");
}

function leftOutNote(leftOut: readonly LeftOut[]): Node[] {
  if (leftOut.length === 0) return [];
  const lines = leftOut.map(({ index, reason }) => el('li', {}, `Photo ${index + 1}: ${reason}`));
  return [el('div', { class: 'left-out' }, 'Your request came without these photos:', el('ul', {}, lines))];
}

function keepContactIfAsked(contact: Record<string, string>): void {
  const box = document.getElementById('keep-contact') as HTMLInputElement;
  const key = newKey();
  box.addEventListener('change', () => {
    if (box.checked) keepForNext(key, contact);
    else forgetDraft(key);
  });
}

if (main.dataset['state'] === 'ask') {
  form.noValidate = true;
  const { values: kept } = draft;
  // What the server sent back with a refusal is newer.
  if (!document.getElementById('problem-text')?.textContent) fillIn(form, kept);
  readTyped();
  if (isTypedAnew(form, kept)) keepChanged();
  countStep('portal', 'opened');
  openPhotos(draft.tab, () => {
    keepChanged();
    countStep('portal', 'photo_added');
  });
  form.addEventListener('input', (event) => {
    const field = event.target as Element;
    unmark(field.closest('.choice') ?? field);
    readTyped();
    keepChanged();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
} else {
  // It was sent without the script, or before it had loaded.
  forgetDraft(draft.key);
}
