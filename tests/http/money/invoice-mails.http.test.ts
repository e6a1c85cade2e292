import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ActUndo } from '../../../api/audit/act-undo.schema.ts';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { attachmentOf, decodedMail } from '../../support/samples/mails.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const HOLD_MS = 10_000;
// Close to real time, by which the state store forgets expired records.
let now = Date.now();
let smtp: TestSmtpServer;
let server: TestServer;
let owner: Client;
let customerId: string;
beforeAll(async () => {
  smtp = await startSmtpServer({});
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'mailer@green.example', PUBLIC_URL: 'http://office.example.com' };
  server = await startTestServer(mail, () => now);
  owner = await server.signIn();
  const company = { name: 'Green Tree Care', phone: '555-0100', paymentInstructions: 'By check.' };
  await owner.patch('/api/settings', company).then(expectStatus(200));
});
beforeEach(async () => {
  smtp.received.length = 0;
  const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', address: '3 Elm St' };
  customerId = (await owner.post('/api/customers', ada).then(expectStatus(201))).body.id;
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const LINES = [{ description: 'The oak', unitPrice: 1_000 }];
const issue = async (body: object = {}) =>
  (await owner.post('/api/invoices', { customerId, lines: LINES, ...body }).then(expectStatus(201))).body;
const send = (id: string, body: object | undefined = undefined) => owner.post(`/api/invoices/${id}/send`, body);
const invoiceOf = async (id: string) => (await owner.get(`/api/invoices/${id}`).then(expectStatus(200))).body;
const undo = (answer: Answer, id: string) =>
  owner.post('/api/undo', { category: 'invoice', id, commandId: answer.headers.get('x-command-id') });

/** What an undo of it would do, told to whoever looks before they do it. */
async function foretold(answer: Answer): Promise<ActUndo> {
  const seen = { 'x-min-position': answer.headers.get('x-position') ?? '' };
  const path = `/api/audit/acts/${answer.headers.get('x-command-id')}/undo`;
  return (await owner.get(path, seen).then(expectStatus(200))).body;
}

/** The mails of an invoice, newest first, once they have the expected statuses. */
async function mailsOf(id: string, statuses: string[], client = owner): Promise<Answer['body'][]> {
  for (;;) {
    const { body } = await client.get(`/api/mails?category=invoice&recordId=${id}`).then(expectStatus(200));
    if (body.map((mail: Answer['body']) => mail.status).join() === statuses.join()) return body;
  }
}

/** Lets the time pass in which a held mail can be taken back. */
function letGo(): void {
  now += HOLD_MS;
}

test('An invoice whose PDF cannot be drawn is not sent without it, but later', async () => {
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'mailer@green.example', PUBLIC_URL: 'http://office.example.com' };
  const folder = { ...env, DATA_DIR: (await tempFolder()).path };
  const worker = new URL('../../support/processes/document-worker-that-fails.ts', import.meta.url);
  let office = await startTestServer(folder, () => now, { documents: { worker } });
  try {
    let client = await office.signIn();
    const ada = { firstName: 'Ada', email: 'ada@example.com', address: '3 Elm St' };
    const to = (await client.post('/api/customers', ada).then(expectStatus(201))).body.id;
    const body = { customerId: to, lines: LINES };
    const { id } = (await client.post('/api/invoices', body).then(expectStatus(201))).body;
    await client.post(`/api/invoices/${id}/send`).then(expectStatus(200));
    const mailOf = async (status: string) => (await mailsOf(id, [status], client))[0];
    await mailOf('held');
    letGo();
    const delayed = await mailOf('delayed');
    const reason = 'Its attachment could not be made, so it was not sent.';
    expect(delayed).toMatchObject({ attempt: 2, reason });
    expect(smtp.received).toHaveLength(0);

    await office.close();
    office = await startTestServer(folder, () => now);
    client = await office.signIn();
    now = Date.parse(delayed.dueAt);
    await mailOf('sent');
    expect(smtp.received).toHaveLength(1);
    expect(attachmentOf(smtp.received[0]?.raw ?? '').name).toMatch(/^INV-\d+\.pdf$/);
  } finally {
    await office.close();
    await rm(folder.DATA_DIR, { recursive: true });
  }
});

test('An invoice carries its PDF also where email is not set up and its mail is a file', async () => {
  const office = await startTestServer({}, () => now);
  try {
    const client = await office.signIn();
    const ada = { firstName: 'Ada', email: 'ada@example.com', address: '3 Elm St' };
    const to = (await client.post('/api/customers', ada).then(expectStatus(201))).body.id;
    const issued = await client.post('/api/invoices', { customerId: to, lines: LINES }).then(expectStatus(201));
    const { id, invoiceNumber } = issued.body;
    await client.post(`/api/invoices/${id}/send`).then(expectStatus(200));
    const [mail] = await mailsOf(id, ['failed'], client);
    expect(mail.reason).toBe('email is not set up');
    const { name, bytes } = attachmentOf(await readFile(join(office.dataDir, 'outbox', `${mail.id}.eml`), 'utf8'));
    expect([name, bytes.subarray(0, 5).toString()]).toEqual([`${invoiceNumber}.pdf`, '%PDF-']);
  } finally {
    await office.close();
  }
});

describe('an invoice that is sent', () => {
  test('An invoice that is sent comes to its customer with its PDF and its link, once the moment to take it back is over', async () => {
    const { id, invoiceNumber, sentAt } = await issue();
    expect(sentAt).toBeNull();
    const sent = await send(id, { message: 'See you next year!' }).then(expectStatus(200));
    expect(sent.body).toMatchObject({ sentTo: 'ada@example.com', sentAt: new Date(now).toISOString() });
    const [held] = await mailsOf(id, ['held']);
    expect(held).toMatchObject({
      kind: 'invoice',
      to: 'ada@example.com',
      toName: 'Ada Lovelace',
      subject: `Your invoice ${invoiceNumber} from Green Tree Care`,
      recordTitle: 'Ada Lovelace',
    });
    expect(smtp.received).toEqual([]);
    letGo();
    await mailsOf(id, ['sent']);
    const raw = smtp.received[0]?.raw ?? '';
    const text = decodedMail(raw);
    expect(text).toContain('See you next year!');
    expect(text).toContain(`Here is your invoice ${invoiceNumber}, The oak: $1,000.00.`);
    const { url } = (await owner.get(`/api/invoices/${id}/link`).then(expectStatus(200))).body;
    expect(text).toContain(url);
    const { name, bytes } = attachmentOf(raw);
    expect([name, bytes.subarray(0, 5).toString()]).toEqual([`${invoiceNumber}.pdf`, '%PDF-']);
    expect(bytes.subarray(-8).toString()).toContain('%%EOF');
    // What was sent cannot be called back.
    const late = await undo(sent, id).then(expectStatus(409));
    expect(late.body.message).toContain('was sent already');
    expect((await foretold(sent)).steps).toMatchObject([{ fate: 'kept', reason: late.body.message }]);
    expect((await invoiceOf(id)).sentTo).toBe('ada@example.com');
  });

  test('An invoice that is sent goes to another address where that is said, and is taken back by its undo', async () => {
    const { id } = await issue();
    const sent = await send(id, { to: 'books@example.com' }).then(expectStatus(200));
    expect((await mailsOf(id, ['held']))[0]?.to).toBe('books@example.com');
    // Whoever only looks at what an undo would do takes nothing back.
    expect((await foretold(sent)).steps).toMatchObject([{ fate: 'back' }]);
    await mailsOf(id, ['held']);
    await undo(sent, id).then(expectStatus(200));
    await mailsOf(id, ['cancelled']);
    expect(await invoiceOf(id)).toMatchObject({ sentAt: null, sentTo: null });
  });

  test('An invoice that is sent goes to the address of now, and once however often the request is repeated', async () => {
    const { id } = await issue();
    await owner.patch(`/api/customers/${customerId}`, { email: 'new@example.com' }).then(expectStatus(200));
    const key = { 'idempotency-key': `send-${id}` };
    await owner.post(`/api/invoices/${id}/send`, {}, key).then(expectStatus(200));
    await owner.post(`/api/invoices/${id}/send`, {}, key).then(expectStatus(200));
    expect((await mailsOf(id, ['held']))[0]?.to).toBe('new@example.com');
  });

  test('An invoice is not sent where nobody can be written to, nor where it is cancelled; nothing is appended', async () => {
    const who = { firstName: 'Bo', lastName: 'Ash' };
    const bo = (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
    const { id } = await issue({ customerId: bo });
    const none = await send(id).then(expectStatus(409));
    expect(none.body.message).toContain('no email address');
    expect((await send(id, { to: 'nowhere' }).then(expectStatus(400))).body.issues[0].path).toBe('to');
    expect((await invoiceOf(id)).revision).toBe(0);
    await owner.post(`/api/invoices/${id}/cancel`, {}).then(expectStatus(200));
    expect((await send(id, { to: 'bo@example.com' }).then(expectStatus(409))).body.message).toContain('cancelled');
    await send('none').then(expectStatus(404));
  });

  test('An invoice that is sent is taken back while it waits where it is cancelled', async () => {
    const { id } = await issue();
    await send(id).then(expectStatus(200));
    await mailsOf(id, ['held']);
    await owner.post(`/api/invoices/${id}/cancel`, {}).then(expectStatus(200));
    const [mail] = await mailsOf(id, ['cancelled']);
    const again = await owner.post(`/api/mails/${mail.id}/send-again`, {}).then(expectStatus(409));
    expect(again.body.message).toContain('cancelled');
  });

  test('An invoice whose sending was undone is not sent again behind its back', async () => {
    const { id } = await issue();
    const sent = await send(id).then(expectStatus(200));
    await mailsOf(id, ['held']);
    await undo(sent, id).then(expectStatus(200));
    const [mail] = await mailsOf(id, ['cancelled']);
    const again = await owner.post(`/api/mails/${mail.id}/send-again`, {}).then(expectStatus(409));
    expect(again.body.message).toBe(
      'The invoice or its job was cancelled, its job was removed, or its sending was undone since this was written to Ada Lovelace. ' +
        'If the invoice still stands, send it from its own page.',
    );
    letGo();
    await send(id).then(expectStatus(200));
    await mailsOf(id, ['held', 'cancelled']);
  });

  test('An invoice that is sent is erased with its customer', async () => {
    const { id } = await issue();
    await send(id, { message: 'For Ada' }).then(expectStatus(200));
    await mailsOf(id, ['held']);
    await owner.post(`/api/customers/${customerId}/erase`, { confirm: 'Ada Lovelace' }).then(expectStatus(200));
    const [mail] = await mailsOf(id, ['cancelled']);
    expect(mail).toMatchObject({ to: '[erased]', text: '[erased]', erased: true });
    expect((await invoiceOf(id)).sentTo).toBe('[erased]');
    await send(id, { to: 'x@example.com' }).then(expectStatus(410));
  });
});

test('Several invoices are sent as one act with one undo; those that cannot be are told, with why', async () => {
  const who = { firstName: 'Bo', lastName: 'Ash' };
  const bo = (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
  const [first, second, unreachable] = [await issue(), await issue(), await issue({ customerId: bo })];
  const toSend = async () =>
    (await owner.get('/api/invoices?toSend=true').then(expectStatus(200))).body.map(({ id }: Answer['body']) => id);
  expect(await toSend()).toEqual(expect.arrayContaining([first.id, second.id, unreachable.id]));
  const key = { 'idempotency-key': `send-${first.id}` };
  const ids = [first.id, unreachable.id, second.id, first.id];
  const answer = await owner.post('/api/invoices/send', { ids }, key).then(expectStatus(200));
  const { sent, refused, undo: act } = answer.body;
  expect(sent).toEqual([first.id, second.id]);
  expect(refused).toEqual([
    {
      id: unreachable.id,
      invoiceNumber: unreachable.invoiceNumber,
      message: expect.stringContaining('no email address'),
    },
  ]);
  expect((await owner.post('/api/invoices/send', { ids }, key).then(expectStatus(200))).body).toEqual(answer.body);
  for (const id of sent) await mailsOf(id, ['held']);
  expect(await toSend()).not.toEqual(expect.arrayContaining([first.id]));
  // It is an act on emails, as others of its kind are on the schedule.
  const { client: estimator } = await addSignedIn(server, owner, 'elm', { role: 'estimator' });
  await estimator.post('/api/undo', act).then(expectStatus(403));
  await estimator.get(`/api/batches/${act.id}`).then(expectStatus(404));
  await owner.post('/api/undo', act).then(expectStatus(200));
  for (const id of sent) await mailsOf(id, ['cancelled']);
  expect((await invoiceOf(first.id)).sentAt).toBeNull();
  const none = await owner.post('/api/invoices/send', { ids: [unreachable.id] }).then(expectStatus(200));
  expect(none.body).toMatchObject({ sent: [], undo: null });
  for (const wrong of [{}, { ids: [] }, { ids: ['x', 1] }]) {
    await owner.post('/api/invoices/send', wrong).then(expectStatus(400));
  }
});

describe('a receipt', () => {
  const pay = (id: string, body: object) =>
    owner.post(`/api/invoices/${id}/payments`, { amount: 400, paymentMethod: 'check', ...body });

  test('A receipt goes where it was asked for, and says what came and what is open', async () => {
    const { id, invoiceNumber } = await issue();
    await pay(id, {}).then(expectStatus(201));
    await pay(id, { receipt: true, confirmed: true }).then(expectStatus(201));
    const [held] = await mailsOf(id, ['held']);
    expect(held).toMatchObject({ kind: 'payment_receipt', to: 'ada@example.com' });
    letGo();
    await mailsOf(id, ['sent']);
    const received = smtp.received.map((mail) => decodedMail(mail.raw));
    const raw = received.find((mail) => mail.includes(`invoice ${invoiceNumber}`)) ?? '';
    expect(raw).toContain('We received your payment of $400.00 by check on ');
    expect(raw).toContain(`for your invoice ${invoiceNumber}, The oak.`);
    expect(raw).toContain('$200.00 of it is still unpaid, and due on ');
    expect(raw).not.toContain('.pdf');
    await pay(id, { receipt: 'yes' }).then(expectStatus(400));
  });

  test('A receipt is taken back where its payment is voided before it went, and by its undo', async () => {
    const { id } = await issue();
    const paid = await pay(id, { receipt: true }).then(expectStatus(201));
    await mailsOf(id, ['held']);
    await owner.post(`/api/invoices/${id}/payments/${paid.body.id}/void`).then(expectStatus(200));
    const [mail] = await mailsOf(id, ['cancelled']);
    // Nobody is thanked for a check that bounced.
    const late = await owner.post(`/api/mails/${mail.id}/send-again`, {}).then(expectStatus(409));
    expect(late.body.message).toContain('The payment was voided or its invoice was cancelled');
    now += 1_000;
    const again = await pay(id, { receipt: true }).then(expectStatus(201));
    await mailsOf(id, ['held', 'cancelled']);
    await undo(again, id).then(expectStatus(200));
    await mailsOf(id, ['cancelled', 'cancelled']);
  });

  test('A receipt that was taken back is sent again while its payment is one', async () => {
    const { id } = await issue();
    await pay(id, { receipt: true }).then(expectStatus(201));
    const [held] = await mailsOf(id, ['held']);
    await owner.post(`/api/mails/${held.id}/cancel`).then(expectStatus(200));
    await mailsOf(id, ['cancelled']);
    await owner.post(`/api/mails/${held.id}/send-again`, {}).then(expectStatus(200));
    await mailsOf(id, ['held']);
    letGo();
    await mailsOf(id, ['sent']);
  });

  test('A receipt goes nowhere without an address, and the payment counts', async () => {
    const bo = (await owner.post('/api/customers', { firstName: 'Bo', lastName: 'Ash' }).then(expectStatus(201))).body;
    const { id } = await issue({ customerId: bo.id });
    await pay(id, { receipt: true }).then(expectStatus(201));
    expect((await invoiceOf(id)).amountPaid).toBe('400.00');
    await mailsOf(id, []);
  });
});
