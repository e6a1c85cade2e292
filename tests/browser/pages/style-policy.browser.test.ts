import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type PageOptions, type TestBrowser } from '../../support/browser/browser.ts';
import { openAtRest } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
let customer: string;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  await add('/api/leads', { name: 'Oak over the garage' });
  await add('/api/equipment', { name: 'Chipper', category: 'Chippers' });
  customer = await add('/api/customers', { firstName: 'Robin', lastName: 'Reed' });
});
afterAll(() => browser.close());

/** A page that records what its policy refuses. */
async function openPage(options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) =>
      refused.push(`${effectiveDirective}: ${blockedURI} ${sourceFile} ${sample}`),
    );
  });
  return page;
}

const refusedOn = (page: Page) => page.evaluate(() => (window as unknown as { refused: string[] }).refused);

describe('no style of our own is refused', () => {
  test('No style of our own is refused on a page of the console', async () => {
    await expectNoneRefusedInConsole('/reports');
  });

  test('No style of our own is refused on any page of the console', { tags: ['deep'] }, async () => {
    const others = ['/equipment', '/crew', '/people', '/users', '/settings', '/account', '/security'];
    await expectNoneRefusedInConsole('/', '/leads', '/customers', `/customers/${customer}`, ...others);
  });

  test('No style of our own is refused on a page that is open to everybody', async () => {
    await expectNoneRefused('/landing');
  });

  test('No style of our own is refused on any page that is open to everybody', { tags: ['deep'] }, async () => {
    await expectNoneRefused('/', '/terms', '/privacy', '/set-password');
  });

  test('No style of our own is refused in the documentation of the API', { tags: ['deep'] }, async () => {
    const page = await openPage();
    await page.goto('/api/docs/', { waitUntil: 'networkidle' });
    expect(await page.locator('body').innerText()).not.toBe('');
    expect(await refusedOn(page)).toEqual([]);
  });

  async function expectNoneRefusedInConsole(...paths: string[]): Promise<void> {
    const page = await openPage({ signedIn: true });
    for (const path of paths) {
      await openAtRest(page, path);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      expect(await refusedOn(page), path).toEqual([]);
    }
  }

  async function expectNoneRefused(...paths: string[]): Promise<void> {
    const page = await openPage();
    for (const path of paths) {
      await openAtRest(page, path);
      expect(await page.locator('body').innerText(), path).not.toBe('');
      expect(await refusedOn(page), path).toEqual([]);
    }
  }

  test('No style of our own is refused while a lead is dragged, whose cards make room', {
    tags: ['deep'],
  }, async () => {
    const page = await openPage({ signedIn: true });
    await page.goto('/leads');
    const card = page.getByRole('article', { name: 'Oak over the garage' });
    await card.focus();
    await page.keyboard.press('Space');
    await page.locator('.hw-lead-dragging').waitFor();
    const rules = await page.evaluate(() =>
      [...document.querySelectorAll('style')].map(({ sheet }) => sheet?.cssRules.length ?? 0),
    );
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.every((count) => count > 0)).toBe(true);
    await page.keyboard.press('Escape');
    await page.locator('.hw-lead-dragging').waitFor({ state: 'detached' });
    expect(await refusedOn(page)).toEqual([]);
  });
});

test('A style that somebody else brings into the page is refused', async () => {
  const page = await openPage({ signedIn: true, expectedErrors: [/Content Security Policy/] });
  await page.goto('/leads');
  await page.getByText('Total Leads').waitFor();
  await page.evaluate(() => {
    const foreign = document.createElement('style');
    foreign.textContent = 'body { outline: 9px solid red }';
    document.head.append(foreign);
    const copied = foreign.cloneNode(true) as HTMLStyleElement;
    copied.setAttribute('nonce', document.querySelector('meta[property="csp-nonce"]')?.getAttribute('nonce') ?? '');
    document.head.append(copied);
    document.body.insertAdjacentHTML('beforeend', '<p id="foreign" style="position: fixed">Sign in here</p>');
  });
  await expect.poll(() => refusedOn(page)).toHaveLength(3);
  const directives = (await refusedOn(page)).map((text) => text.split(':', 1)[0]);
  expect(directives.sort()).toEqual(['style-src-attr', 'style-src-elem', 'style-src-elem']);
  const shown = await page.evaluate(() => [
    getComputedStyle(document.body).outlineWidth,
    getComputedStyle(document.querySelector('#foreign') ?? document.body).position,
  ]);
  expect(shown).not.toContain('9px');
  expect(shown).not.toContain('fixed');
});

test('A page that was kept together with its header works again from there', { tags: ['deep'] }, async () => {
  const page = await openPage({ signedIn: true });
  const kept = await browser.server.server.app.inject({ url: '/leads' });
  // The way a service worker answers a navigation.
  await page.route('**/leads', async (route) => {
    const headers = Object.fromEntries(Object.entries(kept.headers).map(([name, value]) => [name, String(value)]));
    await route.fulfill({ status: 200, headers, body: kept.body });
  });
  for (let visits = 0; visits < 2; visits++) {
    await page.goto('/leads');
    await page.getByText('Total Leads').waitFor();
    expect(await refusedOn(page)).toEqual([]);
  }
});
