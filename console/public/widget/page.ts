import type { PublicAnalysis } from '../../../api/public-analysis/schema.ts';
import type { FunnelStep } from '../../../domain/intake/terms.ts';
import { PHOTO_LIMITS } from '../../../domain/photo/terms.ts';
import { countStep } from '../intake/funnel.ts';
import { dropFrom, fillIn, isTypedAnew, type Kept, keepIn, keptIn, type Typed, typedIn } from '../intake/kept.ts';
import { type Picture, readPicture } from '../intake/pictures.ts';
import {
  clearProblems,
  emailProblems,
  isOnlyEmail,
  type Problem,
  showProblems,
  unmark,
  WRONG_EMAIL,
} from '../intake/problems.ts';
import { type FormToken, freshToken, issuesOf, refusalOf, send, sendForm } from '../intake/send.ts';
import { toast } from '../intake/toast.ts';
import { setLocked } from '../locked.ts';
import { newKey } from '../new-key.ts';
import { estimateParts } from './estimate.ts';
import { campaignId, isPreview, site, tellHeight, tellHost } from './host.ts';

// Three steps: a photo, the estimate with contact details, done. Each step works without the one before.

type Step = 'photo' | 'contact' | 'sent';

const byId = <Of extends HTMLElement>(id: string) => document.getElementById(id) as Of;
const main = document.querySelector('main') as HTMLElement;
const photoForm = byId<HTMLFormElement>('photo');
const contactForm = byId<HTMLFormElement>('contact');
const image = byId<HTMLInputElement>('image');
const details = byId<HTMLTextAreaElement>('details');
const sending = byId('sending');
const analyze = photoForm.querySelector('[type=submit]') as HTMLButtonElement;
const submit = contactForm.querySelector('[type=submit]') as HTMLButtonElement;

const FORM = { page: 'widget', site } as const;
const REQUIRED: readonly Problem[] = [
  { field: 'name', text: 'Enter your name.' },
  { field: 'phone', text: 'Enter your phone number.' },
  { field: 'email', text: 'Enter your email address.' },
  { field: 'address', text: 'Enter the address of the tree.' },
];

/** The server's refusals that say nothing about the photo: it arrived too slowly, or too much came from this network. */
const PASSING: ReadonlySet<number> = new Set([408, 429]);

/** Of this tab, where the frame of another site has storage at all. */
const TAB = () => sessionStorage;
/** Names the site and the look: what was typed into one widget is in no other. */
const KEPT_AS = `heartwood.widget${location.search}`;
const FORMS = [photoForm, contactForm];

const kept = isPreview ? null : keptIn<Kept>(TAB, KEPT_AS);
let picture: Picture | null = null;
/** One at a time: the one chosen last counts. */
let reading: Promise<void> = Promise.resolve();
let analysis: PublicAnalysis | null = null;
/** Whether the server has refused the photo. */
let isRefused = false;
/** The current photo's number: a response about an earlier one comes too late. */
let look = 0;
let key = kept?.key ?? newKey();
let token: FormToken = { text: document.body.dataset['token'] ?? '', at: 0 };

/** Counts a visitor's step; the office viewing its own widget does not count. */
function count(step: FunnelStep): void {
  if (!isPreview) countStep('widget', step, site);
}

/** Shows the message where the person is: in a frame, the edge of the window may be far away. */
function say(title: string, text: string, isBad = false): void {
  const step = byId(main.dataset['step'] ?? '');
  (step.querySelector('.send') ?? step.lastElementChild)?.before(byId('toast'));
  toast(title, text, isBad);
}

/** Shows a step, focusing its heading: the embedding page is never scrolled. */
function go(step: Step): void {
  main.dataset['step'] = step;
  const order: Step[] = ['photo', 'contact', 'sent'];
  for (const item of document.querySelectorAll<HTMLElement>('.progress li')) {
    const isDone = order.indexOf(item.dataset['for'] as Step) < order.indexOf(step);
    item.classList.toggle('done', isDone);
    if (item.dataset['for'] === step) item.setAttribute('aria-current', 'step');
    else item.removeAttribute('aria-current');
  }
  byId('toast').hidden = true;
  byId(`${step}-title`).focus({ preventScroll: true });
}

async function takePicture(file: File): Promise<void> {
  if (file.size > PHOTO_LIMITS.bytes) {
    return say('File too large', 'Please upload an image smaller than 10MB.', true);
  }
  const read = await readPicture(file, file.name);
  if (typeof read === 'string') return say('This photo cannot be used', read, true);
  picture = read;
  showAnalysis(null);
  showPicture();
  byId('toast').hidden = true;
  count('photo_added');
}

function showPicture(): void {
  const preview = byId('preview');
  if (picture) {
    picture.preview.setAttribute('role', 'img');
    picture.preview.setAttribute('aria-label', `Your photo: ${picture.name}`);
  }
  preview.replaceChildren(...(picture ? [picture.preview] : []));
  preview.hidden = picture === null;
  byId('image-words').textContent = picture ? 'Take another photo' : 'Add a photo of the tree';
  byId('skip').textContent = picture ? 'Continue without the analysis' : 'Continue without a photo';
}

function showAnalysis(found: PublicAnalysis | null): void {
  analysis = found;
  isRefused = false;
  byId('without').hidden = true;
  key = newKey();
  const estimate = byId('estimate');
  estimate.replaceChildren(...(found ? estimateParts(found) : []));
  estimate.hidden = found === null;
}

async function analyzePicture(): Promise<void> {
  const mine = ++look;
  setAnalyzing(true);
  await reading;
  if (mine !== look) return;
  if (!picture) {
    setAnalyzing(false);
    return say('No Image', 'Please upload an image first.', true);
  }
  const answer = await lookAt(picture);
  if (mine !== look) return;
  setAnalyzing(false);
  if (answer?.status !== 200) {
    const why = answer?.status === 429 || answer?.status === 422 ? refusalOf(answer) : null;
    return say('Analysis Failed', why ?? 'Unable to analyze image. Please try again.', true);
  }
  count('analysed');
  showAnalysis(answer.body as unknown as PublicAnalysis);
  go('contact');
  say('Analysis Complete!', 'Your AI-powered estimate is ready.');
}

function lookAt({ blob, name }: Picture): ReturnType<typeof send> {
  const body = new FormData();
  body.append('details', details.value.trim() || 'Tree service request');
  if (token.text) body.append('formToken', token.text);
  if (site) body.append('hostSite', site);
  body.append('image', blob, name);
  return send('/api/analyze-image', { body });
}

function setAnalyzing(isBusy: boolean): void {
  analyze.disabled = isBusy;
  analyze.textContent = isBusy ? 'Analyzing…' : 'Get AI Analysis';
  byId('analyzing').textContent = isBusy ? 'Analyzing your photo. This can take half a minute.' : '';
}

function skip(): void {
  look++;
  setAnalyzing(false);
  go('contact');
}

function problemsOf(): Problem[] {
  const input = (field: string) => byId<HTMLInputElement>(field);
  const missing = REQUIRED.filter(({ field }) => !input(field).value.trim());
  return [...missing, ...emailProblems(input('email'))];
}

function refuse(problems: readonly Problem[]): void {
  const isEmail = isOnlyEmail(problems) && byId<HTMLInputElement>('email').value.trim() !== '';
  const [title, text] = isEmail ? WRONG_EMAIL : ['Missing Information', 'Please fill in all required fields.'];
  say(title, text, true);
  showProblems(title, text, problems);
}

/** @param isWithout a person sends it without the photo, this time: on the next attempt the network may be back */
async function sendRequest(isWithout = false): Promise<void> {
  clearProblems();
  const problems = problemsOf();
  if (problems.length > 0) return refuse(problems);
  const typed = Object.fromEntries(new FormData(contactForm));
  const values = typedNow();
  byId('without').hidden = true;
  setSending(true);
  await reading;
  const choice = isWithout ? null : await bringPicture();
  if (choice) {
    setSending(false);
    return sayPictureWaits(choice);
  }
  if (!analysis) keep(values, key);
  const answer = await sendForm({
    path: '/api/public/submit-lead',
    form: FORM,
    token,
    key,
    bodyOf: (formToken) => bodyOf(typed, formToken),
  });
  setSending(false);
  if (answer?.status === 201) return thank(answer.body);
  byId('without').hidden = !isWithout;
  const byField = [...issuesOf(answer)].flatMap(([field, text]) => (byId(field) ? [{ field, text }] : []));
  if (isOnlyEmail(byField)) return refuse(byField);
  say('Submission Failed', 'Unable to submit your request. Please try again.', true);
  const text = refusalOf(answer) ?? 'Unable to submit your request. Please try again.';
  showProblems('Submission Failed', byField.length > 0 ? 'Please correct what is marked.' : text, byField);
}

function setSending(isSending: boolean): void {
  submit.textContent = isSending ? 'Sending…' : 'Get My Free Quote';
  sending.textContent = isSending ? 'Sending your request. With a photo this can take half a minute.' : '';
  setLocked(contactForm, isSending, sending);
}

/**
 * A photo is included even if nobody waited for its analysis. If the server refuses it, the request goes without it, also
 * on a retry: it must stay the same request. With a photo that got through late, it is another one than without.
 * @returns if it did not get through, what the person can do: they decide whether the request goes without it
 */
async function bringPicture(): Promise<string | null> {
  if (!picture || analysis || isRefused) return null;
  const answer = await lookAt(picture);
  if (answer?.status === 200) {
    analysis = answer.body as unknown as PublicAnalysis;
    key = newKey();
  } else isRefused = answer !== null && answer.status < 500 && !PASSING.has(answer.status);
  if (analysis || isRefused) return null;
  const why = answer?.status === 429 ? refusalOf(answer) : null;
  return why ? `${why} Or send your request without the photo.` : 'Try again, or send your request without it.';
}

function sayPictureWaits(choice: string): void {
  const text = `Your photo did not get through, and nothing was sent yet. ${choice}`;
  say('Submission Failed', text, true);
  showProblems('Submission Failed', text, []);
  byId('without').hidden = false;
}

function bodyOf(typed: object, formToken: string): string {
  return JSON.stringify({
    ...typed,
    description: details.value.trim(),
    aiAnalysis: analysis,
    imageUrl: analysis ? 'Image uploaded' : null,
    imageToken: analysis?.imageToken ?? null,
    source: 'website_widget',
    status: 'new',
    hostSite: site,
    campaignId,
    formToken,
  });
}

function thank(response: object): void {
  tellHost({ type: 'submitted', response });
  byId('left-out').hidden = picture === null || analysis !== null;
  clear();
  go('sent');
}

/** Changed input is a new request; unchanged input sent again is the same one. */
function keepChanged(): void {
  key = newKey();
  // A photo is not kept, and without it, it is another request.
  keep(typedNow(), picture ? newKey() : key);
}

function typedNow(): Typed {
  return { ...typedIn(photoForm), ...typedIn(contactForm) };
}

/** @param as the key of the request that a page loaded anew sends: the same as this one's if it goes without a photo */
function keep(values: Typed, as: string): void {
  if (!isPreview) keepIn(TAB, KEPT_AS, { at: Date.now(), key: as, values });
}

function clear(): void {
  dropFrom(TAB, KEPT_AS);
  photoForm.reset();
  contactForm.reset();
  picture = null;
  key = newKey();
  showPicture();
  showAnalysis(null);
  setAnalyzing(false);
}

function takeChosen(): void {
  const file = image.files?.[0];
  image.value = '';
  if (!file) return;
  look++;
  setAnalyzing(false);
  reading = reading.then(() => takePicture(file));
}

image.addEventListener('change', takeChosen);
photoForm.addEventListener('submit', (event) => {
  event.preventDefault();
  void analyzePicture();
});
byId('skip').addEventListener('click', skip);
byId('without').addEventListener('click', () => void sendRequest(true));
byId('back').addEventListener('click', () => go('photo'));
byId('another').addEventListener('click', () => {
  go('photo');
  // Each token can be used once.
  void freshToken(FORM).then((fresh) => {
    if (fresh) token = fresh;
  });
});
contactForm.addEventListener('input', (event) => unmark(event.target as Element));
for (const form of FORMS) {
  fillIn(form, kept?.values ?? {});
  form.addEventListener('input', keepChanged);
}
if (FORMS.some((form) => isTypedAnew(form, kept?.values ?? {}))) keepChanged();
contactForm.addEventListener('submit', (event) => {
  event.preventDefault();
  void sendRequest();
});
// Chosen before this script arrived.
takeChosen();
tellHost({ type: 'ready' });
tellHeight();
count('opened');
