import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { type BoundFunctions, configure, type queries, waitFor, within } from '@testing-library/dom';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { EventSource } from 'eventsource';
import * as indexedDatabase from 'fake-indexeddb';
import { IDBFactory } from 'fake-indexeddb';
import { CookieJar, JSDOM, VirtualConsole } from 'jsdom';
import { expect, onTestFinished } from 'vitest';
import { OWNER, startTestServer, type TestServer } from '../support/server.ts';
import { SCRIPT_FOLDER } from './setup.ts';

// Pages of the console in jsdom, on a real Heartwood: what a page says and does, without how it looks. A page has a
// window of its own, and leaves nothing behind.

/** No test waits for a time: what is looked for comes, also on a machine that is busy. */
configure({ asyncUtilTimeout: 30_000, getElementError: (message) => new Error(message ?? '') });

export interface PageOptions {
  /** Who is signed in; the owner by default. */
  as?: { username: string; password: string } | null;
  /** Of the window, in CSS pixels: for what the console asks by a media query. */
  width?: number;
  /** Errors that this test is about; any other one fails it. */
  expectedErrors?: readonly RegExp[];
  /** A console that was built elsewhere. */
  script?: Script;
}

/**
 * A page, or a part of it. What is looked for is waited for, and is the only one. As in the tests of the browser, a string
 * stands for all that it is a part of, in capitals or not; a pattern tells it exactly.
 */
export interface Part {
  /** Testing Library's queries of it. */
  screen: BoundFunctions<typeof queries>;
  /** Clicks the button, link or the like of that name. */
  click(role: string, name: string | RegExp): Promise<void>;
  /** Replaces what is in the field of that label. */
  fill(label: string | RegExp, text: string): Promise<void>;
  /** Chooses an option of the list of that label. */
  choose(label: string | RegExp, option: string | RegExp): Promise<void>;
  /** Waits for the element that has the text itself. */
  see(text: string | RegExp): Promise<HTMLElement>;
  /** Waits until no element has the text. */
  gone(text: string | RegExp): Promise<void>;
  /** Waits for the part of that role and name, as a dialog. */
  part(role: string, name: string | RegExp): Promise<Part>;
  /** Waits for the part of that role in which the text is, as a row. */
  partWith(role: string, text: string | RegExp): Promise<Part>;
  /** Waits for the part that a CSS selector finds, where no role and name tell it. */
  partAt(selector: string): Promise<Part>;
}

/** A call of the page, before it is answered. */
export interface Call {
  /** With its query. */
  path: string;
  /** What it sends, from its JSON; null if it sends nothing. */
  body: unknown;
  headers: Headers;
  /** Lets the server answer. */
  send(): Promise<Response>;
}

export interface Page extends Part {
  /** Types and clicks as a person does. */
  user: UserEvent;
  window: JSDOM['window'];
  /** The path and query in the address bar. */
  path(): string;
  /** Loads the page anew, here or at another path. @returns the page from then on */
  reload(path?: string): Promise<Page>;
  /** Waits for the message with the text, which comes and goes. */
  toast(text: string | RegExp): Promise<Part>;
  /**
   * Answers the calls that match, as `POST /api/leads`, instead of the server; a network error if it throws. It can
   * also watch them, or let them wait: then it lets the server answer by `send`.
   */
  answer(call: RegExp, answer: (call: Call) => Response | Promise<Response>): void;
}

export interface TestConsole {
  server: TestServer;
  /** A page of its own, as a tab of another browser has it. It ends with the test, which fails if it had an error. */
  open(path: string, options?: PageOptions): Promise<Page>;
  close(): Promise<void>;
}

/** A complete Heartwood, whose console opens in jsdom: one per test file, in `beforeAll`. */
export async function openConsole(env: Record<string, string> = {}): Promise<TestConsole> {
  const server = await startTestServer(env);
  return { server, open: (path, options = {}) => openPage(server, path, options), close: () => server.close() };
}

let compiled: Script | undefined;

/** The console that was built into a folder. */
export function scriptIn(folder: string): Script {
  return new Script(readFileSync(join(folder, 'console.js'), 'utf8'), { filename: 'console.js' });
}

function ownScript(): Script {
  compiled ??= scriptIn(SCRIPT_FOLDER);
  return compiled;
}

/** With the one size that the console takes from its style sheet. */
const HTML = '<!doctype html><html lang="en" style="--hw-lead-card: 40px"><body><div id="root"></div></body></html>';

/** What of a browser outlives a page. */
interface Profile {
  cookies: CookieJar;
  database: IDBFactory;
  stored: { local: [string, string][]; session: [string, string][] };
}

/** A page of the console on a server, which ends with the test. */
export async function openPage(
  server: Pick<TestServer, 'url' | 'signIn'>,
  path: string,
  options: PageOptions,
): Promise<Page> {
  const { as = OWNER } = options;
  const cookies = new CookieJar();
  const cookie = as && (await server.signIn(as)).cookie();
  if (cookie) cookies.setCookieSync(`${cookie}; HttpOnly`, server.url);
  const profile = { cookies, database: new IDBFactory(), stored: { local: [], session: [] } };
  return load(new URL(path, server.url), profile, options);
}

/** By call, as `POST /api/leads`. */
type Answers = [RegExp, (call: Call) => Response | Promise<Response>][];

function load(url: URL, profile: Profile, options: PageOptions): Page {
  const { width = 1440, expectedErrors = [] } = options;
  const errors: string[] = [];
  const answers: Answers = [];
  const streams = new Set<EventSource>();
  const dom = new JSDOM(HTML, {
    url: url.href,
    cookieJar: profile.cookies,
    pretendToBeVisual: true,
    runScripts: 'outside-only',
    virtualConsole: collecting(errors),
  });
  const { window } = dom;
  const { local, session } = profile.stored;
  for (const [key, value] of local) window.localStorage.setItem(key, value);
  for (const [key, value] of session) window.sessionStorage.setItem(key, value);
  equip(window, { width, database: profile.database, fetch: fetchFor(url.origin, profile.cookies, answers), streams });
  let isOpen = true;
  /** A page that is closed reports nothing any more. */
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    for (const stream of streams) stream.close();
    const unexpected = errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)));
    window.close();
    expect(unexpected, 'Errors in the page').toEqual([]);
  };
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail' && isOpen) console.error(whatItShows(window.document.body));
    close();
  });
  (options.script ?? ownScript()).runInContext(dom.getInternalVMContext());
  return pageOf(window, answers, async (path) => {
    const stored = { local: Object.entries(window.localStorage), session: Object.entries(window.sessionStorage) };
    close();
    return load(new URL(path, url), { ...profile, stored }, options);
  });
}

function pageOf(window: JSDOM['window'], answers: Answers, reload: (path: string) => Promise<Page>): Page {
  const { document, location } = window;
  const user = userEvent.setup({ document, pointerEventsCheck: 0 });
  const whole = partOf(document.body, user);
  const path = () => location.pathname + location.search;
  return {
    ...whole,
    user,
    window,
    path,
    reload: (at = path()) => reload(at),
    async toast(text) {
      const told = await whole.screen.findByText(text, { selector: '.bp6-toast *', exact: false });
      return partOf(told.closest<HTMLElement>('.bp6-toast') as HTMLElement, user);
    },
    answer: (call, answer) => answers.push([call, answer]),
  };
}

function partOf(element: HTMLElement, user: UserEvent): Part {
  const screen = within(element);
  const until = <Found>(find: () => Found) => waitFor(find, { container: element });
  return {
    screen,
    click: async (role, name) => user.click(await screen.findByRole(role, { name: partly(name) })),
    async fill(label, text) {
      const field = await screen.findByLabelText(label, { exact: false });
      await user.clear(field);
      if (text !== '') await user.type(field, text);
    },
    async choose(label, option) {
      const list = await screen.findByLabelText(label, { exact: false });
      const chosen = await within(list).findByRole('option', { name: partly(option) });
      await user.selectOptions(list, chosen);
    },
    see: (text) => screen.findByText(text, { exact: false }),
    gone: (text) => until(() => expect(screen.queryAllByText(text, { exact: false })).toEqual([])),
    part: async (role, name) => partOf(await screen.findByRole(role, { name: partly(name) }), user),
    partAt: async (selector) => partOf(await until(() => onlyOne(element, selector)), user),
    async partWith(role, text) {
      const found = () => screen.queryAllByRole(role).filter(({ textContent }) => isIn(textContent ?? '', text));
      await until(() => expect(found(), `${role} with ${text}`).toHaveLength(1));
      return partOf(found()[0] as HTMLElement, user);
    },
  };
}

function onlyOne(element: HTMLElement, selector: string): HTMLElement {
  const found = element.querySelectorAll<HTMLElement>(selector);
  expect(found, selector).toHaveLength(1);
  return found[0] as HTMLElement;
}

/** For names, whose strings Testing Library takes exactly. */
const partly = (name: string | RegExp) => (whole: string) => isIn(whole, name);

function isIn(whole: string, text: string | RegExp): boolean {
  return typeof text === 'string' ? whole.toLowerCase().includes(text.toLowerCase()) : text.test(whole);
}

/** The texts of a page, a line each, for whoever investigates a failed test. */
function whatItShows(element: Element): string {
  const texts = [...element.querySelectorAll('*')].flatMap((each) =>
    [...each.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent?.trim()),
  );
  return texts.filter(Boolean).join('\n');
}

/** What the page reports as an error, as a browser's console shows it. */
function collecting(errors: string[]): VirtualConsole {
  const report = (...told: unknown[]) => errors.push(told.map(String).join(' '));
  return new VirtualConsole().on('error', report).on('jsdomError', (error) => report(error.message));
}

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** `fetch` as a page has it: relative to its server, with its cookies. */
function fetchFor(url: string, cookies: CookieJar, answers: Readonly<Answers>): Fetch {
  return async (input, init = {}) => {
    const asked = new URL(input, url);
    const path = asked.pathname + asked.search;
    const headers = new Headers(init.headers);
    const send = async () => {
      headers.set('cookie', cookies.getCookieStringSync(asked.href));
      const response = await fetch(asked, { ...init, headers });
      for (const cookie of response.headers.getSetCookie()) cookies.setCookieSync(cookie, asked.href);
      return response;
    };
    const answer = answers.find(([pattern]) => pattern.test(`${init.method ?? 'GET'} ${path}`))?.[1];
    if (!answer) return send();
    return answer({ path, body: typeof init.body === 'string' ? JSON.parse(init.body) : null, headers, send });
  };
}

interface Equipment {
  width: number;
  database: IDBFactory;
  fetch: Fetch;
  /** Those that are open, to be closed with the page. */
  streams: Set<EventSource>;
}

/** Gives a window what jsdom lacks and the console needs. There is no layout: nothing has a size but the window. */
function equip(window: JSDOM['window'], { width, database, fetch, streams }: Equipment): void {
  const { default: _, ...classes } = indexedDatabase;
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Object.assign(window, {
    ...classes,
    indexedDB: database,
    fetch,
    Headers,
    Request,
    Response,
    AbortController,
    AbortSignal,
    BroadcastChannel: class extends window.EventTarget {
      postMessage() {}
      close() {}
    },
    EventSource: class extends EventSource {
      constructor(path: string) {
        super(new URL(path, window.location.href), { fetch: fetch as typeof globalThis.fetch });
        streams.add(this);
      }
    },
    IntersectionObserver: Observer,
    ResizeObserver: Observer,
    innerWidth: width,
    matchMedia: (query: string) => ({
      matches: isMet(query, width),
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }),
    // There are no styles to compute but those of elements themselves, of which jsdom makes a slow search.
    getComputedStyle: (element: HTMLElement) => element.style,
    // For what stands in quotes, as it does everywhere in the console.
    CSS: { escape: (text: string) => text.replace(/["\\]/g, '\\$&') },
    scrollTo() {},
    structuredClone,
  });
  Object.assign(window.document, {
    fonts: { status: 'loaded', ready: Promise.resolve() },
    getAnimations: () => [],
    elementFromPoint: () => null,
  });
  Object.assign(window.Element.prototype, {
    checkVisibility: () => true,
    getAnimations: () => [],
    scrollIntoView() {},
    scrollTo() {},
    scrollBy() {},
  });
  // Where jsdom follows a link without an address, to where the page has been before the click.
  window.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a:not([href])')) event.preventDefault();
  });
  for (const side of ['offsetWidth', 'clientWidth']) {
    Object.defineProperty(window.HTMLElement.prototype, side, { configurable: true, get: () => width });
  }
  for (const side of ['offsetHeight', 'clientHeight']) {
    Object.defineProperty(window.HTMLElement.prototype, side, { configurable: true, get: heightOf });
  }
}

const ROW_HEIGHT = 40;
const WINDOW_HEIGHT = 900;

/** A long list shows the rows for which there is room. */
function heightOf(this: HTMLElement): number {
  return ['TR', 'LI', 'BUTTON'].includes(this.tagName) ? ROW_HEIGHT : WINDOW_HEIGHT;
}

/** Whether a window as wide meets a media query of its width; of others it meets none. */
function isMet(query: string, width: number): boolean {
  const conditions = [...query.matchAll(/\((min|max)-width:\s*([\d.]+)px\)/g)];
  return (
    conditions.length > 0 &&
    conditions.every(([, end, at]) => (end === 'min' ? width >= Number(at) : width <= Number(at)))
  );
}
