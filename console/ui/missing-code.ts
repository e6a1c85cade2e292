import { isAnythingUnsent } from '../data/unsent.ts';

/** Errors of code that a page needs and that did not come. */
const missing = new WeakSet<object>();

/**
 * Takes the failure to load a part of the code out of the router's hands: by the browser's own words it would reload the
 * page, and without a network that ends in the browser's error page.
 */
export function keepMissingCodeInside(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload);
    payload.message = `Not loaded: ${payload.message}`;
  });
}

/** Whether an error says that a part of the code did not come. */
export function isMissingCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}

const KEY = 'heartwood.reloaded-at';
const ONCE_IN_MS = 30_000;

/**
 * Loads the page anew, for the code that it misses: browsers do not ask again for a part that did not come, and a part of a
 * version that is gone is found by a new page alone. Code that is really missing ends in a message, not in reload after
 * reload. What was typed is kept as drafts; for what a reload would lose the person is asked.
 * @returns why it does not
 */
export function reloadForCode(): 'unsent' | 'gone' | null {
  if (isAnythingUnsent()) return 'unsent';
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < ONCE_IN_MS) return 'gone';
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return 'gone'; // nothing would end it
  }
  location.reload();
  return null;
}

/** The path of the script that this page began with, whose name changes with each version. */
export function startScript(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[type=module]');
  return script && new URL(script.src).pathname;
}
