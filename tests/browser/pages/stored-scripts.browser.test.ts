import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { addHostileRecords, type HostileRecords, SCRIPTS } from '../../support/requests/hostile.ts';

let browser: TestBrowser;
let ids: HostileRecords;

beforeAll(async () => {
  browser = await openBrowser();
  ids = await addHostileRecords(await browser.server.signIn());
});
afterAll(() => browser.close());

const asValue = (page: Page) => page.locator('input[value*="ran("]').first();
const asText = (page: Page) => page.getByText('ran(').and(page.locator(':visible')).or(asValue(page)).first();

/** A page that records what ran, what its policy refused, and what asked for an answer. */
async function openPage(expectedErrors: readonly RegExp[] = []): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, expectedErrors });
  page.setDefaultTimeout(10_000);
  await page.addInitScript(() => {
    const happened: string[] = [];
    Object.assign(window, { happened, ran: (which: unknown) => happened.push(`ran ${which}`) });
    for (const name of ['alert', 'confirm', 'prompt']) Object.assign(window, { [name]: () => happened.push(name) });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      happened.push(`refused ${effectiveDirective}: ${blockedURI} ${sample}`),
    );
  });
  return page;
}

/** Fails if a text became more than text, or led away. */
async function expectOnlyText(page: Page, where: string): Promise<void> {
  expect(await moreThanText(page), where).toEqual([]);
  expect(new URL(page.url()).origin, where).toBe(browser.server.url);
}

/** What ran, was refused, or is in the page but should not be. */
async function moreThanText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const added = 'iframe, base, object, embed, script:not([src]), meta[http-equiv=refresh], img[src=x]';
    const elements = [...document.querySelectorAll('*')];
    const handlers = elements.filter(({ attributes }) => [...attributes].some(({ name }) => /^on/i.test(name)));
    const links = [...document.querySelectorAll('a[href], form[action]')].map(
      (link) => new URL(link.getAttribute('href') ?? link.getAttribute('action') ?? '', location.href),
    );
    const odd = links.filter(
      ({ protocol, origin, search }) =>
        (!['https:', 'tel:', 'sms:', 'mailto:'].includes(protocol) && origin !== location.origin) ||
        (['sms:', 'mailto:'].includes(protocol) && search !== ''),
    );
    return [
      ...(window as unknown as { happened: string[] }).happened,
      ...[...document.querySelectorAll(added), ...handlers].map(({ outerHTML }) => outerHTML.slice(0, 200)),
      ...odd.map(({ href }) => href),
    ];
  });
}

/** Goes there and waits until such a text appears. */
async function visit(page: Page, paths: readonly string[], shown = asText): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await shown(page).waitFor();
    await expectOnlyText(page, path);
  }
}

describe('what somebody typed runs nowhere', () => {
  const inAddress = encodeURIComponent('"><img src=x onerror="ran(20)">');

  test('What somebody typed does not run on a page, in the command palette, in a drawer, beside and under photos, or as what is searched for', async () => {
    const page = await openPage();
    await visit(page, [`/customers/${ids.customers[0]}`]);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').locator('input').first().fill('ran');
    await page.getByRole('dialog').getByText('ran(').first().waitFor();
    await expectOnlyText(page, 'the command palette');

    await visit(page, [`/leads?lead=${ids.leads[0]}`]);
    await page.locator('.hw-photo').first().waitFor();
    await expectOnlyText(page, 'the photos');
    await page.locator('.hw-photo').first().click();
    await page
      .getByRole('dialog', { name: /^Photo / })
      .getByRole('img', { name: /ran\(/ })
      .waitFor();
    await expectOnlyText(page, 'the viewer');
    await visit(page, [`/leads?q=${inAddress}`], asValue);
  });

  test('What somebody typed does not run on any page', { tags: ['deep'] }, async () => {
    const page = await openPage();
    await visit(page, [
      '/',
      '/leads',
      '/customers',
      '/equipment',
      '/equipment?view=list',
      '/crew',
      '/people',
      '/users',
      '/settings',
      '/security',
      `/customers/${ids.customers[1]}?edit=true`,
    ]);
    await visit(page, [`/customers?q=${inAddress}`, `/people?q=${inAddress}&person=${inAddress}`], asValue);
  });

  test('What somebody typed does not run on any tab of any drawer', { tags: ['deep'] }, async () => {
    const page = await openPage();
    const drawers = [
      ['/leads?lead=', ids.leads],
      ['/equipment?equipment=', ids.equipment],
      ['/crew?crew=', ids.crews],
      ['/people?person=', ids.staff],
      ['/users?user=', ids.users],
    ] as const;
    for (const [path, records] of drawers) {
      await visit(
        page,
        ['details', 'edit', 'history'].map((tab, at) => `${path}${records[at]}&tab=${tab}`),
      );
    }
  });
});

test('What was typed and became more than text would be found here', async () => {
  const page = await openPage([/Content Security Policy|404/]);
  await page.goto('/landing');
  const texts = SCRIPTS.filter((text) => /<(img|svg|a|iframe|base)/.test(text));
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), texts.join(' '));
  const found = (await moreThanText(page)).join('\n');
  for (const sign of ['<img', '<svg', 'javascript:', '<iframe', '<base']) expect(found).toContain(sign);
  await expect.poll(() => moreThanText(page)).toContainEqual(expect.stringContaining('refused script-src'));
});
