import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { openPipeline } from '../support/pipeline.ts';

// What every form has, as far as only a browser shows it.

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('A draft of a new record says since when it is there, and goes by Discard', async () => {
  const page = await openPipeline(browser);
  await page.getByRole('button', { name: 'Add Lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
  await dialog.getByLabel('Name').fill('Typed for the last caller');
  expect(await dialog.getByText(/^Draft from/).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Add Lead' }).click();
  await dialog.getByText(/^Draft from \d+:\d\d/).waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Typed for the last caller');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.getByText(/^Draft from/).waitFor({ state: 'detached' });
  expect(await dialog.getByLabel('Name').inputValue()).toBe('');
  expect(await page.locator(':focus').getAttribute('name')).toBe('name');

  await page.reload();
  await dialog.getByLabel('Name').waitFor();
  expect(await dialog.getByText(/^Draft from/).count()).toBe(0);
});

test('While a save is under way nothing is typed that would go with its form; its failure leaves the button free', async () => {
  const page = await browser.newPage({
    signedIn: true,
    width: 390,
    height: 844,
    touch: true,
    expectedErrors: [/ERR_FAILED/],
  });
  await page.goto('/leads?new=true');
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add Lead' });
  const phone = page.getByLabel('Phone');
  await page.getByLabel('Name').fill('Sent on a slow network');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/leads', async (route) => {
    await held.promise;
    await route.abort();
  });
  await add.tap();
  await expect.poll(() => phone.isEditable()).toBe(false);
  await phone.tap();
  await page.keyboard.type('555-0100');
  held.resolve();
  const toast = page.locator('.bp6-toast').filter({ hasText: 'Failed to create lead.' });
  await toast.waitFor();
  await expect.poll(() => phone.isEditable()).toBe(true);
  expect(await phone.inputValue()).toBe('');
  const topOf = async () => (await add.boundingBox())?.y ?? 0;
  const endOf = async () => toast.boundingBox().then((box) => (box ? box.y + box.height : 0));
  await expect.poll(async () => (await topOf()) - (await endOf())).toBeGreaterThanOrEqual(0);

  await page.unroute('**/api/leads');
  await phone.fill('555-0100');
  await add.tap();
  await page.getByText('Lead Created').waitFor();
});
