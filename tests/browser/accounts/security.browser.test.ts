import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { createClient } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser({ TRUST_PROXY: '127.0.0.1' });
  const owner = await browser.server.signIn();
  const { id } = await addSignedIn(browser.server, owner, 'jsmith');
  await owner.patch(`/api/users/${id}`, { role: 'auditor' }).then(expectStatus(200));
  await owner.get('/api/customers?format=csv').then(expectStatus(200));
});
afterAll(() => browser.close());

const list = (page: Page) => page.getByRole('list', { name: 'Security events' });

async function failToSignIn(username: string): Promise<void> {
  const headers = { 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.5' };
  const wrong = { username, password: 'not this one' };
  await createClient(browser.server.url).post('/api/auth/login', wrong, headers).then(expectStatus(401));
}

test('The security page tells in sentences who got in, who tried and what was taken, narrowed by kind and account in the address, and what is new', async () => {
  for (let tries = 0; tries < 3; tries++) await failToSignIn('jsmith');
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/');
  await page.getByRole('link', { name: 'Security' }).click();
  await list(page).getByText('Sign-in failed for jsmith from 203.0.113.5, Firefox on Windows 3 times').waitFor();
  for (const sentence of [
    'owner added an account for jsmith',
    'owner made a password link for jsmith',
    'jsmith set a password with a link',
    'owner made jsmith an auditor',
    'owner exported customers',
  ]) {
    await list(page).getByText(sentence).waitFor();
  }

  await page.getByLabel('Kind').selectOption('Data erased');
  await page.waitForURL(/type=data_erased/);
  await page.getByText('Nothing like this').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Kind').selectOption('Sign-in failed');
  await page.getByLabel('Account', { exact: true }).selectOption('owner');
  await page.reload();
  await page.getByText('Nothing like this').waitFor();
  await failToSignIn('owner');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await list(page).getByText('Sign-in failed for owner').waitFor();
  expect(await list(page).getByRole('listitem').count()).toBe(1);
  await page.getByRole('button', { name: 'Views and export' }).click();
  const link = await page.getByRole('menuitem', { name: 'Export as CSV' }).getAttribute('href');
  expect(link).toBe('/api/security-events?type=sign_in_failed&user=owner&format=csv');
});
