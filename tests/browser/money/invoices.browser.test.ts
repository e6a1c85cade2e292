import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations, expectNoViolationsAtDepth } from '../../support/browser/checks.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';
import { cases } from '../../support/depth.ts';
import type { Client } from '../../support/requests/client.ts';
import { companyDay } from '../../support/samples/company-day.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const HOUR_MS = 3_600_000;

async function addCustomer(firstName: string): Promise<string> {
  const body = {
    firstName,
    lastName: 'Lovelace',
    phone: '413 555 0142',
    email: 'ada@example.com',
    address: '3 Elm St',
  };
  return (await owner.post('/api/customers', body).then(expectStatus(201))).body.id;
}

/** A completed job. @param amount before tax */
async function addFinishedJob(customerId: string, amount: string): Promise<{ id: string; jobNumber: string }> {
  const at = (hoursAgo: number) => ({ at: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString() });
  const details = { customerId, address: '3 Elm St', serviceType: 'stump_grinding', amount };
  const { body: job } = await owner.post('/api/jobs', details).then(expectStatus(201));
  await owner.post(`/api/jobs/${job.id}/start`, at(4)).then(expectStatus(200));
  await owner.post(`/api/jobs/${job.id}/complete`, at(1)).then(expectStatus(200));
  return job;
}

/** An invoice with one line of $1,000. */
async function addInvoice(firstName: string) {
  const customerId = await addCustomer(firstName);
  const body = { customerId, job: 'Prune the oak', lines: [{ description: 'Prune the oak', unitPrice: '1000' }] };
  return (await owner.post('/api/invoices', body).then(expectStatus(201))).body;
}

async function invoiceOf(id: string) {
  return (await owner.get(`/api/invoices/${id}`).then(expectStatus(200))).body;
}

describe('the list of invoices', () => {
  test('The list of invoices begins empty, generates invoices for two completed jobs at once, and finds them by its filters', async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/invoices');
    await page.getByRole('heading', { name: 'Invoices', exact: true }).waitFor();
    await page.getByText('No invoices found').waitFor();
    const customerId = await addCustomer('Bea');
    const jobs = [await addFinishedJob(customerId, '400'), await addFinishedJob(customerId, '250.50')];
    await page.getByRole('button', { name: 'Generate Invoice' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Generate Invoice' });
    for (const { jobNumber } of jobs) await dialog.getByRole('checkbox', { name: jobNumber }).check({ force: true });
    // A look at the other tab takes nothing back.
    for (const name of ['Line items', 'Finished jobs']) await dialog.getByRole('tab', { name }).click();
    await dialog.getByText('2 jobs, before tax and deposits').waitFor();
    await dialog.getByText('$650.50').waitFor();
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Generate 2 invoices' }).click();
    await toast(page).getByText('Invoices Generated').waitFor();
    // The work done first has the lower number.
    const { body: made } = await owner.get('/api/invoices?sort=invoiceNumber').then(expectStatus(200));
    expect(made.map(({ jobId }: { jobId: string }) => jobId)).toEqual(jobs.map(({ id }) => id));
    await dialog.getByRole('button', { name: 'Open INV-1001, Bea Lovelace' }).click();
    const drawer = page.locator('.hw-drawer');
    await drawer.getByText('INV-1001, Bea Lovelace').waitFor();
    await drawer.getByRole('link', { name: 'Job', exact: true }).click();
    await page.getByRole('link', { name: 'Invoice', exact: true }).waitFor();

    await page.goto('/invoices');
    for (const number of ['INV-1001', 'INV-1002']) await page.getByRole('row', { name: number }).waitFor();
    await page.getByLabel('Status').selectOption('Paid');
    await page.getByText('No invoices found').waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('paid');
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByPlaceholder('Search invoices by number, customer, or job...').fill('INV-1002');
    await expect.poll(() => page.getByRole('row', { name: 'INV-1001' }).count()).toBe(0);
    await page.getByRole('row', { name: 'INV-1002' }).waitFor();
  });

  test.each(cases(390, 1440))(
    'The form of a long invoice keeps what sends it in sight, at %i px',
    { tags: ['more'] },
    async (width) => {
      const height = 844;
      const page = await browser.newPage({ width, height, signedIn: true });
      await page.goto('/invoices?new=true');
      const dialog = page.getByRole('dialog', { name: 'Generate Invoice' });
      await dialog.getByRole('tab', { name: 'Line items' }).click();
      await dialog.getByText('Leave empty to use the payment terms').waitFor();
      for (let count = 0; count < 8; count++) await dialog.getByRole('button', { name: 'Add line' }).click();
      await dialog.getByRole('region', { name: 'Line 1', exact: true }).getByLabel('Description').click();
      const box = await dialog.getByRole('button', { name: 'Generate Invoice' }).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
      expect(box?.y).toBeGreaterThan(height / 2);
      // The focused element is never below it.
      await dialog.getByRole('region', { name: 'Line 5' }).getByLabel('Description').focus();
      const focused = await page.locator(':focus').boundingBox();
      expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
    },
  );

  test('A finished job is invoiced in part, then the rest of it less a discount', async () => {
    const customerId = await addCustomer('Dora');
    const job = await addFinishedJob(customerId, '400');
    const page = await browser.newPage({ signedIn: true });
    const dialog = page.getByRole('dialog', { name: 'Generate Invoice' });
    const generated = async () => {
      await dialog.getByRole('button', { name: 'Generate Invoice' }).click();
      await toast(page).getByText('Invoice Generated').waitFor();
      return (await owner.get(`/api/invoices?jobId=${job.id}&sort=-invoiceNumber`).then(expectStatus(200))).body[0];
    };

    await page.goto(`/invoices?new=true&job=${job.id}`);
    await dialog.getByRole('button', { name: 'Discount, or only a part…' }).click();
    await dialog.getByText('Leave empty to bill all that is left, $400').waitFor();
    const line = dialog.getByRole('region', { name: 'Line 1' });
    await line.getByLabel('Description').fill('The oak');
    await line.getByLabel('Unit Price').fill('150');
    await dialog.getByRole('status').filter({ hasText: '$150' }).waitFor();
    await expectNoViolations(page);
    expect(await generated()).toMatchObject({ jobId: job.id, amount: '150.00' });

    await page.goto(`/invoices?new=true&job=${job.id}`);
    await dialog.getByRole('button', { name: 'Discount, or only a part…' }).click();
    await dialog.getByText('Leave empty to bill all that is left, $250').waitFor();
    await dialog.getByLabel('Discount').fill('50');
    await dialog.getByRole('status').filter({ hasText: '$200' }).waitFor();
    expect(await generated()).toMatchObject({ jobId: job.id, amount: '200.00' });
  });

  test('What is refused on a phone is shown with the reason, above the buttons of its form', async () => {
    const job = await addFinishedJob(await addCustomer('Edna'), '400');
    const page = await browser.newPage({ signedIn: true, width: 390, height: 844, touch: true });
    await page.goto(`/invoices?new=true&job=${job.id}`);
    const dialog = page.getByRole('dialog', { name: 'Generate Invoice' });
    await dialog.getByRole('button', { name: 'Discount, or only a part…' }).tap();
    await dialog.getByLabel('Discount').fill('abc');
    await dialog.getByLabel('What it is for').focus();
    const generate = dialog.getByRole('button', { name: 'Generate Invoice' });
    await generate.tap();
    const reason = dialog.locator('.bp6-intent-danger .bp6-form-helper-text');
    await reason.waitFor();
    const endOf = async () => reason.boundingBox().then((box) => (box ? box.y + box.height : Number.POSITIVE_INFINITY));
    const topOfBar = (await dialog.locator('.hw-action-bar').last().boundingBox())?.y ?? 0;
    await expect.poll(endOf).toBeLessThan(topOfBar);
  });

  test('An invoice is generated of lines that are typed, and says what it comes to', async () => {
    await addCustomer('Cleo');
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/invoices?new=true');
    const dialog = page.getByRole('dialog', { name: 'Generate Invoice' });
    await dialog.getByRole('tab', { name: 'Line items' }).click();
    await dialog.getByRole('combobox', { name: 'Customer' }).fill('cleo');
    await dialog.getByRole('option', { name: /Cleo Lovelace/ }).click();
    const line = dialog.getByRole('region', { name: 'Line 1' });
    await line.getByLabel('Description').fill('Grind the stump');
    await line.getByLabel('Quantity').fill('1.5');
    await dialog.getByRole('button', { name: 'Generate Invoice' }).click();
    await line.getByText('Enter a price like 1200 or 1,200.50.').waitFor();
    await line.getByLabel('Unit Price').fill('200');
    await dialog.getByLabel('Discount').fill('50');
    await dialog.getByRole('status').filter({ hasText: '$250' }).waitFor();
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Generate Invoice' }).click();
    await toast(page).getByText('Invoice Generated').waitFor();
    const lines = page.locator('.hw-drawer').getByRole('region', { name: 'Lines' });
    await lines.getByText('Grind the stump').waitFor();
    await lines.getByText('-$50').waitFor();
  });
});

describe('the payments of an invoice', () => {
  const paying = async (page: Page, id: string) => {
    await page.goto(`/invoices?invoice=${id}&tab=payments`);
    return page.getByRole('region', { name: 'Record Payment' });
  };

  test('An invoice is paid in part, then too much, which becomes credit that pays the next invoice', async () => {
    const { id, customerId, totalAmount } = await addInvoice('Dora');
    const page = await browser.newPage({ signedIn: true });
    const form = await paying(page, id);
    await form.getByLabel('Amount').fill('300');
    await form.getByLabel('Payment Method').selectOption('Bank transfer');
    await form.getByLabel('Reference').fill('T-77');
    await form.getByRole('button', { name: 'Record Payment' }).click();
    await toast(page).getByText('Payment Processed').waitFor();
    await toast(page).getByText('Payment has been successfully recorded.').waitFor();
    const history = page.getByRole('region', { name: 'Payment History' });
    await history.getByText('T-77').waitFor();
    expect(await invoiceOf(id)).toMatchObject({ status: 'pending', amountPaid: '300.00' });

    await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe(String(Number(totalAmount) - 300));
    await form.getByLabel('Amount').fill(String(Number(totalAmount) - 300 + 120));
    await form.getByText('That is $120 more than the balance. The $120 becomes customer credit.').waitFor();
    await form.getByRole('button', { name: 'Record Payment' }).click();
    await history.getByText('$120 of it became credit').waitFor();
    await form.waitFor({ state: 'detached' });
    expect(await invoiceOf(id)).toMatchObject({ status: 'paid', balance: '0.00' });

    const body = { customerId, lines: [{ description: 'Haul the brush', unitPrice: '500' }] };
    const { body: next } = await owner.post('/api/invoices', body).then(expectStatus(201));
    await page.goto(`/customers/${customerId}`);
    await page.getByText('$120', { exact: true }).first().waitFor();
    await paying(page, next.id);
    await page.getByRole('button', { name: 'Use credit…' }).click();
    await page.getByRole('dialog', { name: 'Use Credit' }).getByRole('button', { name: 'Use credit' }).click();
    await toast(page).getByText('Credit Used').waitFor();
    expect(await invoiceOf(next.id)).toMatchObject({ amountPaid: '120.00' });
    await page.getByRole('region', { name: 'Payment History' }).getByText('Customer credit').waitFor();
    await expectNoViolationsAtDepth(page);
  });

  test('A payment that is voided after its surplus was used is owed, and the pages say so', {
    tags: ['deep'],
  }, async () => {
    const { id, customerId, totalAmount } = await addInvoice('Gwen');
    const body = { amount: String(Number(totalAmount) + 20), paymentMethod: 'check' };
    const { body: payment } = await owner.post(`/api/invoices/${id}/payments`, body).then(expectStatus(201));
    const lines = [{ description: 'Haul the brush', unitPrice: '500' }];
    const { body: next } = await owner.post('/api/invoices', { customerId, lines }).then(expectStatus(201));
    await owner.post(`/api/invoices/${next.id}/credit`, { amount: '20' }).then(expectStatus(200));
    await owner.post(`/api/invoices/${id}/payments/${payment.id}/void`, {}).then(expectStatus(200));
    const page = await browser.newPage({ signedIn: true });
    await page.goto(`/customers/${customerId}`);
    await page.getByText(/The customer owes \$20: .* goes toward it\./).waitFor();
    await paying(page, next.id);
    await page.getByText('The customer owes $20:').waitFor();
    await expectNoViolations(page);
  });

  test('The payments of an invoice are recorded on a phone, with fingers, and taken back by Undo', {
    tags: ['deep'],
  }, async () => {
    const { id } = await addInvoice('Fay');
    const page = await browser.newPage({ width: 390, height: 844, touch: true, signedIn: true });
    const form = await paying(page, id);
    await form.getByLabel('Amount').fill('80');
    await expectFitForFingers(page, 'the payments');
    await expectNoViolations(page);
    await form.getByRole('button', { name: 'Record Payment' }).tap();
    await toast(page).filter({ hasText: 'Payment Processed' }).getByRole('button', { name: 'Undo' }).tap();
    await page.getByText('Voided: Recorded by mistake').waitFor();
    expect(await invoiceOf(id)).toMatchObject({ amountPaid: '0.00' });
  });
});

test('Money of a customer who was erased is set right without a reason', { tags: ['deep'] }, async () => {
  const customerId = await addCustomer('Edith');
  const body = { customerId, lines: [{ description: 'Prune the ash', unitPrice: '300' }] };
  const { id } = (await owner.post('/api/invoices', body).then(expectStatus(201))).body;
  for (const [amount, transactionId] of [
    ['100', 'A-1'],
    ['20', 'A-2'],
  ])
    await owner
      .post(`/api/invoices/${id}/payments`, { amount, paymentMethod: 'check', transactionId })
      .then(expectStatus(201));
  await owner.post(`/api/customers/${customerId}/erase`, { confirm: 'Edith Lovelace' }).then(expectStatus(200));
  const page = await browser.newPage({ signedIn: true });
  await page.goto(`/invoices?invoice=${id}&tab=payments`);
  await page.getByText('Email a receipt (the customer has no email address)').waitFor();
  await page.getByRole('button', { name: 'Void $100 by check' }).click();
  const voiding = page.getByRole('dialog', { name: 'Void Payment' });
  await voiding.getByText('counts as never paid').waitFor();
  await expectNoViolations(page);
  expect(await voiding.getByLabel('Reason').count()).toBe(0);
  await voiding.getByRole('button', { name: 'Void', exact: true }).click();
  await toast(page).getByText('Payment Voided').waitFor();

  await page.getByRole('button', { name: 'Refund $20 by check' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund' });
  await refund.getByLabel('Does the customer still owe it?').selectOption('Yes: the customer has to pay it again');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await page.getByText('$20 refunded').waitFor();

  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Cancel invoice…' }).click();
  await page
    .getByRole('dialog', { name: /^Cancel INV-/ })
    .getByRole('button', { name: 'Cancel invoice' })
    .click();
  await page.getByText('Cancelled.', { exact: true }).waitFor();
  const { body: invoice } = await owner.get(`/api/invoices/${id}`).then(expectStatus(200));
  expect(invoice).toMatchObject({ status: 'cancelled', amountPaid: '0.00', reason: null });
});

test('The list of invoices tells which reminders are to come; those of an invoice are stopped, and begun again by Undo', async () => {
  const customerId = await addCustomer('Dora');
  const dueDate = companyDay(2);
  const body = { customerId, lines: [{ description: 'Prune the elm', unitPrice: '300' }], dueDate };
  const { id } = (await owner.post('/api/invoices', body).then(expectStatus(201))).body;
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/invoices');
  const ahead = page.getByRole('region', { name: 'Reminders' });
  await ahead.getByText(/reminders? coming up within 30 days/).click();
  await expectNoViolations(page);
  await ahead.getByRole('link', { name: /Dora Lovelace/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(/to ada@example.com, and will wait for you to send it/).waitFor();
  await drawer.getByRole('button', { name: 'Stop reminders' }).click();
  await drawer.getByText('No reminders go out for this invoice.').waitFor();
  expect(await invoiceOf(id)).toMatchObject({ remindersPaused: true });
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await drawer.getByText(/The next one will be written on/).waitFor();
  expect(await invoiceOf(id)).toMatchObject({ remindersPaused: false });
  await page.close();
});
