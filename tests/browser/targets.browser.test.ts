import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { expectFitForFingers } from '../support/browser-targets.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('a dialog is a sheet over the whole phone, with its actions in reach', async () => {
  const page = await browser.newPage({ width: 390, height: 844, touch: true, signedIn: true });
  await page.goto('/leads', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Add Lead' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').first().waitFor();
  // A sheet over the whole screen, with its actions in reach wherever the form is scrolled to.
  await expect.poll(async () => (await dialog.boundingBox())?.height).toBe(844);
  await expectFitForFingers(page, 'the dialog');
  const submit = await dialog.getByRole('button', { name: 'Add Lead' }).boundingBox();
  expect((submit?.y ?? 0) + (submit?.height ?? 0)).toBeLessThanOrEqual(844);
});

test('on a phone the pages that are open to everybody fit fingers too', async () => {
  const page = await browser.newPage({ width: 390, height: 844, touch: true });
  for (const path of ['/', '/landing', '/terms', '/privacy']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expectFitForFingers(page, path);
  }
});
