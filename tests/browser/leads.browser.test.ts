import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { addLead, card, column, drag, openPipeline } from '../support/pipeline.ts';
import { expectStatus } from '../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

test('An empty pipeline invites: five columns, and Drop leads here', async () => {
  const page = await openPipeline(browser);
  for (const status of ['New', 'Contacted', 'Quoting', 'Won', 'Lost']) {
    await column(page, status).getByText('Drop leads here').waitFor();
  }
});

test('A lead is added, which is said in words, and Undo takes it back', async () => {
  const page = await openPipeline(browser);
  await page.getByRole('button', { name: 'Add Lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
  await dialog.getByRole('button', { name: 'Add Lead' }).click();
  await toast(page).getByText('Lead name is required.').waitFor();

  await dialog.getByLabel('Name').fill('Oak over the garage');
  await dialog.getByLabel('Email').fill('garage@example.com');
  await dialog.getByLabel('Phone').fill('(555) 010-0199');
  await dialog.getByLabel('Address').fill('12 Elm St, Springfield, IL 62704');
  await dialog.getByLabel('Lead Source').selectOption('Referral');
  await dialog.getByLabel('Estimated Value').fill('1200');
  await dialog.getByLabel('Description').fill('Leaning red oak');
  await dialog.getByLabel('Notes').fill('Gate on the left');
  await dialog.getByRole('button', { name: 'Add Lead' }).click();
  await toast(page).getByText('New lead has been added to the pipeline.').waitFor();
  await column(page, 'New').getByText('Oak over the garage').waitFor();
  await page.getByText('$1,200').first().waitFor();

  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await card(page, 'Oak over the garage').waitFor({ state: 'detached' });
});

test('A converted lead is won, and the conversion can be undone', async () => {
  await addLead(owner, 'Ann Convert');
  const page = await openPipeline(browser);
  await page.getByRole('button', { name: 'Show Won' }).click();
  await card(page, 'Ann Convert').getByRole('button', { name: 'Convert Ann Convert' }).click();
  await toast(page).getByText('Lead has been successfully converted to a customer.').waitFor();
  await column(page, 'Won').getByText('Ann Convert').waitFor();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await column(page, 'New').getByText('Ann Convert').waitFor();
});

test('A lead deleted from its drawer closes it, and Undo brings it back', { tags: ['deep'] }, async () => {
  await addLead(owner, 'Deleted from inside');
  const page = await openPipeline(browser);
  await page.getByRole('link', { name: 'Deleted from inside' }).click();
  const drawer = page.locator('.hw-drawer');
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await toast(page).getByText('The lead has been removed from the pipeline.').waitFor();
  await drawer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await card(page, 'Deleted from inside').waitFor();
});

test('Figures that could not be loaded say so, instead of staying gray', { tags: ['deep'] }, async () => {
  const page = await browser.newPage({ signedIn: true, expectedErrors: [/status of 500/] });
  await page.route('**/api/leads/figures*', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }));
  await page.goto('/leads');
  const stats = page.locator('.hw-stats');
  await expect.poll(() => stats.getByText('Could not be loaded').count(), { timeout: 15_000 }).toBe(3);
  // They may be loaded again, because another test's leads have changed.
  await expect.poll(() => stats.locator('.bp6-skeleton').count()).toBe(0);
});

test('A source that is a code is shown by its name', { tags: ['deep'] }, async () => {
  const id = await addLead(owner, 'From the widget', { leadSource: 'website_widget' });
  const page = await openPipeline(browser);
  await card(page, 'From the widget').getByText('Website Widget').waitFor();
  await page.getByRole('link', { name: 'From the widget' }).click();
  await page.locator('.hw-drawer').getByText('Website Widget').waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.locator('.hw-drawer summary').click();
  await page.locator('.hw-drawer').getByText('Website Widget').waitFor();
  await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
  await page.goto('/leads?removed=true&source=website_widget');
  await page.getByRole('cell', { name: 'Website Widget' }).waitFor();
  expect(await page.locator('body').innerText()).not.toContain('website_widget');
});

test('Active Leads on the first page opens the columns that it counts', async () => {
  await addLead(owner, 'Counted as active');
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/');
  await page.getByRole('link', { name: /^Active Leads/ }).click();
  await card(page, 'Counted as active').waitFor();
  const shown = await page.locator('.hw-column:not(.hw-column-slim) h2').allInnerTexts();
  expect(shown).toEqual(['New', 'Contacted', 'Quoting']);
  // The others are only drop targets.
  expect(await page.getByRole('button', { name: /^Show / }).count()).toBe(0);
  await drag(page, 'Counted as active', 'Lost');
  await toast(page).getByText('Lead Updated').waitFor();
  await card(page, 'Counted as active').waitFor({ state: 'detached' });
  await page.getByLabel('Stages').selectOption('All Stages');
  await column(page, 'Lost').getByRole('button', { name: 'Show Lost' }).click();
  await column(page, 'Lost').getByText('Counted as active').waitFor();
  // Nobody is waiting for an answer yet: all have just been added.
  await page.getByLabel('Stages').selectOption('Waiting for an answer');
  await page.waitForURL('**/leads?waiting=true');
  await page.getByText('No leads found').waitFor();
  expect(await page.locator('.hw-column:not(.hw-column-slim) h2').allInnerTexts()).toEqual(['New']);
});
