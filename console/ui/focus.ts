// The focus never falls to the body of the page, from where the keyboard starts anew: whatever takes the focused element
// away (a drawer or dialog that closes, a form that is saved, a card that is deleted, a button that waits for an answer),
// the focus goes back to where it came from, or on to the next sensible thing. No page has to see to it.

/** An element that had the focus, and where it was. */
interface Place {
  element: HTMLElement;
  /** From the inside out: what it was in, each with the index of the child that it was in there. */
  path: readonly { parent: Element; index: number }[];
  /** Of the row or card that it was in: what its link leads to. */
  href: string | undefined;
}

/** For the element of its surroundings on which the focus lands, where the focused one is gone: Edit, Restore, Add. */
export const LANDING = { 'data-landing': '' };

/** What opens over a page or beside it, and leads back when it closes. */
const REGION = 'dialog, .bp6-overlay:not(.bp6-toast-container), .bp6-toast';
/** What has others of its kind beside it. */
const ITEM = 'li, tr, article';
const FOCUSABLE = 'h2[tabindex], a[href], button, input, select, textarea, [tabindex="0"]';

const openers = new WeakMap<Element, Place>();
let last: Place | undefined;

/** Keeps the focus on something for as long as the page is there. */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    noteOpener(target);
    last = placeOf(target);
  });
  // A click beside everything is a person's own wish. What is removed or disabled is so by the time that this runs.
  document.addEventListener('focusout', ({ target }) => queueMicrotask(() => forget(target)));
  new MutationObserver(restore).observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

function forget(left: EventTarget | null): void {
  // While another window has the focus, the element keeps it in this one.
  if (last && last.element === left && canFocus(left) && isLost() && document.hasFocus()) last = undefined;
}

function restore(): void {
  if (!last || !isLost()) return;
  // A button that waits for an answer can be focused again, or is gone, once that has come.
  if (last.element.isConnected && last.element.matches(':disabled')) return;
  nextOf(last)?.focus();
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function nextOf({ element, path, href }: Place): HTMLElement | undefined {
  const isLink = element.matches('a');
  if (canFocus(element)) return element;
  const left = path.find(({ parent }) => !parent.isConnected && parent.matches(REGION))?.parent;
  const opener = left && openers.get(left);
  if (opener) return nextOf(opener);
  const moved = href && document.querySelector(`#content a[href="${CSS.escape(href)}"]`);
  if (canFocus(moved)) return isLink ? moved : (focusableItemOf(moved) ?? moved);
  for (const { parent, index } of path) {
    const next = parent.isConnected && (landingIn(parent) ?? neighborIn(parent, index) ?? firstOfRegion(parent));
    if (next) return next;
  }
  return document.getElementById('content') ?? undefined;
}

/** The item that an element is in, where that takes the focus itself, as a card of the board does. */
function focusableItemOf(element: HTMLElement): HTMLElement | undefined {
  const item = element.closest(ITEM);
  return canFocus(item) && item.tabIndex >= 0 ? item : undefined;
}

function landingIn(parent: Element): HTMLElement | undefined {
  return [...parent.querySelectorAll('[data-landing]')].find(canFocus);
}

/** The item that is now at the lost one's place, or the last one; none of its buttons, which would do something to it. */
function neighborIn(parent: Element, index: number): HTMLElement | undefined {
  const item = parent.children[index] ?? parent.lastElementChild;
  if (!item?.matches(ITEM)) return undefined;
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
  return { element, path, href };
}

/** Where the focus was before it came into a region, unless it only comes back from what was opened there. */
function noteOpener(target: HTMLElement): void {
  const region = target.closest(REGION);
  if (region && last && !cameFrom(region, last)) openers.set(region, last);
}

/** Whether a place is in a region, or in what was opened from there by however many steps. */
function cameFrom(region: Element, { path }: Place): boolean {
  if (path.some(({ parent }) => parent === region)) return true;
  const own = path.find(({ parent }) => parent.matches(REGION))?.parent;
  const opener = own && openers.get(own);
  return opener !== undefined && cameFrom(region, opener);
}
