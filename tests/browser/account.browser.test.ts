import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../support/accounts.ts';
import { openBrowser, type PageOptions, type TestBrowser, toast } from '../support/browser.ts';
import type { Client } from '../support/client.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

/** The account page of a new person who has another session elsewhere. */
async function openAccount(username: string, options: PageOptions = {}): Promise<{ page: Page; elsewhere: Client }> {
  const { client } = await addSignedIn(browser.server, owner, username, { firstName: 'Priya', lastName: 'Shah' });
  const page = await browser.newPage({ signedIn: { username, password: PASSWORD }, ...options });
  await page.goto('/account');
  await page.getByText('This session').waitFor();
  return { page, elsewhere: client };
}

const isSignedIn = async (client: Client) => (await client.get('/api/auth/user-working')).status === 200;

test('The account page says who you are', async () => {
  const { page } = await openAccount('who');
  await page.getByText('Priya Shah', { exact: true }).first().waitFor();
  await page.getByText('Staff', { exact: true }).waitFor();
  await page.getByText('Ask an owner to change this.').waitFor();
});

describe('the password', () => {
  async function change(page: Page, current: string, next: string, repeat = next): Promise<void> {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Repeat the new password').fill(repeat);
    await page.getByRole('button', { name: 'Change password' }).click();
  }

  test('A change of the password is refused beside the field that is wrong', { tags: ['deep'] }, async () => {
    const { page } = await openAccount('refused');
    await change(page, PASSWORD, 'a password of mine', 'another one of mine');
    await page.getByText('The two passwords are not the same.').waitFor();
    await change(page, 'not the one', 'a password of mine');
    const message = page.getByText('This is not your current password.');
    await message.waitFor();
    const described = await page.getByLabel('Current password').getAttribute('aria-describedby');
    expect(described).toBe(await message.getAttribute('id'));
    await change(page, PASSWORD, 'short');
    await page.getByText('The password must have at least 8 characters.').waitFor();
  });

  test('The password is changed, which signs out everywhere else', async () => {
    const { page, elsewhere } = await openAccount('changed');
    await change(page, PASSWORD, 'a password of mine');
    await toast(page).getByText('You are signed out everywhere else.').waitFor();
    expect(await page.getByLabel('Current password').inputValue()).toBe('');
    await page.getByText('Last used').nth(1).waitFor({ state: 'detached' });
    expect(await isSignedIn(elsewhere)).toBe(false);
    await browser.server.signIn({ username: 'changed', password: 'a password of mine' });
  });
});

test('One session is ended, then all of them', { tags: ['deep'] }, async () => {
  const { page, elsewhere } = await openAccount('ended');
  await page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
  await page.getByText('Last used').nth(1).waitFor({ state: 'detached' });
  await page.getByText('This session').waitFor();
  expect(await isSignedIn(elsewhere)).toBe(false);

  const later = await browser.server.signIn({ username: 'ended', password: PASSWORD });
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByLabel('Email or Username').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await isSignedIn(later)).toBe(false);
});

test('Appearance and single keys are this browser’s, and outlive a reload', async () => {
  const { page } = await openAccount('choices');
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('bp6-dark'));
  expect(await isDark()).toBe(false);
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  expect(await isDark()).toBe(true);
  await page.getByLabel('Single-key shortcuts').uncheck({ force: true });
  await page.reload();
  await page.getByText('This session').waitFor();
  expect(await isDark()).toBe(true);
  expect(await page.getByLabel('Single-key shortcuts').isChecked()).toBe(false);
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  expect(new URL(page.url()).pathname).toBe('/account');
});
