import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type PageOptions, type TestBrowser } from '../support/browser.ts';
import { expectNoViolationsEverywhere, layoutShifts, sidewaysScroll } from '../support/browser-checks.ts';
import { expectFitForFingers } from '../support/browser-targets.ts';
import type { Client } from '../support/client.ts';
import { samplePhoto } from '../support/sample-photos.ts';
import { expectStatus } from '../support/server.ts';

const PHONE = { width: 390, height: 844, touch: true };

let browser: TestBrowser;
let owner: Client;
beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  const company = { name: 'Elm Tree Care', phone: '(413) 555-0100', email: 'office@elm.example' };
  await owner.patch('/api/settings', company).then(expectStatus(200));
});
afterAll(() => browser.close());

async function open(options: PageOptions = {}, path = '/customer-portal'): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(path);
  return page;
}

async function photos(count: number, options: { width?: number; height?: number } = {}) {
  const colors = ['#2050c0', '#20c050', '#c0c020', '#704090', '#208090', '#903020'].slice(0, count);
  return Promise.all(
    colors.map(async (color, index) => ({
      name: `oak-${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await samplePhoto({ color, ...options }),
    })),
  );
}

async function fill(page: Page): Promise<void> {
  await page.getByTestId('input-name').fill('Ada Lovelace');
  await page.getByTestId('input-phone').fill('(413) 555-0142');
  await page.getByText('Tree Removal').click();
}

describe('the customer portal', () => {
  test('asks for what is missing, beside each field and in a summary that takes the focus', async () => {
    const page = await open(PHONE);
    await page.getByTestId('button-submit').click();
    const toast = page.locator('#toast');
    expect(await toast.innerText()).toContain('Missing Required Fields');
    expect(await toast.innerText()).toContain('Please fill in your name, phone number, and service type.');
    expect(await page.locator(':focus').getAttribute('id')).toBe('problem');
    await expectNoViolationsEverywhere(page);
    await page.getByRole('link', { name: 'Choose a service type.' }).click();
    expect(await page.locator(':focus').getAttribute('name')).toBe('serviceType');
    await page.getByTestId('input-name').fill('Ada Lovelace');
    expect(await page.locator('#name-error').count()).toBe(0);
    expect(await page.locator('#phone-error').innerText()).toBe('Enter your phone number.');

    await fill(page);
    await page.getByTestId('input-email').fill('ada');
    await page.getByTestId('button-submit').click();
    await page.getByRole('link', { name: 'Enter an e-mail address like name@example.com.' }).waitFor();
  });

  test('can be used by everybody, stands still, and fits its window from 320 px on', async () => {
    const page = await browser.newPage(PHONE);
    const shifts = await layoutShifts(page);
    const elsewhere: string[] = [];
    page.on('request', (request: Request) => {
      if (!request.url().startsWith(browser.server.url)) elsewhere.push(request.url());
    });
    await page.goto('/customer-portal', { waitUntil: 'networkidle' });
    expect((await shifts.told()).sum).toBeLessThan(0.02);
    expect(await page.getByText('Call (413) 555-0100').first().getAttribute('href')).toBe('tel:4135550100');
    await expectFitForFingers(page, 'the customer portal');
    await expectNoViolationsEverywhere(page);
    for (const width of [320, 600, 960, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sidewaysScroll(page), `${width} px`).toBe(0);
    }
    expect(elsewhere).toEqual([]);
  });

  test('takes five photos, in the order that a person gives them, and keeps all of it on this device', async () => {
    const page = await open();
    await page.getByTestId('input-photos').setInputFiles(await photos(6));
    await page.getByText('5 of 5 photos added. You can send 5 photos. The others were left out.').waitFor();
    await page.getByRole('button', { name: 'Move later photo 1' }).click();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Move later photo 2');
    await page.getByRole('button', { name: 'Remove photo 5' }).click();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Remove photo 4');
    const names = () => page.locator('#photos canvas').evaluateAll((all) => all.map((one) => one.ariaLabel));
    const kept = ['oak-2.jpg', 'oak-1.jpg', 'oak-3.jpg', 'oak-4.jpg'].map((name, at) => `Photo ${at + 1}: ${name}`);
    expect(await names()).toEqual(kept);
    await expectNoViolationsEverywhere(page);

    await page.getByTestId('input-name').fill('Ada Lovelace');
    await page.getByText('Stump Grinding').click();
    await page.reload();
    await expect.poll(names).toEqual(kept);
    expect(await page.getByTestId('input-name').inputValue()).toBe('Ada Lovelace');
    expect(await page.getByTestId('radio-serviceType-stump_grinding').isChecked()).toBe(true);
  });

  test('says of a file that is no photo that it cannot be used', async () => {
    const page = await open();
    await page.getByTestId('input-photos').setInputFiles([
      { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear tree people') },
      { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
    ]);
    await page.getByText('letter.jpg is not a photo that we can read. Use a JPEG, PNG or WebP.').waitFor();
    await page.getByText('IMG_1.HEIC is a HEIC photo, which we cannot read.').waitFor();
  });

  test('the office opens it from the navigation', async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/leads');
    await page.getByRole('link', { name: 'Customer Portal' }).click();
    await page.getByRole('heading', { level: 1, name: 'Get Your Free Tree Quote' }).waitFor();
    await page.goto('/leads');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.waitForURL('**/customer-portal');
  });
});
