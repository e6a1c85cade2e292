import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { animationsEnd } from '../support/browser-checks.ts';
import { smallTargets } from '../support/browser-targets.ts';
import { expectStatus } from '../support/server.ts';

let browser: TestBrowser;
let customer: string;
let lead: string;
let machine: string;

beforeAll(async () => {
  browser = await openBrowser();
  const owner = await browser.server.signIn();
  const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  lead = await add('/api/leads', { name: 'Oak over the garage', phone: '(413) 555-0107', estimatedValue: '1200' });
  machine = await add('/api/equipment', { name: 'Chipper', category: 'Chippers' });
  customer = await add('/api/customers', { firstName: 'Robin', lastName: 'Reed', email: 'robin@example.net' });
  await add('/api/staff', { firstName: 'Ada', lastName: 'Lovelace' });
  await add('/api/crews', { name: 'Climbers' });
});
afterAll(() => browser.close());

/** Fails where something is too small for a finger, or an input so small that a phone zooms into it. */
async function expectFitForFingers(page: Page, what: string): Promise<void> {
  await animationsEnd(page); // a dialog grows as it opens
  expect(await smallTargets(page), what).toEqual([]);
  const sizes = await page
    .locator(
      'input:not([type=checkbox], [type=radio], [type=file], .hw-visually-hidden):visible, textarea:visible, select:visible',
    )
    .evaluateAll((inputs) => inputs.map((input) => Number.parseFloat(getComputedStyle(input).fontSize)));
  expect(
    sizes.filter((size) => size < 16),
    `Inputs of ${what}`,
  ).toEqual([]);
}

test('on a phone nothing that is tapped is too small for a finger', async () => {
  const page = await browser.newPage({ width: 390, height: 844, touch: true, signedIn: true });
  const lists = ['/leads', '/customers', '/crew', '/equipment', '/people', '/users'];
  for (const path of ['/', ...lists, '/settings', '/account', '/security', '/reports', `/customers/${customer}`]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByRole('main').waitFor();
    await expectFitForFingers(page, path);
  }
  for (const path of [`/leads?lead=${lead}`, `/equipment?equipment=${machine}`]) {
    await page.goto(path);
    await page.getByRole('tab', { name: 'History' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    await expectFitForFingers(page, path);
  }

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
