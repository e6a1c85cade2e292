import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations, expectNoViolationsAtDepth } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { externalLeadId, folderWithExternalLeads } from '../../support/samples/external-leads.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus } from '../../support/server.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  folder = await folderWithExternalLeads([
    { name: 'Ada King' },
    { name: 'Lee Ash', notes: 'no analysis', serviceType: 'stump_grinding', priority: 'normal' },
    { name: 'Kim Fir', notes: '', serviceType: null, priority: 'low', description: null },
  ]);
  browser = await openBrowser({ DATA_DIR: folder.path });
  owner = await browser.server.signIn();
  await upload(owner, `external_lead/${externalLeadId(0)}`, await samplePhoto()).then(expectStatus(201));
});
afterAll(async () => {
  await browser.close();
  await folder.remove();
});

const drawer = (page: Page) => page.locator('.hw-drawer');
const dialog = (page: Page) => page.locator('.hw-dialog');
const figure = (page: Page, label: string) => page.locator('.hw-stat', { hasText: label }).locator('.hw-stat-value');

async function openPage(path = '/admin/external-leads', width = 1440): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, width, height: 900 });
  await page.goto(path);
  await page.getByRole('heading', { name: 'External Leads Management' }).waitFor();
  await page.getByRole('link', { name: 'View Details of Tree Removal - Ada King' }).waitFor();
  return page;
}

test('An external lead is assigned, completed, and the professional is suggested for the next one', async () => {
  const page = await openPage();
  await expect.poll(() => figure(page, 'Total Leads').textContent()).toBe('3');
  expect(await figure(page, 'Pending').textContent()).toBe('3');

  await page.getByRole('link', { name: 'View Details of Tree Removal - Ada King' }).click();
  const analysis = drawer(page).getByRole('region', { name: 'AI Analysis' });
  await analysis.getByText('Sugar maple').waitFor();
  await analysis.getByText('Rope the large limbs').waitFor();
  await drawer(page).getByRole('link', { name: '555-0166' }).waitFor();
  await drawer(page).getByRole('link', { name: 'Email' }).waitFor();
  await drawer(page).locator('.hw-photo img').waitFor();
  expect(await drawer(page).getByRole('button', { name: 'Edit' }).count()).toBe(0);
  await expectNoViolations(page);

  await drawer(page).getByRole('button', { name: 'Find Local Pro' }).click();
  await dialog(page).getByText('Assign Local Professional').waitFor();
  const assign = dialog(page).getByRole('button', { name: 'Assign', exact: true });
  expect(await assign.isDisabled()).toBe(true);
  await dialog(page).getByLabel('Professional Name').fill('Pat Moss');
  expect(await assign.isDisabled()).toBe(true);
  await dialog(page).getByLabel('Contact').fill('555-0199');
  await expectNoViolations(page);
  await assign.click();
  await toast(page).getByText('Local Pro Assigned').waitFor();
  await toast(page).getByText('The lead has been successfully assigned to a local professional.').waitFor();
  await drawer(page).getByText('Pat Moss').waitFor();
  expect(await drawer(page).getByRole('button', { name: 'Find Local Pro' }).count()).toBe(0);
  await expect.poll(() => figure(page, 'Pending').textContent()).toBe('2');

  await drawer(page).getByRole('button', { name: 'Complete…' }).click();
  await dialog(page).getByLabel('How it turned out').selectOption({ label: 'Work done' });
  await dialog(page).getByRole('button', { name: 'Complete', exact: true }).click();
  await toast(page).getByText('Lead Completed').waitFor();
  await drawer(page).getByRole('region', { name: 'Local professional' }).getByText('Work done').waitFor();
  await drawer(page).getByRole('tab', { name: 'History' }).click();
  await drawer(page).getByText('Local professional assigned').first().waitFor();
  await drawer(page).getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Find Local Pro for Stump Grinding - Lee Ash' }).click();
  await dialog(page)
    .getByRole('button', { name: /Pat Moss 1 lead: 1 done/ })
    .click();
  expect(await dialog(page).getByLabel('Contact').inputValue()).toBe('555-0199');
  await assign.click();
  await expect.poll(() => page.getByText('Assigned', { exact: true }).count()).toBeGreaterThan(0);
});

test('The list of external leads is narrowed by search on a phone', { tags: ['deep'] }, async () => {
  const page = await openPage('/admin/external-leads', 390);
  await page.getByPlaceholder('Search external leads...').fill('nobody at all');
  await page.getByText('No External Leads').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByRole('link', { name: 'View Details of Tree Removal - Ada King' }).waitFor();
  await expectNoViolationsAtDepth(page);
});

test('On a phone the acts of an external lead are one row, the rarer ones behind a button', {
  tags: ['deep'],
}, async () => {
  const page = await browser.newPage({ signedIn: true, width: 390, height: 844, touch: true });
  await page.goto(`/admin/external-leads?lead=${externalLeadId(2)}&status=pending`);
  const acts = drawer(page).locator('.hw-action-bar .bp6-button');
  await acts.first().waitFor();
  const tops = await acts.evaluateAll((all) => all.map((act) => act.getBoundingClientRect().top));
  expect(new Set(tops).size, 'Rows of acts').toBe(1);
  await drawer(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
});
