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

/** An invoice with one line of $1,000. */
async function addInvoice(firstName: string) {
  const customerId = await addCustomer(firstName);
  const body = { customerId, job: 'Prune the oak', lines: [{ description: 'Prune the oak', unitPrice: '1000' }] };
  return (await owner.post('/api/invoices', body).then(expectStatus(201))).body;
}

async function invoiceOf(id: string) {
  return (await owner.get(`/api/invoices/${id}`).then(expectStatus(200))).body;
}

/** A quote of $1,000 that asks for a deposit and is signed. @returns its id */
async function addSigned(customerName: string, depositPercent = 30): Promise<string> {
  const customerId = await addCustomer(customerName.split(' ')[0] ?? '');
  const items = [{ service: 'tree_removal', description: 'Oak', unitPrice: 1000, quantity: 1 }];
  const quote = { customerId, customerName, propertyAddress: '3 Elm St', items, depositPercent };
  const { id } = (await owner.post('/api/quotes', quote).then(expectStatus(201))).body;
  const { url } = (await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200))).body;
  const approval = `/api/public/quotes/${new URL(url).pathname.split('/').at(-1)}/approve`;
  await owner.post(approval, { version: 1, signature: customerName }).then(expectStatus(200));
  return id;
}

test('A change order shows and asks for no second deposit', async () => {
  const id = await addSigned('Ida Lovelace');
  const signed = await heartwood.open(`/quotes/${id}`);
  await signed.see('Deposit (30%)');
  await signed.see(/^30%$/);
  const form = await signed.reload(`/quotes/${id}?edit=true`);
  await form.see('Save as a new version');
  await form.gone(/^Deposit$/);
  await form.gone('Deposit (30%)');
  const items = [{ service: 'tree_removal', description: 'Oak', unitPrice: 1500, quantity: 1 }];
  await owner.patch(`/api/quotes/${id}`, { items }).then(expectStatus(200));
  const order = await form.reload(`/quotes/${id}`);
  await order.see(/^Version 1 is approved.*too\. The deposit that version 1 asked for stays as it is\.$/);
  await order.gone('Deposit (30%)');
  await order.gone(/^30%$/);
});

test('A change order whose deposit was cancelled says so, and that another is invoiced by hand', async () => {
  const id = await addSigned('Una Lovelace');
  const [deposit] = (await owner.get(`/api/invoices?quoteId=${id}`).then(expectStatus(200))).body;
  await owner.post(`/api/invoices/${deposit.id}/cancel`, { reason: 'Too much' }).then(expectStatus(200));
  await owner.patch(`/api/quotes/${id}`, { notes: 'More' }).then(expectStatus(200));
  const page = await heartwood.open(`/quotes/${id}`);
  await page.see(/The invoice of the deposit that version 1 asked for was cancelled\. .*by hand/);
  await page.gone(/stays as it is/);
});

test('A change order shows the deposit of what it adds, as it is typed and saved', async () => {
  const id = await addSigned('Eve Lovelace', 0);
  const [oak] = (await owner.get(`/api/quotes/${id}`).then(expectStatus(200))).body.items;
  const stump = { service: 'stump_grinding', description: 'Stump', unitPrice: 200, quantity: 1 };
  const change = { items: [oak, stump], depositPercent: 25 };
  await owner.patch(`/api/quotes/${id}`, change).then(expectStatus(200));
  const page = await heartwood.open(`/quotes/${id}`);
  await page.see('Deposit (25% of what is added)');
  await page.see('$50');
  const form = await page.reload(`/quotes/${id}?edit=true`);
  await form.see('Deposit (25% of what is added)');
  await form.see('$50');
});

test('A quote leads to its deposit, and the list of invoices is narrowed to those of the quote', async () => {
  const id = await addSigned('Ivy Lovelace');
  // Of somebody else, so that the list has something to leave out.
  await addInvoice('Hal');
  const page = await heartwood.open(`/quotes/${id}`);
  await page.click('link', /^Deposit INV-\d+: Pending$/);
  const drawer = await page.part('dialog', /^INV-\d+/);
  await drawer.see(/^INV-\d+, Ivy Lovelace$/);
  const list = await page.reload(`/invoices?quote=${id}`);
  await list.partWith('row', 'Ivy Lovelace');
  await expect.poll(() => list.window.document.querySelectorAll('tbody tr')).toHaveLength(1);
});

test('The dialog that voids a payment says what the customer will owe where its surplus is spent, and the form takes that', async () => {
  const { id, customerId, totalAmount } = await addInvoice('Gwen');
  const body = { amount: String(Number(totalAmount) + 20), paymentMethod: 'check' };
  await owner.post(`/api/invoices/${id}/payments`, body).then(expectStatus(201));
  const lines = [{ description: 'Haul the brush', unitPrice: '500' }];
  const { body: next } = await owner.post('/api/invoices', { customerId, lines }).then(expectStatus(201));
  await owner.post(`/api/invoices/${next.id}/credit`, { amount: '15' }).then(expectStatus(200));
  const page = await heartwood.open(`/invoices?invoice=${id}&tab=payments`);
  await page.click('button', /^Void /);
  const voiding = await page.part('dialog', 'Void Payment');
  await voiding.see('$15 of the credit that came from it is spent. The customer will owe $15');
  await voiding.click('button', /^Void$/);
  await page.see(/^The customer owes \$15:/);
});

test('What an archived customer owes of credit is paid from their page, also where their only invoice is cancelled', async () => {
  const { id, customerId, totalAmount } = await addInvoice('Vera');
  const paid = { amount: totalAmount, paymentMethod: 'check', transactionId: '1023' };
  const at = `/api/invoices/${id}`;
  const { body: payment } = await owner.post(`${at}/payments`, paid).then(expectStatus(201));
  await owner.post(`${at}/cancel`).then(expectStatus(200));
  const back = { amount: totalAmount, paymentMethod: 'cash' };
  await owner.post(`/api/customers/${customerId}/credit/refund`, back).then(expectStatus(200));
  await owner.post(`${at}/payments/${payment.id}/void`).then(expectStatus(200));
  await owner.delete(`/api/customers/${customerId}`).then(expectStatus(204));

  const page = await heartwood.open(`/customers/${customerId}`);
  await page.see(/^The customer owes \$[\d,.]+: credit was used or paid back/);
  await page.click('link', 'Record payment…');
  const form = await page.part('region', 'Record Payment');
  await form.see(/pays what the customer owes\.$/);
  await form.see('Email a receipt (the invoice is cancelled)');
  await form.click('button', 'Record Payment');
  await form.see(/^This invoice is cancelled: what is paid on it is customer credit/);
  await form.click('button', 'Confirm and record it');
  await page.toast('Payment Processed');
  expect((await owner.get(`/api/customers/${customerId}`).then(expectStatus(200))).body.creditBalance).toBe('0.00');
});

test('The credit of a customer who was erased is shown and paid back', async () => {
  const { id, customerId, totalAmount } = await addInvoice('Zoe');
  const body = { amount: String(Number(totalAmount) + 20), paymentMethod: 'check' };
  await owner.post(`/api/invoices/${id}/payments`, body).then(expectStatus(201));
  await owner.post(`/api/customers/${customerId}/erase`, { confirm: 'Zoe Lovelace' }).then(expectStatus(200));
  const page = await heartwood.open(`/customers/${customerId}`);
  await page.click('button', 'Refund credit…');
  const dialog = await page.part('dialog', 'Refund credit');
  await dialog.click('button', 'Refund');
  await page.toast('Credit Refunded');
  expect((await owner.get(`/api/customers/${customerId}`).then(expectStatus(200))).body.creditBalance).toBe('0.00');
});

test('A refund that is no longer owed is shown next to what was paid', async () => {
  const { id } = await addInvoice('Hope');
  await owner.post(`/api/invoices/${id}/payments`, { amount: '1000', paymentMethod: 'check' }).then(expectStatus(201));
  const page = await heartwood.open(`/invoices?invoice=${id}&tab=payments`);
  await page.click('button', /^Refund /);
  const refund = await page.part('dialog', 'Refund');
  await refund.fill('Amount', '50');
  await refund.choose('Does the customer still owe it?', 'No: the customer no longer owes it');
  await refund.click('button', 'Refund');
  await page.toast('Refund Recorded');
  await page.see('-$50');
  expect(await invoiceOf(id)).toMatchObject({ noLongerOwed: '50.00', amountPaid: '950.00', balance: '0.00' });
});

test('The payments of an invoice are refunded and voided; the invoice is cancelled with a reason', async () => {
  const { id } = await addInvoice('Edith');
  for (const amount of ['200', '100']) {
    const body = { amount, paymentMethod: 'check', transactionId: `check ${amount}` };
    await owner.post(`/api/invoices/${id}/payments`, body).then(expectStatus(201));
  }
  const page = await heartwood.open(`/invoices?invoice=${id}&tab=payments`);
  await page.click('button', 'Refund $200 by check');
  const refund = await page.part('dialog', 'Refund');
  await refund.fill('Amount', '50');
  await refund.choose('Does the customer still owe it?', 'Yes: the customer has to pay it again');
  await refund.fill('Reason', 'Paid twice');
  await refund.click('button', 'Refund');
  await page.toast('Refund Recorded');
  await page.see('$50 refunded');
  expect(await invoiceOf(id)).toMatchObject({ amountPaid: '250.00' });

  await page.click('button', 'Void $100 by check');
  const voiding = await page.part('dialog', 'Void Payment');
  await voiding.fill('Reason', 'The check bounced');
  await voiding.click('button', /^Void$/);
  await page.see('Voided: The check bounced');
  expect(await invoiceOf(id)).toMatchObject({ amountPaid: '150.00' });

  await page.click('tab', 'Details');
  await page.click('button', 'Cancel invoice…');
  const cancel = await page.part('dialog', /^Cancel INV-/);
  await cancel.see('The $150 that was paid becomes customer credit.');
  await cancel.fill('Reason', 'Wrong customer');
  await cancel.click('button', 'Cancel invoice');
  await page.toast('Invoice Cancelled');
  await page.see('Cancelled: Wrong customer');
  expect(await invoiceOf(id)).toMatchObject({ status: 'cancelled', balance: '0.00' });
});

test('A payment that looks like one that is recorded is asked about, and so is a refund of credit', async () => {
  const { id, customerId } = await addInvoice('Nell');
  const body = { amount: '200', paymentMethod: 'check', transactionId: '1023' };
  await owner.post(`/api/invoices/${id}/payments`, body).then(expectStatus(201));
  const page = await heartwood.open(`/invoices?invoice=${id}&tab=payments`);
  const form = await page.part('region', 'Record Payment');
  await form.fill('Amount', '300');
  await form.fill('Reference', '1023');
  await form.click('button', 'Record Payment');
  await form.see(/A payment like this is already recorded on this invoice: \$200\.00 by check on .*, number 1023\./);
  expect(await invoiceOf(id)).toMatchObject({ amountPaid: '200.00' });
  await form.click('button', 'Confirm and record it');
  await page.toast('Payment Processed');
  expect(await invoiceOf(id)).toMatchObject({ amountPaid: '500.00' });

  await owner.post(`/api/invoices/${id}/payments`, { amount: '600', paymentMethod: 'cash' }).then(expectStatus(201));
  const refund = { amount: '20', paymentMethod: 'check', transactionId: '7' };
  await owner.post(`/api/customers/${customerId}/credit/refund`, refund).then(expectStatus(200));
  const customer = await page.reload(`/customers/${customerId}`);
  await customer.click('button', 'Refund credit…');
  const dialog = await customer.part('dialog', 'Refund credit');
  await dialog.fill('Amount', '20');
  await dialog.fill('Reference', '7');
  await dialog.click('button', 'Refund');
  await dialog.see(/A refund like this is already recorded for this customer/);
  await dialog.click('button', 'Confirm and record it');
  await customer.toast('Credit Refunded');
  expect((await owner.get(`/api/customers/${customerId}`).then(expectStatus(200))).body.creditBalance).toBe('60.00');
});

test('A job of which a part was invoiced is listed with what is left of its price', async () => {
  const customerId = await addCustomer('Opal');
  const job = { customerId, address: '3 Elm St', amount: '1000', serviceType: 'tree_removal' };
  const { id: jobId } = (await owner.post('/api/jobs', job).then(expectStatus(201))).body;
  for (const act of ['start', 'complete']) await owner.post(`/api/jobs/${jobId}/${act}`).then(expectStatus(200));
  const lines = [{ description: 'The oak', unitPrice: '300' }];
  await owner.post('/api/invoices', { jobId, lines }).then(expectStatus(201));
  const page = await heartwood.open(`/invoices?new=true&job=${jobId}`);
  const dialog = await page.part('dialog', 'Generate Invoice');
  await dialog.see('left of $1,000');
  await dialog.click('button', 'Generate Invoice');
  await page.toast('Invoice Generated');
  const made = (await owner.get(`/api/invoices?jobId=${jobId}`).then(expectStatus(200))).body;
  expect(made.map(({ amount }: { amount: string }) => amount)).toEqual(['700.00', '300.00']);
});
