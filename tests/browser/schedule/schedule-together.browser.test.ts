import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { cell, dragTo, placeIn, visit } from '../../support/browser/board.ts';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

// Two dispatchers on one board.

let browser: TestBrowser;
let owner: Client;
let other: Client;
let id: string;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  other = (await addSignedIn(browser.server, owner, 'priya')).client;
});
afterAll(() => browser.close());

beforeEach(async () => {
  const body = { title: 'Hedge', address: '3 Elm St', estimatedDuration: 2, scheduledDate: '2036-06-16' };
  id = (await owner.post('/api/jobs', body).then(expectStatus(201))).body.id;
  return async () => void (await owner.delete(`/api/jobs/${id}`).then(expectStatus(204)));
});

const put = (by: Client, body: object) => by.put(`/api/jobs/${id}`, body).then(expectStatus(200));
const startOf = async () => (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body.visits[0].start;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Someone else changed it first' });

async function openBoard(): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, expectedErrors: [/409/] });
  await page.goto('/schedule?date=2036-06-10');
  await visit(page, 'Mon, Jun 16.*Hedge').waitFor();
  return page;
}

/** Drags the visit to Wednesday while the other dispatcher puts it on Friday. */
async function dragBoth(page: Page): Promise<void> {
  await dragTo(page, visit(page, 'Hedge'), await placeIn(cell(page, 17), 0.5, 0.5), false);
  await put(other, { scheduledDate: '2036-06-20' });
  await page.mouse.up();
  await dialog(page).getByText('priya just changed').waitFor();
}

test('The second of two who move a visit is told who was faster, and keeps what that one did', async () => {
  const page = await openBoard();
  await dragBoth(page);
  const facts = dialog(page).getByRole('definition');
  expect(await facts.allInnerTexts()).toEqual([
    'Fri, Jun 20, 8:00 AM to 10:00 AM, Unassigned, Scheduled',
    'Wed, Jun 18, 8:00 AM to 10:00 AM, Unassigned',
  ]);
  await visit(page, 'Fri, Jun 20.*Hedge').waitFor();
  await dialog(page).getByRole('button', { name: 'Keep theirs' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await visit(page, 'Fri, Jun 20.*Hedge').waitFor();
  expect(await startOf()).toBe('2036-06-20T12:00:00.000Z');
});

test('The second of two who move a visit puts it where they wanted all the same', { tags: ['deep'] }, async () => {
  const page = await openBoard();
  await dragBoth(page);
  await dialog(page).getByRole('button', { name: 'Use mine' }).click();
  await visit(page, 'Wed, Jun 18.*Hedge.*pinned').waitFor();
  await expect.poll(startOf).toBe('2036-06-18T12:00:00.000Z');
});

test('A date is not taken away from a visit that somebody else has just moved', { tags: ['deep'] }, async () => {
  const page = await openBoard();
  await page.route('**/unschedule', async (route) => {
    await put(other, { scheduledDate: '2036-06-20' });
    await route.continue();
  });
  await visit(page, 'Hedge').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Unschedule' }).click();
  await dialog(page).getByText('No date').waitFor();
  await visit(page, 'Fri, Jun 20.*Hedge').waitFor();
  expect(await startOf()).toBe('2036-06-20T12:00:00.000Z');
});

test('What does not change the plan stands in nobody’s way, nor does one’s own move before', {
  tags: ['deep'],
}, async () => {
  const page = await openBoard();
  await dragTo(page, visit(page, 'Hedge'), await placeIn(cell(page, 17), 0.5, 0.5), false);
  await put(other, { description: 'By the gate' });
  await page.mouse.up();
  await expect.poll(startOf).toBe('2036-06-18T12:00:00.000Z');

  // The second move is made before the first is answered.
  const sent: unknown[] = [];
  const answer = Promise.withResolvers<void>();
  await page.route(`**/api/jobs/${id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    sent.push(route.request().postDataJSON());
    if (sent.length === 1) await answer.promise;
    return route.continue();
  });
  for (const day of ['Thu, Jun 19', 'Fri, Jun 20']) {
    await visit(page, 'Hedge').focus();
    for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await visit(page, `${day}.*Hedge`).waitFor();
  }
  expect(sent).toHaveLength(1);
  answer.resolve();
  await expect.poll(startOf).toBe('2036-06-20T12:00:00.000Z');
  expect(await dialog(page).count()).toBe(0);
});

test('A board that was being loaded when a visit was moved does not put it back', { tags: ['deep'] }, async () => {
  const page = await openBoard();
  const loaded = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const saved = Promise.withResolvers<void>();
  await page.route('**/api/schedule?*', async (route) => {
    const response = await route.fetch();
    await loaded.promise;
    // The console no longer waits for it.
    await route.fulfill({ response }).catch(() => {});
    answered.resolve();
  });
  await page.route(`**/api/jobs/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await saved.promise;
    return route.continue();
  });
  const loading = page.waitForRequest('**/api/schedule?*');
  await put(other, { description: 'By the gate' });
  await loading;
  await visit(page, 'Hedge').focus();
  for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await visit(page, 'Tue, Jun 17.*Hedge.*pinned').waitFor();
  loaded.resolve();
  await answered.promise;
  await drawnAfterAnswer(page);
  expect(await visit(page, 'Tue, Jun 17.*Hedge').count()).toBe(1);
  saved.resolve();
  await expect.poll(startOf).toBe('2036-06-17T12:00:00.000Z');
  await visit(page, 'Tue, Jun 17.*Hedge').waitFor();
});

/** Waits until the page has drawn what was answered before. */
function drawnAfterAnswer(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await fetch('/favicon.svg', { cache: 'no-store' });
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  });
}

test('A visit that was moved to another day by keyboard has the focus there, where only that day is shown', {
  tags: ['deep'],
}, async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/schedule?date=2036-06-16&view=day');
  for (const day of ['Tue, Jun 17', 'Wed, Jun 18']) {
    await visit(page, 'Hedge').focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowRight');
    await page.locator('.hw-visit-carried').waitFor();
    await page.keyboard.press('Enter');
    await visit(page, `${day}.*Hedge.*pinned`).waitFor();
    await expect.poll(() => visit(page, day).evaluate((button) => button === document.activeElement)).toBe(true);
  }
});

test('A visit that is put back is in view again, with the focus', { tags: ['deep'] }, async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/schedule?date=2036-06-16&view=week');
  await visit(page, 'Hedge').focus();
  await page.keyboard.press('m');
  for (let week = 0; week < 7; week++) await page.keyboard.press('ArrowRight');
  await visit(page, 'Mon, Jun 23.*Hedge').waitFor();
  await page.keyboard.press('Escape');
  const button = visit(page, 'Mon, Jun 16.*Hedge');
  await button.waitFor();
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.locator('.hw-visit-carried').count()).toBe(0);
});
