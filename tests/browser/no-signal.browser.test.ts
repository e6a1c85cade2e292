import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../support/accounts.ts';
import { openBrowser, type PageOptions, type TestBrowser } from '../support/browser.ts';
import { expectNoViolations } from '../support/browser-checks.ts';
import type { Client } from '../support/client.ts';
import { samplePhoto } from '../support/sample-photos.ts';
import { expectStatus } from '../support/server.ts';
import { upload } from '../support/upload.ts';

const WITHOUT_NETWORK = [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/, /Not loaded: /];
const ADA = { username: 'ada', password: PASSWORD };

let browser: TestBrowser;
let owner: Client;
let adaId: string;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  const ada = { firstName: 'Ada', lastName: 'Lovelace' };
  const { id: personId } = (await owner.post('/api/staff', ada).then(expectStatus(201))).body;
  adaId = (await addSignedIn(browser.server, owner, ADA.username, { personId })).id;
});
afterAll(() => browser.close());

const toast = (page: Page) => page.locator('.bp6-toast');
const bar = (page: Page) => page.locator('.hw-connection');
const act = (page: Page, name: string) => page.getByRole('region', { name: 'Clock' }).getByRole('button', { name });

async function addJob(changes: object): Promise<string> {
  return (await owner.post('/api/jobs', { address: '3 Elm St', ...changes }).then(expectStatus(201))).body.id;
}

async function jobOf(id: string) {
  return (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body;
}

/** A phone of somebody in a crew, whose console is kept. */
async function phone(options: PageOptions = {}): Promise<Page> {
  return browser.newPage({
    ...{ width: 360, height: 780, touch: true, signedIn: ADA, keepsConsole: true, expectedErrors: WITHOUT_NETWORK },
    ...options,
  });
}

/** Waits until what was read so far is kept, with the console itself. */
async function kept(page: Page, ...paths: string[]): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => page.evaluate(keptPaths)).toEqual(expect.arrayContaining(paths));
}

/** The calls whose answers this browser keeps, and the addresses of pictures. */
function keptPaths(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('heartwood');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction(['kept', 'pictures']);
      const answers = reading.objectStore('kept').getAll();
      const pictures = reading.objectStore('pictures').getAllKeys();
      reading.onerror = () => reject(reading.error);
      reading.oncomplete = () => {
        opening.result.close();
        resolve([...answers.result.map(({ meta }) => meta.keptPath), ...pictures.result]);
      };
    };
  });
}

/** All that this browser keeps of what was read. */
function keptText(): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('heartwood');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const asking = opening.result.transaction('kept').objectStore('kept').getAll();
      asking.onerror = () => reject(asking.error);
      asking.onsuccess = () => {
        opening.result.close();
        resolve(JSON.stringify(asking.result));
      };
    };
  });
}

/** Of what is shown of a picture; 0 where it could not be had. */
function widthOf(image: Element): number {
  return (image as HTMLImageElement).naturalWidth;
}

async function signInAs(context: BrowserContext, as?: { username: string; password: string }): Promise<void> {
  const [name = '', value = ''] = (await browser.server.signIn(as)).cookie()?.split('=', 2) ?? [];
  await context.clearCookies();
  await context.addCookies([{ name, value, url: browser.server.url, httpOnly: true, sameSite: 'Lax' }]);
}

test('a crew works where there is no signal: all is sent once, in order, with its true times', async () => {
  const body = { firstName: 'Grace', lastName: 'Hopper', phone: '413 555 0142', address: '3 Elm St', city: 'Amherst' };
  const customerId = (await owner.post('/api/customers', body).then(expectStatus(201))).body.id;
  const id = await addJob({ customerId, hazards: ['Power line'] });
  const crewBody = { name: 'North', memberIds: [adaId] };
  const crewId = (await owner.post('/api/crews', crewBody).then(expectStatus(201))).body.id;
  const today = new Date().toISOString();
  const other = await addJob({ customerId, title: 'Stump behind the barn', crewId, scheduledDate: today });

  const { body: picture } = await upload(owner, `job/${other}`, await samplePhoto()).then(expectStatus(201));

  const first = await phone();
  const context = first.context();
  await first.goto(`/jobs/${id}`);
  await first.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
  const customer = `/api/customers/${customerId}`;
  await kept(first, `/api/jobs/${id}`, `/api/jobs/${other}`, customer, '/api/settings', picture.thumbnailUrl);

  await context.setOffline(true);
  const before = Date.now();
  await act(first, 'Start').tap();
  await toast(first).getByText('Kept on this device. It is sent when there is signal.').waitFor();
  await expect.poll(() => first.getByRole('timer').textContent()).toMatch(/^0:00:(0[1-9]|[1-5])/);
  await first.getByLabel('New note').fill('Stump stays.');
  await first.getByRole('button', { name: 'Add note' }).tap();
  await first.getByRole('listitem').filter({ hasText: 'Stump stays.' }).getByText('Waiting for signal').waitFor();
  const photo = { name: 'oak.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto() };
  await first.getByLabel('Choose photos').setInputFiles([photo]);
  await first.getByRole('list', { name: 'Photos being uploaded' }).getByText('oak.jpg').waitFor();
  await act(first, 'Pause').tap();
  await act(first, 'Resume').waitFor();
  await bar(first).getByText('Waiting for signal · 4').waitFor();
  await first.close();

  // Later, and still without the network.
  const page = await context.newPage();
  await page.goto(`/jobs/${id}`);
  await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
  expect(await page.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:4135550142');
  await page.getByText('Power line').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Stump stays.' }).waitFor();
  await act(page, 'Resume').tap();
  await act(page, 'Pause').waitFor();
  await act(page, 'Finish').tap();
  await page.getByText(/^Finished /).waitFor();
  await bar(page).getByRole('button', { name: 'Waiting for signal · 6' }).tap();
  const list = page.getByRole('dialog', { name: 'Not sent yet' });
  await list.getByText('Photo oak.jpg').waitFor();
  expect(await list.getByRole('region', { name: 'Waiting' }).getByRole('listitem').count()).toBe(6);
  await expectNoViolations(page);

  // What the crew was given for today was never opened.
  const { jobNumber } = await jobOf(other);
  await list.getByRole('region', { name: 'Jobs on this device' }).getByRole('link', { name: jobNumber }).tap();
  await list.waitFor({ state: 'detached' });
  await page.getByText('Stump behind the barn').first().waitFor();
  await expect.poll(() => page.locator('.hw-photo img').evaluate(widthOf)).toBeGreaterThan(0);
  await act(page, 'Start').tap();
  await bar(page).getByText('Waiting for signal · 7').waitFor();
  const back = Date.now();
  await owner.post(`/api/jobs/${other}/cancel`, { reason: 'The customer called it off.' }).then(expectStatus(200));

  const sent: string[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname.split('/').slice(3).join('/'));
  });
  await context.setOffline(false);
  await bar(page).getByRole('button', { name: 'Refused · 1' }).waitFor();
  await expect.poll(async () => (await owner.get(`/api/photos?category=job&recordId=${id}`)).body.length).toBe(1);
  const acts = sent.filter((path) => path.startsWith(id));
  expect(acts).toEqual(['start', 'notes', 'pause', 'resume', 'complete'].map((name) => `${id}/${name}`));

  const done = await jobOf(id);
  expect(done).toMatchObject({ status: 'completed', notes: [{ note: 'Stump stays.', addedBy: adaId }] });
  const times = done.work.flatMap(({ from, to }: { from: string; to: string }) => [Date.parse(from), Date.parse(to)]);
  expect(times).toHaveLength(4);
  expect([...times].sort((a, b) => a - b)).toEqual(times);
  expect(times[0]).toBeGreaterThanOrEqual(before);
  expect(times[3]).toBeLessThanOrEqual(back);

  // It is shown until somebody has decided.
  await page.reload();
  const refused = page.getByRole('region', { name: 'Refused' });
  await refused.getByText('Started').waitFor();
  await page.getByText('Cancelled: The customer called it off.').waitFor();
  await refused.getByRole('button', { name: 'Try again: Started' }).tap();
  await refused.getByText('Started').waitFor();
  await refused.getByRole('button', { name: 'Discard: Started' }).tap();
  await refused.waitFor({ state: 'detached' });
  await toast(page).getByRole('button', { name: 'Undo' }).tap();
  await refused.getByRole('button', { name: 'Discard: Started' }).tap();
  await bar(page).getByRole('button').waitFor({ state: 'detached' });
  expect((await jobOf(other)).status).toBe('cancelled');

  // Of somebody who was erased nothing stays here either.
  expect(await page.evaluate(keptText)).toContain('Hopper');
  await owner.post(`${customer}/erase`, { confirm: 'Grace Hopper' }).then(expectStatus(200));
  await page.goto('/');
  await expect.poll(() => page.evaluate(keptText)).not.toContain('Hopper');
  await expect.poll(() => page.evaluate(keptPaths)).not.toContain(picture.thumbnailUrl);
});

test('what waits stays with its person: through a sign-out, under somebody else, and what is no answer of Heartwood’s', async () => {
  const id = await addJob({ title: 'Hedge' });
  const page = await phone({ keepsConsole: false });
  const hotel = { status: 200, contentType: 'text/html', body: '<!doctype html><h1>Welcome to the hotel</h1>' };
  await page.route('**/api/jobs/*/notes', (route) => route.fulfill(hotel));
  await page.goto(`/jobs/${id}`);
  await page.getByLabel('New note').fill('Chips go to the garden.');
  await page.getByRole('button', { name: 'Add note' }).tap();
  await bar(page).getByText('Waiting for signal · 1').waitFor();
  await page.getByRole('button', { name: /^Account of/ }).tap();
  await page.getByRole('menuitem', { name: 'Sign out' }).tap();
  await toast(page).getByText('Not everything is sent').waitFor();
  await toast(page).getByRole('button', { name: 'Sign out anyway' }).tap();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  expect(await page.evaluate(keptPaths)).toEqual([]);
  await page.unroute('**/api/jobs/*/notes');

  await signInAs(page.context());
  await page.goto(`/jobs/${id}`);
  await act(page, 'Start').tap();
  await toast(page).getByText('Job Started').waitFor();
  expect((await jobOf(id)).notes).toEqual([]);
  expect(await bar(page).getByRole('button').count()).toBe(0);

  await signInAs(page.context(), ADA);
  await page.goto('/');
  await expect.poll(async () => (await jobOf(id)).notes).toMatchObject([{ addedBy: adaId }]);
});

test('two tabs without locks send it once, and never as who is signed in by then', async () => {
  const id = await addJob({ title: 'Birch' });
  const page = await phone({ keepsConsole: false });
  const context = page.context();
  // As over plain http.
  await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto(`/jobs/${id}`);
    await act(each, 'Start').waitFor();
  }
  await context.setOffline(true);
  await act(page, 'Start').tap();
  for (const each of [page, other]) await bar(each).getByText('Waiting for signal · 1').waitFor();
  sent.length = 0;

  await signInAs(context);
  await context.setOffline(false);
  for (const each of [page, other]) await each.getByRole('button', { name: 'Account of owner' }).waitFor();
  expect((await jobOf(id)).status).toBe('unscheduled');
  await Promise.all([page.close(), other.close()]);

  await signInAs(context, ADA);
  sent.length = 0;
  const tabs = [await context.newPage(), await context.newPage()];
  await Promise.all(tabs.map((tab) => tab.goto(`/jobs/${id}`)));
  await expect.poll(async () => (await jobOf(id)).status).toBe('in_progress');
  for (const tab of tabs) await act(tab, 'Pause').waitFor();
  for (const tab of tabs) await bar(tab).getByRole('button').waitFor({ state: 'detached' });
  expect(sent).toEqual([`/api/jobs/${id}/start`]);
});

test('a browser that keeps nothing does what it can at once, and says so where it cannot', async () => {
  const id = await addJob({ title: 'Maple' });
  const page = await phone({ keepsConsole: false });
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  await page.goto(`/jobs/${id}`);
  await act(page, 'Start').tap();
  await toast(page).getByText('Job Started').waitFor();
  await act(page, 'Pause').waitFor();
  await page.context().setOffline(true);
  await act(page, 'Pause').tap();
  await toast(page).getByText('It was not done.').waitFor();
  await act(page, 'Pause').waitFor();
  expect((await jobOf(id)).clock).toBe('running');
});
