import { afterAll, beforeAll, expect, test } from 'vitest';
import { startScripts } from '../../../scripts/console-scripts.ts';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
  const owner = await browser.server.signIn();
  const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  const customerId = await add('/api/customers', { firstName: 'Robin', lastName: 'Reed' });
  for (const serviceType of ['tree_removal', 'tree_removal', 'pruning']) {
    const job = await add('/api/jobs', { customerId, address: '3 Elm St', serviceType, amount: '1200' });
    await owner.post(`/api/jobs/${job}/start`).then(expectStatus(200));
    await owner.post(`/api/jobs/${job}/complete`).then(expectStatus(200));
  }
});
afterAll(() => browser.close());

/** The test's own months, until there is a way to use the console's invoices. */
const MONTHS = Array.from({ length: 12 }, (_, at) => {
  const month = new Date(Date.UTC(2025, 11 + at, 1)).toISOString().slice(0, 'YYYY-MM'.length);
  return { month, revenue: `${1_000 * (at + 1)}.50`, profitBeforeTax: '-12.00', invoices: at + 1 };
});

test('The reports have figures, charts and reports by their names; a chart is read by keys and as a table, and opens the rows behind a point', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.route('**/api/reports/revenue-trend', (route) => route.fulfill({ json: { months: MONTHS } }));
  await page.goto('/reports');
  await page.getByRole('heading', { name: 'Reports & Analytics' }).waitFor();
  await page.locator('.hw-chart svg').nth(1).waitFor();
  for (const label of ['Total Revenue', 'Completed Jobs', 'Total Customers', 'Avg Job Value'])
    await page.getByText(label, { exact: true }).waitFor();
  for (const label of ["This Month's Revenue", 'Jobs Completed', 'Efficiency Rating'])
    await page.getByText(label, { exact: true }).waitFor();
  for (const name of ['Revenue Trend', 'Service Distribution', 'Monthly Performance', 'Quick Reports'])
    await page.getByRole('heading', { name }).waitFor();
  await page.getByRole('button', { name: 'Export Report' }).click();
  const csv = page.getByRole('menuitem', { name: 'CSV for a spreadsheet' });
  expect(await csv.getAttribute('href')).toBe('/api/reports/export?format=csv');
  for (const name of ['Customer Report', 'Job Report', 'Revenue Report', 'Crew Performance'])
    expect(await page.getByRole('link', { name }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await csv.waitFor({ state: 'detached' });
  await page.getByText('How these figures are counted').click();
  await page.getByText('Total Revenue adds up the invoices that are paid in full.').waitFor();

  const months = page.getByRole('slider', { name: 'Revenue Trend, point by point' });
  await months.focus();
  expect(await months.getAttribute('aria-valuetext')).toBe(
    'November 2026: Revenue $12,000.50, Profit before tax and deposits -$12, Invoices 12',
  );
  await page.keyboard.press('ArrowLeft');
  expect(await months.getAttribute('aria-valuetext')).toBe(
    'October 2026: Revenue $11,000.50, Profit before tax and deposits -$12, Invoices 11',
  );
  expect(await page.getByRole('table', { name: 'Revenue Trend' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Revenue Trend: show as table' }).click();
  await page.getByRole('link', { name: 'October 2026' }).waitFor();
  await page.getByRole('button', { name: 'Revenue Trend: show as chart' }).click();
  await page.getByRole('slider', { name: 'Service Distribution, point by point' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Job Report' }).waitFor();
  await page.getByText('Only Tree Removal.').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(4); // header, two jobs, totals
});

test('The console starts without what draws charts', () => {
  expect(startScripts().filter((file) => file.includes('chart-plot'))).toEqual([]);
});
