import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import { companyDay } from '../../support/samples/company-day.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function open(path: string): Promise<Page> {
  const page = await browser.newPage({ signedIn: true });
  await page.goto(path);
  return page;
}

describe('people', () => {
  test('People are added with skills and certificates; a certificate that ends before it starts is refused', async () => {
    const page = await open('/people');
    await page.getByText('No people yet').waitFor();
    await page.getByRole('button', { name: 'Add person' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add person' });
    await dialog.getByLabel('First name').fill('Grace');
    await dialog.getByRole('textbox', { name: 'Skills' }).fill('Climbing, Rigging,');
    await dialog.getByRole('button', { name: 'Add certificate' }).click();
    await page.keyboard.type('Arborist');
    await dialog.getByLabel('Arborist: issued on').fill('2026-05-02');
    await dialog.getByLabel('Arborist: expires on').fill('2026-05-01');
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await dialog.getByText('The certificate Arborist expires before it was issued.').waitFor();
    await dialog.getByLabel('Arborist: expires on').fill(companyDay(30));
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await row(page, 'Grace').getByText('Climbing, Rigging').waitFor();
    await row(page, 'Grace')
      .getByText(/Arborist: expires /)
      .waitFor();

    // A page of her own, beside the drawer.
    await row(page, 'Grace').getByText('Grace').click();
    await page.getByRole('link', { name: 'Everything about Grace' }).click();
    await page.getByRole('heading', { name: 'Grace', level: 1 }).waitFor();
    await page.getByText('hours count at the company’s labor rate').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoViolations(page);
  });
});

describe('the settings', () => {
  test('The settings hold the prices of the services, which are changed apart from the rest', async () => {
    const page = await open('/settings');
    await page.getByRole('button', { name: 'Add prices' }).click();
    await page.getByRole('button', { name: 'Add a service' }).click();
    await page.getByRole('combobox', { name: 'Service 1: service' }).selectOption('Stump Grinding');
    await page.getByLabel('Service 1: description').fill('Up to 24 in');
    await page.getByLabel('Service 1: price').fill('1,180.5');
    await page.getByRole('combobox', { name: 'Service 1: unit' }).selectOption('per stump');
    await page.getByLabel('Service 1: hours').fill('1.5');
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page).getByText('They show next to the services').waitFor();
    const price = page.locator('.hw-price-list li').filter({ hasText: 'Stump Grinding' });
    expect(await price.textContent()).toContain('$1,180.50 per stump');
    expect(await price.textContent()).toContain('1 h 30 min');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'No prices yet' }).waitFor();
  });
});
