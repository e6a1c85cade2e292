import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { CONSOLE_FOLDER } from '../../scripts/build-console.ts';
import { chromiumOptions } from './chromium.ts';
import { OWNER, startTestServer, type TestServer } from './server.ts';

export interface PageOptions {
  /** CSS pixels; 1440 × 900 by default. */
  width?: number;
  height?: number;
  /** What the system prefers. */
  dark?: boolean;
  touch?: boolean;
  /** Where the viewer is, an IANA name. */
  zone?: string;
  /** Whether scripts run; they do by default. */
  scripts?: boolean;
  /** As the owner (`true`) or as somebody else; nobody by default. */
  signedIn?: boolean | { username: string; password: string };
  /** Whether the browser may keep the console for when there is no network; what it answers itself passes by `route`. */
  keepsConsole?: boolean;
  /** Errors in the browser's console that this test is about; every other one fails it. */
  expectedErrors?: readonly RegExp[];
}

export interface TestBrowser {
  server: TestServer;
  /** A page in a context of its own, closed with the test, which fails where the page had an unexpected error. */
  newPage(options?: PageOptions): Promise<Page>;
  close(): Promise<void>;
}

/**
 * One Chromium and one whole Heartwood with its console: one per test file, in `beforeAll`.
 * @param consoleFolder of the built console
 */
export async function openBrowser(
  env: Record<string, string> = {},
  consoleFolder = CONSOLE_FOLDER,
): Promise<TestBrowser> {
  const browser = await chromium.launch(chromiumOptions());
  try {
    const server = await startTestServer(env, Date.now, { consoleFolder });
    return {
      server,
      newPage: (options = {}) => newPage(browser, server, options),
      async close() {
        await browser.close();
        await server.close();
      },
    };
  } catch (cause) {
    await browser.close();
    throw cause;
  }
}

async function newPage(browser: Browser, server: TestServer, options: PageOptions): Promise<Page> {
  const {
    width = 1440,
    height = 900,
    dark = false,
    touch = false,
    zone,
    scripts = true,
    signedIn = false,
    keepsConsole = false,
  } = options;
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: touch,
    javaScriptEnabled: scripts,
    serviceWorkers: keepsConsole ? 'allow' : 'block',
    locale: 'en-US',
    ...(zone && { timezoneId: zone }),
  });
  const page = await context.newPage();
  const errors = collectErrors(page);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await whatItShows(page));
    await context.close();
    const isExpected = (error: string) => options.expectedErrors?.some((pattern) => pattern.test(error)) ?? false;
    expect(
      errors.filter((error) => !isExpected(error)),
      'Errors in the page',
    ).toEqual([]);
  });
  if (signedIn !== false) await signIn(context, server, signedIn === true ? OWNER : signedIn);
  return page;
}

/** Through the api: the sign-in screen has tests of its own. */
async function signIn(
  context: BrowserContext,
  server: TestServer,
  as: { username: string; password: string },
): Promise<void> {
  const [name = '', value = ''] = (await server.signIn(as)).cookie()?.split('=', 2) ?? [];
  await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
}

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error' || isRefusal(message.text(), message.location().url)) return;
    errors.push(`${message.text()} (${message.location().url})`);
  });
  return errors;
}

/** What stands on a page and in its frames, for whoever was not there when a test failed. */
async function whatItShows(page: Page): Promise<string> {
  const frames = page.frames().map(async (frame) => {
    const text = await frame.locator('body').innerText({ timeout: 1_000 }).catch(String);
    return `${frame.url()}\n${text.slice(0, 2_000)}`;
  });
  return (await Promise.all(frames)).join('\n\n');
}

/** Chromium reports each 4xx: of a call it is an answer that the console handles, of a file it is an error. */
function isRefusal(text: string, url: string): boolean {
  return /status of 4\d\d/.test(text) && URL.canParse(url) && new URL(url).pathname.startsWith('/api/');
}
