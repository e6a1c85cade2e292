import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type PageOptions, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const card = (page: Page, name: string) =>
  page.locator('.hw-grid > li').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** By its label, as a person finds it. */
const members = (of: Locator) => of.getByRole('combobox', { name: 'Members' });
async function pick(of: Locator, name: string): Promise<void> {
  await members(of).fill(name);
  await of.getByRole('option', { name }).click();
  await members(of).press('Escape');
}

async function open(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, ...options });
  await page.goto(path);
  return page;
}

const addPerson = (firstName: string, lastName: string) =>
  owner.post('/api/staff', { firstName, lastName }).then(expectStatus(201));

describe('crews', () => {
  test('The crews begin with “No crews found”; Create First Crew makes one, with members, and Undo takes it back', async () => {
    await addPerson('Grace', 'Reed');
    const page = await open('/crew');
    await page.getByRole('heading', { name: 'Crew Management' }).waitFor();
    await page.getByText('No crews found').waitFor();
    await page.getByRole('button', { name: 'Create First Crew' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Crew' });
    await dialog.getByLabel('Name', { exact: false }).first().fill('Removal 1');
    await pick(dialog, 'Grace Reed');
    await dialog.getByRole('button', { name: 'Add Crew' }).click();
    await toast(page).getByText('Removal 1 has been added.').waitFor();
    await card(page, 'Removal 1').getByText('1 member').waitFor();
    await card(page, 'Removal 1').getByText('Active', { exact: true }).waitFor();
    await card(page, 'Removal 1').getByRole('link', { name: 'Grace Reed' }).waitFor();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('No crews found').waitFor();
  });

  test('Choosing the members of a crew has no accessibility violation', async () => {
    await addPerson('Irene', 'Ash');
    const page = await open('/crew?new=true');
    const dialog = page.getByRole('dialog', { name: 'Add New Crew' });
    await members(dialog).click();
    await dialog.getByRole('option', { name: 'Irene Ash' }).first().click();
    await expectNoViolations(page);
  });

  test('Crews are put together on a phone; without a network the list says so, and what was chosen stays', async () => {
    await addPerson('Walter', 'Birch');
    await addPerson('Hannah', 'Hill');
    const errors = [/ERR_INTERNET_DISCONNECTED/];
    const page = await open('/crew?new=true', { width: 390, height: 844, touch: true, expectedErrors: errors });
    const dialog = page.getByRole('dialog', { name: 'Add New Crew' });
    await members(dialog).tap();
    const line = dialog.getByRole('option', { name: 'Walter' });
    expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await line.tap();
    const chosen = dialog.getByRole('list', { name: 'Members: chosen' });
    await chosen.getByText('Walter').waitFor();
    await page.context().setOffline(true);
    await members(dialog).fill('han');
    await dialog.getByText('Offline: the list cannot be searched now.').waitFor();
    await chosen.getByText('Walter').waitFor();
    await page.context().setOffline(false);
    await members(dialog).fill('hann');
    await dialog.getByRole('option', { name: 'Hannah Hill' }).waitFor();
  });
});
