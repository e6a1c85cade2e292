import { useMemo, useSyncExternalStore } from 'react';
import { ApiError, call, type Reply } from '../api.ts';
import { holdChanges, notice } from '../changes.ts';
import { whenReachable } from '../connection.ts';
import { sendForm } from '../send-form.ts';
import { tellRecord } from '../told.ts';
import { madeHere } from '../touched.ts';
import { randomKey } from '../use-command.ts';
import { device } from './device-store.ts';
import { makeRoom, tellKept } from './kept.ts';
import { inOneTab } from './only-tab.ts';
import {
  type Act,
  bodyAt,
  laneOf,
  nextToSend,
  pauseAfter,
  sentWith,
  steadyTime,
  type Verdict,
  verdictOf,
  type Waiting,
  waitingOf,
} from './queue-rules.ts';

/** What the queue is doing. */
export interface QueueState {
  /** What the signed-in person did and the office does not have yet, in the order in which it was done. */
  all: readonly Waiting[];
  /** The ids of what is on its way now. */
  sending: ReadonlySet<string>;
  /** The last try met no server. */
  isCutOff: boolean;
}

/** After this an answer is taken to have been lost on its way: the act is sent again, as the same one. */
const PATIENCE_MS = 60_000;

const CHANNEL = 'heartwood.queue';

let person: string | null = null;
const NOTHING: QueueState = { all: [], sending: new Set(), isCutOff: false };
let state = NOTHING;
const listeners = new Set<() => void>();
/** Tells the other tabs that something was added or taken away. */
let channel: BroadcastChannel | null = null;

/**
 * Begins to send what a person did on this device, and goes on as long as this page is there. What others did waits for
 * them. With the same person again: tries at once what waits, as after signing in anew.
 */
export async function openQueue(accountId: string): Promise<void> {
  if (person !== accountId) change(NOTHING);
  person = accountId;
  if (channel === null) {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => void readAnew();
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && state.all.length > 0) sendSoon();
    });
  }
  await readAnew();
  sendSoon();
}

/** What waits, and what was refused, of the signed-in person. */
export function useQueue(): QueueState {
  return useSyncExternalStore(subscribe, () => state);
}

/** What waits of one record, in the order in which it was done; without what was refused, which is not so. */
export function useWaitingOf(recordId: string): readonly Waiting[] {
  return useAllOf(recordId, false);
}

/** What of one record was refused, and is still to be decided about. */
export function useRefusedOf(recordId: string): readonly Waiting[] {
  return useAllOf(recordId, true);
}

function useAllOf(recordId: string, isRefused: boolean): readonly Waiting[] {
  const { all } = useQueue();
  return useMemo(
    () => all.filter(({ record, refused }) => record.id === recordId && (refused !== null) === isRefused),
    [all, recordId, isRefused],
  );
}

/** How much waits or was refused of what the signed-in person did here. */
export function unsentCount(): number {
  return state.all.length;
}

/** What first became of something that was done: the server took it or refused it, or it waits. */
export type Fate = { reply: Reply<unknown> | null } | { refused: ApiError } | { waits: Verdict };

/** By id, whom this tab is to tell. */
const fates = new Map<string, (fate: Fate) => void>();

function tellFate(id: string, fate: Fate): void {
  fates.get(id)?.(fate);
  fates.delete(id);
}

/**
 * Does something, now or as soon as there is a server: it is kept on this device first. Where the device keeps nothing, it is
 * sent at once or not done at all.
 * @returns once it is kept; what became of it comes later
 * @throws ApiError where it could be neither kept nor sent, or was not kept and the server refused it
 */
export async function perform(act: Act): Promise<{ id: string; fate: Promise<Fate> }> {
  if (person === null) throw new Error('Nobody is signed in.');
  const done = waitingOf(act, { id: randomKey(), person, at: timeAfter(state.all) });
  counted.set(done.id, performance.now());
  try {
    await keep(done, act.file).catch(async (cause: unknown) => {
      if (!isFull(cause)) throw cause;
      await makeRoom();
      await keep(done, act.file);
    });
  } catch (cause) {
    console.warn('This device keeps nothing.', cause);
    return { id: done.id, fate: Promise.resolve({ reply: await sendUnkept(done, act.file) }) };
  }
  const fate = new Promise<Fate>((resolve) => fates.set(done.id, resolve));
  tellTabs();
  await readAnew();
  sendSoon();
  return { id: done.id, fate };
}

/** By id, when something was done in this page, by a count that nobody sets. */
const counted = new Map<string, number>();

/** ISO, by the device's clock. @param waiting what comes before */
function timeAfter(waiting: readonly Waiting[]): string {
  const count = performance.now();
  return new Date(steadyTime(waiting, Date.now(), (id) => count - (counted.get(id) ?? count))).toISOString();
}

/** Once it resolves, the disk has it. */
async function keep(done: Omit<Waiting, 'order'>, file: File | undefined): Promise<void> {
  const bytes = await file?.arrayBuffer();
  const adding = (await device()).transaction(['waiting', 'files'], 'readwrite', { durability: 'strict' });
  // The store gives the order.
  await adding.objectStore('waiting').add(done as Waiting);
  if (bytes && file) await adding.objectStore('files').add({ id: done.id, type: file.type, bytes });
  await adding.done;
  // Asks the browser not to clear it away where the disk gets full; what it answers changes nothing here.
  void navigator.storage?.persist?.().catch(() => {});
}

function isFull(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'QuotaExceededError';
}

async function sendUnkept(done: Omit<Waiting, 'order'>, file: File | undefined): Promise<Reply<unknown>> {
  try {
    const reply = await send({ ...done, order: 0 }, file);
    take(reply, done);
    return reply;
  } catch (cause) {
    if (verdictOf(cause) !== 'none') throw cause;
    const message =
      'There is no network, and this device has no room to keep it until there is, or is told to keep nothing. It was not done.';
    throw new ApiError(0, { code: 'not_kept', message });
  }
}

/** Tries all that was refused of a record once more, in the order in which it was done. */
export async function tryAgain(recordId: string): Promise<void> {
  const { store, done } = (await device()).transaction('waiting', 'readwrite');
  for (const each of await store.getAll()) {
    if (each.person === person && each.record.id === recordId && each.refused)
      await store.put({ ...each, refused: null });
  }
  await done;
  tellTabs();
  await readAnew();
  sendSoon();
}

/** Gives up something that was refused, or takes back what was not sent yet. @returns puts it back */
export async function giveUp({ id }: Pick<Waiting, 'id'>): Promise<() => Promise<void>> {
  const removal = (await device()).transaction(['waiting', 'files'], 'readwrite');
  const order = await removal.objectStore('waiting').index('id').getKey(id);
  const dropped = order === undefined ? undefined : await removal.objectStore('waiting').get(order);
  const file = await removal.objectStore('files').get(id);
  if (order !== undefined) await removal.objectStore('waiting').delete(order);
  await removal.objectStore('files').delete(id);
  await removal.done;
  tellTabs();
  await readAnew();
  return async () => {
    const back = (await device()).transaction(['waiting', 'files'], 'readwrite');
    if (dropped) await back.objectStore('waiting').put(dropped);
    if (file) await back.objectStore('files').put(file);
    await back.done;
    tellTabs();
    await readAnew();
    sendSoon();
  };
}

/** The photo of something that waits. @throws where the device has lost it */
export async function fileOf(id: string): Promise<Blob> {
  const kept = await (await device()).get('files', id);
  if (!kept) throw new ApiError(410, { code: 'lost', message: 'This device does not have the photo any more.' });
  return new Blob([kept.bytes], { type: kept.type });
}

/** Sends what can be sent now. @returns once nothing is left that can */
export async function sendNow(): Promise<void> {
  await Promise.all(SENDERS.map(({ send }) => send()));
}

interface Failure {
  verdict: Verdict;
  retryAfterSeconds: number | null;
}

/** Acts do not wait for photos, which may take minutes. */
const SENDERS = [sender('acts', ({ file }) => file === null), sender('photos', ({ file }) => file !== null)];

function sendSoon(): void {
  for (const { soon } of SENDERS) soon();
}

/** Sends what it is for, one after the other, in one tab at a time; and again when it may do. */
function sender(name: string, isFor: (each: Waiting) => boolean): { send(): Promise<void>; soon(): void } {
  let isBusy = false;
  let isWanted = false;
  let failures = 0;
  let wait = () => {};

  /** What is added while it sends too. */
  async function untilDone(): Promise<void> {
    isBusy = true;
    try {
      while (isWanted) {
        isWanted = false;
        await inOneTab(`${CHANNEL}.${name}`, sendAll);
      }
    } catch (cause) {
      console.warn('What waits could not be read.', cause);
    } finally {
      isBusy = false;
    }
  }

  function soon(): void {
    wait();
    isWanted = true;
    if (!isBusy) void untilDone();
  }

  function inAWhile(milliseconds: number, run: () => void): void {
    const timer = setTimeout(run, milliseconds);
    wait = () => clearTimeout(timer);
  }

  function later({ verdict, retryAfterSeconds }: Failure): void {
    wait();
    switch (verdict) {
      case 'none':
        // How often it met no server says nothing. Where one answers, and lets no change through, it is asked more rarely.
        wait = whenReachable(() => {
          inAWhile(failures === 0 ? 0 : pauseAfter(failures, null), soon);
          failures += 1;
        });
        break;
      case 'later':
        inAWhile(pauseAfter(failures, retryAfterSeconds), () => {
          wait = whenReachable(soon);
        });
        failures += 1;
        break;
      default:
      // Who signs in begins anew; what was refused is its person's to decide.
    }
  }

  async function sendAll(): Promise<void> {
    await readAnew();
    const owner = person;
    const held = new Set<string>();
    let worst: Failure | null = null;
    const pick = () => nextToSend(state.all.filter(isFor), held);
    for (let next = pick(); next && person === owner; next = pick()) {
      const failure = await sendKept(next);
      if (failure === null || failure.verdict === 'refused') continue;
      worst = failure;
      held.add(laneOf(next));
      if (failure.verdict !== 'later') break;
    }
    if (worst) later(worst);
    else failures = 0;
  }

  return {
    soon,
    async send() {
      wait();
      await inOneTab(`${CHANNEL}.${name}`, sendAll);
    },
  };
}

/** @returns what kept it from being sent; null where it is done */
async function sendKept(next: Waiting): Promise<Failure | null> {
  change({ ...state, sending: new Set([...state.sending, next.id]) });
  // A photo may take minutes.
  const letGo = next.file === null ? holdChanges() : () => {};
  try {
    const reply = await send(next, next.file === null ? undefined : await fileOf(next.id));
    change({ ...state, isCutOff: false });
    tellFate(next.id, { reply });
    await forget(next);
    take(reply, next);
    await readAnew();
    return null;
  } catch (cause) {
    const verdict = verdictOf(cause);
    change({ ...state, isCutOff: verdict === 'none' });
    if (verdict === 'refused' && cause instanceof ApiError) await keepRefusal(next, cause);
    else tellFate(next.id, { waits: verdict });
    return { verdict, retryAfterSeconds: cause instanceof ApiError ? cause.retryAfterSeconds : null };
  } finally {
    change({ ...state, sending: new Set([...state.sending].filter((id) => id !== next.id)) });
    letGo();
  }
}

async function keepRefusal(waiting: Waiting, cause: ApiError): Promise<void> {
  const { status, code, message } = cause;
  const refused = { status, code, message, at: new Date().toISOString() };
  await (await device()).put('waiting', { ...waiting, refused });
  tellTabs();
  await readAnew();
  tellFate(waiting.id, { refused: cause });
}

/** @throws ApiError */
async function send(waiting: Waiting, file: Blob | undefined): Promise<Reply<unknown>> {
  const { method, path, id, person } = waiting;
  const named = { idempotencyKey: id, person };
  const reply = file
    ? await sendForm<unknown>({ path, form: formOf(file), ...named, onProgress: () => {} })
    : await call<unknown>(method, path, {
        body: bodyAt(waiting, timeAfter(sentWith(waiting, state.all))),
        ...named,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
  // Each answer to a change says how far the log has come: one that does not is of something that stands in its place.
  if (reply.position === null) throw new ApiError(0, { code: 'offline' });
  return reply;
}

function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append('image', file, 'photo');
  return form;
}

/** Shows what the server made of it, before the lists are read anew. */
function take(
  { data, position }: Reply<unknown>,
  { record, collections }: Pick<Waiting, 'record' | 'collections'>,
): void {
  tellKept(record.id, data);
  tellRecord(data);
  if (position === null) return;
  madeHere(position, record.id);
  notice({ position, changes: collections.map((collection) => ({ collection, id: record.id })) });
}

async function forget({ order, id }: Waiting): Promise<void> {
  counted.delete(id);
  const removal = (await device()).transaction(['waiting', 'files'], 'readwrite');
  await removal.objectStore('waiting').delete(order);
  await removal.objectStore('files').delete(id);
  await removal.done;
  tellTabs();
}

/** Reads what the device keeps of this person: another tab may have added to it, or sent it. */
async function readAnew(): Promise<void> {
  const owner = person;
  const all = await device()
    .then((store) => store.getAll('waiting'))
    .catch(() => []); // refused: nothing is kept
  if (owner !== person) return;
  change({ ...state, all: all.filter((each) => each.person === owner) });
  // Another tab has sent it.
  for (const id of fates.keys()) if (!all.some((each) => each.id === id)) tellFate(id, { reply: null });
}

function tellTabs(): void {
  channel?.postMessage(null);
}

function change(next: QueueState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
