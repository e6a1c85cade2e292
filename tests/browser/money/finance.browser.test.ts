import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startScripts } from '../../../scripts/console-scripts.ts';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolationsInBothThemes, openAtRest, sidewaysTables } from '../../support/browser/checks.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';
import { addEarnings, LABOR } from '../../support/samples/earnings.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
  await addEarnings(await browser.server.signIn());
});
afterAll(() => browser.close());

async function open(path: string, width = 1440): Promise<Page> {
  const page = await browser.newPage({ width, height: 900, touch: width < 1000, signedIn: true });
  await openAtRest(page, path);
  await page.getByRole('heading', { name: 'Financial Analytics' }).waitFor();
  return page;
}

/** A card by its label. */
const card = (page: Page, label: string) => page.locator('.hw-stat', { has: page.getByText(label, { exact: true }) });

test('The finance page tells revenue, costs, profit and the average job of a range of days, and what is paid, pending and overdue', async () => {
  const page = await open('/financial-dashboard');
  const year = new Date().getFullYear();
  expect(await page.getByLabel('From').inputValue()).toBe(`${year}-01-01`);
  expect(await page.getByLabel('To').inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/);
  for (const [label, value] of [
    ['Total Revenue', '$1,000'],
    ['Total Costs', `$${250 + LABOR}`],
    ['Total Profit', `$${750 - LABOR}`],
    // $1,050 over three jobs with a price.
    ['Average Job Value', '$350'],
    ['Paid', '$1,000'],
    ['Pending', '$500'],
    ['Overdue', '$0'],
  ] as const)
    await card(page, label).getByText(value, { exact: true }).waitFor();
  await page.getByText('Net margin 49.0%').waitFor();
  await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
  for (const name of ['Revenue vs. Costs', 'Cash Flow']) await page.getByRole('heading', { name }).waitFor();
});

test('On a phone a job is told line by line, and the jobs are sorted above the lines', { tags: ['deep'] }, async () => {
  const page = await open('/financial-dashboard?tab=profitability', 390);
  const table = page.getByRole('region', { name: 'All jobs' });
  const first = table.locator('tbody').getByRole('row').first();
  await first.getByText('$770').waitFor();
  // A job without an estimate has no lines about it.
  expect(await first.locator('td:visible').evaluateAll((cells) => cells.map((cell) => cell.dataset['label']))).toEqual([
    'Completed',
    'Actual cost',
    'Revenue',
    'Profit',
    'Margin',
  ]);
  // No header that nobody sees takes the focus.
  expect(await table.getByRole('button').count()).toBe(0);
  await page.getByLabel('Sort by').selectOption('Sort by revenue');
  await page.waitForURL(/sort=-revenue/);
  await page.getByRole('button', { name: 'Descending: sort ascending' }).tap();
  await first.getByText('$35').waitFor();
  expect(await sidewaysTables(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show as table' }).tap();
  await page.getByRole('region', { name: 'Profitability by job as a table' }).waitFor();
  expect(await sidewaysTables(page)).toEqual([]);
  await expectFitForFingers(page, 'profitability');
  await expectNoViolationsInBothThemes(page);
});

/** An answer as the server's own tests compute it by hand. */
const FORECAST = {
  asOf: '2026-06-15',
  monthsKnown: 13,
  monthsNeeded: 10,
  method: 'the average of the last six months',
  daysLate: 9,
  accuracy: { tries: 39, averageError: 1_234.5, percentError: 12 },
  past: [{ month: '2026-05', revenue: 9_000.5 }],
  months: [
    {
      month: '2026-06',
      revenue: 9_500.25,
      low: 8_000,
      high: 11_000,
      received: 4_000,
      openInvoices: 70,
      scheduledWork: 0,
    },
    {
      month: '2026-07',
      revenue: 9_500.25,
      low: 7_500,
      high: 11_500,
      received: null,
      openInvoices: 50,
      scheduledWork: 300,
    },
  ],
};

test('The finance page tells what the next months may bring, within which range, and from what', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.route('**/api/analytics/forecast', (route) => route.fulfill({ json: FORECAST }));
  await page.goto('/financial-dashboard?tab=forecast');
  const months = page.getByRole('slider', { name: 'Revenue forecast, point by point' });
  expect(await months.getAttribute('aria-valuetext')).toBe(
    'July 2026: Revenue —, Forecast $9,500, between $7,500 and $11,500',
  );
  for (const more of ['How this is forecast', 'Which month each is shown in']) await page.getByText(more).click();
  await page.getByText('off by $1,235 a month on average, 12% of what came in').waitFor();
  await page.getByText('customers typically paid 9 days after the due date').waitFor();
  await page.locator('.recharts-area-area').waitFor();
});

test('The console starts without the finance page', () => {
  expect(startScripts().filter((file) => file.includes('finance'))).toEqual([]);
});
