import { MOST_PHOTOS } from '../../../domain/intake/terms.ts';
import { el } from '../elements.ts';
import { type Picture, readPicture } from '../intake/pictures.ts';
import { inTime, type KeptPhoto, keepPhotos, ownTab, readPhotos } from './draft.ts';

const list = document.getElementById('photos') as HTMLElement;
const input = document.getElementById('add-photos') as HTMLInputElement;
const words = document.getElementById('add-words') as HTMLElement;
const said = document.getElementById('photos-said') as HTMLElement;

let pictures: Picture[] = [];
let onChange: () => void = () => {};
/** One at a time: five large photos at once are more than a phone can hold in memory. */
let reading: Promise<void> = Promise.resolve();
/** How many were chosen and not read yet: they are kept only then. */
let unread = 0;
/** Whether they were sent, or tried to be: a retry brings the same ones. */
let isAsked = false;
/** Whether the stored ones are those of another tab, and whether their request is kept by this one as well. */
let areOthers = false;
let isTakenUp = false;

/** The photos to send, once all of them have been read. */
export async function photosToSend(): Promise<readonly Picture[]> {
  isAsked = true;
  await reading;
  return pictures;
}

/**
 * Shows the stored photos, and accepts more.
 * @param tab whose they are
 * @param tell is called after a person added, moved or removed one
 */
export function openPhotos(tab: string, tell: () => void): void {
  onChange = tell;
  areOthers = tab !== ownTab;
  const stored = readPhotos(tab);
  reading = inTime(stored).then(takeStored, () => {
    // Nothing waits for them any longer, but they are shown once they are there.
    void stored.then((kept) => {
      if (!isAsked) reading = reading.then(() => takeStored(kept));
    });
  });
  input.addEventListener('change', addChosen);
  window.addEventListener('beforeunload', (event) => {
    if (unread > 0) event.preventDefault();
  });
  // Chosen before this script arrived.
  addChosen();
}

/** Their request is kept by this tab: so are they, which can be those of another tab. */
export function takeUpPhotos(): void {
  if (areOthers && !isTakenUp && pictures.length > 0) store();
  isTakenUp = true;
}

async function takeStored(kept: readonly KeptPhoto[]): Promise<void> {
  if (kept.length === 0) return;
  const hasChosen = pictures.length > 0;
  for (const { blob, name } of kept.slice(0, MOST_PHOTOS - pictures.length)) await take(blob, name);
  show();
  // Those chosen meanwhile took their place in the store.
  if (hasChosen || (areOthers && isTakenUp)) store();
}

function addChosen(): void {
  const files = [...(input.files ?? [])];
  input.value = '';
  if (files.length === 0) return;
  unread += files.length;
  reading = reading.then(async () => {
    await add(files);
    unread -= files.length;
  });
}

export function forgetPhotos(): void {
  pictures = [];
  show();
}

async function add(files: readonly File[]): Promise<void> {
  const problems: string[] = [];
  const room = MOST_PHOTOS - pictures.length;
  for (const [index, file] of files.slice(0, room).entries()) {
    say(`Reading photo ${index + 1} of ${Math.min(files.length, room)}…`);
    const problem = await take(file, file.name);
    if (problem) problems.push(problem);
  }
  if (files.length > room) problems.push(`You can send ${MOST_PHOTOS} photos. The others were left out.`);
  changed();
  say([countWords(), ...problems].join(' '), problems.length > 0);
}

/** @returns what to tell the person if it cannot be used */
async function take(file: Blob, name: string): Promise<string | null> {
  const read = await readPicture(file, name);
  if (typeof read === 'string') return read;
  pictures.push(read);
  return null;
}

function changed(): void {
  show();
  onChange();
  store();
}

function store(): void {
  void keepPhotos(pictures.map(({ name, blob }) => ({ name, blob })));
}

function show(): void {
  list.replaceChildren(...pictures.map(item));
  input.disabled = pictures.length >= MOST_PHOTOS;
  words.textContent = input.disabled ? 'That is all five' : pictures.length > 0 ? 'Add more photos' : 'Add photos';
  say(countWords());
}

function countWords(): string {
  return pictures.length === 0 ? '' : `${pictures.length} of ${MOST_PHOTOS} photos added.`;
}

function say(text: string, isBad = false): void {
  said.className = isBad ? 'error' : 'about';
  said.textContent = text;
}

function item({ name, preview }: Picture, index: number): HTMLElement {
  preview.setAttribute('role', 'img');
  preview.setAttribute('aria-label', `Photo ${index + 1}: ${name}`);
  const act = (id: string, sign: string, label: string, isPossible: boolean, run: () => void) => {
    const button = el(
      'button',
      {
        type: 'button',
        'aria-label': `${label} photo ${index + 1}`,
        title: label,
        disabled: !isPossible,
        'data-testid': `button-${id}-photo-${index}`,
      },
      sign,
    );
    button.addEventListener('click', run);
    return button;
  };
  return el(
    'li',
    {},
    preview,
    el(
      'div',
      { class: 'acts' },
      act('earlier', '←', 'Move earlier', index > 0, () => move(index, index - 1)),
      act('later', '→', 'Move later', index < pictures.length - 1, () => move(index, index + 1)),
      act('remove', '✕', 'Remove', true, () => remove(index)),
    ),
  );
}

function move(from: number, to: number): void {
  const [moved] = pictures.splice(from, 1);
  if (moved) pictures.splice(to, 0, moved);
  changed();
  say(`Photo moved to place ${to + 1} of ${pictures.length}.`);
  // Focus the same button again, or at either end the one that moves the photo back.
  const [earlier, later] = list.children[to]?.querySelectorAll('button') ?? [];
  const next = to > from ? later : earlier;
  (next?.disabled ? (to > from ? earlier : later) : next)?.focus();
}

function remove(index: number): void {
  pictures.splice(index, 1);
  changed();
  const left = list.children[Math.min(index, pictures.length - 1)];
  (left?.querySelector<HTMLElement>('button:last-child') ?? input).focus();
  say(pictures.length === 0 ? 'Photo removed.' : `Photo removed. ${countWords()}`);
}
