import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { openBrowser, type PageOptions, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { ADA, CREW_PHONE, clockAct, connection, kept, keptPaths, widthOf } from '../../support/browser/crew-phone.ts';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus } from '../../support/server.ts';

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

async function addJob(changes: object): Promise<string> {
  return (await owner.post('/api/jobs', { address: '3 Elm St', ...changes }).then(expectStatus(201))).body.id;
}

/** The crew that Ada is in. */
async function crewOfAda(): Promise<string> {
  const { body } = await owner.get('/api/crews').then(expectStatus(200));
  const crew = body.find(({ memberIds }: { memberIds: string[] }) => memberIds.includes(adaId));
  return (crew ?? (await owner.post('/api/crews', { name: 'North', memberIds: [adaId] }).then(expectStatus(201))).body)
    .id;
}

async function jobOf(id: string) {
  return (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body;
}

const phone = (options: PageOptions = {}): Promise<Page> => browser.newPage({ ...CREW_PHONE, ...options });

/** Everything this browser has cached. */
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

async function signInAs(context: BrowserContext, as?: { username: string; password: string }): Promise<void> {
  const [name = '', value = ''] = (await browser.server.signIn(as)).cookie()?.split('=', 2) ?? [];
  await context.clearCookies();
  await context.addCookies([{ name, value, url: browser.server.url, httpOnly: true, sameSite: 'Lax' }]);
}

test('What a crew was given for today opens without a signal, what is refused waits for its person, and no erased person stays', async () => {
  const body = { firstName: 'Grace', lastName: 'Hopper', phone: '413 555 0142', address: '3 Elm St', city: 'Amherst' };
  const customerId = (await owner.post('/api/customers', body).then(expectStatus(201))).body.id;
  const crewId = await crewOfAda();
  const today = new Date().toISOString();
  const id = await addJob({ customerId, title: 'Stump behind the barn', crewId, scheduledDate: today });
  const { body: picture } = await upload(owner, `job/${id}`, await samplePhoto()).then(expectStatus(201));

  const page = await phone();
  await page.goto('/');
  const customer = `/api/customers/${customerId}`;
  await kept(page, `/api/jobs/${id}`, customer, '/api/settings', picture.thumbnailUrl);

  // Its page was never opened.
  await page.context().setOffline(true);
  await page.goto(`/jobs/${id}`);
  await page.getByText('Stump behind the barn').first().waitFor();
  await expect.poll(() => page.locator('.hw-photo img').evaluate(widthOf)).toBeGreaterThan(0);
  await clockAct(page, 'Start').tap();
  await connection(page).getByRole('button', { name: 'Waiting for signal · 1' }).tap();
  const list = page.getByRole('dialog', { name: 'Not sent yet' });
  const { jobNumber } = await jobOf(id);
  await list.getByRole('region', { name: 'Jobs on this device' }).getByRole('link', { name: jobNumber }).tap();
  await list.waitFor({ state: 'detached' });
  await owner.post(`/api/jobs/${id}/cancel`, { reason: 'The customer called it off.' }).then(expectStatus(200));
  await page.context().setOffline(false);
  await connection(page).getByRole('button', { name: 'Refused · 1' }).waitFor();

  // It is shown until somebody decides.
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
  await connection(page).getByRole('button').waitFor({ state: 'detached' });
  expect((await jobOf(id)).status).toBe('cancelled');

  // Nothing remains here of an erased person either.
  expect(await page.evaluate(keptText)).toContain('Hopper');
  await owner.post(`${customer}/erase`, { confirm: 'Grace Hopper' }).then(expectStatus(200));
  await page.goto('/');
  await expect.poll(() => page.evaluate(keptText)).not.toContain('Hopper');
  await expect.poll(() => page.evaluate(keptPaths)).not.toContain(picture.thumbnailUrl);
});

test('What a customer says of photos in public is recorded without signal, with when it was said, and a later word stands', async () => {
  const { id: customerId } = (await owner.post('/api/customers', { firstName: 'Mary', address: '3 Elm St' })).body;
  const crewId = await crewOfAda();
  const id = await addJob({ customerId, title: 'Maple', crewId });
  const page = await phone();
  await page.goto(`/jobs/${id}`);
  await kept(page, `/api/jobs/${id}`);
  const consent = page.getByRole('region', { name: 'Photos in public' });
  await consent.getByText('Nobody has recorded whether').waitFor();
  await page.context().setOffline(true);
  await consent.getByRole('button', { name: 'Customer agrees' }).tap();
  await consent.getByText('The customer agrees that photos of this job are shown in public.').waitFor();
  await connection(page).getByRole('button', { name: 'Waiting for signal · 1' }).waitFor();
  const saidBy = new Date().toISOString();
  await page.reload();
  await consent.getByText('Waiting for signal').waitFor();
  expect((await jobOf(id)).photoConsent).toBeNull();
  await page.context().setOffline(false);
  await expect.poll(async () => (await jobOf(id)).photoConsent).toMatchObject({ isGiven: true, recordedBy: adaId });
  expect((await jobOf(id)).photoConsent.at <= saidBy).toBe(true);
  await connection(page).getByRole('button').waitFor({ state: 'detached' });

  // The office hears something else while the phone is still on its way.
  await owner.post(`/api/jobs/${id}/take-back-photo-consent`).then(expectStatus(200));
  await consent.getByText('does not want photos of this job shown in public').waitFor();
  await page.context().setOffline(true);
  await consent.getByRole('button', { name: 'Customer agrees' }).tap();
  await connection(page).getByRole('button', { name: 'Waiting for signal · 1' }).waitFor();
  await owner.post(`/api/jobs/${id}/give-photo-consent`).then(expectStatus(200));
  await owner.post(`/api/jobs/${id}/take-back-photo-consent`).then(expectStatus(200));
  await page.context().setOffline(false);
  const refused = page.getByRole('region', { name: 'Refused' });
  await refused.getByText('The customer agrees to photos in public').waitFor();
  await refused.getByText(/said later was recorded meanwhile/).waitFor();
  expect((await jobOf(id)).photoConsent.isGiven).toBe(false);
});

test('Hours that are no number are refused where they are typed, also without signal, and hours that are refused later say what was typed', async () => {
  const joan = { firstName: 'Joan', lastName: 'Clarke' };
  const { id: joanId } = (await owner.post('/api/staff', joan).then(expectStatus(201))).body;
  const crew = { name: 'South', memberIds: [joanId] };
  const crewId = (await owner.post('/api/crews', crew).then(expectStatus(201))).body.id;
  const id = await addJob({ title: 'Elm', crewId });
  const page = await phone({ keepsConsole: false });
  await page.goto(`/jobs/${id}`);
  const section = page.locator('.hw-section', { has: page.getByRole('heading', { name: 'Hours', exact: true }) });
  const hours = section.locator('input[name=hours]');
  const add = section.getByRole('button', { name: 'Add', exact: true });
  await section.getByRole('button', { name: 'Add hours' }).tap();
  await section.getByText('Joan Clarke').waitFor();
  await page.context().setOffline(true);
  for (const typed of ['1,5', '1:30', 'abc', '25']) {
    await hours.fill(typed);
    await add.tap();
    await section.getByText('The hours must be a number of hours from 0 to 24, like 4 or 1.5.').waitFor();
    expect(await hours.inputValue()).toBe(typed);
  }
  await hours.fill('1.5');
  await add.tap();
  await add.waitFor({ state: 'detached' });
  await section.getByText('1 h 30 min').first().waitFor();
  expect(await section.getByText('0 min', { exact: true }).count()).toBe(0);

  const refusal = { status: 422, json: { code: 'wrong', message: 'Joan does not work here.', issues: [] } };
  await page.route('**/api/jobs/*/hours', (route) => route.fulfill(refusal));
  await page.context().setOffline(false);
  await page
    .getByRole('region', { name: 'Refused' })
    .getByText(/^Hours: 1\.5 on /)
    .waitFor();
});

/** Holds up large photos that are read from now on, as a slow phone does. @returns lets them be read */
async function holdLarge(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const readNow = window.createImageBitmap.bind(window);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    window.createImageBitmap = async (...source: unknown[]) => {
      const [picture] = source as [Blob];
      if (picture.size > 4e6) await released;
      return readNow(...(source as [Blob]));
    };
    return { release };
  });
  return () => held.evaluate(({ release }) => release());
}

async function largeAndSmall() {
  const photo = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
  const large = photo('large.jpg', await samplePhoto({ width: 2200, height: 1400, bytes: 5e6 }));
  return [large, photo('small.jpg', await samplePhoto())];
}

test('Photos that are still being read are shown at once on the phone of the crew, and a small one does not wait for a large one', async () => {
  const id = await addJob({ title: 'Ash' });
  const page = await phone({ keepsConsole: false });
  await page.goto(`/jobs/${id}`);
  await page.getByText('No photos yet').waitFor();
  const read = await holdLarge(page);
  await page.locator('.hw-photos input[type=file]').setInputFiles(await largeAndSmall());
  const uploads = page.getByRole('list', { name: 'Photos being uploaded' });
  await expect
    .poll(() => uploads.getByRole('listitem').allInnerTexts())
    .toEqual([expect.stringMatching(/^large.jpg\s+Reading…$/)]);
  expect(await page.getByText('No photos yet').isVisible()).toBe(false);
  await expect.poll(() => page.locator('.hw-photo').count()).toBe(1);

  await read();
  await expect.poll(() => page.locator('.hw-photo').count()).toBe(2);
  await uploads.waitFor({ state: 'detached' });
});

test('Photos wait in the order they were chosen, though a small one is stored before a large one is read', async () => {
  const id = await addJob({ title: 'Beech' });
  const page = await phone({ keepsConsole: false });
  await page.goto(`/jobs/${id}`);
  await page.getByText('No photos yet').waitFor();
  const read = await holdLarge(page);
  await page.context().setOffline(true);
  await page.locator('.hw-photos input[type=file]').setInputFiles(await largeAndSmall());
  const uploads = page.getByRole('list', { name: 'Photos being uploaded' }).getByRole('listitem');
  const waiting = uploads.filter({ hasText: 'Waiting for signal' }).locator('.hw-photo-upload-name');
  await expect.poll(() => waiting.allInnerTexts()).toEqual(['small.jpg']);
  await read();
  await expect.poll(() => waiting.allInnerTexts()).toEqual(['large.jpg', 'small.jpg']);
  await page.context().setOffline(false);
  await expect.poll(() => page.locator('.hw-photo').count()).toBe(2);
});

test('Sign out asks before it gives up a photo that is still being read, and stays all there where nobody says so', async () => {
  const id = await addJob({ title: 'Alder' });
  const page = await phone({ keepsConsole: false });
  await page.goto(`/jobs/${id}`);
  await page.getByText('No photos yet').waitFor();
  await page.evaluate(() => {
    window.createImageBitmap = () => new Promise(() => {});
  });
  await page
    .locator('.hw-photos input[type=file]')
    .setInputFiles({ name: 'alder.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto() });
  await page.getByText('Reading…').waitFor();
  await page.getByRole('button', { name: /^Account of/ }).tap();
  await page.getByRole('menuitem', { name: 'Sign out' }).tap();
  await toast(page).getByText('Not every photo you added has been sent. Signing out discards the rest.').waitFor();
  expect(await page.evaluate(keptPaths)).toContain(`/api/jobs/${id}`);
  await toast(page).getByRole('button', { name: 'Sign out anyway' }).tap();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
});

test('What was done in a long while without signal is sent as soon as there is some', { tags: ['deep'] }, async () => {
  const id = await addJob({ title: 'Poplar' });
  const page = await phone({ keepsConsole: false });
  await page.goto(`/jobs/${id}`);
  await clockAct(page, 'Start').waitFor();
  await page.context().setOffline(true);
  // Each is tried when it is done, and fails: that must not make the next try later.
  for (const name of ['Start', 'Pause', 'Resume', 'Pause', 'Resume', 'Pause', 'Finish'])
    await clockAct(page, name).tap();
  await connection(page).getByText('Waiting for signal · 7').waitFor();
  await page.context().setOffline(false);
  await connection(page).getByRole('button').waitFor({ state: 'detached' });
  expect((await jobOf(id)).status).toBe('completed');
});

test('What waits is sent in order once its person signs in again, where their session ended meanwhile', {
  tags: ['deep'],
}, async () => {
  const id = await addJob({ title: 'Willow' });
  const expectedErrors = [...(CREW_PHONE.expectedErrors ?? []), /401/];
  const page = await phone({ keepsConsole: false, expectedErrors });
  await page.goto(`/jobs/${id}`);
  await clockAct(page, 'Start').waitFor();
  await page.context().setOffline(true);
  for (const name of ['Start', 'Pause', 'Resume', 'Pause', 'Finish']) await clockAct(page, name).tap();
  await connection(page).getByText('Waiting for signal · 5').waitFor();
  await owner.delete(`/api/users/${adaId}/sessions`).then(expectStatus(204));
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  expect((await jobOf(id)).work).toEqual([]);
  await signInAs(page.context(), ADA);
  await page.goto('/');
  await expect.poll(async () => (await jobOf(id)).status).toBe('completed');
  expect((await jobOf(id)).work).toHaveLength(2);
});

test('What waits stays with its person: through a sign-out, under somebody else, and what is no answer of Heartwood’s', {
  tags: ['deep'],
}, async () => {
  const id = await addJob({ title: 'Hedge' });
  const page = await phone({ keepsConsole: false });
  const hotel = { status: 200, contentType: 'text/html', body: '<!doctype html><h1>Welcome to the hotel</h1>' };
  await page.route('**/api/jobs/*/notes', (route) => route.fulfill(hotel));
  await page.goto(`/jobs/${id}`);
  await page.getByLabel('New note').fill('Chips go to the garden.');
  await page.getByRole('button', { name: 'Add note' }).tap();
  await connection(page).getByText('Waiting for signal · 1').waitFor();
  await page.getByRole('button', { name: /^Account of/ }).tap();
  await page.getByRole('menuitem', { name: 'Sign out' }).tap();
  await toast(page).getByText('Not everything has been sent').waitFor();
  await toast(page).getByRole('button', { name: 'Sign out anyway' }).tap();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  expect(await page.evaluate(keptPaths)).toEqual([]);
  await page.unroute('**/api/jobs/*/notes');

  await signInAs(page.context());
  await page.goto(`/jobs/${id}`);
  await clockAct(page, 'Start').tap();
  await toast(page).getByText('Job Started').waitFor();
  expect((await jobOf(id)).notes).toEqual([]);
  await expect.poll(() => connection(page).getByRole('button').count()).toBe(0);

  await signInAs(page.context(), ADA);
  await page.goto('/');
  await expect.poll(async () => (await jobOf(id)).notes).toMatchObject([{ addedBy: adaId }]);
});

test('Two tabs without locks send what waits once, and never as who is signed in by then', {
  tags: ['deep'],
}, async () => {
  const id = await addJob({ title: 'Birch' });
  const page = await phone({ keepsConsole: false });
  const context = page.context();
  // As over plain HTTP.
  await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto(`/jobs/${id}`);
    await clockAct(each, 'Start').waitFor();
  }
  await context.setOffline(true);
  await clockAct(page, 'Start').tap();
  for (const each of [page, other]) await connection(each).getByText('Waiting for signal · 1').waitFor();
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
  for (const tab of tabs) await clockAct(tab, 'Pause').waitFor();
  for (const tab of tabs) await connection(tab).getByRole('button').waitFor({ state: 'detached' });
  expect(sent).toEqual([`/api/jobs/${id}/start`]);
});

test('Pictures that were read make room on a full phone for what is done', { tags: ['deep'] }, async () => {
  const id = await addJob({ title: 'Alder' });
  const { body: picture } = await upload(owner, `job/${id}`, await samplePhoto()).then(expectStatus(201));
  const page = await phone();
  await page.goto(`/jobs/${id}`);
  await kept(page, picture.thumbnailUrl);
  await page.evaluate(() => {
    const { add, clear } = IDBObjectStore.prototype;
    let isFull = true;
    IDBObjectStore.prototype.clear = function () {
      if (this.name === 'pictures') isFull = false;
      return clear.call(this);
    };
    IDBObjectStore.prototype.add = function (value) {
      if (isFull) throw new DOMException('Full', 'QuotaExceededError');
      return add.call(this, value);
    };
  });
  await page.context().setOffline(true);
  await clockAct(page, 'Start').tap();
  await connection(page).getByText('Waiting for signal · 1').waitFor();
  await page.context().setOffline(false);
  await expect.poll(async () => (await jobOf(id)).status).toBe('in_progress');
});

test('A browser that keeps nothing does what it can at once, and says so where it cannot', {
  tags: ['deep'],
}, async () => {
  const id = await addJob({ title: 'Maple' });
  const page = await phone({ keepsConsole: false });
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  await page.goto(`/jobs/${id}`);
  await clockAct(page, 'Start').tap();
  await toast(page).getByText('Job Started').waitFor();
  await clockAct(page, 'Pause').waitFor();
  await page.context().setOffline(true);
  await clockAct(page, 'Pause').tap();
  await toast(page).getByText('Try again when you have signal.').waitFor();
  await clockAct(page, 'Pause').waitFor();
  expect((await jobOf(id)).clock).toBe('running');

  // Every photo that must be added again is named, not just the first.
  const photo = { mimeType: 'image/jpeg', buffer: await samplePhoto() };
  const two = ['oak.jpg', 'elm.jpg'].map((name) => ({ name, ...photo }));
  await page.getByLabel('Choose photos').setInputFiles(two);
  await toast(page)
    .getByText(/oak\.jpg: .*Try again when you have signal\. elm\.jpg: .*Try again when you have signal\./)
    .waitFor();
});
