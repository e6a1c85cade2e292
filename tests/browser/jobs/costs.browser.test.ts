import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBrowser, type PageOptions, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations, expectNoViolationsAtDepth, sidewaysScroll } from '../../support/browser/checks.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;

// The sums of one test would be in those of the next.
beforeEach(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterEach(() => browser.close());

const drawer = (page: Page) => page.locator('.hw-drawer');
const made = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body;
const sum = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

async function openCosts(search = '', options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, ...options });
  await page.goto(`/costs${search}`);
  await page.getByRole('heading', { name: 'Costs', exact: true }).waitFor();
  return page;
}

/** A job with two hours of labor, maintenance of a machine for $180, and a cost of the company of $1,300. */
async function spend() {
  const { id: personId } = await made('/api/staff', { firstName: 'Ada', lastName: 'Hall' });
  const job: { id: string; jobNumber: string } = await made('/api/jobs', { title: 'Oak', address: '3 Elm St' });
  const hours = { personId, hours: '2', day: '2026-06-12' };
  await owner.post(`/api/jobs/${job.id}/hours`, hours).then(expectStatus(200));
  const machine = await made('/api/equipment', { name: 'Stump grinder', category: 'Stump Grinders' });
  const care = { doneOn: '2026-05-31', cost: 180, notes: 'Teeth turned' };
  await owner.post(`/api/equipment/${machine.id}/maintenance`, care).then(expectStatus(200));
  await made('/api/costs', { category: 'other', amount: '1300', description: 'Insurance' });
  return { job, machineId: machine.id as string };
}

test('The ledger of costs begins empty, and takes a cost of the company, which is corrected, removed and put back', async () => {
  const page = await openCosts();
  await page.getByText('No costs yet').waitFor();
  await page.getByRole('button', { name: 'Add Cost' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Cost' });
  await dialog.getByText('Leave empty for a general company cost').waitFor();
  await dialog.getByLabel('Category').selectOption('Other');
  await dialog.getByLabel('Amount').fill('12.345');
  await dialog.getByRole('button', { name: 'Add Cost' }).click();
  await dialog.getByText('Enter an amount like').waitFor();
  await dialog.getByLabel('Amount').fill('1,250');
  await dialog.getByLabel('What for').fill('Insurance');
  await dialog.getByRole('button', { name: 'Add Cost' }).click();
  await toast(page).getByText('Cost Added').waitFor();
  await sum(page, '$1,250 in 1 cost');
  await page.getByRole('row', { name: /Insurance.*The company/ }).waitFor();

  await page.getByRole('link', { name: 'Insurance' }).click();
  await drawer(page).getByRole('button', { name: 'Edit' }).click();
  await drawer(page).getByLabel('Amount').fill('1300');
  await drawer(page).getByRole('button', { name: 'Save' }).click();
  await sum(page, '$1,300 in 1 cost');
  await drawer(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('No costs yet').waitFor();
  await toast(page).filter({ hasText: 'Removed' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row', { name: 'Insurance' }).waitFor();
  await sum(page, '$1,300 in 1 cost');
});

test('The ledger of costs shows labor from hours and maintenance, each of which leads to where it comes from', async () => {
  const { job, machineId } = await spend();
  const { body: settings } = await owner.get('/api/settings').then(expectStatus(200));
  const labor = 2 * Number(settings.labourRate);

  const page = await openCosts('?from=2026-05-01&to=2026-06-30');
  await sum(page, `$${labor + 180} in 2 costs`);
  await page
    .getByRole('row', { name: /Labor: Ada Hall/ })
    .getByRole('link', { name: `${job.jobNumber} Oak` })
    .waitFor();
  await page.getByLabel('Comes from').selectOption('From maintenance');
  await sum(page, '$180 in 1 cost');
  await page.getByRole('link', { name: 'Teeth turned' }).click();
  await drawer(page).getByText('It comes from equipment maintenance. Correct it there.').waitFor();
  expect(await drawer(page).getByRole('button', { name: 'Edit' }).count()).toBe(0);
  await expectNoViolationsAtDepth(page);
  await drawer(page).getByRole('link', { name: 'Stump grinder' }).click();
  await page.waitForURL(`**/equipment?equipment=${machineId}`);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/costs');
  await page.getByPlaceholder('Search costs by text, job number, or equipment...').fill('grinder');
  await sum(page, '$180 in 1 cost');
  await page.getByPlaceholder('Search costs by text, job number, or equipment...').fill(job.jobNumber);
  await sum(page, `$${labor} in 1 cost`);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByLabel('Comes from').selectOption('Not on a job');
  await sum(page, '$1,480 in 2 costs');
});

test('The ledger of costs takes a cost of a job, and warns where its labor has hours', async () => {
  const { job } = await spend();
  const page = await openCosts('?new=true');
  const dialog = page.getByRole('dialog', { name: 'Add Cost' });
  await dialog.getByLabel('Category').selectOption('Labor');
  await dialog.getByRole('combobox', { name: 'Job' }).fill(job.jobNumber);
  await dialog.getByRole('option', { name: new RegExp(job.jobNumber) }).click();
  await dialog.getByText('The hours recorded on this job already count as labor.').waitFor();
  await dialog.getByLabel('Category').selectOption('Disposal');
  await expect.poll(() => dialog.getByText('The hours recorded on this job').count()).toBe(0);
  await dialog.getByLabel('Amount').fill('75');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Add Cost' }).click();
  await toast(page).getByText('Cost Added').waitFor();
  await page.goto(`/jobs/${job.id}`);
  await page.getByRole('link', { name: 'Disposal' }).click();
  await drawer(page)
    .getByRole('link', { name: `${job.jobNumber} Oak` })
    .waitFor();
});

test('The ledger of costs is exported as it is filtered', async () => {
  await spend();
  const page = await openCosts('?category=equipment');
  await page.getByRole('row', { name: 'Teeth turned' }).waitFor();
  await page.getByRole('button', { name: 'Views and export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(2);
  expect(text).toContain('Teeth turned');
});

test('The ledger of costs is read on a phone, and fits fingers', async () => {
  await spend();
  const page = await openCosts('', { width: 390, height: 844, touch: true });
  await page.getByRole('link', { name: 'Insurance' }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await expectFitForFingers(page, 'the costs');
  await expectNoViolations(page);
});
