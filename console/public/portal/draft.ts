import { newKey } from '../new-key.ts';

// Input and photos are kept in this browser until they are sent: closing the tab loses nothing.

const KEY = 'heartwood.request';
const PHOTOS = 'photos';
/** After this, old input is dropped. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;
/** Longer than a store takes that answers at all. */
const PATIENCE_MS = 3_000;

interface Draft {
  at: number;
  /** Identifies a retry of the same request to the server. */
  key: string;
  values: Readonly<Record<string, string>>;
}

export interface KeptPhoto {
  name: string;
  blob: Blob;
}

/** Of this tab, and of the browser: what was kept last, in whatever tab. */
const TAB = () => sessionStorage;
const BROWSER = () => localStorage;

/** What this tab keeps, or else the browser: another tab may hold another request. */
export function readDraft(): Pick<Draft, 'key' | 'values'> {
  return draftIn(TAB) ?? draftIn(BROWSER) ?? { key: newKey(), values: {} };
}

function draftIn(storage: () => Storage): Draft | null {
  try {
    const draft = JSON.parse(storage().getItem(KEY) ?? 'null') as Draft | null;
    if (draft && Date.now() - draft.at < KEPT_MS) return draft;
  } catch {} // storage can be turned off, and then nothing is kept
  return null;
}

export function keepDraft(key: string, values: Readonly<Record<string, string>>): void {
  const draft = JSON.stringify({ at: Date.now(), key, values } satisfies Draft);
  for (const storage of [TAB, BROWSER]) {
    try {
      storage().setItem(KEY, draft);
    } catch {}
  }
}

/** Forgets what was sent; what another tab has kept since stays, with its photos. */
export function forgetDraft(key: string): void {
  const last = draftIn(BROWSER);
  const isOthers = last !== null && last.key !== key;
  for (const storage of isOthers ? [TAB] : [TAB, BROWSER]) {
    try {
      storage().removeItem(KEY);
    } catch {}
  }
  if (!isOthers) void keepPhotos([]);
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

export async function readPhotos(): Promise<KeptPhoto[]> {
  return (await inStore('readonly', (store) => store.get(PHOTOS)).catch(() => null)) ?? [];
}

export async function keepPhotos(photos: readonly KeptPhoto[]): Promise<void> {
  await inStore('readwrite', (store) => (photos.length === 0 ? store.delete(PHOTOS) : store.put(photos, PHOTOS))).catch(
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
