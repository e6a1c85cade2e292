import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { openAtRest, sidewaysScroll } from '../../support/browser/checks.ts';
import { cases, isDeep } from '../../support/depth.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let machine: string;
let job: string;

beforeAll(async () => {
  browser = await openBrowser();
  const owner = await browser.server.signIn();
  const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  await add('/api/leads', { name: 'Oak over the garage', estimatedValue: '1200' });
  machine = await add('/api/equipment', { name: 'Chipper', category: 'Chippers' });
  job = await add('/api/jobs', { title: 'Hedge', address: '3 Elm St' });
});
afterAll(() => browser.close());

const sheet = readFileSync(createRequire(import.meta.url).resolve('@blueprintjs/core/lib/css/blueprint.css'), 'utf8');
/** The toolkit's grays, which look cold beside cream. */
const coldGreys = [...sheet.matchAll(/--bp-palette-(?:dark-|light-)?gray-\d:\s*#([0-9a-f]{6})/g)].map(
  ([, hex = '']) => {
    const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    return `rgb(${red}, ${green}, ${blue})`;
  },
);

/** Visible text, icons and backgrounds in one of the toolkit's grays. */
function coldParts(page: Page): Promise<string[]> {
  return page.evaluate((greys) => {
    const seen = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility());
    return seen
      .filter((element) => {
        const { color, fill, backgroundColor } = getComputedStyle(element);
        return [color, fill, backgroundColor].some((one) => greys.includes(one));
      })
      .map(({ tagName, className }) => `${tagName} ${String(className)}`);
  }, coldGreys);
}

test('Nothing stays in the cold gray of the toolkit', { tags: ['deep'] }, async () => {
  expect(coldGreys).toHaveLength(15);
  const page = await browser.newPage({ signedIn: true });
  for (const path of ['/', '/leads', `/equipment?equipment=${machine}`, '/crew', '/account', '/settings']) {
    await openAtRest(page, path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await coldParts(page), `${path}, ${colorScheme}`).toEqual([]);
    }
  }
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Add Lead' }).click();
  await page.getByRole('dialog').getByLabel('Name').first().waitFor();
  expect(await coldParts(page), 'the dialog').toEqual([]);
});

test('In the few colors of a system for high contrast, everything has its edge and the choice is seen', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/leads');
  await page.locator('article.hw-lead').waitFor();
  await page.getByRole('button', { name: 'Add Lead' }).click();
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  const edges = await page.evaluate(() => {
    const parts = '.bp6-button:not(.bp6-minimal), .bp6-input, select, .hw-lead, .hw-column, .bp6-dialog';
    return [...document.querySelectorAll(parts)].map(
      (part) => `${part.className}: ${getComputedStyle(part).borderTopStyle}`,
    );
  });
  expect(edges.length).toBeGreaterThan(10);
  expect(edges.filter((edge) => !edge.endsWith(': solid'))).toEqual([]);
  const current = page.getByTestId('nav-leads').and(page.locator('[aria-current]'));
  expect(await current.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid');
});

test('A word without an end bursts no page of a phone', async () => {
  const owner = await browser.server.signIn();
  const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  const word = 'w'.repeat(80);
  const names = { firstName: word, lastName: word };
  await add('/api/customers', names);
  const customer = await add('/api/customers', names);
  const person = await add('/api/staff', { ...names, skills: [word.slice(0, 40)] });
  await add('/api/crews', { name: word, memberIds: [person] });
  const page = await browser.newPage({ signedIn: true, width: 390, height: 844, touch: true });
  for (const path of [`/customers/${customer}`, '/customers', '/people', '/crew']) {
    await page.goto(path);
    await page.getByRole('main').getByText(word).first().waitFor();
    const over = () => page.locator('#content').evaluate((main) => main.scrollWidth - main.clientWidth);
    await expect.poll(over, { message: path }).toBeLessThanOrEqual(0);
  }
});

test.each(cases(390, 1180))(
  'A link without a space makes nothing wider than a screen of %i pixels',
  {
    tags: ['more'],
  },
  async (width) => {
    const owner = await browser.server.signIn();
    const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
    const link = `https://maps.example.com/place/${'a0b1c2d3e4'.repeat(6)}`;
    const email = `${'mailbox'.repeat(8)}@${'domain'.repeat(9)}.example.com`;
    const ada = { firstName: 'Ada', email, notes: link, address: link };
    const customer = await add('/api/customers', ada);
    await add(`/api/customers/${customer}/properties`, { address: link, accessNotes: link });
    const lead = await add('/api/leads', { name: 'Ada', email, address: link, description: link, notes: link });
    const words = { description: link, safetyNotes: link, accessInstructions: link, specialRequirements: link };
    const place = { title: link, address: link, hazards: [link], customerId: customer };
    const job = await add('/api/jobs', { ...words, ...place, scheduledDate: '2036-06-16' });
    const items = [{ service: link, description: link, quantity: 1, unitPrice: '100' }];
    const quote = await add('/api/quotes', { customerId: customer, propertyAddress: link, notes: link, items });
    const invoice = await add('/api/invoices', {
      customerId: customer,
      lines: [{ description: link, unitPrice: 100 }],
    });
    const person = await add('/api/staff', { firstName: 'Ada', email, skills: [link.slice(0, 40)] });
    const today = new Date().toISOString().slice(0, 10);
    const chipper = { name: link, category: 'Chippers', serialNumber: link, notes: link };
    const chippers = await add('/api/equipment', chipper);
    const cost = await add('/api/costs', { description: link, amount: '12', category: 'other', day: today });
    const page = await browser.newPage({ signedIn: true, width, height: 844, touch: true });
    const records = [`/customers/${customer}`, `/leads?lead=${lead}`, `/jobs/${job}`, `/schedule?job=${job}`];
    const others = [`/quotes/${quote}`, `/invoices?invoice=${invoice}`, `/people?person=${person}`];
    const more = [
      `/customers/${customer}?edit=true`,
      '/customers',
      '/leads',
      `/leads?lead=${lead}&tab=edit`,
      '/quotes/list',
      `/leads?lead=${lead}&tab=history`,
      `/jobs/${job}?edit=true`,
      '/jobs',
      `/quotes/${quote}?edit=true`,
      '/schedule?date=2036-06-16',
      '/invoices',
      '/people',
      `/equipment?equipment=${chippers}`,
      '/equipment',
      `/costs?cost=${cost}`,
      '/costs',
    ];
    for (const path of [...records, ...others, ...(isDeep ? more : [])]) {
      await openAtRest(page, path);
      expect(await sidewaysScroll(page), path).toBe(0);
      expect(await wideParts(page), path).toEqual([]);
    }
  },
);

/** What scrolls sideways that is not made for it: a table, a board. */
function wideParts(page: Page): Promise<string[]> {
  return page
    .locator('#content, .hw-drawer, .hw-drawer .bp6-tab-panel, .bp6-dialog, .bp6-dialog-body')
    .evaluateAll((parts) =>
      parts
        .filter((part) => part.scrollWidth > part.clientWidth + 1)
        .map((part) => `${part.tagName}.${part.className} by ${part.scrollWidth - part.clientWidth}`),
    );
}

test('On paper a record stands alone, in ink on white', async () => {
  const page = await browser.newPage({ signedIn: true, dark: true });
  await openAtRest(page, `/equipment?equipment=${machine}`);
  await page.getByRole('tab', { name: 'History' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('light');
  await expect.poll(() => page.getByRole('navigation').first().isVisible()).toBe(false);
  expect(await page.getByRole('heading', { name: 'Equipment Management' }).isVisible()).toBe(false);
  expect(await page.getByText('Chippers').last().isVisible()).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');

  await page.emulateMedia({ media: 'screen' });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark');
});

test('Paper has nothing to click or to fill in, and opens what is folded away', { tags: ['deep'] }, async () => {
  const page = await browser.newPage({ signedIn: true, width: 800 });
  for (const [path, folded] of [
    [`/jobs/${job}`, 1],
    ['/reports', 3],
    [`/equipment?equipment=${machine}`, 0],
  ] as const) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.emulateMedia({ media: 'print' });
    const shown = (what: string) => page.locator(what).filter({ visible: true }).count();
    expect(await shown('.bp6-button, textarea'), path).toBe(0);
    expect(await shown('summary ~ *'), path).toBe(folded);
    expect(await sidewaysScroll(page), path).toBe(0);
  }
});
