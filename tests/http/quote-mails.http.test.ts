import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../support/client.ts';
import { filesContaining } from '../support/files.ts';
import { attachmentOf, decodedMail, mailsOfQuote } from '../support/mails.ts';
import { expectStatus, startTestServer, type TestServer } from '../support/server.ts';

// Close to real time, by which the state store forgets expired records.
const NOW = Date.now();
const ADA = { customerName: 'Ada Lovelace', customerEmail: 'ada@example.com', propertyAddress: '3 Elm St, Hadley' };
const ITEMS = [{ service: 'tree_removal', description: 'The oak', unitPrice: '1200', quantity: 1 }];

let now = NOW;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'http://office.example.com' }, () => now);
  owner = await server.signIn();
  const company = { name: 'Green Tree Care', phone: '555-0100', email: 'office@green.example' };
  await owner.patch('/api/settings', company).then(expectStatus(200));
});
afterAll(() => server.close());

const quoted = async (body: object = {}): Promise<Answer['body']> =>
  (await owner.post('/api/quotes', { ...ADA, items: ITEMS, ...body }).then(expectStatus(201))).body;
const act = (id: string, name: string) => owner.post(`/api/quotes/${id}/${name}`).then(expectStatus(200));
const outboxFile = (id: string) => join(server.dataDir, 'outbox', `${id}.eml`);
const mailsOf = (id: string, ...statuses: string[]) => mailsOfQuote(owner, id, ...statuses);

describe('a quote that is sent', () => {
  test('A quote that is sent is mailed to its customer with the link, once the moment to take it back is over', async () => {
    const { id, quoteNumber } = await quoted();
    const { body: sent } = await act(id, 'send');
    const [held] = await mailsOf(id, 'held');
    expect(held).toMatchObject({
      ...{ kind: 'quote', to: 'ada@example.com', toName: 'Ada Lovelace', recordTitle: expect.any(String) },
      ...{ subject: `Your quote ${quoteNumber} from Green Tree Care`, dueAt: new Date(now + 10_000).toISOString() },
    });
    expect(held.text).toContain('$1,200.00');
    expect(JSON.stringify(held)).not.toContain(sent.url.split('/').at(-1));
    now += 10_000;
    const [mail] = await mailsOf(id, 'sent');
    const raw = decodedMail(await readFile(outboxFile(mail.id), 'utf8'));
    expect(raw).toContain(sent.url);
    expect(raw).toContain('From: Green Tree Care <office@green.example>');
    const { name, bytes } = attachmentOf(await readFile(outboxFile(mail.id), 'utf8'));
    expect([name, bytes.subarray(0, 5).toString()]).toEqual([`${quoteNumber}.pdf`, '%PDF-']);
    // The link is stored nowhere but in the mail's file.
    const token = sent.url.split('/').at(-1);
    const holding = await filesContaining(server.dataDir, [token]);
    expect(holding).toHaveLength(1);
  });

  test('A quote that is sent goes without its PDF where the next version is a draft by then', async () => {
    const { id } = await quoted();
    await act(id, 'send');
    await mailsOf(id, 'held');
    await owner.patch(`/api/quotes/${id}`, { notes: 'By June' }).then(expectStatus(200));
    now += 10_000;
    const [mail] = await mailsOf(id, 'sent');
    const raw = await readFile(outboxFile(mail.id), 'utf8');
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
  const person = { firstName: 'Wilhelmina', lastName: 'Quercus' };
  const { body: customer } = await owner.post('/api/customers', person).then(expectStatus(201));
  const { id } = await quoted({
    ...{ customerId: customer.id, customerName: 'Wilhelmina Quercus', customerEmail: 'mina@example.org' },
  });
  await act(id, 'send');
  await mailsOf(id, 'held');
  now += 10_000;
  const [sent] = await mailsOf(id, 'sent');
  await act(id, 'send');
  await mailsOf(id, 'held', 'sent');
  expect(await readdir(join(server.dataDir, 'outbox'))).toContain(`${sent.id}.eml`);
  const confirm = { confirm: 'Wilhelmina Quercus' };
  const { body } = await owner.post(`/api/customers/${customer.id}/erase`, confirm).then(expectStatus(200));
  expect(body.isComplete).toBe(true);
  const mails = await mailsOf(id, 'cancelled', 'sent');
  for (const mail of mails)
    expect(mail).toMatchObject({ to: '[erased]', text: '[erased]', subject: '[erased]', erased: true });
  expect(await readdir(join(server.dataDir, 'outbox'))).not.toContain(`${sent.id}.eml`);
  expect(await filesContaining(server.dataDir, ['mina@example.org'])).toEqual([]);
});
