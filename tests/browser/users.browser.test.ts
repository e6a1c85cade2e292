import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, addUser } from '../support/accounts.ts';
import { openBrowser, type PageOptions, type TestBrowser, toast } from '../support/browser.ts';
import { expectNoViolations } from '../support/browser-checks.ts';
import type { Client } from '../support/client.ts';
import { expectStatus } from '../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const usernames = (page: Page) => page.locator('tbody td:nth-child(2)').allTextContents();
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

async function openUsers(search = '', options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, ...options });
  await page.goto(`/users${search}`);
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

  test('Adding a user says beside the field that a username is taken, and keeps what was typed over a reload', {
    tags: ['deep'],
  }, async () => {
    await addUser(owner, 'taken.name');
    const page = await openUsers('?new=true');
    const dialog = page.getByRole('dialog', { name: 'Add User' });
    await dialog.getByLabel('Username').fill('Taken.Name');
    await dialog.getByLabel('Last name').fill('Somebody');
    await dialog.getByRole('button', { name: 'Add User' }).click();
    const message = dialog.getByText('Someone else already signs in with this username. Choose another one.');
    await message.waitFor();
    expect(await dialog.getByLabel('Username').getAttribute('aria-describedby')).toBe(await message.getAttribute('id'));
    await page.reload();
    expect(await dialog.getByLabel('Last name').inputValue()).toBe('Somebody');
  });
});

describe('an account', () => {
  test('An account is signed out, and disabled without a question; Undo enables it', async () => {
    const { id, client } = await addSignedIn(browser.server, owner, 'tom');
    const page = await openUsers(`?user=${id}`);
    await drawer(page)
      .getByRole('button', { name: /^Sign out (?!everywhere)/ })
      .click();
    await drawer(page).getByText('Not signed in anywhere').waitFor();
    expect((await client.get('/api/auth/user-working')).status).toBe(401);

    await drawer(page).getByRole('button', { name: 'Disable' }).click();
    await toast(page).getByText('tom is signed out and can no longer sign in.').hover(); // it stays while hovered
    await row(page, 'tom').getByText('Disabled').waitFor();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await row(page, 'tom').getByText('Active').waitFor();
  });

  test('An account changes its role through the form, and the history takes it back', { tags: ['deep'] }, async () => {
    const id = await addUser(owner, 'marcus', { firstName: 'Marcus' });
    const page = await openUsers(`?user=${id}&tab=edit`);
    await drawer(page).getByLabel('Role').selectOption('Auditor');
    await drawer(page).getByRole('button', { name: 'Save' }).click();
    await row(page, 'marcus').getByText('Auditor').waitFor();
    await drawer(page).getByRole('tab', { name: 'History' }).click();
    await drawer(page).getByText('Role changed').waitFor();
    await drawer(page).getByRole('button', { name: 'Undo' }).click();
    await row(page, 'marcus').getByText('Staff').waitFor();
  });

  test('The account of the last owner stays an owner’s: the server says why', { tags: ['deep'] }, async () => {
    const page = await openUsers();
    await page.getByRole('link', { name: 'owner', exact: true }).click();
    await drawer(page).getByRole('button', { name: 'Edit' }).click();
    await drawer(page).getByLabel('Role').selectOption('Staff');
    await drawer(page).getByRole('button', { name: 'Save' }).click();
    await drawer(page)
      .getByRole('alert')
      .getByText('This is the last enabled owner. Make someone else an owner first.')
      .waitFor();
    await drawer(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await drawer(page).getByRole('button', { name: 'Disable' }).count()).toBe(0);
  });
});

describe('the table', () => {
  test('The table of users is sorted by a click, which the address keeps and a screen reader says, and searched', async () => {
    const page = await openUsers();
    const heading = page.getByRole('columnheader', { name: 'Username' });
    await heading.getByRole('button').click();
    await page.waitForURL(/sort=username/);
    expect(await heading.getAttribute('aria-sort')).toBe('ascending');
    const names = await usernames(page);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    await heading.getByRole('button').click();
    await page.waitForURL(/sort=-username/);
    await page.reload();
    await page.getByRole('link', { name: 'owner', exact: true }).waitFor();
    expect(await usernames(page)).toEqual(names.toReversed());

    await page.getByPlaceholder('Search users...').fill('nobody has this name');
    await page.getByText('No users found').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'owner', exact: true }).waitFor();
  });

  test('The table of users opens a record by a click anywhere in its row, by the keyboard, and in a tab of its own', {
    tags: ['deep'],
  }, async () => {
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

  test('The table of users marks what somebody else changed, and does not move it under the mouse', {
    tags: ['deep'],
  }, async () => {
    const id = await addUser(owner, 'touched');
    const page = await openUsers('?sort=name');
    await row(page, 'touched').hover();
    const before = await usernames(page);
    await owner.patch(`/api/users/${id}`, { firstName: 'Aaron', lastName: 'First' }).then(expectStatus(200));
    await page.locator('tr.hw-touched').getByText('Aaron First').waitFor();
    expect(await usernames(page)).toEqual(before);
    await page.getByRole('heading', { level: 1 }).hover();
    await page.locator('tbody tr').first().getByText('Aaron First').waitFor();
  });
});

test('The page of users is for owners alone, and a role that is taken away closes it', async () => {
  const rosa = await addSignedIn(browser.server, owner, 'rosa', { role: 'owner' });
  const page = await openUsers('', { signedIn: { username: 'rosa', password: 'their own password' } });
  await owner.patch(`/api/users/${rosa.id}`, { role: 'staff' }).then(expectStatus(200));
  await page.getByText('Only an owner can manage accounts.').waitFor();
  await page.getByRole('link', { name: 'Users' }).waitFor({ state: 'detached' });
});
