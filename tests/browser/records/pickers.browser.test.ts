import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  for (const firstName of ['Ada', 'Bea', 'Cleo']) {
    const whom = { firstName, lastName: 'Lovelace', address: `1 ${firstName} Rd` };
    const { id } = (await owner.post('/api/customers', whom).then(expectStatus(201))).body;
    const second = { address: `2 ${firstName} Rd` };
    await owner.post(`/api/customers/${id}/properties`, second).then(expectStatus(201));
  }
});
afterAll(() => browser.close());

/** Holds back the results of the search for customers. @returns lets them come */
async function holdBack(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/api\/customers\?.*search=/, async (route) => {
    await promise;
    // An earlier search was given up meanwhile.
    await route.continue().catch(() => {});
  });
  return resolve;
}

test('A tap on a row that moves under the finger takes nobody, and the next tap takes who is there', async () => {
  const page = await browser.newPage({ width: 390, height: 844, touch: true, signedIn: true });
  await page.goto('/jobs?new=true');
  const dialog = page.getByRole('dialog', { name: 'New Job' });
  const customer = dialog.getByRole('combobox', { name: 'Customer' });
  await customer.tap();
  const first = dialog.getByRole('option').first();
  await first.waitFor();
  const before = await first.textContent();
  const who = before?.includes('Ada') ? 'Bea' : 'Ada';
  const letGo = await holdBack(page);
  await customer.pressSequentially(who);
  const touch = await page.context().newCDPSession(page);
  const { x = 0, y = 0, width = 0, height = 0 } = (await first.boundingBox()) ?? {};
  const point = { x: x + width / 2, y: y + height / 2 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  letGo();
  await first.filter({ hasText: who }).waitFor();
  // Where the finger is now.
  const row = page.getByRole('option', { name: who });
  await expect
    .poll(() => row.evaluate((element, at) => element.contains(document.elementFromPoint(at.x, at.y)), point))
    .toBe(true);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await customer.inputValue()).toBe(who);
  await row.tap();
  await expect.poll(() => customer.inputValue()).toBe(`${who} Lovelace`);
});

test('Two quick taps take one person, though the list moves down for whoever is chosen', async () => {
  for (const firstName of ['Grace', 'Luis', 'Walter'])
    await owner.post('/api/staff', { firstName }).then(expectStatus(201));
  const { id } = (await owner.post('/api/jobs', { address: '3 Elm St' }).then(expectStatus(201))).body;
  const page = await browser.newPage({ width: 390, height: 844, touch: true, signedIn: true });
  await page.goto(`/jobs/${id}`);
  await page.getByRole('button', { name: 'Add hours' }).tap();
  await page.getByRole('combobox', { name: 'Who' }).tap();
  const luis = page.getByRole('option', { name: 'Luis' });
  await luis.waitFor();
  const { x = 0, y = 0 } = (await luis.boundingBox()) ?? {};
  await page.touchscreen.tap(x + 30, y + 10);
  await page.touchscreen.tap(x + 30, y + 10);
  await page.getByRole('button', { name: 'Remove Luis' }).waitFor();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.getByRole('list', { name: 'Who: chosen' }).getByRole('listitem').count()).toBe(1);
});

test('A job is booked by keys alone for the customer that was typed, however late the answer comes', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/jobs?new=true');
  const dialog = page.getByRole('dialog', { name: 'New Job' });
  const customer = dialog.getByRole('combobox', { name: 'Customer' });
  await customer.focus();
  await page.keyboard.press('ArrowDown');
  await dialog.getByRole('option', { name: /Ada/ }).waitFor();
  const letGo = await holdBack(page);
  await page.keyboard.type('Bea');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const property = dialog.getByLabel('Property');
  await expect.poll(() => property.evaluate((element) => element === document.activeElement)).toBe(true);
  letGo();
  await expect.poll(() => customer.inputValue()).toBe('Bea Lovelace');
  // The choice of properties is another one now, and still has the focus.
  await property.getByRole('option', { name: /2 Bea Rd/ }).waitFor({ state: 'attached' });
  await page.keyboard.type('2 Bea');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2 Bea Rd');
  await page.keyboard.press('Enter');
  await toast(page).getByText('for Bea Lovelace is in the list').waitFor();
  const [job] = (await owner.get('/api/jobs').then(expectStatus(200))).body;
  expect(job).toMatchObject({ customerName: 'Bea Lovelace', address: '2 Bea Rd' });
});
