import { dropFrom, KEPT_MS, type Kept, keepIn, keptIn, type Typed } from '../intake/kept.ts';
import { newKey } from '../new-key.ts';

// Input and photos are kept in this browser until they are sent: closing the tab loses nothing.

const KEY = 'heartwood.request';
const TAB_ID = 'heartwood.request.tab';
/** The store; in it also the photos of whatever tab, from before each tab had its own. */
const PHOTOS = 'photos';
/** Longer than a store takes that answers at all. */
const PATIENCE_MS = 3_000;

interface Draft extends Kept {
  /** The tab that kept it, whose photos belong to it. */
  tab: string;
}

export interface KeptPhoto {
  name: string;
  blob: Blob;
}

interface KeptPhotos {
  tab: string;
  at: number;
  photos: readonly KeptPhoto[];
}

/** Of this tab, and of the browser: what was kept last, in whatever tab. */
const TAB = () => sessionStorage;
const BROWSER = () => localStorage;

/** Its id, which one that is duplicated shares. */
export const ownTab = readTabId();

function readTabId(): string {
  try {
    const id = sessionStorage.getItem(TAB_ID) ?? newKey();
    sessionStorage.setItem(TAB_ID, id);
    return id;
  } catch {
    return newKey();
  }
}

/** What this tab keeps, or else the browser: another tab may hold another request. */
export function readDraft(): Pick<Draft, 'key' | 'values' | 'tab'> {
  return draftIn(TAB) ?? draftIn(BROWSER) ?? { key: newKey(), values: {}, tab: ownTab };
}

function draftIn(storage: () => Storage): Draft | null {
  const draft = keptIn<Draft>(storage, KEY);
  return draft && { ...draft, tab: draft.tab ?? PHOTOS };
}

export function keepDraft(key: string, values: Typed): void {
  keep([TAB, BROWSER], key, values);
}

/** Keeps what the next request begins with, in the place of no request that another tab has kept. */
export function keepForNext(key: string, values: Typed): void {
  keep(isOthers(draftIn(BROWSER), key) ? [TAB] : [TAB, BROWSER], key, values);
}

function keep(storages: readonly (() => Storage)[], key: string, values: Typed): void {
  const draft: Draft = { at: Date.now(), key, values, tab: ownTab };
  for (const storage of storages) keepIn(storage, KEY, draft);
}

function isOthers(last: Draft | null, key: string): boolean {
  return last !== null && last.key !== key;
}

/** Forgets what was sent; what another tab has kept since stays, with its photos. */
export function forgetDraft(key: string): void {
  const last = draftIn(BROWSER);
  const isLeft = isOthers(last, key);
  for (const storage of isLeft ? [TAB] : [TAB, BROWSER]) dropFrom(storage, KEY);
  void keepPhotos([]);
  if (last && !isLeft) void keepPhotosOf(last.tab, []);
}

/**
 * What the store answers, if it does so in time. In WebKit, a page that is left while it writes can hold the store until the
 * browser is closed: every later page would wait for ever.
 * @throws if it does not
 */
export async function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("This browser's store does not answer.")), PATIENCE_MS);
  });
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** The photos of a tab's draft. Those whose draft is dropped by now go. */
export async function readPhotos(tab: string): Promise<readonly KeptPhoto[]> {
  const stored: (KeptPhotos | KeptPhoto[])[] = await inStore('readonly', (store) => store.getAll()).catch(() => []);
  const all = stored.map((each) => (Array.isArray(each) ? { tab: PHOTOS, at: 0, photos: each } : each));
  const needed = new Set([tab !== ownTab && tab, draftIn(TAB)?.tab, draftIn(BROWSER)?.tab]);
  const isOld = (each: KeptPhotos) => !needed.has(each.tab) && Date.now() - each.at >= KEPT_MS;
  for (const old of all.filter(isOld)) void keepPhotosOf(old.tab, []);
  return all.find((each) => each.tab === tab && !isOld(each))?.photos ?? [];
}

export function keepPhotos(photos: readonly KeptPhoto[]): Promise<void> {
  return keepPhotosOf(ownTab, photos);
}

async function keepPhotosOf(tab: string, photos: readonly KeptPhoto[]): Promise<void> {
  const kept: KeptPhotos = { tab, at: Date.now(), photos };
  await inStore('readwrite', (store) => (photos.length === 0 ? store.delete(tab) : store.put(kept, tab))).catch(
    () => {},
  );
}

// biome-ignore lint/suspicious/noExplicitAny: results from IndexedDB have no type.
async function inStore(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<any>): Promise<any> {
  const opening = indexedDB.open(KEY, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(PHOTOS));
  const database = (await resultOf(opening)) as IDBDatabase;
  try {
    return await resultOf(ask(database.transaction(PHOTOS, mode).objectStore(PHOTOS)));
  } finally {
    database.close();
  }
}

function resultOf(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}
