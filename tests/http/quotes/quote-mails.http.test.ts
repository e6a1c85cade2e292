import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { filesContaining } from '../../support/files.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { attachmentOf, decodedMail, mailsOfQuote } from '../../support/samples/mails.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';

// Close to real time, by which the state store forgets expired records.
const NOW = Date.now();
const ADA = { customerName: 'Ada Lovelace', customerEmail: 'ada@example.com', propertyAddress: '3 Elm St, Hadley' };
const ITEMS = [{ service: 'tree_removal', description: 'The oak', unitPrice: '1200', quantity: 1 }];

let now = NOW;
let smtp: TestSmtpServer;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  smtp = await startSmtpServer();
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'mailer@green.example', PUBLIC_URL: 'http://office.example.com' };
  server = await startTestServer(mail, () => now);
  owner = await server.signIn();
  const company = { name: 'Green Tree Care', phone: '555-0100', email: 'office@green.example' };
  await owner.patch('/api/settings', company).then(expectStatus(200));
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const quoted = async (body: object = {}, client = owner): Promise<Answer['body']> =>
  (await client.post('/api/quotes', { ...ADA, items: ITEMS, ...body }).then(expectStatus(201))).body;
const act = (id: string, name: string) => owner.post(`/api/quotes/${id}/${name}`).then(expectStatus(200));
/** A mail as the mail server received it. */
const receivedOf = (id: string) => smtp.received.find(({ raw }) => raw.includes(`Message-ID: <${id}@`))?.raw ?? '';
const mailsOf = (id: string, ...statuses: string[]) => mailsOfQuote(owner, id, ...statuses);

describe('a quote that is sent', () => {
  test('A quote that is sent is mailed to its customer with the link, once the moment to take it back is over', async () => {
    const { id, quoteNumber } = await quoted();
    const { body: sent } = await act(id, 'send');
    const [held] = await mailsOf(id, 'held');
    expect(held).toMatchObject({
      kind: 'quote',
      to: 'ada@example.com',
      toName: 'Ada Lovelace',
      recordTitle: expect.any(String),
      subject: `Your quote ${quoteNumber} from Green Tree Care`,
      dueAt: new Date(now + 10_000).toISOString(),
    });
    expect(held.text).toContain('$1,200.00');
    expect(JSON.stringify(held)).not.toContain(sent.url.split('/').at(-1));
    now += 10_000;
    const [mail] = await mailsOf(id, 'sent');
    const raw = decodedMail(receivedOf(mail.id));
    expect(raw).toContain(sent.url);
    expect(raw).toContain('From: Green Tree Care <mailer@green.example>');
    const { name, bytes } = attachmentOf(receivedOf(mail.id));
    expect([name, bytes.subarray(0, 5).toString()]).toEqual([`${quoteNumber}.pdf`, '%PDF-']);
    // The link is stored nowhere.
    const token = sent.url.split('/').at(-1);
    expect(await filesContaining(server.dataDir, [token])).toEqual([]);
  });

  test('A quote that is sent goes without its PDF where the next version is a draft by then', async () => {
    const { id } = await quoted();
    await act(id, 'send');
    await mailsOf(id, 'held');
    await owner.patch(`/api/quotes/${id}`, { notes: 'By June' }).then(expectStatus(200));
    now += 10_000;
    const [mail] = await mailsOf(id, 'sent');
    const raw = receivedOf(mail.id);
    expect(attachmentOf(raw).name).toBeUndefined();
    expect(decodedMail(raw)).toContain('$1,200.00');
  });

  test('A quote that is sent is not mailed where Undo takes it back in time', async () => {
    const { id } = await quoted();
    const sent = await act(id, 'send');
    await mailsOf(id, 'held');
    const commandId = sent.headers.get('x-command-id');
    await owner.post('/api/undo', { category: 'quote', id, commandId }).then(expectStatus(200));
    await mailsOf(id, 'cancelled');
    now += 10_000;
    await act(id, 'send');
    await mailsOf(id, 'held', 'cancelled');
  });

  test('A quote that is sent is not mailed once it is revoked; a newer version takes the place of the older', async () => {
    const { id } = await quoted();
    await act(id, 'send');
    await mailsOf(id, 'held');
    now += 1_000;
    await owner.patch(`/api/quotes/${id}`, { notes: 'By June' }).then(expectStatus(200));
    await act(id, 'send');
    await mailsOf(id, 'held', 'cancelled');
    await act(id, 'revoke');
    await mailsOf(id, 'cancelled', 'cancelled');
  });

  test('A quote that is sent has no mail where its customer has no address', async () => {
    const { id } = await quoted({ customerEmail: null });
    await act(id, 'send');
    const { id: other } = await quoted();
    await act(other, 'send');
    await mailsOf(other, 'held');
    await mailsOf(id);
  });
});

test('The office is told once of several questions that come at once', async () => {
  const { id } = await quoted({ customerEmail: null });
  const { body } = await act(id, 'send');
  const link = `/api/public/quotes/${body.url.split('/').at(-1)}`;
  const customer = server.stranger;
  await customer.post(`${link}/question`, { question: 'And the chips?' }).then(expectStatus(200));
  await customer.post(`${link}/question`, { question: 'And the stump?' }).then(expectStatus(200));
  await customer.post(`${link}/decline`, {}).then(expectStatus(200));
  const mails = await mailsOf(id, 'held', 'held');
  const asked = mails.filter(({ subject }) => subject?.includes('has a question'));
  expect(asked.map(({ text }) => text)).toEqual([expect.stringContaining('And the chips?')]);
  now += 10_000;
  await mailsOf(id, 'sent', 'sent');
  await customer.post(`${link}/question`, { question: 'May I have it again?' }).then(expectStatus(200));
  await mailsOf(id, 'held', 'sent', 'sent');
});

test('The mails of a customer are those about their quotes, also where a quote became theirs later', async () => {
  const { body: customer } = await owner.post('/api/customers', { firstName: 'Ida', lastName: 'Rhodes' });
  const [theirs, nobodys] = [await quoted({ customerId: customer.id }), await quoted()];
  await act(theirs.id, 'send');
  const { body: sent } = await act(nobodys.id, 'send');
  const [mail] = await mailsOf(theirs.id, 'held');
  const [other] = await mailsOf(nobodys.id, 'held');
  const ofCustomer = async (id: string) =>
    (await owner.get(`/api/mails?customerId=${id}`).then(expectStatus(200))).body.map(
      (each: Answer['body']) => each.id,
    );
  expect(await ofCustomer(customer.id)).toEqual([mail.id]);

  const signed = { version: 1, signature: 'Ada Lovelace' };
  const token = sent.url.split('/').at(-1);
  await server.stranger.post(`/api/public/quotes/${token}/approve`, signed).then(expectStatus(200));
  const { customerId } = (await owner.get(`/api/quotes/${nobodys.id}`).then(expectStatus(200))).body;
  await expect.poll(() => ofCustomer(customerId)).toContain(other.id);
});

test('Erasing a customer erases the texts of their mails, and the files', async () => {
  const office = await startTestServer({}, () => now);
  onTestFinished(() => office.close());
  const client = await office.signIn();
  const person = { firstName: 'Wilhelmina', lastName: 'Quercus' };
  const { body: customer } = await client.post('/api/customers', person).then(expectStatus(201));
  const { id } = await quoted(
    { customerId: customer.id, customerName: 'Wilhelmina Quercus', customerEmail: 'mina@example.org' },
    client,
  );
  // Without a mail server it is left in a file.
  await client.post(`/api/quotes/${id}/send`).then(expectStatus(200));
  const [left] = await mailsOfQuote(client, id, 'failed');
  expect(await readdir(join(office.dataDir, 'outbox'))).toContain(`${left.id}.eml`);
  const mailServer = { host: '127.0.0.1', port: smtp.port, security: 'starttls', from: 'mailer@green.example' };
  await client.put('/api/settings/email', mailServer).then(expectStatus(200));
  await client.post(`/api/mails/${left.id}/send-again`).then(expectStatus(200));
  await mailsOfQuote(client, id, 'held');
  now += 10_000;
  const [sent] = await mailsOfQuote(client, id, 'sent');
  expect(receivedOf(sent.id)).toContain('mina@example.org');
  await client.post(`/api/quotes/${id}/send`).then(expectStatus(200));
  await mailsOfQuote(client, id, 'held', 'sent');
  expect(await readdir(join(office.dataDir, 'outbox'))).toContain(`${sent.id}.eml`);
  const confirm = { confirm: 'Wilhelmina Quercus' };
  const { body } = await client.post(`/api/customers/${customer.id}/erase`, confirm).then(expectStatus(200));
  expect(body.isComplete).toBe(true);
  const mails = await mailsOfQuote(client, id, 'cancelled', 'sent');
  for (const mail of mails)
    expect(mail).toMatchObject({ to: '[erased]', text: '[erased]', subject: '[erased]', erased: true });
  expect(await readdir(join(office.dataDir, 'outbox'))).not.toContain(`${sent.id}.eml`);
  expect(await filesContaining(office.dataDir, ['mina@example.org'])).toEqual([]);
});
