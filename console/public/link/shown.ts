import { el } from '../elements.ts';
import { type Answer, isPassing } from './calls.ts';

// The content of a page opened by a link, and messages while there is no connection.

export const main = document.querySelector('main') as HTMLElement;
/** Messages about the network and sending. */
const notice = el('div', { class: 'notice', role: 'status', hidden: true });

const LONGEST_WAIT_MS = 30_000;

/** @param isAct whether it is the result of the person's act: then it gets the focus */
export function show(isAct: boolean, ...parts: readonly (Node | null)[]): void {
  main.removeAttribute('aria-busy');
  main.replaceChildren(notice, ...parts.filter((part) => part !== null));
  if (isAct) main.focus();
  window.scrollTo(0, 0);
}

export function say(text: string, again?: () => void): void {
  const button = again && el('button', { class: 'button plain', type: 'button' }, 'Try again');
  button?.addEventListener('click', () => again?.());
  notice.replaceChildren(el('span', {}, text), ...(button ? [button] : []));
  notice.hidden = text === '';
}

/**
 * Says why there is no response, and retries when the network is back, on request, or after a while.
 * @param attempt the number of earlier tries
 */
export function later(answer: Answer<unknown>, attempt: number, text: string, again: () => void): void {
  const once = () => {
    clearTimeout(timer);
    removeEventListener('online', once);
    again();
  };
  const waitMs = Math.max(answer?.retryAfterMs ?? 0, Math.min(2_000 * 2 ** attempt, LONGEST_WAIT_MS));
  const timer = setTimeout(once, waitMs);
  addEventListener('online', once);
  say(text, once);
}

/**
 * Loads what the link is for, until there is a response.
 * @param noun `quote` or `invoice`
 */
export async function readUntilAnswered<Body>(
  noun: string,
  ask: () => Promise<Answer<Body>>,
  attempt = 0,
): Promise<NonNullable<Answer<Body>>> {
  const answer = await ask();
  if (answer !== null && !isPassing(answer)) {
    say('');
    return answer;
  }
  if (main.ariaBusy) show(false, el('h1', {}, `Your ${noun}`));
  const why = answer ? `The ${noun} cannot be opened right now.` : 'There is no connection.';
  await new Promise<void>((resolve) => later(answer, attempt, why, resolve));
  return readUntilAnswered(noun, ask, attempt + 1);
}
