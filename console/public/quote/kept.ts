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

/** As this page shows it. */
export const kept: Kept = read();

/** Without storage, the page still works. */
function read(): Kept {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Partial<Kept>) };
  } catch {
    return { ...NOTHING };
  }
}

const NAMES = Object.keys(NOTHING) as (keyof Kept)[];

/** What was typed or chosen in this tab and has not been received. */
const changedHere = new Set<keyof Kept>();

/** Keeps these fields; the others stay as another tab with this quote may have kept them meanwhile. */
export function keep(changes: Partial<Kept>): void {
  Object.assign(kept, changes);
  for (const name of NAMES) if (name in changes && name !== 'waiting') changedHere.add(name);
  store(changes);
}

function store(changes: Partial<Kept>): void {
  try {
    const all = JSON.stringify({ ...read(), ...changes });
    if (all === JSON.stringify(NOTHING)) localStorage.removeItem(KEPT_AS);
    else localStorage.setItem(KEPT_AS, all);
  } catch {}
}

/** The input that is sent by it. */
export function saidIn({ act, body }: Waiting): Partial<Kept> {
  const {
    signature = '',
    optionalItemIds = [],
    reason = '',
    question = '',
  } = body as Partial<Kept & { optionalItemIds: string[] }>;
  return { approve: { signature, chosen: optionalItemIds }, decline: { reason }, question: { question } }[act];
}

/** Forgets what has been received, except input where something else was typed since, here or in another tab. */
export function forget(received: Waiting): void {
  const sent = saidIn(received);
  const arrived = (of: Kept) => NAMES.filter((name) => name in sent && isSame(of[name], sent[name]));
  // At once: another tab looks as soon as nothing waits any more.
  store({ ...picked(NOTHING, arrived(read())), waiting: null });
  const here = arrived(kept);
  Object.assign(kept, picked(read(), here), { waiting: null });
  for (const name of here) changedHere.delete(name);
}

function picked(from: Kept, names: readonly (keyof Kept)[]): Partial<Kept> {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** @param tell is called when another tab with this quote began to send something, sent it or took it back: so it is here */
export function watchOtherTabs(tell: () => void): void {
  addEventListener('storage', ({ key }) => {
    const there = read();
    if (key !== KEPT_AS || there.waiting?.key === kept.waiting?.key) return;
    const sent = kept.waiting ? saidIn(kept.waiting) : {};
    // What is approved is shown as it is; other input of this tab stays.
    const approved = there.waiting?.act === 'approve' ? saidIn(there.waiting) : {};
    const own = NAMES.filter((name) => changedHere.has(name) && !isSame(kept[name], sent[name]) && !(name in approved));
    const others = NAMES.filter((name) => !own.includes(name));
    Object.assign(kept, picked(there, others));
    for (const name of others) changedHere.delete(name);
    store(
      picked(
        kept,
        own.filter((name) => isSame(there[name], NOTHING[name])),
      ),
    );
    tell();
  });
}
