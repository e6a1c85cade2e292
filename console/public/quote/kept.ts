import { KEPT_AS, type Waiting } from './calls.ts';

/** A person's input and choices, and what is unsent: it survives a lost network and a closed page. */
export interface Kept {
  signature: string;
  reason: string;
  question: string;
  /** Ids of optional items. */
  chosen: string[];
  /** Until it is sent or taken back, the fields stay as it says. */
  waiting: Waiting | null;
}

const NOTHING: Kept = { signature: '', reason: '', question: '', chosen: [], waiting: null };

export const kept: Kept = { ...NOTHING, ...read() };

/** Without storage, the page still works. */
function read(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Partial<Kept>;
  } catch {
    return {};
  }
}

export function keep(changes: Partial<Kept>): void {
  Object.assign(kept, changes);
  try {
    if (JSON.stringify(kept) === JSON.stringify(NOTHING)) localStorage.removeItem(KEPT_AS);
    else localStorage.setItem(KEPT_AS, JSON.stringify(kept));
  } catch {}
}

/** @param tell is called when another tab with this quote began to send something, sent it or took it back: so it is here */
export function watchOtherTabs(tell: () => void): void {
  addEventListener('storage', ({ key }) => {
    const there = read();
    if (key !== KEPT_AS || there.waiting?.key === kept.waiting?.key) return;
    Object.assign(kept, NOTHING, there);
    tell();
  });
}
