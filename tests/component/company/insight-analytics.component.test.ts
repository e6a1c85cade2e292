import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;
beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const PATH = '/ai-dashboard?tab=analytics';

test('Analytics without insights say so, and what cannot be read says that, with a retry', async () => {
  const page = await heartwood.open(PATH);
  await page.see('Nothing was raised in the last twelve months');
  const failing = await (await heartwood.open(PATH, { expectedErrors: [/500/] })).reload();
  failing.answer(/^GET \/api\/ai\/insights\/analytics/, () => new Response('{}', { status: 500 }));
  await failing.screen.findByRole('button', { name: 'Try again' });
});

test('Analytics count what was raised, and each figure opens its rows, from which the insight opens', async () => {
  const machine = { name: 'Chipper 9', category: 'Chippers', purchasePrice: '10000' };
  const { id } = (await owner.post('/api/equipment', machine).then(expectStatus(201))).body;
  const doneOn = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
  for (const cost of ['3000', '2500'])
    await owner.post(`/api/equipment/${id}/maintenance`, { doneOn, cost }).then(expectStatus(200));
  await owner.post('/api/ai/insights/generate').then(expectStatus(200));
  const [insight] = (await owner.get('/api/ai/insights').then(expectStatus(200))).body;
  await owner.post(`/api/ai/insights/${insight.id}/read`).then(expectStatus(200));

  const page = await heartwood.open('/ai-dashboard');
  await page.click('tab', 'Analytics');
  await expect.poll(page.path).toBe(PATH);
  const row = await page.partWith('row', 'Repairs near the price');
  expect(row.screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['1', '1', '0', '0', '0', '—']);
  await page.see(/each payment counts once, for the last action before it/);
  const [read] = row.screen.getAllByRole('link', { name: '1' }).slice(1);
  await page.user.click(read as HTMLElement);
  await page.see('Raised and Read: Repairs near the price');
  await page.click('link', insight.title);
  await page.part('dialog', insight.title);
});

test('Analytics of one detector that raised nothing lead back to all', async () => {
  const page = await heartwood.open(`${PATH}&detector=slow_leads`);
  await page.see('It raised nothing in the last twelve months');
  await page.click('button', 'Clear filters');
  await page.partWith('row', 'Repairs near the price');
});

test('A payment that followed is shown with its invoice and the insight', async () => {
  const page = await (await heartwood.open('/ai-dashboard')).reload(`${PATH}&became=paid`);
  const told = {
    insightId: 'i',
    title: 'Two jobs are not invoiced',
    detector: 'jobs_not_invoiced',
    detectorLabel: 'Finished, not invoiced',
    severity: 'warning',
    raisedAt: '2026-03-02T15:00:00.000Z',
    readAt: null,
    actedAt: '2026-03-03T15:00:00.000Z',
    right: true,
    money: '1200.00',
    payments: [{ id: 'p', day: '2026-03-20', amount: '1200.00', invoiceId: 'inv', invoiceNumber: 'INV-1001' }],
  };
  page.answer(/^GET \/api\/ai\/insights\/raises/, () => Response.json({ rows: [told] }));
  await page.see('Payments That Followed');
  const link = await page.screen.findByRole('link', { name: 'INV-1001' });
  expect(link.getAttribute('href')).toContain('/invoices?');
});
