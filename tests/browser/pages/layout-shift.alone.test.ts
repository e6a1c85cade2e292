import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectStandsStill, openAtRest } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus } from '../../support/server.ts';

// How far pages move as they load on a phone, beyond what pages.alone.test.ts tells of each page of the console.

let browser: TestBrowser;
let owner: Client;
let customerId: string;

const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  const company = { taxRate: '6.25', name: 'Elm Tree Care', phone: '(413) 555-0100' };
  const told = { postalAddress: '1 Mill Road\nHadley, MA 01035', paymentInstructions: 'By check to Elm Tree Care.' };
  await owner.patch('/api/settings', { ...company, ...told }).then(expectStatus(200));
  const logo = sharp({ create: { width: 300, height: 100, channels: 3, background: '#24694a' } });
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(await logo.png().toBuffer())], { type: 'image/png' }), 'logo.png');
  await owner.send('/api/settings/logo', { method: 'PUT', body }).then(expectStatus(200));
  customerId = await add('/api/customers', { firstName: 'Ada', lastName: 'Lovelace', address: '3 Elm St' });
});
afterAll(() => browser.close());

const PHONE = { width: 390, height: 844, touch: true, isAnimated: true };

test.each(['/customer-portal', '/widget?theme=light'])('%s stands still as it loads', async (path) => {
  const page = await browser.newPage(PHONE);
  await expectStandsStill(page, () => openAtRest(page, path));
});

test('The quote widget stands still as it loads in dark too', { tags: ['deep'] }, async () => {
  const page = await browser.newPage(PHONE);
  await expectStandsStill(page, () => openAtRest(page, '/widget?theme=dark'));
});

test('A customer’s quote stands still as its lines and photo come', async () => {
  const items = [
    { service: 'tree_removal', description: 'The oak at the gate', unitPrice: '1200', quantity: 1 },
    { service: 'stump_grinding', unitPrice: '150', quantity: 2, isOptional: true },
  ];
  const quote = { customerName: 'Ada Lovelace', propertyAddress: '3 Elm St, Hadley, MA 01035', items };
  const id = await add('/api/quotes', { ...quote, depositPercent: 30 });
  await upload(owner, `quote/${id}`, await samplePhoto()).then(expectStatus(201));
  const { url } = (await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200))).body;
  const page = await browser.newPage(PHONE);
  await expectStandsStill(page, async () => {
    await openAtRest(page, new URL(url).pathname);
    await page.getByRole('heading', { level: 1, name: /^Quote Q-\d+$/ }).waitFor();
    await page.getByRole('img', { name: 'Photo 1 of 1' }).waitFor();
  });
});

test('A customer’s invoice stands still as its logo comes last', async () => {
  const lines = [
    { description: 'Removal of the oak at the gate', unitPrice: 1_200 },
    { description: 'Stump grinding', quantity: 2, unitPrice: 150 },
  ];
  const id = await add('/api/invoices', { customerId, lines });
  const { url } = (await owner.get(`/api/invoices/${id}/link`).then(expectStatus(200))).body;
  const page = await browser.newPage(PHONE);
  const heading = page.getByRole('heading', { level: 1, name: /^Invoice INV-\d+$/ });
  await page.route('**/logo*', async (route) => {
    await heading.waitFor();
    await route.continue();
  });
  await expectStandsStill(page, async () => {
    await openAtRest(page, new URL(url).pathname);
    await heading.waitFor();
    const width = () => page.locator('header img').evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBe(300);
  });
});

test('The reports stand still as their figures come after the charts, and the trend, in rows on a phone, last', async () => {
  const job = await add('/api/jobs', { customerId, address: '3 Elm St', serviceType: 'pruning', amount: '1200' });
  for (const act of ['start', 'complete']) await owner.post(`/api/jobs/${job}/${act}`).then(expectStatus(200));
  const months = Array.from({ length: 12 }, (_, at) => ({
    month: `2026-${String(at + 1).padStart(2, '0')}`,
    revenue: `${1_000 * (at + 1)}.50`,
    invoices: at + 1,
  }));
  const figures = Promise.withResolvers<void>();
  const trend = Promise.withResolvers<void>();
  const page = await browser.newPage({ ...PHONE, signedIn: true });
  await page.route('**/api/reports/summary', async (route) => {
    await figures.promise;
    await route.continue();
  });
  await page.route('**/api/reports/revenue-trend', async (route) => {
    await trend.promise;
    await route.fulfill({ json: { months } });
  });
  const charts = page.locator('.hw-chart svg');
  await expectStandsStill(page, async () => {
    await page.goto('/reports');
    await charts.waitFor();
    figures.resolve();
    await page.getByRole('link', { name: 'Total Customers' }).waitFor();
    trend.resolve();
    await charts.nth(1).waitFor();
  });
});
