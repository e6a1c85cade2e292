import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolations, openAtRest } from '../../support/browser/checks.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
let customerId: string;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  const who = { firstName: 'Ada', lastName: 'Lovelace', address: '3 Elm St' };
  customerId = (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
});
afterAll(() => browser.close());

async function savedBy(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  expect(await download.failure()).toBeNull();
  return download.suggestedFilename();
}

test('An invoice and a quote are saved as PDFs', async () => {
  const lines = [{ description: 'Prune the oak', unitPrice: '1000' }];
  const invoice = (await owner.post('/api/invoices', { customerId, lines }).then(expectStatus(201))).body;
  const items = [{ service: 'pruning', unitPrice: '1000', quantity: 1 }];
  const asked = { customerId, customerName: 'Ada Lovelace', propertyAddress: '3 Elm St', items };
  const quote = (await owner.post('/api/quotes', asked).then(expectStatus(201))).body;

  const page = await browser.newPage({ signedIn: true });
  await openAtRest(page, `/invoices?invoice=${invoice.id}`);
  expect(await savedBy(page)).toBe(`${invoice.invoiceNumber}.pdf`);
  await openAtRest(page, `/quotes/${quote.id}`);
  expect(await savedBy(page)).toBe(`${quote.quoteNumber}.pdf`);
});

test('The logo is uploaded, shown, refused in its own words, removed, and back by Undo', async () => {
  const page = await browser.newPage({ width: 390, height: 844, touch: true, signedIn: true });
  await openAtRest(page, '/settings');
  const section = page.locator('.hw-section').filter({ has: page.getByRole('heading', { name: 'Logo' }) });
  const buffer = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#24694a' } })
    .png()
    .toBuffer();
  await page.getByLabel('Choose a logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  const logo = section.getByRole('img', { name: 'The logo' });
  await logo.waitFor();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800);
  await expectFitForFingers(page, 'the settings');
  await expectNoViolations(page);

  const text = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  await page.getByLabel('Choose a logo').setInputFiles(text);
  await section.getByRole('alert').filter({ hasText: 'The logo must be a PNG, JPEG or WebP picture.' }).waitFor();

  await section.getByRole('button', { name: 'Remove the logo' }).tap();
  await section.getByText('No logo yet.').waitFor();
  await page.locator('.bp6-toast').filter({ hasText: 'Logo removed' }).getByRole('button', { name: 'Undo' }).tap();
  await logo.waitFor();
});
