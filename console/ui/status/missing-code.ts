import { isAnythingUnsent } from '../../data/unsent.ts';

/** Errors of code chunks that failed to load. */
const missing = new WeakSet<object>();

/**
 * Keeps the router from handling chunks that failed to load: it recognizes the browser's own message and reloads the
 * page, which offline ends in the browser's error page.
 */
export function keepMissingCodeInside(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload);
    payload.message = `Not loaded: ${payload.message}`;
  });
}

/** Whether an error means that a code chunk failed to load. */
export function isMissingCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}

const KEY = 'heartwood.reloaded-at';
const ONCE_IN_MS = 30_000;

/**
 * Reloads the page for its missing code: browsers do not retry a chunk that failed, and a chunk of an old version is
 * gone for good. Code that is really missing ends in a message, not in an endless reload. Drafts keep what was typed;
 * if a reload would lose anything else, the person is asked first.
 * @returns why it did not reload
 */
export function reloadForCode(): 'unsent' | 'gone' | null {
  if (isAnythingUnsent()) return 'unsent';
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < ONCE_IN_MS) return 'gone';
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return 'gone'; // nothing would end the reloads
  }
  location.reload();
  return null;
}

/** The path of this page's entry script, whose name changes with each version. */
export function startScript(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[type=module]');
  return script && new URL(script.src).pathname;
}
