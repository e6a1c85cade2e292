import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolations, sidewaysScroll } from '../../support/browser/checks.ts';
import { cases } from '../../support/depth.ts';
import type { Client } from '../../support/requests/client.ts';
import { addConvertedLead } from '../../support/samples/converted-lead.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const dialogOf = (page: Page) => page.getByRole('dialog');

test.each(cases(390, 1280))('An owner erases somebody for good, %i pixels wide', { tags: ['more'] }, async (width) => {
  const name = `Ada King${width}`;
  const id = await addConvertedLead(owner, name);
  const page = await browser.newPage({ signedIn: true });
  await page.setViewportSize({ width, height: 800 });
  await page.goto(`/customers/${id}`);
  const begin = page.getByRole('button', { name: 'Erase personal data…' });
  await begin.waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await begin.click();
  const dialog = dialogOf(page);
  await dialog.getByText(`Erase the personal data of ${name}?`).waitFor();
  await dialog.getByText('Erased for good:').waitFor();
  await dialog.getByText('Kept:').waitFor();
  await expectNoViolations(page);

  await dialog.getByLabel('To continue, enter the full name').fill('Ada');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await dialog.getByText('Enter the full name of this customer exactly as it is shown.').waitFor();
  await dialog.getByLabel('To continue, enter the full name').fill(name);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await dialog.getByText('The customer, their lead and 1 photo were erased.').waitFor();
  await dialog.getByText('None of their data is left in any list or file here.').waitFor();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('heading', { name: '[erased]', level: 1 }).waitFor();
  await page.getByText('The personal data of this customer was erased for good.').waitFor();
  await page.getByText('Personal data erased').first().waitFor();
  for (const text of [name, '4711', '0142', 'The elm']) expect(await page.getByText(text).count()).toBe(0);
  for (const act of ['Edit', 'Undo', 'Erase personal data…']) {
    expect(await page.getByRole('button', { name: act }).count()).toBe(0);
  }
  expect(await sidewaysScroll(page)).toBe(0);
  await page.reload();
  await page.getByRole('heading', { name: '[erased]', level: 1 }).waitFor();
  expect(await dialogOf(page).count()).toBe(0);

  await page.goto('/customers');
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: '[erased]' }) })
    .first();
  await card.getByText('Personal data erased').waitFor();
  await card.getByText('Erased', { exact: true }).waitFor();
});

test('An owner erases somebody whom only a quote knows, on its page', { tags: ['deep'] }, async () => {
  const details = { customerName: 'Mina Quercus', propertyAddress: '3 Elm St', notes: 'Gate code 4711' };
  const { body } = await owner.post('/api/quotes', details).then(expectStatus(201));
  const page = await browser.newPage({ signedIn: true });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/quotes/${body.id}`);
  await page.getByRole('button', { name: 'Erase personal data…' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('To continue, enter the full name').fill('Mina Quercus');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await dialog.getByText('The person of the quote was erased.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('The personal data of this quote was erased for good.').waitFor();
  for (const text of ['Quercus', '4711']) expect(await page.getByText(text).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Erase personal data…' }).count()).toBe(0);
});
