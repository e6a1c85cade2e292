/**
 * Keeps the console itself, so that it opens offline: its page and the files it needs, which are the same for
 * everybody, all fetched when a version is installed. Nothing else is ever kept: no call, no record, nothing about a
 * person (docs/design/console.md#offline).
 */
declare const self: ServiceWorkerGlobalScope;

/** Filled in by the build (scripts/console-builder.ts). */
declare const __KEPT__: {
  /** Changes whenever any of the files does. */
  version: string;
  /** Paths. */
  files: readonly string[];
  /** First path segments of the pages for signed-in people; public pages are not handled here. */
  pages: readonly string[];
};

const { version, files, pages } = __KEPT__;
const PREFIX = 'heartwood-shell-';
const CACHE = PREFIX + version;
/** The page, which is the same at each of its URLs. */
const PAGE = '/';
/** If the page takes longer than this, the network counts as down. */
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

/** All or nothing: if part of a version fails to load, it is retried on the next visit. */
async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  // With its headers: the nonce of its policy is in the page too.
  const answer = await fetch(PAGE, { cache: 'no-store', credentials: 'omit' });
  const named = [...(await answer.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)];
  // During a deployment the page may belong to another version than this file; a page without files is not ours.
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

/** The server's page, which is always the newest; or the kept one if there is no response, or a proxy's error. */
async function page(request: Request): Promise<Response> {
  const answer = fetch(request);
  const tooLong = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const come = await Promise.race([answer.catch(() => null), tooLong]);
  return come && come.status < 500 ? come : ((await kept(PAGE)) ?? answer);
}

/** File names change with their content. */
async function file(request: Request, pathname: string): Promise<Response> {
  return (await kept(pathname)) ?? fetch(request);
}

function kept(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: CACHE, ignoreVary: true });
}

/**
 * Replaces an older version, whose files are then deleted: only if a page of this version has just started, and is the
 * only one open. Otherwise it waits until none is open: somebody may be typing on a page that needs the old files.
 * @param started the page's entry script
 */
async function takeOver(started: unknown): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.length === 1 && files.some((path) => path === started)) await self.skipWaiting();
}
