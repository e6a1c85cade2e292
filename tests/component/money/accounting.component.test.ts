import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type Page, type TestConsole } from '../page.ts';

let heartwood: TestConsole;

/** $864 invoiced and partly paid, and $90 spent long before. */
beforeAll(async () => {
  heartwood = await openConsole();
  const owner = await heartwood.server.signIn();
  const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  await owner.patch('/api/settings', { accountNames: { bank: 'River Bank' } }).then(expectStatus(200));
  const customerId = await add('/api/customers', { firstName: 'Robin', lastName: 'Reed' });
  const id = await add('/api/invoices', { customerId, lines: [{ description: 'Prune the oak', unitPrice: '800' }] });
  await add(`/api/invoices/${id}/payments`, { amount: '300', paymentMethod: 'check' });
  await add('/api/costs', { category: 'material', day: '2026-02-10', amount: '90', description: 'Rope' });
});
afterAll(() => heartwood.close());

/** Rows of the journal as it is now: with other lines its table may be another one. */
const journal = (page: Page, name: RegExp) =>
  page.screen.queryAllByRole('row', { name }).filter((row) => row.closest('[aria-label=Journal]'));

test('Accounting shows the months, the trial balance and the journal of a month that is chosen', async () => {
  const page = await heartwood.open('/accounting');
  await page.screen.findByRole('heading', { name: 'Accounting', level: 1 });
  await (await page.part('region', /^Trial balance$/)).part('button', 'River Bank');
  await expect.poll(() => journal(page, /River Bank \$300 Payment: Check INV-1001 Not yet/)).toHaveLength(1);
  await page.click('button', 'February 2026');
  await expect.poll(() => journal(page, /Feb 10, 2026 Material costs \$90 Cost C-\w{12} Not yet/)).toHaveLength(1);
  expect(new URLSearchParams(page.window.location.search).get('to')).toBe('2026-02-28');
  await page.choose(/^Account$/, 'Sales tax payable');
  await page.see('Nothing in this account');
  await page.click('button', 'Clear filters');
  await expect.poll(() => journal(page, /./).length).toBeGreaterThan(2);
  // A reference links to its document.
  const [reference] = page.screen.getAllByRole('link', { name: /^C-/ });
  await page.user.click(reference as HTMLElement);
  await page.part('dialog', 'Rope');
});
