import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startScripts } from '../../scripts/console-scripts.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { expectNoViolationsInBothThemes, openAtRest, sidewaysTables } from '../support/browser-checks.ts';
import { expectFitForFingers } from '../support/browser-targets.ts';
import { expectStatus } from '../support/server.ts';

let browser: TestBrowser;

/** The last two show no profit. */
const JOBS = [
  ['tree_removal', '900', '2'],
  ['pruning', '100', '1'],
  ['pruning', null, '1'],
  ['pruning', '50', null],
] as const;

/** The cost of the jobs' hours, at $65. */
const LABOR = 4 * 65;

/** All in one month, so that the turn of the month does not matter: the customers paid $1,000 of $1,500. */
beforeAll(async () => {
  browser = await openBrowser();
  const owner = await browser.server.signIn();
  const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  await owner.patch('/api/settings', { taxRate: '0' }).then(expectStatus(200));
  const customerId = await add('/api/customers', { firstName: 'Robin', lastName: 'Reed' });
  const invoice = (unitPrice: string) =>
    add('/api/invoices', { customerId, lines: [{ description: 'Prune the oak', unitPrice }] });
  const [paid, partly] = [await invoice('800'), await invoice('700')];
  const pay = (id: string, amount: string) => add(`/api/invoices/${id}/payments`, { amount, paymentMethod: 'check' });
  await pay(paid, '800');
  await pay(partly, '200');
  await add('/api/costs', { category: 'other', amount: '250', description: 'Chipper rental' });
  const personId = await add('/api/staff', { firstName: 'Ada', lastName: 'Hall' });
  for (const [serviceType, amount, hours] of JOBS) {
    const job = await add('/api/jobs', { customerId, address: '3 Elm St', serviceType, amount });
    await owner.post(`/api/jobs/${job}/start`).then(expectStatus(200));
    await owner.post(`/api/jobs/${job}/complete`).then(expectStatus(200));
    if (hours) await owner.post(`/api/jobs/${job}/hours`, { personId, hours }).then(expectStatus(200));
  }
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

test('The finance page says why its revenue is not what the reports say, and leads there', async () => {
  const page = await open('/financial-dashboard');
  await page.getByText('How these figures are counted').click();
  await page.getByText('Reports add up the invoices paid in full on these days: $800.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('heading', { name: 'Revenue Report' }).waitFor();
  await page.goto('/reports');
  await page.getByText('How these figures are counted').click();
  await page.getByRole('main').getByRole('link', { name: 'Financial Analytics' }).click();
  await page.getByRole('heading', { name: 'Financial Analytics' }).waitFor();
});

test.each([
  ['Total Revenue', 'Payments and refunds', 'Total $1,000'],
  ['Total Costs', 'Costs', `Total $${250 + LABOR}`],
])('%s opens the rows that it adds up', async (label, heading, total) => {
  const page = await open('/financial-dashboard');
  await card(page, label).click();
  await page.getByRole('heading', { name: heading }).waitFor();
  await page.getByRole('row', { name: total, exact: true }).waitFor();
  await page.getByRole('link', { name: 'Back to the figures' }).click();
  await card(page, 'Total Profit').waitFor();
});

test('A month of the chart opens its payments and costs by keys', async () => {
  const page = await open('/financial-dashboard');
  const months = page.getByRole('slider', { name: 'Revenue vs. Costs, point by point' });
  expect(await months.getAttribute('aria-valuetext')).toMatch(/: Revenue \$1,000, Costs \$510, Profit \$490$/);
  await months.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Robin Reed' }).first().waitFor();
  await page.getByRole('button', { name: 'Costs' }).click();
  await page.getByText('Chipper rental').waitFor();
});

test('The finance page tells the profit of each job, says what it leaves out, and orders by any figure', async () => {
  const page = await open('/financial-dashboard');
  await page.getByRole('tab', { name: 'Job Profitability' }).click();
  await page.getByText('2 of 4 completed jobs. Left out: 1 without a price, and 1 without recorded hours').waitFor();
  await page.getByText('$1,000 less $195 is $805: a margin of 80.5%.').waitFor();
  const table = page.getByRole('region', { name: 'All jobs' });
  await table.getByRole('row').nth(1).getByText('$770').waitFor();
  await table.getByRole('button', { name: 'Profit' }).click();
  await table
    .getByRole('columnheader', { name: 'Profit', exact: true })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor();
  await table.getByRole('row').nth(1).getByText('$35').waitFor();
  await page.getByRole('button', { name: 'Services' }).click();
  await page.getByRole('region', { name: 'All services' }).getByRole('link', { name: 'Tree Removal' }).click();
  await page.getByText('1 of 1 completed job.').waitFor();
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

test('The finance page tells how each month went', async () => {
  const page = await open('/financial-dashboard?tab=trends');
  await page.getByRole('tab', { name: 'Trends', selected: true }).waitFor();
  const months = page.getByRole('slider', { name: 'Revenue, costs and profit, point by point' });
  expect(await months.getAttribute('aria-valuetext')).toMatch(/: Revenue \$1,000, Costs \$510, Profit \$490$/);
  const row = page.getByRole('region', { name: 'Month by month' }).getByRole('row').nth(1);
  expect(await row.innerText()).toContain('$350');
});

test('The finance page says where there is not enough to forecast from', { tags: ['deep'] }, async () => {
  const page = await open('/financial-dashboard?tab=forecast');
  await page.getByText('Not enough months to forecast from').waitFor();
  await page.getByText('A forecast needs 10 full months since the first payment, and so far there is none.').waitFor();
});

/** An answer as the server's own tests compute it by hand. */
const FORECAST = {
  ...{
    asOf: '2026-06-15',
    monthsKnown: 13,
    monthsNeeded: 10,
    method: 'the average of the last six months',
    daysLate: 9,
  },
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

test('The finance page refuses days in words, and says so where days have nothing', async () => {
  const page = await browser.newPage({ signedIn: true, expectedErrors: [/400/] });
  await page.goto('/financial-dashboard?from=2026-06-15&to=2026-06-14');
  await page.getByText('The last day is before the first').waitFor();
  await page.goto('/financial-dashboard?from=2026-02-30&to=2026-03-31');
  await page.getByText('startDate must be a day like 2026-06-15.').waitFor();
  await page.goto('/financial-dashboard?from=2020-01-01&to=2020-12-31');
  await page.getByText('No payments or costs on these days').waitFor();
});

test('What could not be read is said in the words of the finance page, and read once more', {
  tags: ['deep'],
}, async () => {
  const page = await browser.newPage({ signedIn: true, readsByItself: false, expectedErrors: [/500/] });
  let fails = true;
  await page.route('**/api/analytics/financial*', (route) =>
    fails ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken' } }) : route.fallback(),
  );
  await page.goto('/financial-dashboard');
  await page.getByText('Failed to fetch financial metrics.').waitFor();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await card(page, 'Total Revenue').getByText('$1,000').waitFor();
});

test('The console starts without the finance page', () => {
  expect(startScripts().filter((file) => file.includes('finance'))).toEqual([]);
});
