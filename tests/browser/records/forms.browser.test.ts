import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { openPipeline } from '../../support/browser/pipeline.ts';

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

test.each([
  { width: 1440, touch: false },
  { width: 1180, touch: true },
  { width: 390, touch: true },
])('At $width px an empty date says so in its place, and shows all that is typed, even a part of it', async (size) => {
  const page = await browser.newPage({ signedIn: true, ...size });
  await page.goto('/equipment?new=true');
  const dialog = page.getByRole('dialog');
  const day = dialog.getByLabel('Next Maintenance');
  const said = dialog.locator('.hw-date', { has: page.getByLabel('Next Maintenance') }).getByText('No date');
  const leave = () => dialog.getByLabel('Name').focus();
  await said.waitFor();
  const before = await day.boundingBox();
  expect(await day.evaluate(descriptionOf)).toBe('No date');
  // Nothing of the browser's is under it.
  await said.evaluate((words) => words.classList.add('hw-not-yet'));
  expect(await isBlank(day)).toBe(true);
  await said.evaluate((words) => words.classList.remove('hw-not-yet'));
  expect(await isBlank(day)).toBe(false);

  await day.focus();
  await expect.poll(() => said.isVisible()).toBe(false);
  expect(await isBlank(day)).toBe(false);
  await page.keyboard.type('03');
  await leave();
  // There is no value yet.
  expect(await day.inputValue()).toBe('');
  expect(await said.count()).toBe(0);
  expect(await isBlank(day)).toBe(false);
  await day.focus();
  await page.keyboard.press('Backspace');
  await leave();
  await said.waitFor();

  await day.focus();
  await page.keyboard.type('03152031');
  await leave();
  expect(await day.inputValue()).toBe('2031-03-15');
  expect(await said.count()).toBe(0);
  expect(await day.evaluate(descriptionOf)).toBe('');
  expect(await day.boundingBox()).toEqual(before);
});

/** What an input is described by. */
function descriptionOf(input: Element): string {
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

/** Whether an input shows nothing where its text is. */
async function isBlank(input: Locator): Promise<boolean> {
  const picture = await input.screenshot();
  const { width, height } = await sharp(picture).metadata();
  const inside = { left: 6, top: 6, width: Math.floor(width / 2), height: height - 12 };
  const { channels } = await sharp(await sharp(picture).extract(inside).toBuffer()).stats();
  return channels.every(({ min, max }) => min === max);
}
