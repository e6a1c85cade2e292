import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolations, sidewaysScroll } from '../../support/browser/checks.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
  const owner = await browser.server.signIn();
  for (const [name, leadSource] of [
    ['Ash', 'Referral'],
    ['Beech', 'Website'],
  ]) {
    await owner.post('/api/leads', { name, leadSource }).then(expectStatus(201));
  }
  const numbers = Array.from({ length: 130 }, (_, index) => String(index).padStart(3, '0'));
  const add = (number: string) => owner.post('/api/customers', { firstName: 'Long', lastName: `List ${number}` });
  await Promise.all(numbers.map((number) => add(number).then(expectStatus(201))));
});
afterAll(() => browser.close());

test('A view keeps the filters under a name, and opens them again', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/leads?source=Referral');
  await page.getByRole('button', { name: 'Views and export' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByLabel('Name').fill('Referrals');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“Referrals” is in this menu').waitFor();

  await page.goto('/leads');
  await page.getByRole('article', { name: 'Beech' }).waitFor();
  await page.getByRole('button', { name: 'Views and export' }).click();
  await page.getByRole('menuitem', { name: 'Referrals' }).click();
  await page.getByRole('article', { name: 'Beech' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?source=Referral');
});

test('A list is exported as the page filters it', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/leads?source=Website');
  await page.getByRole('button', { name: 'Views and export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('leads.csv');
  let text = '';
  for await (const chunk of await file.createReadStream()) text += chunk;
  expect(text).toContain('Beech');
  expect(text).not.toContain('Ash');
});

/** The focused text, and the row of its table. */
const focused = (page: Page) =>
  page.evaluate(() => [document.activeElement?.textContent, document.activeElement?.closest('tr')?.ariaRowIndex]);

test('A long table holds the rows in sight; J, K and Enter go through all of it, in cards too', async () => {
  const page = await browser.newPage({ signedIn: true, width: 1024 });
  await page.goto('/customers?q=long+list&sort=name&view=list');
  const rows = page.locator('tbody tr[aria-rowindex]');
  await page.getByRole('link', { name: 'List 000, Long' }).waitFor();
  await page.keyboard.press('j');
  await expect.poll(() => focused(page)).toEqual(['List 000, Long', '2']);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect.poll(() => focused(page)).toEqual(['List 001, Long', '3']);
  const table = page.getByRole('table', { name: 'Customers' });
  await page.locator('.hw-table-frame').evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('131');
  await page.locator('.hw-table-frame').evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await page.getByRole('link', { name: 'List 129, Long' }).waitFor();
  expect(await rows.count()).toBeLessThan(80);
  // On paper all rows are there.
  await page.evaluate(() => {
    const count = () => document.querySelectorAll('tbody tr[aria-rowindex]').length;
    window.addEventListener('beforeprint', () => Object.assign(window, { printed: count() }), { once: true });
  });
  await page.pdf();
  expect(await page.evaluate(() => (window as { printed?: number }).printed)).toBe(130);
  await expect.poll(() => rows.count()).toBeLessThan(80);
  // The focused row stays, and moving continues from there.
  expect(await focused(page)).toEqual(['List 001, Long', '3']);
  await page.keyboard.press('j');
  await expect.poll(() => focused(page)).toEqual(['List 002, Long', '4']);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Long List 002', level: 1 }).waitFor();

  await page.goto('/customers?q=long+list&sort=name');
  await page.getByRole('link', { name: 'Long List 000', exact: true }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  expect(await focused(page)).toEqual(['Long List 001', undefined]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Long List 001', level: 1 }).waitFor();
});

test('A list is where it was left when one comes back to it, and a record’s page begins at its top', async () => {
  const page = await browser.newPage({ signedIn: true, width: 1024 });
  const card = (number: string) => page.getByRole('link', { name: `Long List ${number}`, exact: true });
  const heading = (number: string) => page.getByRole('heading', { name: `Long List ${number}`, level: 1 });
  await page.goto('/customers?q=long+list&sort=name&view=list');
  const row = page.getByRole('link', { name: 'List 050, Long' });
  const scrolled = () => page.locator('.hw-table-frame').evaluate(({ scrollTop }) => scrollTop);
  await page.getByRole('link', { name: 'List 000, Long' }).waitFor();
  // When the rows become too many for the page, it keeps its place.
  await page.locator('.hw-table-frame').evaluate((frame) => frame.scrollTo(0, 1_500));
  await expect.poll(() => page.getByRole('table').getAttribute('aria-rowcount')).toBe('131');
  const before = await scrolled();
  expect(before).toBeGreaterThan(1_000);
  await row.click();
  await heading('050').waitFor();
  await page.goBack();
  await row.waitFor();
  await expect.poll(scrolled).toBeGreaterThanOrEqual(before);

  await page.getByRole('button', { name: 'Cards' }).click();
  await card('050').click({ trial: true }); // scrolls there, and waits until it is still
  const top = await topOf(card('050'));
  await card('050').click();
  await heading('050').waitFor();
  await page.goBack();
  await expect.poll(() => topOf(card('050'))).toBeCloseTo(top, 0);

  // On a phone the whole page scrolls.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/customers?q=long+list&sort=name');
  await card('040').click({ trial: true });
  const thumb = await topOf(card('040'));
  await card('040').click();
  await heading('040').waitFor();
  expect(await page.locator('#content').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await page.goBack();
  await expect.poll(() => topOf(card('040'))).toBeCloseTo(thumb, 0);
});

/** Its distance from the top of the window. */
const topOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().top);

test('Where there is no room for all columns, what matters stays; which ones are shown is chosen and remembered', async () => {
  const owner = await browser.server.signIn();
  const late = { category: 'Chippers', nextMaintenance: '2020-01-31', serialNumber: 'SN-1', purchasePrice: 48_000 };
  await owner.post('/api/equipment', { name: 'Late chipper', ...late }).then(expectStatus(201));
  const page = await browser.newPage({ signedIn: true, width: 1024, height: 768 });
  const heads = async () => (await page.getByRole('columnheader').allTextContents()).filter(Boolean);
  await page.goto('/equipment?view=list');
  await page.getByText('Overdue since Jan 31, 2020').waitFor();
  expect(await heads()).toEqual(expect.arrayContaining(['Name', 'Status', 'Next maintenance']));
  expect(await heads()).not.toContain('Upkeep');
  // Only columns the server sorts by can be clicked.
  await page.setViewportSize({ width: 1440, height: 768 });
  await expect.poll(heads).toContain('Assigned to');
  const head = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');
  expect([await head('Assigned to').count(), await head('Status').count()]).toEqual([0, 1]);

  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(heads).not.toContain('Upkeep');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByText('Upkeep', { exact: true }).click();
  await expect.poll(heads).toContain('Upkeep');
  await page.locator('.hw-column-choice').getByText('Status', { exact: true }).click();
  await expect.poll(heads).not.toContain('Status');
  await expectNoViolations(page);
  await page.reload();
  await page.getByText('Overdue since Jan 31, 2020').waitFor();
  await expect.poll(heads).toContain('Upkeep');
  expect(await heads()).not.toContain('Status');
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'As many as fit' }).click();
  await expect.poll(heads).toContain('Status');
});

async function middle(what: Locator): Promise<number> {
  const { y = 0, height = 0 } = (await what.boundingBox()) ?? {};
  return y + height / 2;
}

test('On a phone the menu of a list is never alone on a line, and rare filters wait behind a button', {
  tags: ['deep'],
}, async () => {
  const page = await browser.newPage({ width: 390, height: 844, touch: true, signedIn: true });
  for (const path of [
    '/quotes/list',
    '/admin/external-leads',
    '/equipment',
    '/invoices',
    '/costs',
    '/jobs',
    '/leads',
    '/users',
  ]) {
    await page.goto(path);
    const menu = page.getByRole('button', { name: 'Views and export' });
    await menu.waitFor();
    const search = page.getByRole('main').getByRole('searchbox').first();
    expect(Math.abs((await middle(menu)) - (await middle(search))), path).toBeLessThan(4);
  }
  await page.goto('/costs');
  const more = page.getByRole('button', { name: 'More filters' });
  const sort = page.getByLabel('Sort by');
  await more.waitFor();
  const place = await middle(more);
  expect(Math.abs((await middle(sort)) - place), 'Filters and sorting in one row').toBeLessThan(4);
  await more.tap();
  await page.getByLabel('Comes from').waitFor();
  expect([await middle(more), await middle(sort)], 'Opened, they stay').toEqual([place, place]);
  await sort.selectOption('Amount');
  await page.waitForURL('**/costs?sort=-amount');
  await page.getByRole('button', { name: 'Descending: sort ascending' }).tap();
  await page.waitForURL('**/costs?sort=amount');
  await page.goto('/costs');
  await more.tap();
  await page.getByLabel('Comes from').selectOption('maintenance');
  await page.waitForURL('**/costs?source=maintenance');
  await page.reload();
  await page.getByLabel('Comes from').waitFor();
});
