import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../support/accounts.ts';
import { openBrowser, type TestBrowser, toast } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { addLead, card, column, moveByMenu, openPipeline } from '../support/pipeline.ts';
import { expectStatus } from '../support/server.ts';

// Several people at once.

let browser: TestBrowser;
let other: Client;

beforeAll(async () => {
  browser = await openBrowser();
  other = await browser.server.signIn();
});
afterAll(() => browser.close());

const open = (path?: string) =>
  openPipeline(browser, path, { expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|500/] });

describe('what another browser does', () => {
  test('What another browser does is seen without a reload, and marked', async () => {
    const page = await open();
    const id = await addLead(other, 'Seen at once');
    await column(page, 'New').getByText('Seen at once').waitFor();
    await other.patch(`/api/leads/${id}`, { status: 'Quoting' }).then(expectStatus(200));
    await column(page, 'Quoting').getByText('Seen at once').waitFor();
    expect(await card(page, 'Seen at once').getAttribute('class')).toContain('hw-touched');
  });

  test('What another browser does moves no card under the pointer', async () => {
    await addLead(other, 'Stays in place');
    const page = await open();
    await card(page, 'Stays in place').hover();
    const before = await card(page, 'Stays in place').boundingBox();
    await addLead(other, 'Waits for the pointer');
    await page.getByRole('button', { name: '1 change by others' }).waitFor();
    expect(await card(page, 'Stays in place').boundingBox()).toEqual(before);
    expect(await card(page, 'Waits for the pointer').count()).toBe(0);
    await page.getByRole('button', { name: '1 change by others' }).click();
    await card(page, 'Waits for the pointer').waitFor();
  });
});

test('A lead that somebody else has converted meanwhile is said to be, without an Undo', {
  tags: ['deep'],
}, async () => {
  const id = await addLead(other, 'Converted twice');
  const page = await open();
  await card(page, 'Converted twice').hover();
  await other.post(`/api/leads/${id}/convert`).then(expectStatus(200));
  await page.getByRole('button', { name: '1 change by others' }).waitFor();
  await card(page, 'Converted twice').getByRole('button', { name: 'Convert Converted twice' }).click();
  await toast(page).getByText('Already Converted').waitFor();
  expect(await toast(page).getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

test('A list that was still loading when somebody else moved a lead shows it where it is now', {
  tags: ['deep'],
}, async () => {
  const id = await addLead(other, 'Moved while loading');
  const page = await browser.newPage({ signedIn: true });
  const loaded = Promise.withResolvers<void>();
  let isLate = true;
  await page.route('**/api/leads-working?status=*', async (route) => {
    if (!isLate) return route.continue();
    const response = await route.fetch();
    await loaded.promise;
    await route.fulfill({ response });
  });
  const told = page.waitForResponse('**/api/changes');
  const figures = page.waitForResponse('**/api/leads/figures');
  await page.goto('/leads');
  await Promise.all([told, figures]);
  const toldAgain = page.waitForResponse('**/api/leads/figures');
  await other.patch(`/api/leads/${id}`, { status: 'Quoting' }).then(expectStatus(200));
  await toldAgain;
  isLate = false;
  loaded.resolve();
  await column(page, 'Quoting').getByText('Moved while loading').waitFor();
  await expect.poll(() => card(page, 'Moved while loading').count()).toBe(1);
});

test('A page that was told of an older history reads all anew, and waits for no position of before', {
  tags: ['deep'],
}, async () => {
  const page = await open();
  const asked: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/leads-working')) asked.push(request.headers()['x-min-position']);
  });
  const position = '0000000000000001';
  const told = `data: ${JSON.stringify({ position, history: 'another', reset: true })}\n\n`;
  await page.route('**/api/changes*', (route) => route.fulfill({ contentType: 'text/event-stream', body: told }), {
    times: 1,
  });
  const comesBack = page.waitForRequest(/api\/changes\?after=0000000000000001&history=another/);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await comesBack;
  await expect.poll(() => asked[0]).toBe(position);
  await addLead(other, 'After the reset');
  await column(page, 'New').getByText('After the reset').waitFor();
});

test('The second of two who edit a lead sees field by field what changed, and loses nothing', async () => {
  const id = await addLead(other, 'Edited by two', { phone: '555-0100', notes: 'First notes' });
  const page = await open(`/leads?lead=${id}&tab=edit`);
  await page.getByLabel('Phone').fill('555-0111');
  await page.getByLabel('Description').fill('Typed by the second');

  await other.patch(`/api/leads/${id}`, { phone: '555-0122', notes: 'Other notes' }).then(expectStatus(200));
  await page.getByText('This lead was changed while you were editing').waitFor();
  const changed = page.locator('.hw-differences');
  await changed.getByText('555-0122').waitFor();
  await changed.getByText('Other notes').waitFor();
  expect(await page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('555-0111');
  expect(await page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Other notes');

  await changed.getByRole('radio', { name: 'Phone, yours: 555-0111' }).check({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page).getByText('Lead Updated').waitFor();
  const [lead] = (await other.get('/api/leads-working?search=Edited')).body;
  expect(lead).toMatchObject({ phone: '555-0111', notes: 'Other notes', description: 'Typed by the second' });
});

test('A value of before comes back from the history, and a step is undone there', async () => {
  const id = await addLead(other, 'Has a history', { phone: '555-0101' });
  await other.patch(`/api/leads/${id}`, { phone: '555-0199' }).then(expectStatus(200));
  const page = await open(`/leads?lead=${id}&tab=history`);
  await page.getByRole('button', { name: 'Restore this value' }).click();
  await toast(page).getByText('Lead Updated').waitFor();
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('link', { name: '555-0101' }).waitFor();

  await page.getByRole('tab', { name: 'History' }).click();
  await page.locator('.hw-step').nth(2).waitFor(); // the restored value is a step of its own
  await page.locator('.hw-step').first().getByRole('button', { name: 'Undo' }).click();
  await toast(page).getByText('The change has been undone.').waitFor();
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('link', { name: '555-0199' }).waitFor();
});

/** What has arrived is drawn. */
const isDrawn = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));

type Gate = PromiseWithResolvers<void>;

const statusOf = async (id: string) => (await other.get(`/api/leads/${id}`).then(expectStatus(200))).body.status;

test('Two quick moves of a lead arrive in their order, however slow the first is', async () => {
  const id = await addLead(other, 'Moved twice');
  const page = await open();
  const sent: unknown[] = [];
  const slow = Promise.withResolvers<void>();
  let isFirstUnderWay = true;
  await page.route(`**/api/leads/${id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    sent.push({ ...route.request().postDataJSON(), isFirstUnderWay });
    if (sent.length === 1) await slow.promise;
    return route.continue();
  });
  for (const status of ['Contacted', 'Quoting']) {
    await moveByMenu(page, 'Moved twice', status);
    await column(page, status).getByText('Moved twice').waitFor();
  }
  isFirstUnderWay = false;
  slow.resolve();
  await expect
    .poll(() => sent)
    .toEqual([
      { status: 'Contacted', isFirstUnderWay: true },
      { status: 'Quoting', isFirstUnderWay: false },
    ]);
  await expect.poll(() => statusOf(id)).toBe('Quoting');
  await column(page, 'Quoting').getByText('Moved twice').waitFor();
});

test('A move that fails does not take back another one that waits for its answer', { tags: ['deep'] }, async () => {
  const [failing, slow] = [await addLead(other, 'Fails'), await addLead(other, 'Answered late')];
  const page = await open();
  const [refused, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(`**/api/leads/${failing}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await refused.promise;
    return route.fulfill({ status: 500, json: { error: 'Broken' } });
  });
  await page.route(`**/api/leads/${slow}`, async (route) => {
    if (route.request().method() === 'PATCH') await saved.promise;
    return route.continue();
  });
  await moveByMenu(page, 'Fails', 'Contacted');
  await moveByMenu(page, 'Answered late', 'Quoting');
  await column(page, 'Quoting').getByText('Answered late').waitFor();
  refused.resolve();
  await toast(page).getByText('Failed to update lead status.').waitFor();
  await column(page, 'New').getByText('Fails').waitFor();
  await isDrawn(page);
  expect(await column(page, 'Quoting').getByText('Answered late').count()).toBe(1);
  saved.resolve();
  await expect.poll(() => statusOf(slow)).toBe('Quoting');
  await column(page, 'Quoting').getByText('Answered late').waitFor();
});

test('A lead that is moved while the next page loads is in one column', { tags: ['deep'] }, async () => {
  for (let number = 10; number < 60; number++) await addLead(other, `Many ${number}`);
  const page = await open();
  const [asked, loaded, saved] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [Gate, Gate, Gate];
  await page.route(/leads-working\?.*cursor=/, async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await loaded.promise;
    // The console no longer waits for it.
    await route.fulfill({ response }).catch(() => {});
  });
  await page.route('**/api/leads/*', async (route) => {
    if (route.request().method() === 'PATCH') await saved.promise;
    return route.continue();
  });
  await card(page, 'Many 59').hover();
  await page.mouse.wheel(0, 20_000);
  await asked.promise;
  await page.mouse.wheel(0, -20_000);
  await moveByMenu(page, 'Many 58', 'Contacted');
  await column(page, 'Contacted').getByText('Many 58').waitFor();
  loaded.resolve();
  await isDrawn(page);
  expect(await card(page, 'Many 58').count()).toBe(1);
  saved.resolve();
  await toast(page).getByText('Lead Updated').waitFor();
  await card(page, 'Many 59').hover();
  await page.mouse.wheel(0, 20_000);
  await column(page, 'New').getByText('Many 10').waitFor();
});

test('What was typed is there again after the session was revoked', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add Lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
  await dialog.getByLabel('Name').fill('Typed before the end');
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Add Lead' }).click();
  await toast(page).getByText('You are logged out. Logging in again...').waitFor();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();

  await page.context().addCookies(cookies);
  await page.goto('/leads?new=true');
  expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Typed before the end');

  // The next person at this desk is somebody else.
  const { client: next } = await addSignedIn(browser.server, other, 'priya');
  const [name = '', value = ''] = next.cookie()?.split('=', 2) ?? [];
  await page.context().addCookies([{ name, value, url: browser.server.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.reload();
  await page.getByRole('button', { name: 'Account of priya' }).waitFor();
  expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('');
});

test('An auditor sees everything and changes nothing', async () => {
  const id = await addLead(other, 'Only looked at');
  await addSignedIn(browser.server, other, 'auditor', { role: 'auditor' });
  const page = await browser.newPage({ signedIn: { username: 'auditor', password: PASSWORD } });
  await page.goto(`/leads?lead=${id}&tab=history`);
  await page.getByText('Lead added').waitFor();
  for (const name of [/^Add Lead/, /^Convert/, /^Move to/, /^Delete/, /^Undo/, /^Edit/]) {
    expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0);
  }
});

test('Eight tabs of one browser all load, and a hidden one is current when it is shown', {
  tags: ['deep'],
}, async () => {
  const first = await open('/leads?q=hidden');
  const tabs = [first];
  for (let count = 1; count < 8; count++) {
    await show(tabs.at(-1) as Page, false);
    const tab = await first.context().newPage();
    await tab.goto('/leads?q=hidden');
    await tab.getByText('Total Leads').waitFor();
    tabs.push(tab);
  }
  await addLead(other, 'While seven were hidden');
  for (const tab of [tabs.at(-1) as Page, first]) {
    await show(tab, true);
    await card(tab, 'While seven were hidden').waitFor();
    await show(tab, false);
  }
});

/** A headless browser considers every tab visible: the page is told what a window's tab would be. */
async function show(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isVisible ? 'visible' : 'hidden',
  );
}
