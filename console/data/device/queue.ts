import { useMemo, useSyncExternalStore } from 'react';
import { ApiError, call, type Reply } from '../api.ts';
import { holdChanges, notice } from '../changes.ts';
import { whenReachable } from '../connection.ts';
import { sendForm } from '../send-form.ts';
import { tellRecord } from '../told.ts';
import { madeHere } from '../touched.ts';
import { randomKey, stopRefetches } from '../use-command.ts';
import { device, inTime } from './device-store.ts';
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

/** The state of the queue. */
export interface QueueState {
  /** What the signed-in person did that the server does not have yet, in the order it was done. */
  all: readonly Waiting[];
  /** Ids of the acts being sent now. */
  sending: ReadonlySet<string>;
  /** The last attempt got no response. */
  isCutOff: boolean;
}

/** After this long the response counts as lost: the act is sent again, with the same key. */
const PATIENCE_MS = 60_000;

const CHANNEL = 'heartwood.queue';

let person: string | null = null;
const NOTHING: QueueState = { all: [], sending: new Set(), isCutOff: false };
let state = NOTHING;
const listeners = new Set<() => void>();
/** Tells other tabs that the queue has changed. */
let channel: BroadcastChannel | null = null;

/**
 * Starts sending what a person did on this device, and goes on for as long as this page is open. What others did waits
 * for them. Called again for the same person, as after a new sign-in, it retries at once.
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

/** The signed-in person's waiting and refused acts. */
export function useQueue(): QueueState {
  return useSyncExternalStore(subscribe, () => state);
}

/** One record's waiting acts, in the order they were done; refused ones are left out, as they did not happen. */
export function useWaitingOf(recordId: string): readonly Waiting[] {
  return useAllOf(recordId, false);
}

/** One record's refused acts that the person has yet to decide about. */
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

/** How many of the signed-in person's acts wait or were refused. */
export function unsentCount(): number {
  return state.all.length;
}

/** The first outcome of an act: the server accepted it or refused it, or it waits. */
export type Fate = { reply: Reply<unknown> | null } | { refused: ApiError } | { waits: Verdict };

/** By act id: who in this tab awaits its outcome. */
const fates = new Map<string, (fate: Fate) => void>();

function tellFate(id: string, fate: Fate): void {
  fates.get(id)?.(fate);
  fates.delete(id);
}

/** The key of something that is done now, and when that is. */
export function doneNow(): Pick<Waiting, 'id' | 'at'> {
  return { id: randomKey(), at: timeAfter(state.all) };
}

/**
 * Does something now, or as soon as the server can be reached: it is stored on this device first. If the device cannot
 * store it, it is sent at once or not done at all.
 * @param place one that was taken before; by default the last
 * @param as with which key; that of its last try, if that got no answer
 * @returns once it is stored; its outcome comes later
 * @throws ApiError if it could be neither stored nor sent, or was not stored and the server refused it
 */
export async function perform(
  act: Act,
  place: number | null = null,
  as = doneNow(),
): Promise<{ id: string; fate: Promise<Fate> }> {
  if (person === null) throw new Error('Nobody is signed in.');
  const waiting = waitingOf(act, { ...as, person });
  const done = place === null ? waiting : { ...waiting, order: place };
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

/**
 * The places in the order of acts of what is chosen now and stored later, as photos are once they are read.
 * @returns null in each where the device stores nothing
 */
export async function takePlaces(count: number): Promise<(number | null)[]> {
  try {
    const taking = (await inTime(device())).transaction('waiting', 'readwrite');
    const places = Array.from({ length: count }, async () => {
      const place = await taking.store.add({ id: randomKey() } as Waiting);
      // The store gives no place twice.
      await taking.store.delete(place);
      return place;
    });
    const [taken] = await inTime(Promise.all([Promise.all(places), taking.done]));
    return taken;
  } catch {
    return Array.from({ length: count }, () => null);
  }
}

/** By act id: when it was done in this page, by the monotonic clock. */
const counted = new Map<string, number>();

/** ISO, by the device's clock. @param waiting acts done before */
function timeAfter(waiting: readonly Waiting[]): string {
  const count = performance.now();
  return new Date(steadyTime(waiting, Date.now(), (id) => count - (counted.get(id) ?? count))).toISOString();
}

/** A large photo takes a slow phone seconds. */
const KEEP_PATIENCE_MS = 15_000;

/** Resolves once it is on disk. */
async function keep(done: Omit<Waiting, 'order'>, file: File | undefined): Promise<void> {
  const bytes = await file?.arrayBuffer();
  const adding = (await inTime(device())).transaction(['waiting', 'files'], 'readwrite', { durability: 'strict' });
  const added = Promise.all([
    // The store assigns the order, unless a place was taken.
    adding.objectStore('waiting').add(done as Waiting),
    bytes && file && adding.objectStore('files').add({ id: done.id, type: file.type, bytes }),
    adding.done,
  ]);
  await inTime(added, KEEP_PATIENCE_MS).catch((cause) => {
    // It is sent without being stored, or not done at all: then it must not be stored any later.
    if (adding.error === null) adding.abort();
    throw cause;
  });
  // Asks the browser not to evict it when the disk fills up; its answer makes no difference here.
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
      'There is no signal, and this device cannot save it for later: it is out of space, or saving is turned off. Try again when you have signal.';
    throw new ApiError(0, { code: 'not_kept', message });
  }
}

/** Retries everything of a record that was refused, in the order it was done. */
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

/** Discards a refused act, or takes back one not sent yet. @returns puts it back */
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

/** The photo of a waiting act. @throws if the device has lost it */
export async function fileOf(id: string): Promise<Blob> {
  const kept = await (await device()).get('files', id);
  if (!kept) throw new ApiError(410, { code: 'lost', message: 'This device no longer has the photo.' });
  return new Blob([kept.bytes], { type: kept.type });
}

/** Sends everything that can be sent now. @returns once nothing more can */
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

/** Sends the acts it is for, one after another, in one tab at a time; and tries again when it may. */
function sender(name: string, isFor: (each: Waiting) => boolean): { send(): Promise<void>; soon(): void } {
  let isBusy = false;
  let isWanted = false;
  let failures = 0;
  let wait = () => {};

  /** Covers acts added while it is sending, too. */
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
        // How often there was no response means nothing. If one comes but no change gets through, retry less often.
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
      // A sign-in starts the queue again; a refused act is up to its person.
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
    if (worst === null) {
      failures = 0;
      return;
    }
    // Also what was not tried, as it comes after: whoever did it is told that it waits.
    for (const { id } of state.all.filter(isFor)) tellFate(id, { waits: worst.verdict });
    later(worst);
  }

  return {
    soon,
    async send() {
      wait();
      await inOneTab(`${CHANNEL}.${name}`, sendAll);
    },
  };
}

/** @returns why it was not sent; null if it was */
async function sendKept(next: Waiting): Promise<Failure | null> {
  change({ ...state, sending: new Set([...state.sending, next.id]) });
  // A photo may take minutes.
  const letGo = next.file === null ? holdChanges() : () => {};
  // What was asked for before may hold it already, and would be shown beside what waits.
  const readOn = next.file === null ? stopRefetches(next.collections) : () => {};
  try {
    const reply = await send(next, next.file === null ? undefined : await fileOf(next.id));
    change({ ...state, isCutOff: false });
    tellFate(next.id, { reply });
    await forget(next);
    // Together, so that what was done is not shown twice: once as waiting, and once by the server's record.
    change({ ...state, all: state.all.filter(({ id }) => id !== next.id) });
    take(reply, next);
    await readAnew();
    return null;
  } catch (cause) {
    const verdict = verdictOf(cause);
    readOn();
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
  // Every response to a change gives the log's position: without one it comes from something in between, such as a
  // proxy.
  if (reply.position === null) throw new ApiError(0, { code: 'offline' });
  return reply;
}

function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append('image', file, 'photo');
  return form;
}

/** Shows the server's result before the lists are refetched. */
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

/** Rereads this person's acts from the device: another tab may have added or sent some. */
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
