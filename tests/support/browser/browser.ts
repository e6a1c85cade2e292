import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { CONSOLE_FOLDER } from '../../../scripts/build-console.ts';
import { OWNER, startTestServer, type TestServer } from '../server.ts';
import { chromiumOptions } from './chromium.ts';

export interface PageOptions {
  /** CSS pixels; 1440 × 900 by default. */
  width?: number;
  height?: number;
  /** The system's color preference. */
  dark?: boolean;
  touch?: boolean;
  /** The viewer's time zone, an IANA name. */
  zone?: string;
  /** Whether scripts run; they do by default. */
  scripts?: boolean;
  /** As the owner (`true`) or somebody else; signed out by default. */
  signedIn?: boolean | { username: string; password: string };
  /** Whether the browser may cache the console for offline use; answers from that cache bypass `route`. */
  keepsConsole?: boolean;
  /** Whether it reads the other pages ahead when it is at rest; by default only one that keeps the console does. */
  readsAhead?: boolean;
  /** Whether decoration moves (`prefers-reduced-motion`); by default it does not, which a test would only wait for. */
  isAnimated?: boolean;
  /** Whether it reads what it is notified of; it does by default. Without that, a failure stays until somebody retries. */
  readsByItself?: boolean;
  /** Whether scrollbars take room, as on Windows; by default there are none to see. */
  scrollbars?: boolean;
  /** Errors in the browser's console that this test is about; any other one fails it. */
  expectedErrors?: readonly RegExp[];
}

export interface TestBrowser {
  server: TestServer;
  /** A page in its own context, closed with the test, which fails if the page had an unexpected error. */
  newPage(options?: PageOptions): Promise<Page>;
  /**
   * The page of the tests that only look: one for all of the file that ask for the same, at half the cost. It stores
   * nothing for the next test, and one that fails leaves its page to nobody.
   */
  sharedPage(options?: Omit<PageOptions, 'expectedErrors'>): Promise<Page>;
  close(): Promise<void>;
}

/** The messages of the console that come and go. */
export const toast = (page: Page) => page.locator('.bp6-toast');

/** One for all files of a worker, at whose end Playwright ends it: what keeps pages apart is their contexts. */
let chromiumHere: Browser | undefined;
/** The same with scrollbars, which Playwright hides. */
let chromiumWithBars: Browser | undefined;

/**
 * Chromium and one complete Heartwood with its console: one per test file, in `beforeAll`.
 * @param consoleFolder the folder of the built console
 * @param clock the server's; that of a page is set by `page.clock`
 * @param options other ones of the server
 */
export async function openBrowser(
  env: Record<string, string> = {},
  consoleFolder = CONSOLE_FOLDER,
  clock: () => number = Date.now,
  options: Parameters<typeof startTestServer>[2] = {},
): Promise<TestBrowser> {
  if (!chromiumHere?.isConnected()) chromiumHere = await chromium.launch(chromiumOptions());
  const browser = chromiumHere;
  const server = await startTestServer(env, clock, { consoleFolder, ...options });
  const open = async (options: PageOptions) =>
    openPage(options.scrollbars ? await withBars() : browser, server, options);
  const shared = new Map<string, Opened>();
  return {
    server,
    async newPage(options = {}) {
      const opened = await open(options);
      endWithTest(opened, options, () => opened.page.context().close());
      return opened.page;
    },
    async sharedPage(options = {}) {
      const key = JSON.stringify(options);
      const opened = shared.get(key) ?? (await open(options));
      shared.set(key, opened);
      const { page, errors } = opened;
      errors.length = 0;
      await page.emulateMedia({ colorScheme: options.dark ? 'dark' : 'light' });
      endWithTest(opened, options, async (isFailed) => {
        if (isFailed && shared.delete(key)) await page.context().close();
        else await page.evaluate(forgetAll);
      });
      return page;
    },
    async close() {
      for (const { page } of shared.values()) await page.context().close();
      await server.close();
    },
  };
}

/** Runs in a page. */
function forgetAll(): void {
  localStorage.clear();
  sessionStorage.clear();
}

interface Opened {
  page: Page;
  /** What it has reported so far. */
  errors: string[];
}

/** Tells what a page shows whose test failed, and fails a test whose page had an unexpected error. */
function endWithTest(
  { page, errors }: Opened,
  { expectedErrors = [] }: PageOptions,
  end: (isFailed: boolean) => Promise<void>,
): void {
  onTestFinished(async ({ task }) => {
    const isFailed = task.result?.state === 'fail';
    if (isFailed) console.error(await whatItShows(page));
    await end(isFailed);
    const isExpected = (error: string) => expectedErrors.some((pattern) => pattern.test(error));
    expect(
      errors.filter((error) => !isExpected(error)),
      'Errors in the page',
    ).toEqual([]);
  });
}

async function withBars(): Promise<Browser> {
  if (!chromiumWithBars?.isConnected()) {
    chromiumWithBars = await chromium.launch({ ...chromiumOptions(), ignoreDefaultArgs: ['--hide-scrollbars'] });
  }
  return chromiumWithBars;
}

async function openPage(browser: Browser, server: TestServer, options: PageOptions): Promise<Opened> {
  const {
    width = 1440,
    height = 900,
    dark = false,
    touch = false,
    zone,
    scripts = true,
    signedIn = false,
    keepsConsole = false,
    readsAhead = keepsConsole,
    isAnimated = false,
    readsByItself = true,
  } = options;
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: touch,
    javaScriptEnabled: scripts,
    serviceWorkers: keepsConsole ? 'allow' : 'block',
    locale: 'en-US',
    reducedMotion: isAnimated ? 'no-preference' : 'reduce',
    ...(zone && { timezoneId: zone }),
  });
  const page = await context.newPage();
  const errors = collectErrors(page);
  if (!readsAhead) await context.addInitScript(neverIdle);
  if (!readsByItself) await context.route('**/api/changes*', () => {});
  if (signedIn !== false) await signIn(context, server, signedIn === true ? OWNER : signedIn);
  return { page, errors };
}

/** Through the API: the sign-in screen has tests of its own. */
async function signIn(
  context: BrowserContext,
  server: TestServer,
  as: { username: string; password: string },
): Promise<void> {
  const [name = '', value = ''] = (await server.signIn(as)).cookie()?.split('=', 2) ?? [];
  await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
}

/** The console reads ahead when it is idle. */
const neverIdle = () => Object.assign(globalThis, { requestIdleCallback: () => 0 });

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error' || isRefusal(message.text(), message.location().url)) return;
    errors.push(`${message.text()} (${message.location().url})`);
  });
  return errors;
}

/** The contents of a page and its frames, for whoever investigates a failed test. */
async function whatItShows(page: Page): Promise<string> {
  const frames = page.frames().map(async (frame) => {
    const text = await frame.locator('body').innerText({ timeout: 1_000 }).catch(String);
    return `${frame.url()}\n${text.slice(0, 2_000)}`;
  });
  return (await Promise.all(frames)).join('\n\n');
}

/** Chromium reports each 4xx: on a call it is an answer that the console handles, on a file it is an error. */
function isRefusal(text: string, url: string): boolean {
  return /status of 4\d\d/.test(text) && URL.canParse(url) && new URL(url).pathname.startsWith('/api/');
}
