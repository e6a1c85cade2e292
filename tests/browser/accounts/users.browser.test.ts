import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUser } from '../../support/accounts.ts';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
/**
 * Middle-clicks until a tab opens: a busy Chromium now and then opens none after a click that reached the link and that
 * nothing on the page prevented.
 */
async function openInTab(page: Page, target: Locator, tries = 5): Promise<Page> {
  const tab = page.context().waitForEvent('page', { timeout: 3_000 });
  // It is awaited only after the click.
  tab.catch(() => {});
  await target.click({ button: 'middle' });
  return tab.catch((cause) => {
    if (tries === 1) throw cause;
    return openInTab(page, target, tries - 1);
  });
}

const drawer = (page: Page) => page.locator('.hw-drawer');

async function openUsers(): Promise<Page> {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/users');
  await page.getByRole('link', { name: 'owner', exact: true }).waitFor();
  return page;
}

/** As on plain HTTP. */
const withoutClipboard = (page: Page) =>
  page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));

function selectedText(): string {
  const input = document.activeElement as HTMLInputElement;
  return input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);
}

describe('adding a user', () => {
  test('Adding a user offers a password link at once, which is shown once and copied', async () => {
    const page = await openUsers();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Add User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add User' });
    await dialog.getByLabel('Username').fill('priya');
    await dialog.getByLabel('Email').fill('priya@example.com');
    await dialog.getByLabel('First name').fill('Priya');
    await dialog.getByLabel('Last name').fill('Shah');
    await dialog.getByLabel('Role').selectOption('Auditor');
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Add User' }).click();

    const link = page.getByRole('dialog', { name: 'Password link for Priya Shah' });
    await link.getByRole('button', { name: 'Create password link' }).click();
    const url = await link.getByRole('textbox', { name: 'Password link' }).inputValue();
    expect(url).toMatch(/\/set-password#.+/);
    await link.getByText(/until .+ (AM|PM)/).waitFor();
    await expectNoViolations(page);
    await link.getByRole('button', { name: 'Copy' }).click();
    await link.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await withoutClipboard(page);
    await link.getByRole('button', { name: 'Copy' }).click();
    await link.getByText('The link is selected.').waitFor();
    expect(await page.evaluate(selectedText)).toBe(url);

    await link.getByRole('button', { name: 'Done' }).click();
    await row(page, 'Priya Shah').getByText('Auditor').waitFor();
    await row(page, 'Priya Shah').getByText('No password yet').waitFor();
    expect(page.url()).not.toContain('new');
  });
});

describe('the table', () => {
  test('The table of users opens a record by a click anywhere in its row, by the keyboard, and in a tab of its own', {
    tags: ['deep'],
  }, async () => {
    for (const username of ['aspen', 'taken.name', 'willow']) await addUser(owner, username);
    const page = await openUsers();
    const place = await row(page, 'taken.name').boundingBox();
    await row(page, 'taken.name').click();
    await drawer(page).getByRole('heading', { name: 'taken.name' }).waitFor();
    await page.goBack();
    await drawer(page).waitFor({ state: 'hidden' });
    // The list takes back the room of the drawer: until then another link may be where one clicks.
    await expect.poll(() => row(page, 'taken.name').boundingBox()).toEqual(place);
    const link = page.getByRole('link', { name: 'taken.name' });
    const tab = await openInTab(page, row(page, 'taken.name'));
    await tab.waitForURL(/\/users\?user=/);
    await tab.close();
    await link.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await drawer(page).waitFor();
  });
});
