import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import type { Client } from '../../support/requests/client.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

/** The account page of a new person who has another session elsewhere. */
async function openAccount(username: string): Promise<{ page: Page; elsewhere: Client }> {
  const { client } = await addSignedIn(browser.server, owner, username, { firstName: 'Priya', lastName: 'Shah' });
  const page = await browser.newPage({ signedIn: { username, password: PASSWORD } });
  await page.goto('/account');
  await page.getByText('This session').waitFor();
  return { page, elsewhere: client };
}

const isSignedIn = async (client: Client) => (await client.get('/api/auth/user-working')).status === 200;

test('The password is changed, which signs out everywhere else', async () => {
  const { page, elsewhere } = await openAccount('changed');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('a password of mine');
  await page.getByLabel('Repeat the new password').fill('a password of mine');
  await page.getByRole('button', { name: 'Change password' }).click();
  await toast(page).getByText('You are signed out everywhere else.').waitFor();
  expect(await page.getByLabel('Current password').inputValue()).toBe('');
  await page.getByText('Last used').nth(1).waitFor({ state: 'detached' });
  expect(await isSignedIn(elsewhere)).toBe(false);
  await browser.server.signIn({ username: 'changed', password: 'a password of mine' });
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
