import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { openAtRest, sidewaysScroll } from '../support/browser-checks.ts';
import { expectStatus } from '../support/server.ts';

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
