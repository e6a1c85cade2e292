import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { addLead, card, column, moveByMenu, openPipeline } from '../../support/browser/pipeline.ts';
import type { Client } from '../../support/requests/client.ts';

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

/** What has arrived is drawn. */
const isDrawn = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));

type Gate = PromiseWithResolvers<void>;

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
