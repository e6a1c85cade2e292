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

/** What stands in for a company without records, by card. */
const SAMPLES = {
  Revenue: ['Next month$45,000', 'Next quarter$135,000', 'At 87% confidence'],
  Maintenance: ['Upcoming maintenance3', 'Critical1', 'Savings$2,500'],
  'Customers at risk': ['At-risk customers4', 'Retention92%', 'Average lifetime2.3 years'],
  'Routes and crews': ['Route improvement15%', 'Crew utilization78%', 'Time reduction12%'],
};

test('On a phone, the tab Predictions has four cards: samples, labelled, until there are records, whose figures then say their method, range and records', async () => {
  const page = await browser.newPage({ signedIn: true, width: NARROW, height: 844 });
  await page.goto('/ai-dashboard');
  await page.getByRole('tab', { name: 'Predictions' }).click();
  const card = (name: string) =>
    page.locator('.hw-predictions .hw-section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  for (const [name, said] of Object.entries(SAMPLES)) {
    await card(name).getByText('Sample', { exact: true }).waitFor();
    const shown = await card(name).textContent();
    for (const each of said) expect(shown).toContain(each);
  }
  expect(await page.locator('.hw-predictions .hw-section').count()).toBe(Object.keys(SAMPLES).length);
  expect(await sidewaysScroll(page)).toBe(0);

  // The card is told anew once there is a machine.
  const owner = await browser.server.signIn();
  const machine = { name: 'Chipper', category: 'Chippers', nextMaintenance: '2020-01-15', maintenanceInterval: 90 };
  const { id } = (await owner.post('/api/equipment', machine).then(expectStatus(201))).body;
  for (let month = 1; month <= 12; month++) {
    const done = { doneOn: `2019-${String(month).padStart(2, '0')}-01`, cost: month % 2 === 0 ? '400' : '300' };
    await owner.post(`/api/equipment/${id}/maintenance`, done).then(expectStatus(200));
  }
  const maintenance = card('Maintenance');
  const cost = maintenance
    .locator('.hw-prediction')
    .filter({ has: page.getByRole('heading', { name: 'Expected cost' }) });
  await cost.getByText('$350').first().waitFor();
  await expect.poll(() => maintenance.getByText('Sample', { exact: true }).count()).toBe(0);
  await card('Revenue').getByText('Sample', { exact: true }).waitFor();
  await cost
    .locator('.hw-prediction-range')
    .filter({ hasText: /^\$[\d,]+ to \$[\d,]+$/ })
    .waitFor();
  await cost.getByText('How this is figured, and its record').click();
  await cost.getByText('the average of what its own maintenance cost').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await expectNoViolationsAtDepth(page);

  await cost.getByRole('link', { name: 'Chipper' }).click();
  await page.getByRole('heading', { name: 'Chipper' }).waitFor();
  await page.goBack();
  await maintenance.getByText('Upcoming maintenance').first().waitFor();
});
