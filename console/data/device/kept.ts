import { hydrate, type Query } from '@tanstack/react-query';
import { ApiError } from '../api.ts';
import { queryClient, read, type Watched } from '../query-client.ts';
import { device, inTime, type Kept, type KeptMeta } from './device-store.ts';

/** Anything not read for this long is deleted. */
export const KEPT_DAYS = 3;
const KEPT_MS = KEPT_DAYS * 86_400_000;
/** The most responses to keep: about thirty records with everything that belongs to them. The oldest go first. */
const MOST_KEPT = 100;

/**
 * A query whose response is kept on this device for its person: offline it shows what was last read, even after the
 * page was closed.
 * @param path of its call
 * @param pictures of its records, which are kept too
 */
export function kept<Options extends { meta?: Partial<Watched> }>(
  options: Options,
  path: string,
  pictures?: KeptMeta['keptPictures'],
): Options {
  const meta = { ...options.meta, keptPath: path, ...(pictures && { keptPictures: pictures }) };
  return { ...options, meta, gcTime: Number.POSITIVE_INFINITY };
}

let opened: { person: string; shown: Promise<void> } | null = null;
let isFollowing = false;

/**
 * Shows a person what this device keeps for them, and goes on keeping what they read. Deletes what is kept for anybody
 * else, and what is too old.
 */
export function openKept(accountId: string): Promise<void> {
  if (opened?.person === accountId) return opened.shown;
  opened = {
    person: accountId,
    // What comes too late is shown all the same, in pages that are open by then.
    shown: inTime(show(accountId)).catch((cause) => console.warn('This device keeps nothing.', cause)),
  };
  if (!isFollowing) {
    isFollowing = true;
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated') void follow(event.query, event.action.type);
    });
  }
  return opened.shown;
}

async function show(accountId: string): Promise<void> {
  const store = await device();
  const all = (await store.getAll('kept')).sort((a, b) => b.keptAt - a.keptAt);
  const old = Date.now() - KEPT_MS;
  const isGood = (each: Kept, place: number) => each.person === accountId && each.keptAt > old && place < MOST_KEPT;
  for (const { person, hash } of all.filter((each, place) => !isGood(each, place)))
    await store.delete('kept', [person, hash]);
  for (const { url, keptAt } of await store.getAll('pictures')) if (keptAt <= old) await store.delete('pictures', url);
  if (all.some(({ person }) => person !== accountId)) await store.clear('pictures');
  if (opened?.person !== accountId) return;
  hydrate(
    queryClient,
    { mutations: [], queries: all.filter(isGood).map(dehydrated) },
    { defaultOptions: { queries: HYDRATED } },
  );
}

/** Until a page uses the query, it is refetched by its path. */
const HYDRATED = {
  gcTime: Number.POSITIVE_INFINITY,
  queryFn: (context: Parameters<typeof read>[1]) => read(String(context.meta?.['keptPath']), context),
};

/** As it was last read, but stale: a page that shows it refetches it. */
function dehydrated({ hash, queryKey, meta, data, keptAt }: Kept) {
  const nothing = { dataUpdateCount: 1, error: null, errorUpdateCount: 0, errorUpdatedAt: 0 };
  const failed = { fetchFailureCount: 0, fetchFailureReason: null, fetchMeta: null };
  const state = { data, dataUpdatedAt: keptAt, isInvalidated: true, status: 'success', fetchStatus: 'idle' } as const;
  return { queryHash: hash, queryKey, meta, dehydratedAt: keptAt, state: { ...nothing, ...failed, ...state } };
}

async function follow(query: Query, action: string): Promise<void> {
  const { meta, queryHash, queryKey, state } = query;
  const person = opened?.person;
  if (person === undefined || meta?.['keptPath'] === undefined) return;
  try {
    if (action === 'success') {
      const { data, dataUpdatedAt } = state;
      const read = { person, hash: queryHash, queryKey, meta: meta as KeptMeta, data, keptAt: dataUpdatedAt };
      await (await device()).put('kept', read);
      const { keptPictures } = read.meta;
      if (keptPictures) await keepPictures(keptPictures.of, urlsIn(data, keptPictures.field));
    } else if (action === 'error' && isGone(state.error)) {
      await (await device()).delete('kept', [person, queryHash]);
    }
  } catch {
    // No room, or refused: it lasts as long as the page.
  }
}

/** The server responded, and this person may no longer see it. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && [403, 404, 410].includes(error.status);
}

/** Updates a kept record with the one in a command's response. */
export function tellKept(recordId: string, record: unknown): void {
  const told = record as { id?: unknown; revision?: number } | null;
  if (told?.id !== recordId || told.revision === undefined) return;
  const queries = queryClient.getQueryCache().findAll({ predicate: ({ meta }) => meta?.['keptPath'] !== undefined });
  for (const { queryKey, meta } of queries) {
    if (meta?.id !== recordId) continue;
    queryClient.setQueryData<{ id?: string; revision?: number }>(queryKey, (shown) =>
      shown?.id === recordId && (shown.revision ?? 0) < (told.revision ?? 0)
        ? ({ ...shown, ...told } as typeof shown)
        : shown,
    );
  }
}

/**
 * Refetches stale kept queries one at a time: changes made while nobody looked, and erased personal data, are then
 * known before the network drops again.
 */
export async function refreshKept(): Promise<void> {
  const old = queryClient.getQueryCache().findAll({ type: 'inactive', stale: true });
  for (const { queryKey, meta } of old) {
    if (meta?.['keptPath'] !== undefined) await queryClient.refetchQueries({ queryKey, exact: true, type: 'inactive' });
  }
}

/** Several changes within this time cause one refresh. */
const REFRESH_AFTER_MS = 20_000;
let isRefreshDue = false;

/** Refreshes stale kept queries after a while. */
export function refreshKeptSoon(): void {
  if (isRefreshDue || opened === null) return;
  isRefreshDue = true;
  setTimeout(() => {
    isRefreshDue = false;
    void refreshKept();
  }, REFRESH_AFTER_MS);
}

/** Deletes everything that was read: at sign-out, and when the session has ended. Unsent acts stay. */
export async function forgetKept(): Promise<void> {
  opened = null;
  try {
    await inTime(device().then((store) => Promise.all([store.clear('kept'), store.clear('pictures')])));
  } catch {
    // Refused: nothing is kept. Or it does not answer: the next person's page deletes it.
  }
}

/** Deletes the pictures, the bulk of what is kept: they can be read again, and make room for what cannot. */
export async function makeRoom(): Promise<void> {
  await (await device()).clear('pictures');
}

function urlsIn(data: unknown, field: string): string[] {
  return (data as Record<string, string>[]).flatMap((each) => each[field] ?? []);
}

/** Keeps a record's current pictures, and deletes its former ones. @param of as `job/ID` */
async function keepPictures(of: string, urls: readonly string[]): Promise<void> {
  if (opened === null) return;
  try {
    const store = await device();
    const known = new Set(await store.getAllKeysFromIndex('pictures', 'of', of));
    for (const url of known) if (!urls.includes(url)) await store.delete('pictures', url);
    for (const url of urls.slice(0, MOST_PICTURES)) {
      if (known.has(url)) continue;
      const answer = await fetch(url);
      const type = answer.headers.get('content-type') ?? '';
      if (!answer.ok || !type.startsWith('image/')) continue;
      await store.put('pictures', { url, of, type, bytes: await answer.arrayBuffer(), keptAt: Date.now() });
    }
  } catch {
    // Offline, or no room: pictures show only while there is a network.
  }
}

/** Per record. */
const MOST_PICTURES = 24;

/** A kept picture as a data URL; null if it is not kept. */
export async function keptPicture(url: string): Promise<string | null> {
  try {
    const found = await (await device()).get('pictures', url);
    return found ? await dataUrlOf(new Blob([found.bytes], { type: found.type })) : null;
  } catch {
    return null;
  }
}

function dataUrlOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
