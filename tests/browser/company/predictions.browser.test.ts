import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth, sidewaysScroll } from '../../support/browser/checks.ts';
import { NARROW } from '../../support/browser/demo-pages.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('On a phone, the predictions are opened, one says how it is told, and leads to its machine', async () => {
  const owner = await browser.server.signIn();
  const machine = { name: 'Chipper', category: 'Chippers', nextMaintenance: '2020-01-15', maintenanceInterval: 90 };
  await owner.post('/api/equipment', machine).then(expectStatus(201));
  const page = await browser.newPage({ signedIn: true, width: NARROW, height: 844 });
  await page.goto('/ai-dashboard');
  await page.getByRole('tab', { name: 'Predictions' }).click();

  const revenue = page.locator('.hw-section').filter({ has: page.getByRole('heading', { name: 'Revenue' }) });
  await revenue.getByText('Sample', { exact: true }).waitFor();
  await revenue.getByText('$45,000').waitFor();
  const maintenance = page
    .locator('.hw-section')
    .filter({ has: page.getByRole('heading', { name: 'Maintenance', exact: true }) });
  await maintenance.getByText('How this is figured, and its record: Upcoming maintenance').click();
  await maintenance.getByText('Machines whose next maintenance is overdue').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await expectNoViolationsAtDepth(page);

  await maintenance.getByRole('link', { name: 'Chipper' }).first().click();
  await page.getByRole('heading', { name: 'Chipper' }).waitFor();
  await page.goBack();
  await maintenance.getByText('Upcoming maintenance').first().waitFor();
});
