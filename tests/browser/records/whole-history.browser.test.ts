import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import { addLead } from '../../support/browser/pipeline.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
let lead: string;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  for (const role of ['auditor', 'office']) await addSignedIn(browser.server, owner, role, { role });
  for (let count = 1; count <= 60; count++) lead = await addLead(owner, `Lead ${count}`);
  await owner.patch(`/api/leads/${lead}`, { status: 'Contacted', notes: 'Call after six' }).then(expectStatus(200));
});
afterAll(() => browser.close());

const lines = (page: Page) => page.locator('.hw-log-line');
const scrolled = (page: Page) => page.locator('#content').evaluate(({ scrollTop }) => scrollTop);

test('The owner looks through the history by keys, opens an event and an act, and comes back to where they were', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/');
  await page.getByRole('link', { name: 'History' }).click();
  const moved = lines(page).filter({ hasText: 'Lead moved to Contacted' });
  await moved.getByRole('button', { name: 'and 1 more' }).click();
  await lines(page).filter({ hasText: 'Lead changed' }).waitFor();
  await expectNoViolations(page);

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(/event=/);
  const panel = page.getByRole('dialog');
  await panel.getByText('As it is stored').waitFor();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });

  await lines(page).filter({ hasText: 'Lead 20' }).scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(0);
  await lines(page).getByRole('link', { name: 'Lead 20', exact: true }).click();
  await page.waitForURL(/\/leads\?lead=/);
  await page.goBack();
  await lines(page).filter({ hasText: 'Lead changed' }).waitFor();
  await expect.poll(() => scrolled(page)).toBe(before);

  await page.getByLabel('Record', { exact: true }).fill('Lead 60');
  await page.getByRole('option', { name: 'Lead 60' }).click();
  await page.waitForURL(/record=lead/);
  await page.getByText('The whole history has no more like this.').waitFor();
  await page.reload();
  await expect.poll(() => lines(page).count()).toBe(2);
  await expect.poll(() => page.getByLabel('Record', { exact: true }).inputValue()).toBe('Lead 60');
  await addLead(owner, 'Somebody else');
  await owner.patch(`/api/leads/${lead}`, { notes: 'Call before noon' }).then(expectStatus(200));
  await page.getByRole('button', { name: '1 newer' }).click();
  await expect.poll(() => lines(page).count()).toBe(3);
});

test('The auditor reads the history on a phone, with the filters folded, and takes it along as a file', async () => {
  const page = await browser.newPage({ signedIn: { username: 'auditor', password: PASSWORD }, width: 390 });
  await page.goto('/history?actor=owner');
  await lines(page).first().waitFor();
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('What').waitFor({ state: 'hidden' });
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Views and export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('history.csv');
});

test('The office sees no history, and is told why at its address', async () => {
  const page = await browser.newPage({ signedIn: { username: 'office', password: PASSWORD } });
  await page.goto('/history');
  await page.getByText('Your role, Office, does not include this page.').waitFor();
  expect(await page.getByRole('link', { name: 'History' }).count()).toBe(0);
});
