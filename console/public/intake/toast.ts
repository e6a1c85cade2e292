import { el } from '../elements.ts';

const SHOWN_MS = 7_000;

let timer = 0;

/** Shows the result of an act for a while. What people must know for longer is also on the page. */
export function toast(title: string, text: string, isBad = false): void {
  const box = document.getElementById('toast');
  if (!box) return;
  clearTimeout(timer);
  box.className = isBad ? 'toast bad' : 'toast';
  box.replaceChildren(el('strong', {}, title), text);
  box.hidden = false;
  timer = setTimeout(() => {
    box.hidden = true;
  }, SHOWN_MS);
}
