// The focus never falls back to the body, where keyboard users would have to start over: whatever takes the focused
// element away (a drawer or dialog closes, a form is saved, a card is deleted, a button waits for a response), the
// focus goes back to where it came from, or on to the next sensible element. Pages need not do anything for it.

/** An element that had the focus, and its position. */
interface Place {
  element: HTMLElement;
  /** Its ancestors from the inside out, each with the index of the child it was in. */
  path: readonly { parent: Element; index: number }[];
  /** The link of the row or card it was in. */
  href: string | undefined;
  /** Its own, or that of what it was in. */
  key: string | undefined;
}

/** Marks the element that gets the focus when a focused one near it is gone: Edit, Restore, Add. */
export const LANDING = { 'data-landing': '' };

/**
 * Marks an element that may be rendered anew somewhere else: if it had the focus, or something inside it did, whatever
 * is then marked with the same key gets it.
 */
export const focusKey = (key: string) => ({ 'data-focus-key': key });

/** What opens over or beside a page, and returns the focus when it closes. */
const REGION = 'dialog, .bp6-overlay:not(.bp6-toast-container), .bp6-toast';
/** An element in a list of its kind. */
const ITEM = 'li, tr, article';
const FOCUSABLE = 'h2[tabindex], a[href], button, input, select, textarea, [tabindex="0"]';

const openers = new WeakMap<Element, Place>();
let last: Place | undefined;
/** What the focus is about to go to; what hears that it left something may change the page before it arrives. */
let goingTo: EventTarget | null = null;

/** Keeps the focus on something for as long as the page is open. */
export function keepFocus(): void {
  const leave = ({ relatedTarget }: FocusEvent) => {
    goingTo = relatedTarget;
    // It arrives within the same task, or not at all.
    if (goingTo) setTimeout(arrive);
  };
  document.addEventListener('focusout', leave, { capture: true });
  document.addEventListener('focusin', ({ target }) => {
    goingTo = null;
    if (!(target instanceof HTMLElement)) return;
    noteOpener(target);
    last = placeOf(target);
  });
  // A click on empty space is the person's own choice. By the time this runs, what was removed or disabled is so.
  document.addEventListener('focusout', ({ target }) => queueMicrotask(() => forget(target)));
  new MutationObserver(restore).observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  releaseWherePressed();
}

/**
 * Blueprint presses a button when the key is let go on it, also when a menu or dialog that the key has closed gave it the
 * focus in between: such a release is kept from it.
 */
function releaseWherePressed(): void {
  const isPress = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' ';
  let pressedOn: EventTarget | null = null;
  function press(event: KeyboardEvent): void {
    if (isPress(event) && !event.repeat) pressedOn = event.target;
  }
  function release(event: KeyboardEvent): void {
    if (isPress(event) && event.target !== pressedOn) event.stopPropagation();
  }
  window.addEventListener('keydown', press, { capture: true });
  window.addEventListener('keyup', release, { capture: true });
}

function forget(left: EventTarget | null): void {
  // While another window has the focus, the element keeps it within this one.
  if (last && last.element === left && canFocus(left) && isLost() && document.hasFocus()) last = undefined;
}

let isHeld = false;

/**
 * Leaves the focus alone until the returned function is called: while a card is dragged, the library that drags it moves
 * the focus along. Restoring it in between would give it to a button, which the rest of the keystroke would press.
 */
export function holdFocus(): () => void {
  isHeld = true;
  return () => {
    isHeld = false;
  };
}

function arrive(): void {
  goingTo = null;
  restore();
}

function restore(): void {
  if (isHeld || !last || !isLost() || canFocus(goingTo)) return;
  // A button that waits for a response will be enabled again, or gone, once it arrives.
  if (last.element.isConnected && last.element.matches(':disabled')) return;
  nextOf(last)?.focus();
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function nextOf({ element, path, href, key }: Place): HTMLElement | undefined {
  const isLink = element.matches('a');
  if (canFocus(element)) return element;
  const same = key && document.querySelector(`[data-focus-key="${CSS.escape(key)}"]`);
  if (canFocus(same)) return same;
  const left = path.find(({ parent }) => !parent.isConnected && parent.matches(REGION))?.parent;
  const opener = left && openers.get(left);
  if (opener) return nextOf(opener);
  const moved = href && document.querySelector(`#content a[href="${CSS.escape(href)}"]`);
  if (canFocus(moved)) return isLink ? moved : (focusableItemOf(moved) ?? moved);
  return nearest(path) ?? document.getElementById('content') ?? undefined;
}

function nearest(path: Place['path']): HTMLElement | undefined {
  for (const { parent, index } of path) {
    const next = parent.isConnected && (landingIn(parent) ?? neighborIn(parent, index) ?? firstOfRegion(parent));
    if (next) return next;
  }
  return undefined;
}

/** The item an element is in, if the item itself takes the focus, as a card on the board does. */
function focusableItemOf(element: HTMLElement): HTMLElement | undefined {
  const item = element.closest(ITEM);
  return canFocus(item) && item.tabIndex >= 0 ? item : undefined;
}

function landingIn(parent: Element): HTMLElement | undefined {
  return [...parent.querySelectorAll('[data-landing]')].find(canFocus);
}

/** The item now in the lost one's place, or the last one; never one of its buttons, which would act on it. */
function neighborIn(parent: Element, index: number): HTMLElement | undefined {
  const children = [...parent.children];
  const isItem = (child: Element) => child.matches(ITEM);
  // Placeholders of what is still loading may stand between items.
  const item = children.slice(index).find(isItem) ?? children.findLast(isItem);
  if (!item) return undefined;
  return [item, ...item.querySelectorAll('a[href]')].find((each) => canFocus(each) && each.tabIndex >= 0) as
    | HTMLElement
    | undefined;
}

function firstOfRegion(parent: Element): HTMLElement | undefined {
  return parent.matches(REGION) ? [...parent.querySelectorAll(FOCUSABLE)].find(canFocus) : undefined;
}

function canFocus(element: unknown): element is HTMLElement {
  if (!(element instanceof HTMLElement) || !element.isConnected || element.matches(':disabled')) return false;
  return element.checkVisibility({ visibilityProperty: true });
}

function placeOf(element: HTMLElement): Place {
  const path: { parent: Element; index: number }[] = [];
  for (let child: Element = element; child.parentElement; child = child.parentElement) {
    path.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  }
  const href = element.closest(ITEM)?.querySelector('a[href]')?.getAttribute('href') ?? undefined;
  const key = element.closest<HTMLElement>('[data-focus-key]')?.dataset['focusKey'];
  return { element, path, href, key };
}

/**
 * Remembers where the focus was before it entered a region, unless it is only returning from something opened there.
 */
function noteOpener(target: HTMLElement): void {
  const region = target.closest(REGION);
  if (region && last && !cameFrom(region, last)) openers.set(region, last);
}

/** Whether a place is in a region, or in something opened from it, however indirectly. */
function cameFrom(region: Element, { path }: Place): boolean {
  if (path.some(({ parent }) => parent === region)) return true;
  const own = path.find(({ parent }) => parent.matches(REGION))?.parent;
  const opener = own && openers.get(own);
  return opener !== undefined && cameFrom(region, opener);
}
