import { el } from '../elements.ts';
import { type Answer, isPassing } from './calls.ts';

// The content of a page opened by a link, and messages while there is no connection.

export const main = document.querySelector('main') as HTMLElement;
/** Messages about the network and sending. */
export const notice = el('div', { class: 'notice', role: 'status', tabindex: -1, hidden: true });
const words = el('span');
/** Is there while `later` waits. */
export const retry = noticeButton('Try again');
notice.append(words);

const LONGEST_WAIT_MS = 30_000;

/** @param isAct whether it is the result of the person's act: then it gets the focus */
export function show(isAct: boolean, ...parts: readonly (Node | null)[]): void {
  main.removeAttribute('aria-busy');
  main.replaceChildren(notice, ...parts.filter((part) => part !== null));
  if (isAct) main.focus();
  window.scrollTo(0, 0);
}

/** A button for `say`. */
export function noticeButton(text: string): HTMLButtonElement {
  return el('button', { class: 'button plain', type: 'button' }, text);
}

/** @param buttons one that was there before stays, with the focus: a message changes whenever it is tried again */
export function say(text: string, ...buttons: readonly HTMLButtonElement[]): void {
  const hadFocus = notice.contains(document.activeElement);
  words.textContent = text;
  notice.hidden = text === '';
  for (const old of notice.querySelectorAll('button')) if (!buttons.includes(old)) old.remove();
  notice.append(...buttons.filter((button) => !notice.contains(button)));
  if (hadFocus && !notice.contains(document.activeElement)) notice.focus({ preventScroll: true });
}

/** Ends the wait for the next try. */
let endWait = (): void => {};

/**
 * Retries when the network is back, when `retry` is pressed, or after a while. One thing at a time is retried.
 * @param attempt the number of earlier tries
 */
export function later(answer: Answer<unknown>, attempt: number, again: () => void): void {
  endWait();
  const once = () => {
    endWait();
    again();
  };
  const waitMs = Math.max(answer?.retryAfterMs ?? 0, Math.min(2_000 * 2 ** attempt, LONGEST_WAIT_MS));
  const timer = setTimeout(once, waitMs);
  addEventListener('online', once);
  retry.addEventListener('click', once);
  endWait = () => {
    clearTimeout(timer);
    removeEventListener('online', once);
    retry.removeEventListener('click', once);
  };
}

/**
 * Loads what the link is for, until there is a response.
 * @param noun `quote` or `invoice`
 * @param more said while there is none
 */
export async function readUntilAnswered<Body>(
  noun: string,
  ask: () => Promise<Answer<Body>>,
  more = '',
  attempt = 0,
): Promise<NonNullable<Answer<Body>>> {
  const answer = await ask();
  if (answer !== null && !isPassing(answer)) {
    say('');
    return answer;
  }
  if (main.ariaBusy) show(false, el('h1', {}, `Your ${noun}`));
  const why = answer ? `The ${noun} cannot be opened right now.` : 'There is no connection.';
  say(`${why} ${more}`.trim(), retry);
  await new Promise<void>((resolve) => later(answer, attempt, resolve));
  return readUntilAnswered(noun, ask, more, attempt + 1);
}
