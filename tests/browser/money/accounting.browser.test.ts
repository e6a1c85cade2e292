import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import {
  expectNoViolationsInBothThemes,
  openAtRest,
  sidewaysScroll,
  sidewaysTables,
} from '../../support/browser/checks.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';
import type { Client } from '../../support/requests/client.ts';
import { companyDay } from '../../support/samples/company-day.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;

const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;

/** $864 invoiced and partly paid, and $90 spent long before. */
beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  await owner.patch('/api/settings', { accountNames: { bank: 'River Bank' } }).then(expectStatus(200));
  const customerId = await add('/api/customers', { firstName: 'Robin', lastName: 'Reed' });
  const id = await add('/api/invoices', { customerId, lines: [{ description: 'Prune the oak', unitPrice: '800' }] });
  await add(`/api/invoices/${id}/payments`, { amount: '300', paymentMethod: 'check' });
  await add('/api/costs', { category: 'material', day: '2026-02-10', amount: '90', description: 'Rope' });
});
afterAll(() => browser.close());

async function open(path = '/accounting', width = 1440): Promise<Page> {
  const page = await browser.newPage({ width, height: 900, touch: width < 1000, signedIn: true });
  await openAtRest(page, path);
  await page.getByRole('heading', { name: 'Accounting', level: 1 }).waitFor();
  return page;
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('Accounting exports the next days, whose file is there, and tells what is recorded of them later', async () => {
  const page = await open();
  await page.getByText('From Feb 10, 2026').waitFor();
  expect(await page.getByLabel('Up to').inputValue()).toBe('2026-02-28');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByText('Feb 10, 2026 to Feb 28, 2026 exported').waitFor();
  const file = page.getByRole('link', { name: 'CSV file of export 1' });
  const { body } = await owner.get((await file.getAttribute('href')) ?? '').then(expectStatus(200));
  expect(body).toContain('2026-02-10,Material costs,90.00,,Cost,C-');
  await region(page, 'Months')
    .getByRole('row', { name: /February 2026 Exported 1 \$90 —/ })
    .waitFor();

  await add('/api/costs', { category: 'disposal', day: '2026-02-11', amount: '40', description: 'Chips' });
  await region(page, 'Corrections waiting')
    .getByRole('row', { name: /Feb 11, 2026 Disposal costs \$40/ })
    .waitFor();
  await page.getByLabel('Up to').fill(companyDay());
  await page.getByText('From Mar 1, 2026, with 1 correction for earlier days').waitFor();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByText('All days up to today are exported').waitFor();
  expect(await region(page, 'Corrections waiting').count()).toBe(0);
  const toast = page.locator('.bp6-toast', { hasText: 'Mar 1, 2026' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await region(page, 'Corrections waiting').waitFor();
  await page.getByRole('button', { name: 'Undo export 1' }).click();
  await page.getByText('Export 1 undone').waitFor();
  await page.getByText('From Feb 10, 2026').waitFor();
});

test('Accounting is read by keys and screen readers, and fits a phone', { tags: ['deep'] }, async () => {
  await owner.post('/api/accounting/periods', { from: '2026-02-01', to: '2026-02-28' }).then(expectStatus(201));
  await add('/api/costs', { category: 'other', day: '2026-02-12', amount: '5', description: 'Tape' });
  const page = await open();
  await region(page, 'Corrections waiting').waitFor();
  await expectNoViolationsInBothThemes(page);
  const phone = await open('/accounting', 390);
  await region(phone, 'Journal').waitFor();
  expect(await sidewaysScroll(phone)).toBe(0);
  await region(phone, 'Trial balance')
    .getByRole('row', { name: /River Bank Before \$0 Debit \$300 Credit \$0 After \$300/ })
    .waitFor();
  await region(phone, 'Months')
    .getByRole('row', { name: /^February 2026 (Partly e|E)xported \$\d+$/ })
    .waitFor();
  expect(await sidewaysTables(phone)).toEqual([]);
  await expectNoViolationsInBothThemes(phone);
  await expectFitForFingers(phone, 'accounting');
});
