import { newKey } from '../new-key.ts';

// What was typed and the photos stay in this browser until they are sent: a closed tab loses nothing.

const KEY = 'heartwood.request';
const PHOTOS = 'photos';
/** Nobody finds their old request after this. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

interface Draft {
  at: number;
  /** By which the server knows that a second try is the same request. */
  key: string;
  values: Readonly<Record<string, string>>;
}

export interface KeptPhoto {
  name: string;
  blob: Blob;
}

export function readDraft(): Pick<Draft, 'key' | 'values'> {
  try {
    const draft = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Draft | null;
    if (draft && Date.now() - draft.at < KEPT_MS) return draft;
  } catch {} // storage can be switched off, and then nothing is kept
  return { key: newKey(), values: {} };
}

export function keepDraft(key: string, values: Readonly<Record<string, string>>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ at: Date.now(), key, values } satisfies Draft));
  } catch {}
}

export function forgetDraft(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {}
  void keepPhotos([]);
}

export async function readPhotos(): Promise<KeptPhoto[]> {
  return (await inStore('readonly', (store) => store.get(PHOTOS)).catch(() => null)) ?? [];
}

export async function keepPhotos(photos: readonly KeptPhoto[]): Promise<void> {
  await inStore('readwrite', (store) => (photos.length === 0 ? store.delete(PHOTOS) : store.put(photos, PHOTOS))).catch(
    () => {},
  );
}

// biome-ignore lint/suspicious/noExplicitAny: what IndexedDB answers has no type.
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
