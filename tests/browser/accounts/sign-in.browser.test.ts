import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { openBrowser, type PageOptions, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations, expectNoViolationsAtDepth } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { OWNER } from '../../support/server.ts';
import { type OidcProvider, startOidcProvider } from '../../support/servers/oidc-provider.ts';

async function openSignIn(browser: TestBrowser, options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto('/');
  await page.getByLabel('Email or Username').waitFor();
  return page;
}

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Email or Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

describe('with a password', () => {
  let browser: TestBrowser;
  let owner: Client;

  beforeAll(async () => {
    browser = await openBrowser();
    owner = await browser.server.signIn();
    await addSignedIn(browser.server, owner, 'priya', { firstName: 'Priya', email: 'priya@example.com' });
  });
  afterAll(() => browser.close());

  test('The sign-in screen replaces every page, and offers no other way in than a password', {
    tags: ['more'],
  }, async () => {
    const page = await browser.newPage();
    for (const path of ['/leads', '/no-such-page']) {
      await page.goto(path);
      await page.getByLabel('Email or Username').waitFor();
    }
    expect(await page.getByRole('link', { name: /^Sign In with/ }).count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
    for (const label of ['Email or Username', 'Password']) {
      expect(await page.getByLabel(label).evaluate((input: HTMLInputElement) => input.required)).toBe(true);
    }
    await expectNoViolationsAtDepth(page);
  });

  test('A sign-in with a password is busy as long as it takes, goes to / and welcomes by first name', async () => {
    const page = await openSignIn(browser);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/auth/login', async (route) => {
      await held;
      await route.continue();
    });
    await signIn(page, 'priya@example.com', PASSWORD);
    await page.getByRole('button', { name: 'Signing in...' }).waitFor();
    letGo();
    await toast(page).getByText('Login Successful').waitFor();
    await toast(page).getByText('Welcome back, Priya!').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('A session that is revoked while a page is open says so and leads to the sign-in', async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/users');
    await page.getByRole('link', { name: 'Priya' }).waitFor();
    // The page may find out by itself before the click: it is left only after its text was checked.
    const seen = Promise.withResolvers<void>();
    await page.route('**/api/login', async (route) => {
      await seen.promise;
      await route.continue();
    });
    await owner.delete('/api/users/owner/sessions');
    owner = await browser.server.signIn();
    // The click would wait for what the page leads to, which is held.
    await page.getByRole('link', { name: 'Priya' }).click({ noWaitAfter: true });
    await toast(page)
      .filter({ hasText: /Unauthorized\s*You are logged out\. Logging in again\.\.\./ })
      .waitFor();
    seen.resolve();
    await page.waitForURL(`${browser.server.url}/`);
    await page.getByLabel('Email or Username').waitFor();
  });

  test('A command that finds the session ended says that, and not its own failure after it', {
    tags: ['deep'],
  }, async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/leads?new=true');
    await page.getByLabel('Name').fill('Ada Lovelace');
    // The page stays, so that its last message can be read.
    const left = new Promise<void>((resolve) => {
      void page.route('**/api/login', async (route) => {
        await route.fulfill({ status: 204 });
        resolve();
      });
    });
    const refused = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 401);
    await owner.delete('/api/users/owner/sessions');
    owner = await browser.server.signIn();
    await page.getByRole('dialog').getByRole('button', { name: 'Add Lead' }).click();
    await refused;
    await left;
    expect(await toast(page).allInnerTexts()).toEqual([expect.stringContaining('Unauthorized')]);
  });
});

describe('with an identity provider', () => {
  const NAME = 'Sign In with a cloud development platform account';
  let browser: TestBrowser;
  let provider: OidcProvider;

  beforeAll(async () => {
    provider = await startOidcProvider();
    browser = await openBrowser(provider.env);
    provider.serve(`${browser.server.url}/api/login/callback`);
    const owner = await browser.server.signIn();
    await addSignedIn(browser.server, owner, 'priya', { firstName: 'Priya', email: 'priya@example.com' });
  });
  afterAll(async () => {
    await browser.close();
    await provider.close();
  });

  function seat(person: Parameters<OidcProvider['seat']>[0]): void {
    provider.seat(person);
    onTestFinished(() => provider.seat(null));
  }

  test('The button of an identity provider goes there and back, signed in', async () => {
    seat({ sub: 'priya-there', email: 'priya@example.com', email_verified: true });
    const page = await openSignIn(browser);
    await page.getByRole('link', { name: NAME }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.getByRole('button', { name: 'Account of Priya' }).waitFor();
  });

  test('Somebody who cancels at an identity provider, or has no account, lands on / with the reason, and stays there', {
    tags: ['deep'],
  }, async () => {
    const page = await openSignIn(browser);
    seat(null);
    await page.getByRole('link', { name: NAME }).click();
    await page.getByRole('alert').getByText('You canceled the sign-in.').waitFor();
    seat({ sub: 'stranger', email: 'stranger@example.com', email_verified: true });
    await page.getByRole('link', { name: NAME }).click();
    await page.getByRole('alert').getByText('You have no active account here.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await expectNoViolations(page);
    await signIn(page, OWNER.username, OWNER.password);
    await toast(page).getByText(`Welcome back, ${OWNER.username}!`).waitFor();
    expect(page.url()).toBe(`${browser.server.url}/`);
  });
});
