import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import { addLead, card, column } from '../../support/browser/pipeline.ts';
import type { Client } from '../../support/requests/client.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

test('A filter that finds nothing keeps the board, and is cleared from there', async () => {
  await addLead(owner, 'Filtered away');
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/leads?q=nobody+is+called+this');
  await page.getByText('No leads found').waitFor();
  for (const status of ['New', 'Won']) await column(page, status).getByText('Drop leads here').waitFor();
  await expectNoViolations(page);
  await page.getByRole('status').getByRole('button', { name: 'Clear filters' }).click();
  await card(page, 'Filtered away').waitFor();
});

test('A lead added under a filter that hides it is said to be hidden, and shown on demand', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/leads?source=Trade+Show&q=ebene');
  const add = async (name: string, source: string) => {
    await page.getByRole('button', { name: 'Add Lead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Lead Source').selectOption(source);
    await dialog.getByRole('button', { name: 'Add Lead' }).click();
    // The previous lead's toast may still be fading out.
    await toast(page).getByText('New lead has been added to the pipeline.').first().waitFor();
  };
  await add('Zoë Ébène', 'Trade Show');
  await card(page, 'Zoë Ébène').waitFor();
  expect(await toast(page).getByText('Your filters hide it.').count()).toBe(0);
  await add('Out of sight', 'Referral');
  await toast(page).getByText('Your filters hide it.').waitFor();
  await toast(page).filter({ hasText: 'Your filters' }).getByRole('button', { name: 'Undo' }).waitFor();
  await expectNoViolations(page);
  await toast(page).getByRole('button', { name: 'Show it' }).click();
  await card(page, 'Out of sight').waitFor();
  await page.locator('.hw-drawer').getByText('Referral').waitFor();
});
