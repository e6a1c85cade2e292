import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser, linkToken } from '../../support/accounts.ts';
import { openBrowser, type PageOptions, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

async function openLink(token: string, options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(`/set-password#${token}`);
  return page;
}

async function fill(page: Page, password: string, repeat = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the new password').fill(repeat);
  await page.getByRole('button', { name: 'Set password' }).click();
}

test('A link says whose account it is, sets the password and signs in', { tags: ['more'] }, async () => {
  const id = await addUser(owner, 'priya', { firstName: 'Priya' });
  const token = await linkToken(owner, id);
  const page = await openLink(token);
  await page.getByText('For the account priya').waitFor();
  expect(page.url()).toBe(`${browser.server.url}/set-password`);

  await fill(page, 'a password of mine', 'another one of mine');
  await page.getByText('The two passwords are not the same.').waitFor();
  await fill(page, 'short');
  await page.getByText('The password must have at least 8 characters.').waitFor();
  await expectNoViolationsAtDepth(page);
  await fill(page, 'a password of mine');
  await page.getByText('You are signed in as Priya.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');

  const again = await openLink(token);
  await again.getByText('This link was already used or has expired. Ask the owner for a new one.').waitFor();
  expect(await again.getByLabel('New password', { exact: true }).count()).toBe(0);
});

test('A link that is cut off says what to do; the whole one, opened in the same tab, works', {
  tags: ['deep'],
}, async () => {
  const page = await openLink('');
  await page.getByText('This link is incomplete.').waitFor();
  const token = await linkToken(owner, await addUser(owner, 'second'));
  await page.evaluate((hash) => location.assign(`#${hash}`), token);
  await page.getByText('For the account second').waitFor();
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await page.getByLabel('Email or Username').waitFor();
});
