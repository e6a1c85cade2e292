/**
 * Keeps the console itself, so that it opens without the network: its page and the files that this needs, the same for everybody,
 * all taken when a version is put in place. Nothing else is ever kept: no call, no record, nothing about a person
 * (docs/design.md#offline).
 */
declare const self: ServiceWorkerGlobalScope;

/** Filled in by the build (scripts/console-builder.ts). */
declare const __KEPT__: {
  /** Another one as soon as any of the files is. */
  version: string;
  /** Paths. */
  files: readonly string[];
  /** First parts of the paths of pages for signed-in people; the public ones are none of ours. */
  pages: readonly string[];
};

const { version, files, pages } = __KEPT__;
const PREFIX = 'heartwood-shell-';
const CACHE = PREFIX + version;
/** The page, which is the same at each of its addresses. */
const PAGE = '/';
/** A network that takes longer than this for the page is taken for none. */
const PATIENCE_MS = 5_000;

self.addEventListener('install', (event) => event.waitUntil(keep()));

self.addEventListener('activate', (event) => event.waitUntil(dropOthers()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (pages.includes(pathname.split('/')[1] ?? '')) event.respondWith(page(request));
  } else if (files.includes(pathname)) {
    event.respondWith(file(request, pathname));
  }
});

self.addEventListener('message', (event) => event.waitUntil(takeOver((event.data as { started?: unknown }).started)));

/** All or nothing: a version of which a part cannot be had is tried again with the next visit. */
async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  // With its headers: the nonce of its policy is in the page too.
  const answer = await fetch(PAGE, { cache: 'no-store', credentials: 'omit' });
  const named = [...(await answer.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)];
  // While a new version is put in place the page may be of another one than this file; without files it is none of ours.
  if (!answer.ok || named.length === 0 || !named.every(([, path = '']) => files.includes(path))) {
    throw new Error('The page is of another version.');
  }
  await cache.addAll(files);
  await cache.put(PAGE, answer);
}

async function dropOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** The page of the server, which is always the newest; the kept one where it does not answer, or a proxy does in its place. */
async function page(request: Request): Promise<Response> {
  const answer = fetch(request);
  const tooLong = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const come = await Promise.race([answer.catch(() => null), tooLong]);
  return come && come.status < 500 ? come : ((await kept(PAGE)) ?? answer);
}

/** Their names change with what is in them. */
async function file(request: Request, pathname: string): Promise<Response> {
  return (await kept(pathname)) ?? fetch(request);
}

function kept(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: CACHE, ignoreVary: true });
}

/**
 * Takes the place of an older version, whose files are then gone: only where a page of this version has just begun, and it is the only one
 * that is open. Else it waits until none is: somebody may be typing on one that needs them.
 * @param started the script that the page began with
 */
async function takeOver(started: unknown): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.length === 1 && files.some((path) => path === started)) await self.skipWaiting();
}
