import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { openAtRest } from '../../support/browser/checks.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('A dialog is a sheet over the whole phone, with its actions in reach', async () => {
  const page = await browser.newPage({ width: 390, height: 844, touch: true, signedIn: true });
  await openAtRest(page, '/leads');
  await page.getByRole('button', { name: 'Add Lead' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').first().waitFor();
  // A sheet over the whole screen, with its actions in reach however far the form is scrolled.
  await expect.poll(async () => (await dialog.boundingBox())?.height).toBe(844);
  await expectFitForFingers(page, 'the dialog');
  const submit = await dialog.getByRole('button', { name: 'Add Lead' }).boundingBox();
  expect((submit?.y ?? 0) + (submit?.height ?? 0)).toBeLessThanOrEqual(844);
});

test('On a phone the acts of a sheet are at its lower edge, and those of a page below a title that they would squeeze', async () => {
  const page = await browser.newPage({ width: 390, height: 844, touch: true, signedIn: true });
  await expectSheetActsAtEdge(page, `/schedule?move=${await addJob()}`);
  await expectActsBelowTitle(page, '/schedule');
});

test('On a phone the acts of each kind of sheet are at its lower edge, and those of each kind of page below its title', {
  tags: ['deep'],
}, async () => {
  const page = await browser.newPage({ width: 390, height: 844, touch: true, signedIn: true });
  for (const path of ['/invoices?new=true', `/schedule?job=${await addJob()}`]) await expectSheetActsAtEdge(page, path);
  const owner = await browser.server.signIn();
  const name = { firstName: 'Bartholomew', lastName: 'Featherstonehaugh' };
  const customer = await owner.post('/api/customers', name).then(expectStatus(201));
  await expectActsBelowTitle(page, `/customers/${customer.body.id}`);
});

test('On a phone the sign-in screen fits fingers too', { tags: ['deep'] }, async () => {
  await expectPublicFits('/');
});

test('On a phone all pages that are open to everybody fit fingers too', { tags: ['deep'] }, async () => {
  await expectPublicFits('/landing', '/terms', '/privacy', '/browser');
});

async function addJob(): Promise<string> {
  const owner = await browser.server.signIn();
  return (await owner.post('/api/jobs', { title: 'Oak', address: '9 Main St, Amherst' }).then(expectStatus(201))).body
    .id;
}

/** Expects them there however little is above them. */
async function expectSheetActsAtEdge(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const bar = page.getByRole('dialog').locator('.hw-action-bar');
  await bar.waitFor();
  await expect.poll(async () => Math.round(await lowerEdge(bar)), { message: path }).toBe(844);
}

async function expectActsBelowTitle(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const acts = page.locator('.hw-page-actions .bp6-button');
  await acts.nth(2).waitFor();
  const tops = await acts.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
  expect(new Set(tops).size, path).toBe(1);
  expect(tops[0], path).toBeGreaterThanOrEqual(Math.round(await lowerEdge(page.getByRole('heading', { level: 1 }))));
}

async function lowerEdge(what: Locator): Promise<number> {
  const { y = 0, height = 0 } = (await what.boundingBox()) ?? {};
  return y + height;
}

async function expectPublicFits(...paths: string[]): Promise<void> {
  const page = await browser.newPage({ width: 390, height: 844, touch: true });
  for (const path of paths) {
    await openAtRest(page, path);
    await expectFitForFingers(page, path);
  }
}
