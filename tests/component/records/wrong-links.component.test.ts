import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpEmail } from '../../support/email.ts';
import type { Client } from '../../support/requests/client.ts';
import { mailsOfQuote } from '../../support/samples/mails.ts';
import { expectStatus } from '../../support/server.ts';
import type { TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let smtp: TestSmtpServer;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole({ MAIL_HOLD_SECONDS: '0' });
  owner = await heartwood.server.signIn();
  smtp = await setUpEmail(owner);
});
afterAll(async () => {
  await heartwood.close();
  await smtp.close();
});

const WRONG = 'ada@wrong.example';
const RIGHT = 'ada@right.example';

async function addCustomer(): Promise<string> {
  const who = { firstName: 'Ada', lastName: 'Hall', email: WRONG, address: '3 Elm St' };
  return (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
}

/** A quote that was emailed to a wrong address. */
async function sentQuote(body: object): Promise<{ id: string; url: string }> {
  const items = [{ service: 'pruning', description: 'The oak', unitPrice: '300', quantity: 1 }];
  const { id } = (await owner.post('/api/quotes', { ...body, items }).then(expectStatus(201))).body;
  const { url } = (await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200))).body;
  await mailsOfQuote(owner, id, 'sent');
  return { id, url };
}

/** An invoice that was emailed to a wrong address. */
async function sentInvoice(customerId: string): Promise<string> {
  const lines = [{ description: 'Prune the oak', unitPrice: '100' }];
  const { id } = (await owner.post('/api/invoices', { customerId, lines }).then(expectStatus(201))).body;
  await owner.post(`/api/invoices/${id}/send`).then(expectStatus(200));
  const mails = async () =>
    (await owner.get(`/api/mails?category=invoice&recordId=${id}`).then(expectStatus(200))).body;
  await expect.poll(mails).toMatchObject([{ status: 'sent', to: WRONG }]);
  return id;
}

const linkOf = async (id: string) => (await owner.get(`/api/invoices/${id}/link`).then(expectStatus(200))).body;
const statusOf = async (url: string, kind: string) =>
  (await heartwood.server.stranger.get(`/api/public/${kind}/${url.split('/').at(-1)}`)).status;

test('A quote that is sent anew to another address suggests to revoke the older link, and says which are open', async () => {
  const ada = { customerName: 'Ada Hall', propertyAddress: '3 Elm St', customerEmail: WRONG };
  const { id, url } = await sentQuote(ada);
  await owner.patch(`/api/quotes/${id}`, { customerEmail: RIGHT }).then(expectStatus(200));
  const page = await heartwood.open(`/quotes/${id}`);
  await page.see(/^Version 1 went to ada@wrong\.example, and the quote is for somebody else by now\./);
  await page.click('button', /^Send$/);
  await page.toast('Quote Sent');
  await page.see('Link open · emailed to ada@right.example');
  await page.see('Link open · emailed to ada@wrong.example');
  await page.click('button', 'Revoke the link of version 1');
  const toast = await page.toast('Link Revoked');
  await page.see('Link closed · emailed to ada@wrong.example');
  await page.gone(/^Version 1 went to/);
  expect(await statusOf(url, 'quotes')).toBe(410);
  await toast.click('button', 'Undo');
  await page.see(/^Version 1 went to/);
  expect(await statusOf(url, 'quotes')).toBe(200);
});

test('A customer whose email is corrected shows what the former address still opens, to end it on the spot', async () => {
  const customerId = await addCustomer();
  const quote = await sentQuote({ customerId });
  const invoice = await sentInvoice(customerId);
  const { url } = await linkOf(invoice);
  const page = await heartwood.open(`/customers/${customerId}?edit=true`);
  await page.fill('Email', RIGHT);
  await page.click('button', 'Save');
  await page.toast('Customer Updated');
  await page.see('Was ada@wrong.example a wrong address? Whoever has it can still open:');
  await page.click('button', /^Revoke the link of Q-/);
  await page.click('button', /^Replace the link of INV-/);
  await page.gone(/^Was ada@wrong\.example/);
  expect(await statusOf(quote.url, 'quotes')).toBe(410);
  expect(await statusOf(url, 'invoices')).toBe(410);
});

test('A quote says that its customer has another address by now', async () => {
  const customerId = await addCustomer();
  const { id, url } = await sentQuote({ customerId });
  await owner.patch(`/api/customers/${customerId}`, { email: RIGHT }).then(expectStatus(200));
  const page = await heartwood.open(`/quotes/${id}`);
  await page.see(/^Version 1 went to ada@wrong\.example\. The customer’s address is now ada@right\.example\./);
  await page.click('button', 'Revoke the link of version 1');
  await page.see('The link was revoked. Send it again to renew the offer.');
  expect(await statusOf(url, 'quotes')).toBe(410);
});

test('An invoice says where its link went, and has it replaced with one press', async () => {
  const customerId = await addCustomer();
  const id = await sentInvoice(customerId);
  const { url } = await linkOf(id);
  await owner.patch(`/api/customers/${customerId}`, { email: RIGHT }).then(expectStatus(200));
  const page = await heartwood.open(`/invoices?invoice=${id}`);
  const drawer = await page.part('dialog', /^INV-\d+/);
  await drawer.see(/^The link went to ada@wrong\.example\. The customer’s address is now ada@right\.example\./);
  await drawer.click('button', 'Email Invoice');
  const email = await page.part('dialog', /^Email INV-/);
  await email.see(/^Was ada@wrong\.example a wrong address\?/);
  await email.click('button', 'Replace link');
  await page.toast('Link Replaced');
  await email.gone(/^Was ada@wrong\.example a wrong address\?/);
  await email.click('button', /^Send$/);
  await drawer.see(/^A link emailed to ada@wrong\.example was replaced/);
  await drawer.see(/^Emailed to ada@right\.example\./);
  const { url: fresh } = await linkOf(id);
  expect([await statusOf(url, 'invoices'), await statusOf(fresh, 'invoices')]).toEqual([410, 200]);
  await drawer.click('tab', 'History');
  await drawer.see('Link replaced');
});

test('A quote whose email was corrected says that its customer still has the wrong one', async () => {
  const customerId = await addCustomer();
  const { id } = await sentQuote({ customerId });
  await owner.patch(`/api/quotes/${id}`, { customerEmail: RIGHT }).then(expectStatus(200));
  const page = await heartwood.open(`/quotes/${id}`);
  await page.see(/^The customer’s address is still ada@wrong\.example: invoices would go there\./);
  await page.click('link', 'Correct it there too');
  await page.fill('Email', RIGHT);
  await page.click('button', 'Save');
  await page.toast('Customer Updated');
  const quote = await page.reload(`/quotes/${id}`);
  await quote.see(/^Version 1 went to ada@wrong\.example/);
  await quote.gone(/^The customer’s address is still/);
});

test('A question that was asked through a link which went elsewhere says that its answer is not emailed', async () => {
  const { id, url } = await sentQuote({ customerName: 'Ada Hall', propertyAddress: '3 Elm St', customerEmail: WRONG });
  const ask = `/api/public/quotes/${url.split('/').at(-1)}/question`;
  await heartwood.server.stranger.post(ask, { question: 'And the stump?' }).then(expectStatus(200));
  const page = await heartwood.open(`/quotes/${id}`);
  await page.see('And the stump?');
  await page.gone(/^This was asked through a link that went elsewhere\./);
  await owner.patch(`/api/quotes/${id}`, { customerEmail: RIGHT }).then(expectStatus(200));
  const again = await page.reload();
  await again.see(/^This was asked through a link that went elsewhere\./);
  await again.user.type(await again.screen.findByLabelText('Answer'), 'It stays');
  await again.click('button', 'Answer');
  await again.see('It was not emailed.');
});
