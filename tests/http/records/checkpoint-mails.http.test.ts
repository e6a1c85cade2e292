import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { decodedMail } from '../../support/samples/mails.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

// Close to real time, by which the state store forgets expired records.
let now = Date.now();
let folder: TempFolder;
let smtp: TestSmtpServer;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  folder = await tempFolder();
  smtp = await startSmtpServer();
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'mailer@green.example', MAIL_HOLD_SECONDS: '0' };
  const env = { DATA_DIR: folder.path, PUBLIC_URL: 'http://office.example.com', ...mail };
  server = await startTestServer(env, () => now, { checkpointsEveryMs: 20 });
  owner = await server.signIn();
  await owner.patch('/api/settings', { name: 'Green Tree Care', phone: '555-0100' }).then(expectStatus(200));
});
beforeEach(() => {
  smtp.received.length = 0;
});
afterAll(async () => {
  await server.close();
  await smtp.close();
  await folder.remove();
});

const name = (checkpointAddresses: string[] | null) => owner.patch('/api/settings', { checkpointAddresses });
const recipients = () => smtp.received.flatMap(({ to }) => to).toSorted();
const checkpoint = async (): Promise<string> => (await owner.get('/api/audit/checkpoint').then(expectStatus(200))).body;
const listed = async () => (await owner.get('/api/audit/checkpoints').then(expectStatus(200))).body;

test('Whoever is named gets the newest checkpoint, as text and as a file, with why and what checks it', async () => {
  const note = await checkpoint();
  await name(['keeper@lawyer.example', 'books@advisor.example']).then(expectStatus(200));
  await expect.poll(recipients).toEqual(['books@advisor.example', 'keeper@lawyer.example']);
  const raw = decodedMail(smtp.received[0]?.raw ?? '').replaceAll('\r\n', '\n');
  expect(raw).toContain('Subject: Proof of the history of Green Tree Care');
  expect(raw).toContain('named your address to keep proof of its history. Please keep this email.');
  const [, size] = /\nheartwood\/\w+\n(\d+)\n/.exec(raw) ?? [];
  const kept = (await owner.get(`/api/audit/checkpoint?size=${size}`).then(expectStatus(200))).body;
  for (const line of kept.split('\n').slice(0, 3)) expect(raw).toContain(`\n${line}\n`);
  expect(Number(size)).toBeGreaterThanOrEqual(Number(note.split('\n')[1]));
  expect(raw).toContain((await owner.get('/api/audit/key').then(expectStatus(200))).body.trim());
  expect(raw).toContain(`filename=checkpoint-${size}.txt`);
});

test('There is one a day, and not one an hour', async () => {
  now += 2 * HOUR;
  await owner.post('/api/leads', { name: 'Ada' }).then(expectStatus(201));
  await expect.poll(async () => (await listed())[0].why).toBe('hourly');
  expect(recipients()).toEqual([]);
  now += DAY;
  owner = await server.signIn();
  await expect.poll(recipients).toEqual(['books@advisor.example', 'keeper@lawyer.example']);
});

test('An export of the books is signed without being waited for, and that checkpoint is mailed too', async () => {
  const day = new Date(now - DAY).toISOString().slice(0, 10);
  await owner.post('/api/costs', { category: 'other', day, amount: '10' }).then(expectStatus(201));
  const { headers } = await owner.post('/api/accounting/periods', { from: day, to: day }).then(expectStatus(201));
  await expect.poll(async () => (await listed())[0].why).toBe('export');
  await expect.poll(recipients).toEqual(['books@advisor.example', 'keeper@lawyer.example']);
  expect(decodedMail(smtp.received[0]?.raw ?? '')).toContain('It was made because the company');
  const position = headers.get('x-position') ?? '';
  await owner.get(`/api/audit/events/${position}/proof`).then(expectStatus(200));
});

test('Where nobody is named any more, nothing is mailed', async () => {
  await name(null).then(expectStatus(200));
  now += 2 * DAY;
  owner = await server.signIn();
  await owner.post('/api/leads', { name: 'Bea' }).then(expectStatus(201));
  await expect.poll(async () => (await listed())[0].signedAt).toBe(new Date(now).toISOString());
  const { body: mails } = await owner.get('/api/mails?category=company').then(expectStatus(200));
  expect(mails).toHaveLength(6);
});

test.each([
  [['nobody'], 'The email address'],
  [Array.from({ length: 6 }, (_, at) => `${at}@example.com`), 'Checkpoints can be mailed to 5 addresses at most.'],
  [['a@example.com', 'A@example.com'], 'A@example.com is in the list twice.'],
])('%j is refused', async (addresses, message) => {
  const { body } = await name(addresses).then(expectStatus(400));
  expect(body.issues?.[0]?.message ?? body.message).toContain(message);
});

test('The owner alone names addresses, and who does not read the history is not told them', async () => {
  await name(['keeper@lawyer.example']).then(expectStatus(200));
  const { client: auditor } = await addSignedIn(server, owner, 'auditor', { role: 'auditor' });
  const { client: office } = await addSignedIn(server, owner, 'office', { role: 'office' });
  const shown = async (client: Client) => (await client.get('/api/settings').then(expectStatus(200))).body;
  expect(await shown(auditor)).toMatchObject({ checkpointAddresses: ['keeper@lawyer.example'] });
  expect(await shown(office)).toMatchObject({ checkpointAddresses: [] });
  for (const client of [auditor, office])
    await client.patch('/api/settings', { checkpointAddresses: [] }).then(expectStatus(403));
});
