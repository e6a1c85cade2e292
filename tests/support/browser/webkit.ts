import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { vi } from 'vitest';
import { freePort } from '../requests/free-port.ts';
import { tempFolder } from '../temp-folder.ts';
import { type Driver, type Point, type WalkedBrowser, WINDOW } from './driver.ts';
import { findProgram } from './programs.ts';

// WebKit as Debian has it (WebKitGTK), the engine of Safari: a window on a display without a screen, by WebDriver.

const CANNOT_PRINT = 'WebKitWebDriver has no command for it';
const PROGRAMS = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };
const lacking = Object.entries(PROGRAMS).flatMap(([program, its]) => (findProgram(program) === null ? [its] : []));

export const webkit: WalkedBrowser = {
  name: 'WebKit',
  missing: lacking.length > 0 ? `not installed: ${lacking.join(', ')} (.ci/install-browsers.sh)` : null,
  cannotPrint: CANNOT_PRINT,
  launch,
};

async function launch(): Promise<Driver> {
  const folder = await tempFolder();
  const display = await startDisplay();
  const driver = await startDriver(display.name, folder.path);
  const end = async () => {
    for (const child of [driver.process, display.process]) await ended(child);
    await folder.remove();
  };
  try {
    return await openSession(driver.url, end);
  } catch (cause) {
    await end();
    throw cause;
  }
}

/** Somewhat larger than the window, which has a bar with the address. */
async function startDisplay(): Promise<{ process: ChildProcess; name: string }> {
  const screen = ['-screen', '0', `${WINDOW.width}x${WINDOW.height + 100}x24`];
  const child = spawn('Xvfb', ['-displayfd', '3', ...screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const lines = createInterface(child.stdio[3] as Readable);
  const [number] = (await Promise.race([once(lines, 'line'), failed(child, 'Xvfb')])) as [string];
  return { process: child, name: `:${number}` };
}

/** @param home where WebKit keeps what it keeps */
async function startDriver(display: string, home: string): Promise<{ process: ChildProcess; url: string }> {
  const port = await freePort();
  const { PATH = '' } = process.env;
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { PATH, HOME: home, DISPLAY: display, LANG: 'C.UTF-8' },
  });
  const url = `http://127.0.0.1:${port}`;
  const answering = vi.waitFor(() => command(url, 'GET', '/status'), { timeout: 30_000, interval: 50 });
  await Promise.race([answering, failed(child, 'WebKitWebDriver')]);
  return { process: child, url };
}

/** Fails as soon as the program has ended. */
async function failed(child: ChildProcess, name: string): Promise<never> {
  await once(child, 'exit');
  throw new Error(`${name} ended with code ${child.exitCode}.`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** WebDriver, https://www.w3.org/TR/webdriver2/: each command is a request. @param end what closing ends as well */
async function openSession(url: string, end: () => Promise<void>): Promise<Driver> {
  const { sessionId } = await command<{ sessionId: string }>(url, 'POST', '/session', { capabilities: {} });
  const session = `/session/${sessionId}`;
  const get = <Value>(path: string) => command<Value>(url, 'GET', `${session}${path}`);
  const post = <Value>(path: string, body: object) => command<Value>(url, 'POST', `${session}${path}`, body);
  await fitWindow(get, post);
  return {
    open: (address) => post('/url', { url: address }),
    evaluate: (expression) => post('/execute/sync', { script: `return ${expression}`, args: [] }),
    click: (at) => post('/actions', { actions: [clickAt(at)] }),
    async type(text) {
      const [element] = Object.values(await get<object>('/element/active'));
      await post(`/element/${element}/value`, { text });
    },
    print: () => Promise.reject(new Error(CANNOT_PRINT)),
    picture: async () => Buffer.from(await get<string>('/screenshot'), 'base64'),
    async close() {
      try {
        await command(url, 'DELETE', session);
      } finally {
        await end();
      }
    },
  };
}

type Get = <Value>(path: string) => Promise<Value>;
type Post = <Value>(path: string, body: object) => Promise<Value>;

/** Its bar with the address takes some of the window's height. */
async function fitWindow(get: Get, post: Post): Promise<void> {
  await post('/window/rect', { x: 0, y: 0, ...WINDOW });
  const inner = await post<number>('/execute/sync', { script: 'return innerHeight', args: [] });
  const { height } = await get<{ height: number }>('/window/rect');
  await post('/window/rect', { ...WINDOW, height: height + WINDOW.height - inner });
}

function clickAt({ x, y }: Point): object {
  const actions = [
    { type: 'pointerMove', origin: 'viewport', x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
}

async function command<Value>(url: string, method: string, path: string, body?: object): Promise<Value> {
  const answer = await fetch(`${url}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
  return value;
}
