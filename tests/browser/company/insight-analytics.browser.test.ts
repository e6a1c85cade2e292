import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONSOLE_FOLDER } from '../../../scripts/build-console.ts';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth, sidewaysScroll } from '../../support/browser/checks.ts';
import { NARROW } from '../../support/browser/demo-pages.ts';
import { addBilledWork, finishJob } from '../../support/insights/billed-work.ts';
import { expectStatus } from '../../support/server.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

let ahead = 0;
let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser({}, CONSOLE_FOLDER, () => Date.now() + ahead);
});
afterAll(() => browser.close());

test('On the tab Analytics each figure opens its rows: what was raised, read and acted on, and the payments that followed', async () => {
  const started = await browser.server.signIn();
  const job = await finishJob(started, await addBilledWork(started), '1200');
  ahead = WEEK_MS;
  const owner = await browser.server.signIn();
  await owner.post('/api/ai/insights/generate').then(expectStatus(200));
  const [{ id, title }] = (await owner.get('/api/ai/insights').then(expectStatus(200))).body;
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/ai-dashboard');
  await page.getByRole('tab', { name: 'Analytics' }).click();
  const byDetector = page.getByRole('region', { name: 'By What Found Them' });
  const found = byDetector.getByRole('row').filter({ hasText: 'Finished, not invoiced' });
  const shown = () => found.getByRole('cell').allTextContents();
  await expect.poll(shown).toEqual(['1', '0', '0', '0', '0', '$0']);

  // What becomes of it is counted without a reload.
  await owner.post(`/api/ai/insights/${id}/read`).then(expectStatus(200));
  await owner.post(`/api/ai/insights/${id}/action`, { actionNotes: 'Invoiced it' }).then(expectStatus(200));
  const invoice = (await owner.post('/api/invoices', { jobId: job }).then(expectStatus(201))).body;
  const payment = { amount: '1200', paymentMethod: 'check' };
  await owner.post(`/api/invoices/${invoice.id}/payments`, payment).then(expectStatus(201));
  await expect.poll(shown).toEqual(['1', '1', '1', '0', '0', '$1,200']);
  await page.getByRole('region', { name: 'By Month' }).getByRole('link', { name: '$1,200' }).waitFor();

  await found.getByRole('link', { name: '$1,200' }).click();
  await page.getByRole('heading', { name: 'Followed by Money: Finished, not invoiced' }).waitFor();
  await page
    .getByRole('region', { name: 'Payments That Followed' })
    .getByRole('link', { name: invoice.invoiceNumber })
    .waitFor();
  await page.setViewportSize({ width: NARROW, height: 844 });
  expect(await sidewaysScroll(page)).toBe(0);
  await expectNoViolationsAtDepth(page);

  await page.getByRole('link', { name: title }).click();
  const drawer = page.getByRole('dialog', { name: title });
  await drawer.getByText('Invoiced it').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Show all figures' }).click();
  await found.getByRole('link', { name: '$1,200' }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});
