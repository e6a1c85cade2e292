import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, linkToken, PASSWORD } from '../../support/accounts.ts';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const STEP = 30_000;
/** The code of this step, or of a later one: each works once. */
const codeOf = (secret: string, ahead = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + ahead * STEP });

async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Email or Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function typeCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** From the password to the recovery codes. @returns the secret and the codes */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByLabel('Your password').fill('not this one');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This is not your current password.').waitFor();
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await expectNoViolationsAtDepth(page);
  const secret = ((await page.locator('.hw-secret').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('This code is wrong or was already used.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = (await page.getByLabel('Recovery codes').inputValue()).split('\n');
  expect(codes).toHaveLength(10);
  await expectNoViolationsAtDepth(page);
  return { secret, codes };
}

test('A second factor is set up on the account page, asked for at the sign-in, and turned off', {
  tags: ['more'],
}, async () => {
  await addSignedIn(browser.server, owner, 'priya');
  const page = await browser.newPage({ signedIn: { username: 'priya', password: PASSWORD } });
  await page.goto('/account');
  await page.getByRole('button', { name: 'Set up a second factor' }).click();
  const { secret, codes } = await setUp(page);
  const link = page.getByRole('link', { name: 'Download' });
  expect(await link.getAttribute('download')).toBe('heartwood-recovery-codes.txt');
  expect(decodeURIComponent((await link.getAttribute('href')) ?? '')).toContain(codes.join('\n'));
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await toast(page).getByText('It is on. Your next sign-in asks for a code.').waitFor();
  await page.getByText('10 recovery codes are left.').waitFor();

  const fresh = await browser.newPage();
  await signIn(fresh, 'priya');
  await fresh.getByLabel('Code from your authenticator app').waitFor();
  await expectNoViolationsAtDepth(fresh);
  await typeCode(fresh, 'Code from your authenticator app', '000000');
  await toast(fresh).getByText('This code is wrong or was already used.').waitFor();
  await typeCode(fresh, 'Code from your authenticator app', codeOf(secret, 1));
  await toast(fresh).getByText('Login Successful').waitFor();

  await fresh.context().clearCookies();
  await signIn(fresh, 'priya');
  await fresh.getByRole('button', { name: 'Use a recovery code' }).click();
  await typeCode(fresh, 'Recovery code', codes[0] ?? '');
  await toast(fresh).getByText('Login Successful').waitFor();

  await page.reload();
  await page.getByText('9 recovery codes are left.').waitFor();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await page.getByText('This code is wrong or was already used.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(codes[1] ?? '');
  await page.getByRole('button', { name: 'Make new codes' }).click();
  const renewed = (await page.getByLabel('Recovery codes').inputValue()).split('\n');
  expect(renewed).not.toContain(codes[2]);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();

  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByLabel('Code', { exact: true }).fill(renewed[0] ?? '');
  await expectNoViolationsAtDepth(page);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await toast(page).getByText('It is off. Your password alone signs you in.').waitFor();
  await page.getByRole('button', { name: 'Set up a second factor' }).waitFor();
});

test('A second factor is taken by the owner from somebody who lost their phone, once asked', {
  tags: ['more'],
}, async () => {
  const { id, client } = await addSignedIn(browser.server, owner, 'robin');
  const { body } = await client.post('/api/auth/second-factor/begin', { password: PASSWORD }).then(expectStatus(200));
  await client.post('/api/auth/second-factor/confirm', { code: codeOf(body.secret) }).then(expectStatus(200));

  const link = await browser.newPage();
  await link.goto(`/set-password#${await linkToken(owner, id)}`);
  await link.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await link.getByLabel('Repeat the new password').fill(PASSWORD);
  await link.getByRole('button', { name: 'Set password' }).click();
  await link.getByText('Sign in with it and your second factor.').waitFor();
  await link.getByLabel('Email or Username').waitFor();

  const page = await browser.newPage({ signedIn: true });
  await page.goto(`/users?user=${id}`);
  await page.getByRole('button', { name: 'Remove second factor' }).click();
  await expectNoViolationsAtDepth(page);
  await page.getByRole('button', { name: 'Remove it' }).click();
  await toast(page).getByText('robin signs in with the password alone.').waitFor();
  await page.getByRole('heading', { name: 'Second factor' }).waitFor({ state: 'detached' });
});

test('A second factor is what an owner sets up before anything else, where the company requires it', {
  tags: ['deep'],
}, async () => {
  await addSignedIn(browser.server, owner, 'pat', { role: 'owner' });
  const page = await browser.newPage({ signedIn: { username: 'pat', password: PASSWORD } });
  await page.goto('/settings?edit=true');
  await page.getByLabel('Second factor for owners').selectOption('required');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);

  await page.context().clearCookies();
  await signIn(page, 'pat');
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await expectNoViolationsAtDepth(page);
  await setUp(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('button', { name: /Find or go to/ }).waitFor();
});
