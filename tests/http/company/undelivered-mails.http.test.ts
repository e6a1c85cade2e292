import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { setUpEmail } from '../../support/email.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { mailsOfQuote } from '../../support/samples/mails.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import type { TestSmtpServer } from '../../support/servers/smtp-server.ts';

// What a company wrote before its email was set up.

const SEND = '/api/mails/undelivered/send';
const OAK = { service: 'tree_removal', description: 'The oak', unitPrice: '1200', quantity: 1 };

let server: TestServer;
let owner: Client;
let smtp: TestSmtpServer | undefined;
beforeAll(async () => {
  server = await startTestServer({ MAIL_HOLD_SECONDS: '0', PUBLIC_URL: 'http://office.example.com' });
  owner = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await smtp?.close();
});

const read = async (path: string): Promise<Answer['body']> => (await owner.get(path).then(expectStatus(200))).body;

async function addCustomer(firstName: string): Promise<string> {
  const email = `${firstName.toLowerCase()}@example.com`;
  return (await owner.post('/api/customers', { firstName, email, address: '3 Elm St' }).then(expectStatus(201))).body
    .id;
}

/** A quote that was sent in vain. @returns its id, the token of its link, and the id of its mail */
async function quoteTo(name: string, more: object = {}) {
  const details = {
    customerName: name,
    customerEmail: `${name.toLowerCase()}@example.com`,
    propertyAddress: '3 Elm St',
  };
  const { body } = await owner.post('/api/quotes', { ...details, items: [OAK], ...more }).then(expectStatus(201));
  const { url } = (await owner.post(`/api/quotes/${body.id}/send`).then(expectStatus(200))).body;
  const [mail] = await mailsOfQuote(owner, body.id, 'failed');
  return { id: body.id as string, token: url.split('/').at(-1) as string, mailId: mail.id as string };
}

/** An invoice that was sent in vain so many times. @returns its id and those of its mails, newest first */
async function invoiceTo(customerId: string, times: number) {
  const lines = [{ description: 'The oak', unitPrice: 1_000 }];
  const { id } = (await owner.post('/api/invoices', { customerId, lines }).then(expectStatus(201))).body;
  const mails = () => read(`/api/mails?category=invoice&recordId=${id}`);
  for (let time = 1; time <= times; time++) {
    await owner.post(`/api/invoices/${id}/send`).then(expectStatus(200));
    await expect
      .poll(async () => (await mails()).map(({ status }: Answer['body']) => status))
      .toEqual(Array(time).fill('failed'));
  }
  return { id: id as string, mailIds: (await mails()).map((mail: Answer['body']) => mail.id) as string[] };
}

test('Once email is set up, what was not delivered goes as one act, each once, if it is still true and wanted', async () => {
  const open = await quoteTo('Ada');
  const byHand = await quoteTo('Bea');
  await owner.post(`/api/mails/${byHand.mailId}/mark-sent`).then(expectStatus(200));
  const declined = await quoteTo('Cleo');
  await server.stranger.post(`/api/public/quotes/${declined.token}/decline`, {}).then(expectStatus(200));
  const dora = await addCustomer('Dora');
  const corrected = await quoteTo('Dora', { customerId: dora });
  await owner.patch(`/api/customers/${dora}`, { email: 'dora@example.org' }).then(expectStatus(200));
  const twice = await invoiceTo(await addCustomer('Ella'), 2);
  const fay = await addCustomer('Fay');
  const paid = await invoiceTo(fay, 1);
  const payment = { amount: 1_000, paymentMethod: 'check' };
  await owner.post(`/api/invoices/${paid.id}/payments`, payment).then(expectStatus(201));
  const gina = await addCustomer('Gina');
  const erased = await invoiceTo(gina, 1);
  await owner.post(`/api/customers/${gina}/erase`, { confirm: 'Gina' }).then(expectStatus(200));

  const all = [open, byHand, declined, corrected].map(({ mailId }) => mailId);
  const ids = [...all, ...twice.mailIds, ...paid.mailIds, ...erased.mailIds];
  expect((await owner.post(SEND, { ids }).then(expectStatus(409))).body.message).toContain('Email is not set up');

  const wanted = [twice.mailIds[0], open.mailId];
  await expect
    .poll(() => read('/api/mails/undelivered'))
    .toEqual({
      mails: wanted.map((id) => ({ id, subject: expect.any(String), to: expect.stringMatching(/^(ada|ella)@/) })),
      left: 4,
      hasMore: false,
    });

  smtp = await setUpEmail(owner);
  const key = { 'idempotency-key': 'send them' };
  const [first, again] = [await owner.post(SEND, { ids }, key), await owner.post(SEND, { ids }, key)];
  for (const answer of [first, again]) expect(expectStatus(200)(answer).body).toEqual({ sent: 2, left: 6 });
  for (const id of wanted) await expect.poll(async () => (await read(`/api/mails/${id}`)).status).toBe('sent');
  expect((await owner.post(SEND, { ids }, key).then(expectStatus(200))).body).toEqual({ sent: 2, left: 6 });
  await owner.post(SEND, { ids: wanted }, key).then(expectStatus(409));
  expect((await owner.post(SEND, { ids }).then(expectStatus(409))).body.message).toContain('Nothing was sent');
  expect(smtp.received.map(({ to }) => to.join()).toSorted()).toEqual(['ada@example.com', 'ella@example.com']);
  expect(await read('/api/mails/undelivered')).toMatchObject({ mails: [], left: 4 });
  expect(await read(`/api/quotes/${open.id}`)).toMatchObject({ status: 'sent', undelivered: null });
});

test('What was not delivered is sent by those who may write to customers, and by nobody else', async () => {
  const { client: staff } = await addSignedIn(server, owner, 'sam');
  const { client: auditor } = await addSignedIn(server, owner, 'alex', { role: 'auditor' });
  await staff.get('/api/mails/undelivered').then(expectStatus(200));
  await staff.post(SEND, { ids: ['nobody'] }).then(expectStatus(409));
  await staff.post(SEND, { ids: [] }).then(expectStatus(400));
  for (const [client, status] of [
    [auditor, 403],
    [server.stranger, 401],
  ] as const) {
    await client.get('/api/mails/undelivered').then(expectStatus(status));
    await client.post(SEND, { ids: ['nobody'] }).then(expectStatus(status));
  }
});
