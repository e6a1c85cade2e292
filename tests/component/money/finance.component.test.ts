import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEarnings, LABOR } from '../../support/samples/earnings.ts';
import { openConsole, type Page, type Part, type TestConsole } from '../page.ts';

let heartwood: TestConsole;

beforeAll(async () => {
  heartwood = await openConsole();
  await addEarnings(await heartwood.server.signIn());
});
afterAll(() => heartwood.close());

/** Waits for the figures: a figure is a link once it is known. */
const hasFigures = (page: Page) => page.part('link', 'Total Revenue');

async function open(path = '/financial-dashboard'): Promise<Page> {
  const page = await heartwood.open(path);
  await page.part('heading', 'Financial Analytics');
  await hasFigures(page);
  return page;
}

/** What a card says. */
const cardOf = async (page: Page, name: string) =>
  (await page.screen.findByRole('link', { name: new RegExp(`^${name}`) })).textContent;

test('Each figure of revenue says at itself which amount it is, and profit before tax and deposits is beside it', async () => {
  const page = await open();
  expect(await cardOf(page, 'Total Revenue')).toBe('Total Revenue$1,000Received, with tax and deposits');
  expect(await cardOf(page, 'Total Profit')).toContain(
    '$490Received less costsNet margin 49.0%Profit before tax and deposits $990',
  );
  // Only work counts: $1,500 was invoiced.
  expect((await howCounted(page)).textContent).toContain(
    'less allowances, is $1,500. Less costs of $510, that is $990.',
  );
  const reports = await page.reload('/reports');
  expect(await cardOf(reports, 'Total Revenue')).toMatch(
    /\$800Paid in full, with tax and deposits.*Profit before tax and deposits \$990$/,
  );
  expect(await cardOf(reports, 'Avg Job Value')).toContain('With tax and deposits');
  await expect
    .poll(() => cardOf(reports, 'This Month'))
    .toContain('$1,000Received, with tax and depositsProfit before tax and deposits $990');
  const report = await reports.reload('/reports?report=revenue');
  await report.see('Total Revenue is their sum, with tax and deposits.');
  const profit = await report.see('Profit before tax and deposits, as in the books:');
  expect(profit.textContent).toContain('$990');
  const invoices = await report.reload('/invoices');
  expect(await cardOf(invoices, 'Total Revenue')).toContain('Paid in full, with tax and deposits');
});

/** Opens how the figures are counted. @returns what it says */
async function howCounted(page: Page): Promise<HTMLDetailsElement> {
  const summary = await page.see('How these figures are counted');
  await page.user.click(summary);
  const details = summary.closest('details') as HTMLDetailsElement;
  expect(details.open).toBe(true);
  return details;
}

/** Waits for the first row below the header to have the text. */
const hasFirst = (table: Part, text: string) =>
  expect.poll(() => table.screen.queryAllByRole('row')[1]?.textContent).toContain(text);

/** A chart that is read by keys. */
const chart = (page: Page, name: string) => page.screen.findByRole('slider', { name: `${name}, point by point` });

test('The finance page says why its revenue is not what the reports say, and leads there', async () => {
  const page = await open();
  const told = 'Reports add up the invoices paid in full on these days: $800.';
  const counted = await howCounted(page);
  await expect.poll(() => counted.textContent).toContain(told);
  await (await page.partAt('main')).click('link', 'Reports');
  await page.part('heading', 'Revenue Report');
  const reports = await page.reload('/reports');
  await hasFigures(reports);
  await howCounted(reports);
  await (await reports.partAt('main')).click('link', 'Financial Analytics');
  await reports.part('heading', 'Financial Analytics');
});

test.each([
  ['Total Revenue', 'Payments and refunds', 'Total $1,000'],
  ['Total Costs', 'Costs', `Total $${250 + LABOR}`],
])('%s opens the rows that it adds up', async (label, heading, total) => {
  const page = await open();
  await page.click('link', label);
  await page.part('heading', heading);
  await page.part('row', new RegExp(`^${RegExp.escape(total)}$`));
  await page.click('link', 'Back to the figures');
  await page.part('link', 'Total Profit');
});

test('A month of the chart opens its payments and costs by keys', async () => {
  const page = await open();
  const months = await chart(page, 'Revenue vs. Costs');
  expect(months.getAttribute('aria-valuetext')).toMatch(
    /: Revenue \$1,000, Costs \$510, Profit \$490, Profit before tax and deposits \$990$/,
  );
  months.focus();
  await page.user.keyboard('{Enter}');
  await expect.poll(() => page.screen.queryAllByRole('link', { name: 'Robin Reed' })).not.toEqual([]);
  await page.click('button', 'Costs');
  await page.see('Chipper rental');
});

test('The finance page tells the profit of each job, says what it leaves out, and orders by any figure', async () => {
  const page = await open();
  await page.click('tab', 'Job Profitability');
  await page.see('2 of 4 completed jobs. Left out: 1 without a price, and 1 without recorded hours');
  await page.see('$1,000 less $195 is $805: a margin of 80.5%.');
  const table = await page.part('region', 'All jobs');
  await hasFirst(table, '$770');
  await table.click('button', 'Profit');
  const header = () => table.screen.getByRole('columnheader', { name: 'Profit' });
  await expect.poll(() => header().getAttribute('aria-sort')).toBe('ascending');
  await hasFirst(table, '$35');
  await page.click('button', 'Services');
  await (await page.part('region', 'All services')).click('link', 'Tree Removal');
  await page.see('1 of 1 completed job.');
});

test('The finance page tells how each month went', async () => {
  const page = await open('/financial-dashboard?tab=trends');
  await page.screen.findByRole('tab', { name: 'Trends', selected: true });
  const months = await chart(page, 'Revenue, costs and profit');
  expect(months.getAttribute('aria-valuetext')).toMatch(
    /: Revenue \$1,000, Costs \$510, Profit \$490, Profit before tax and deposits \$990$/,
  );
  await hasFirst(await page.part('region', 'Month by month'), '$350');
});

test('The finance page says where there is not enough to forecast from', { tags: ['deep'] }, async () => {
  const page = await open('/financial-dashboard?tab=forecast');
  await page.see('Not enough months to forecast from');
  await page.see('A forecast needs 10 full months since the first payment, and so far there is none.');
});

test('The finance page refuses days in words, and says so where days have nothing', async () => {
  let page = await heartwood.open('/financial-dashboard?from=2026-06-15&to=2026-06-14');
  await page.see('The last day is before the first');
  page = await page.reload('/financial-dashboard?from=2026-02-30&to=2026-03-31');
  await page.see('startDate must be a day like 2026-06-15.');
  page = await page.reload('/financial-dashboard?from=2020-01-01&to=2020-12-31');
  await page.see('No payments or costs on these days');
});

test('What could not be read is said in the words of the finance page, and read once more', {
  tags: ['deep'],
}, async () => {
  const page = await heartwood.open('/financial-dashboard');
  // It reads nothing by itself: a failure stays until somebody retries.
  page.answer(/GET \/api\/changes/, () => new Promise(() => {}));
  let fails = true;
  page.answer(/GET \/api\/analytics\/financial/, ({ send }) =>
    fails ? Response.json({ code: 'internal', message: 'Broken' }, { status: 500 }) : send(),
  );
  await page.see('Failed to fetch financial metrics.');
  fails = false;
  await page.click('button', 'Try again');
  await page.part('link', /^Total Revenue \$1,000/);
});
