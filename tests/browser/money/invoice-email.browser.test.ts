import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolationsInBothThemes, sidewaysScroll } from '../../support/browser/checks.ts';
import { setUpEmail } from '../../support/email.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import type { TestSmtpServer } from '../../support/servers/smtp-server.ts';

let browser: TestBrowser;
let owner: Client;
let customerId: string;
let smtp: TestSmtpServer;
beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  smtp = await setUpEmail(owner);
  const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', address: '3 Elm St' };
  customerId = (await owner.post('/api/customers', ada).then(expectStatus(201))).body.id;
});
afterAll(async () => {
  await browser.close();
  await smtp.close();
});

const issue = async () =>
  (
    await owner
      .post('/api/invoices', { customerId, lines: [{ description: 'The oak', unitPrice: 100 }] })
      .then(expectStatus(201))
  ).body;
const invoiceOf = async (id: string) => (await owner.get(`/api/invoices/${id}`).then(expectStatus(200))).body;

test('An invoice is emailed from its drawer, with what is sent and to whom, and taken back by Undo', async () => {
  const { id, invoiceNumber } = await issue();
  const page = await browser.newPage({ width: 1_440, height: 900, signedIn: true });
  await page.goto(`/invoices?invoice=${id}`);
  await page.locator('.hw-tags').getByText('Not sent').first().waitFor();
  await page.getByRole('button', { name: 'Email Invoice' }).click();
  const dialog = page.getByRole('dialog', { name: `Email ${invoiceNumber}` });
  await dialog.getByText(`${invoiceNumber} goes as a PDF`).waitFor();
  expect(await dialog.getByLabel('To').inputValue()).toBe('ada@example.com');
  await expectNoViolationsInBothThemes(page);
  await dialog.getByLabel('Message').fill('Thank you!');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await page.getByText('It goes to ada@example.com in a few seconds.').waitFor();
  expect(await invoiceOf(id)).toMatchObject({ sentTo: 'ada@example.com' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The change has been undone.').waitFor();
  expect((await invoiceOf(id)).sentAt).toBeNull();
});

test('The focus goes back to the button that opened the email', { tags: ['deep'] }, async () => {
  const { id, invoiceNumber } = await issue();
  const page = await browser.newPage({ width: 1_440, height: 900, signedIn: true });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.goto(`/invoices?invoice=${id}`);
  const dialog = page.getByRole('dialog', { name: `Email ${invoiceNumber}` });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => dialog.getByRole('button', { name: 'Send' }).click(),
  ]) {
    await page.getByRole('button', { name: 'Email Invoice' }).click();
    await dialog.getByLabel('To').waitFor();
    await leave();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Email Invoice');
  }
});

test('Invoices that nobody was told of are listed, and emailed at once', async () => {
  const made = [await issue(), await issue()];
  const page = await browser.newPage({ width: 390, height: 844, touch: true, signedIn: true });
  await page.goto('/invoices');
  await page.getByLabel('Status').selectOption({ label: 'Not sent' });
  const all = page.getByRole('button', { name: /^Email all \d+$/ });
  await all.waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await all.click();
  await page.getByText(/invoices go out in a few seconds\./).waitFor();
  for (const { id } of made) expect((await invoiceOf(id)).sentTo).toBe('ada@example.com');
});

test('A receipt goes where it is asked for with a payment', async () => {
  const { id } = await issue();
  // In a place where it is already tomorrow: the payment gets the company's date.
  const page = await browser.newPage({ signedIn: true, zone: 'Pacific/Kiritimati' });
  await page.goto(`/invoices?invoice=${id}&tab=payments`);
  await page.getByLabel('Email a receipt to ada@example.com').check({ force: true });
  await page.getByRole('button', { name: 'Record Payment' }).click();
  await page.getByText('Payment has been successfully recorded.').waitFor();
  await expect
    .poll(async () =>
      (await owner.get(`/api/mails?category=invoice&recordId=${id}`)).body.map((mail: { kind: string }) => mail.kind),
    )
    .toEqual(['payment_receipt']);
});
