import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CONSOLE_FOLDER } from '../../../scripts/build-console.ts';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import { keptPaths } from '../../support/browser/crew-phone.ts';
import { expectStatus, OWNER } from '../../support/server.ts';
import { listenHttp } from '../../support/servers/http-listener.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const WITHOUT_NETWORK = [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/, /Not loaded: /];
const NOT_LOADED = 'This page has not been loaded yet, and there is no network. It opens when the network is back.';

let folder: TempFolder;
let browser: TestBrowser;

beforeAll(async () => {
  // A copy of its own, because one of the tests installs a newer version.
  folder = await tempFolder();
  await cp(CONSOLE_FOLDER, folder.path, { recursive: true });
  browser = await openBrowser({}, folder.path);
});
afterAll(async () => {
  await browser.close();
  await folder.remove();
});

async function open(path: string, keepsConsole: boolean, width = 1440): Promise<Page> {
  const page = await browser.newPage({
    width,
    signedIn: true,
    keepsConsole,
    readsAhead: true,
    expectedErrors: WITHOUT_NETWORK,
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const offlineNote = (page: Page) => page.getByText('Offline: you cannot see what others change');

/** Marks the page; a reload would lose the mark. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

/** The page scripts that the page has fetched. */
function scriptsOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .join('\n'),
  );
}

describe('without a service worker', () => {
  test('Without a service worker, every page opens once the first one has come to rest', async () => {
    const page = await open('/', false);
    // The last one: each is fetched after the one before it has arrived.
    await expect.poll(() => scriptsOf(page)).toContain('/assets/customers.index-');
    await page.context().setOffline(true);
    await mark(page);
    await page.getByTestId('nav-leads').click();
    await heading(page, 'Lead Management Pipeline').waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await heading(page, 'Settings').waitFor();
    await offlineNote(page).waitFor();
    expect(await isMarked(page)).toBe(true);
  });

  test('Without a service worker, the figures of the finances are there too, whose days follow from the settings', {
    tags: ['deep'],
  }, async () => {
    const page = await open('/', false);
    const read: string[] = [];
    page.on('requestfinished', (request) => read.push(new URL(request.url()).pathname));
    const figures = ['/api/analytics/financial', '/api/analytics/cash-flow'];
    await expect.poll(() => read).toEqual(expect.arrayContaining(figures));
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Financial Analytics' }).click();
    await heading(page, 'Financial Analytics').waitFor();
    await page.getByText('Net margin').waitFor();
  });

  test('A console that does not come says so, and is tried again', { tags: ['deep'] }, async () => {
    const page = await browser.newPage({ signedIn: true, expectedErrors: WITHOUT_NETWORK });
    await page.route('**/assets/console-*.js', (route) => route.abort());
    await page.goto('/crew?q=saw');
    await page.getByText('Heartwood could not be loaded.').waitFor();
    await page.unroute('**/assets/console-*.js');
    await page.getByRole('link', { name: 'Try again' }).click();
    await heading(page, 'Crew Management').waitFor();
    expect(new URL(page.url()).search).toBe('?q=saw');
  });

  test('A page whose code is missing says so inside the console, and opens by itself', { tags: ['deep'] }, async () => {
    const page = await browser.newPage({ signedIn: true, expectedErrors: WITHOUT_NETWORK });
    await page.route('**/assets/leads-*.js', (route) => route.abort());
    await page.goto('/');
    await heading(page, 'Dashboard').waitFor();
    await page.context().setOffline(true);
    await mark(page);
    await page.getByTestId('nav-leads').click();
    await page.getByText(NOT_LOADED).waitFor();
    await expectNoViolations(page);
    // The rest of the console still works.
    await page.getByTestId('nav-dashboard').click();
    await heading(page, 'Dashboard').waitFor();
    await page.getByTestId('nav-leads').click();
    await page.getByText(NOT_LOADED).waitFor();
    expect(await isMarked(page)).toBe(true);
    await page.unroute('**/assets/leads-*.js');
    await page.context().setOffline(false);
    await heading(page, 'Lead Management Pipeline').waitFor();
  });
});

/** Writes to stores of the device without ever ending, as WebKit does for a page that was left while it wrote. */
async function holdStores(names: string[]): Promise<void> {
  const request = indexedDB.open('heartwood');
  const store = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const writing = store.transaction(names, 'readwrite').objectStore(names[0] as string);
  await new Promise<void>((resolve) => {
    function goOn(): void {
      writing.count().onsuccess = goOn;
      resolve();
    }
    goOn();
  });
}

describe("where the device's store does not answer", () => {
  test("The console opens where the device's store does not answer, and signs its person out", async () => {
    const page = await open('/', false);
    const other = await page.context().newPage();
    await other.goto('/robots.txt');
    await other.evaluate(holdStores, ['kept']);
    await page.goto('/leads');
    await heading(page, 'Lead Management Pipeline').waitFor();
    await page.getByRole('link', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
  });

  test("An act is sent at once where the device's store does not answer", { tags: ['deep'] }, async () => {
    const owner = await browser.server.signIn();
    const { id } = (await owner.post('/api/jobs', { title: 'Oak', address: '3 Elm St' }).then(expectStatus(201))).body;
    const page = await open(`/jobs/${id}`, false);
    const other = await page.context().newPage();
    await other.goto('/robots.txt');
    await other.evaluate(holdStores, ['waiting', 'files']);
    await page.getByLabel('New note').fill('Ring the bell');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect.poll(async () => (await owner.get(`/api/jobs/${id}`)).body.notes).toHaveLength(1);
  });
});

describe('with a service worker', () => {
  const names = (page: Page) => page.evaluate(() => caches.keys());

  /** Waits until the console is cached. */
  async function kept(page: Page): Promise<void> {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  }

  test('With a service worker, the console opens without the network, and knows who works; nothing else is kept', async () => {
    const page = await open('/', true);
    const refused = () => page.evaluate(() => (window as unknown as { refused: string[] }).refused);
    await page.addInitScript(() => {
      const all: string[] = [];
      Object.assign(window, { refused: all });
      document.addEventListener('securitypolicyviolation', ({ blockedURI }) => all.push(blockedURI));
    });
    await kept(page);
    await page.goto('/leads?new=true');
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.context().setOffline(true);
    await page.reload();
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Ada Lovelace');
    await page.keyboard.press('Escape');
    await offlineNote(page).waitFor();
    await page.getByRole('button', { name: `Account of ${OWNER.username}` }).waitFor();
    await page.goto('/customers');
    await heading(page, 'Customers').waitFor();
    await page.getByText('Heartwood cannot be reached.').first().waitFor();
    expect(await refused()).toEqual([]);
    for (const path of ['/landing', '/set-password', '/customer-portal', '/api/docs/']) {
      const other = await page.context().newPage();
      await expect(other.goto(browser.server.url + path), path).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
      await other.close();
    }
    await page.context().setOffline(false);
    await page.getByText('No customers found').waitFor();

    const paths = await page.evaluate(async () => {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(paths.filter((path) => !/^\/(assets\/.+|theme\.js|favicon\.svg)?$/.test(path))).toEqual([]);
  });

  test.each([390, 1440])(
    'The first page opened without the network says so at %i px, leads to the jobs of this device, and is there when it is back',
    async (width) => {
      const owner = await browser.server.signIn();
      const body = { title: 'Oak at the mill', address: '3 Elm St' };
      const { id } = (await owner.post('/api/jobs', body).then(expectStatus(201))).body;
      const page = await open(`/jobs/${id}`, true, width);
      await kept(page);
      await expect.poll(() => page.evaluate(keptPaths)).toContain(`/api/jobs/${id}`);
      await page.context().setOffline(true);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto('/');
      await page.getByRole('heading', { name: 'No network' }).waitFor();
      await expectNoViolations(page);
      // Asked for by the address, and by the page that shows it: not again and again.
      expect(asked.filter((path) => path === '/api/dashboard/attention').length).toBeLessThan(5);
      const jobs = page.getByRole('region', { name: 'Jobs on this device' });
      await jobs.getByRole('link', { name: 'Oak at the mill' }).click();
      await heading(page, 'Oak at the mill').waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'No network' }).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
      expect(await page.getByRole('heading', { name: 'No network' }).count()).toBe(0);
    },
  );

  test('The kept console opens where a proxy says that its server is down', { tags: ['deep'] }, async () => {
    let isDown = false;
    const proxy = await listenHttp((asked, answer) => {
      if (isDown) return void answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
      const { url = '/', method = 'GET', headers } = asked;
      const onward = request(browser.server.url + url, { method, headers }, (come) => {
        answer.writeHead(come.statusCode ?? 500, come.headers);
        come.pipe(answer);
      });
      answer.on('close', () => onward.destroy());
      onward.on('error', () => answer.destroy());
      asked.pipe(onward);
    });
    onTestFinished(() => proxy.close());
    const page = await browser.newPage({
      signedIn: true,
      keepsConsole: true,
      expectedErrors: [/status of 502|EventSource's response/],
    });
    await page.goto(proxy.url);
    await kept(page);
    isDown = true;
    await page.goto(`${proxy.url}/crew`);
    await heading(page, 'Crew Management').waitFor();
    await page.getByText('Heartwood cannot be reached.').first().waitFor();
  });

  test('A newer version waits as long as somebody may be typing, then takes over', async () => {
    const typing = await open('/leads?new=true', true);
    await kept(typing);
    await typing.getByLabel('Name').fill('Grace Hopper');
    const before = await names(typing);
    await putNewerVersion();
    const other = await typing.context().newPage();
    await other.goto(`${browser.server.url}/`);
    await other.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
    });
    await expect.poll(() => other.evaluate(isWaiting)).toBe(true);
    // Two pages are open.
    await other.reload();
    await heading(other, 'Dashboard').waitFor();
    expect(await other.evaluate(isWaiting)).toBe(true);
    expect(await names(typing)).toEqual(expect.arrayContaining(before));
    expect(await typing.getByLabel('Name').inputValue()).toBe('Grace Hopper');

    await typing.close();
    await other.reload();
    // The worker may count the closed page for a moment longer. It is asked once by each page that starts, some time after its load.
    await expect
      .poll(
        async () => {
          const kept = await names(other);
          if (kept.length > 1) await other.reload();
          return kept;
        },
        { interval: 3_000 },
      )
      .toEqual(['heartwood-shell-newer']);
    await other.context().setOffline(true);
    await other.goto(`${browser.server.url}/crew`);
    await heading(other, 'Crew Management').waitFor();
  });
});

test('A page of somebody else’s is no answer: nothing is taken for saved, and nobody for signed out', {
  tags: ['deep'],
}, async () => {
  await expectNotTakenFor(200);
});

test('The failure of a proxy is no answer either: nothing is taken for saved, and nobody for signed out', {
  tags: ['deep'],
}, async () => {
  await expectNotTakenFor(502);
});

/** Expects that a lead stays typed as long as calls get this status and a page in place of an answer. */
async function expectNotTakenFor(status: number): Promise<void> {
  const page = await browser.newPage({ signedIn: true, expectedErrors: [/status of 502|EventSource's response/] });
  await page.goto('/leads?new=true');
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: 'Add Lead' });
  await page.getByLabel('Name').fill('Katherine Johnson');
  const answer = { status, contentType: 'text/html', body: '<!doctype html><h1>Welcome to the hotel</h1>' };
  await page.route('**/api/**', (route) => route.fulfill(answer));
  await add.press('Enter');
  await dialog.getByText('Heartwood cannot be reached.').waitFor();
  await page.reload();
  await dialog.getByText('Draft from').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Katherine Johnson');
  await page.locator('#content').getByText('Heartwood cannot be reached.').first().waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/hotel|Lead Created/);
  await page.unroute('**/api/**');
  await add.press('Enter');
  await page.getByText('Lead Created').waitFor();
}

async function isWaiting(): Promise<boolean> {
  return (await navigator.serviceWorker.ready).waiting !== null;
}

/** The same files under another version, as a server serves after an update. */
async function putNewerVersion(): Promise<void> {
  const path = join(folder.path, 'service-worker.js');
  const script = await readFile(path, 'utf8');
  for (const ending of ['.gz', '.br']) await rm(path + ending);
  await writeFile(path, script.replace(/"version":"\w+"/, '"version":"newer"'));
}
