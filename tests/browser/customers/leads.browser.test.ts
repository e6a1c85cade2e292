import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { addLead, card, column, drag, openPipeline } from '../../support/browser/pipeline.ts';
import type { Client } from '../../support/requests/client.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

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
