import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth, openAtRest } from '../../support/browser/checks.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
let customerId: string;
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
  const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', address: '3 Elm St', city: 'Hadley' };
  customerId = (await owner.post('/api/customers', ada).then(expectStatus(201))).body.id;
});
afterAll(() => browser.close());

const PHONE = { width: 390, height: 844, touch: true };
const LINES = [
  { description: 'Removal of the oak at the gate', unitPrice: 1_200 },
  { description: 'Stump grinding', quantity: 2, unitPrice: 150 },
];

async function issue(): Promise<{ id: string; path: string }> {
  const { id } = (await owner.post('/api/invoices', { customerId, lines: LINES }).then(expectStatus(201))).body;
  const { url } = (await owner.get(`/api/invoices/${id}/link`).then(expectStatus(200))).body;
  return { id, path: new URL(url).pathname };
}

describe('an invoice on the phone of its customer', () => {
  test('An invoice on the phone of its customer says what is open until when, how to pay, and what was paid', {
    tags: ['more'],
  }, async () => {
    const { id, path } = await issue();
    const page = await browser.newPage(PHONE);
    await openAtRest(page, path);
    await page.getByRole('heading', { level: 1, name: /^Invoice INV-\d+$/ }).waitFor();
    expect(await page.title()).toMatch(/^Invoice INV-\d+, Elm Tree Care · Heartwood$/);
    const logo = page.locator('header img');
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
    expect(await page.getByText('Call (413) 555-0100').getAttribute('href')).toBe('tel:4135550100');
    expect(await page.getByTestId('text-standing').textContent()).toBe('$1,593.75 to pay');
    expect(await page.getByTestId('text-tax').textContent()).toBe('$93.75');
    await page.getByText('2 × $150.00').waitFor();
    await page.getByText('By check to Elm Tree Care.').waitFor();
    await expectFitForFingers(page, 'a public invoice');
    await expectNoViolationsAtDepth(page);

    const payment = { amount: 1_000, paymentMethod: 'check' };
    await owner.post(`/api/invoices/${id}/payments`, payment).then(expectStatus(201));
    await page.reload();
    await page.getByText(/^Paid by check, /).waitFor();
    expect(await page.getByTestId('text-balance').textContent()).toBe('$593.75');
    await owner.post(`/api/invoices/${id}/payments`, { ...payment, amount: '593.75' }).then(expectStatus(201));
    await page.reload();
    await page.getByText('Thank you. This invoice is paid in full.').waitFor();
    expect(await page.getByText('How to pay').count()).toBe(0);
    await expectNoViolationsAtDepth(page);
  });

  test('An invoice on the phone of its customer that was waived in full says that nothing is due, not that it is paid', async () => {
    const { id, path } = await issue();
    const payments = `/api/invoices/${id}/payments`;
    const whole = { amount: '1593.75', paymentMethod: 'check' };
    const { id: payment } = (await owner.post(payments, whole).then(expectStatus(201))).body;
    await owner.post(`${payments}/${payment}/refund`, { owed: 'forgiven' }).then(expectStatus(200));
    const page = await browser.newPage(PHONE);
    await openAtRest(page, path);
    await page.getByTestId('text-standing').waitFor();
    expect(await page.getByTestId('text-standing').textContent()).toBe('Nothing is due');
    await page.getByText(/no longer owed$/).waitFor();
    expect(await page.getByText('paid in full').count()).toBe(0);
    await expectNoViolationsAtDepth(page);
  });

  test('An invoice on the phone of its customer waits for the network, and says what is cancelled and what is no link', {
    tags: ['more'],
  }, async () => {
    const { id, path } = await issue();
    const page = await browser.newPage({ ...PHONE, expectedErrors: [/ERR_FAILED/] });
    await page.route('**/api/public/**', (route) => route.abort());
    await page.goto(path);
    await page.getByText('There is no connection.').waitFor();
    await page.unroute('**/api/public/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('$1,593.75 to pay').waitFor();

    await owner.post(`/api/invoices/${id}/cancel`, {}).then(expectStatus(200));
    await page.reload();
    await page.getByText('Nothing is owed on this invoice.').waitFor();
    await expectNoViolationsAtDepth(page);
    await page.goto('/invoice/guessed');
    await page.getByRole('heading', { name: 'There is no such invoice' }).waitFor();
  });

  test('The page of an invoice goes on paper in ink on white, without what one would press', async () => {
    const { path } = await issue();
    const page = await browser.newPage({ width: 1_440, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(path);
    const print = page.getByTestId('button-print');
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await print.click();
    expect(await page.locator('[data-printed]').count()).toBe(1);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await print.isVisible()).toBe(false);
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    expect(await page.getByText('Elm Tree Care').first().isVisible()).toBe(true);
  });
});

test('The page of an invoice says whom to call where no script runs, and is kept nowhere', async () => {
  const answer = await fetch(`${browser.server.url}/invoice/any`);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const text = await answer.text();
  expect(text).toContain('Please call Elm Tree Care at (413) 555-0100.');
  expect(text).not.toContain('{{');
});
