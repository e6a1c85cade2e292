import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { leaveMails } from '../../support/samples/mails.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

// Close to real time, by which the state store forgets expired records.
const NOW = Date.now();
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const told = { attempt: 1, at: at(-30) };

let now = NOW;
let folder: Awaited<ReturnType<typeof tempFolder>>;
let smtp: TestSmtpServer;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  folder = await tempFolder();
  smtp = await startSmtpServer();
  await leaveMails({ DATA_DIR: folder.path }, [
    { id: 'held', intendedAt: at(0), dueAt: at(60) },
    { id: 'later', intendedAt: at(0), dueAt: at(60) },
    ...['one', 'two', 'three'].map((id) => ({ id: `waits-${id}`, intendedAt: at(-600), dueAt: null })),
    { id: 'due', intendedAt: at(-1), dueAt: at(0) },
    { id: 'odd', to: 'ada at home', intendedAt: at(-1), dueAt: at(0) },
    { id: 'forgotten', intendedAt: at(-61), dueAt: at(-60) },
    {
      id: 'failed',
      intendedAt: at(-40),
      dueAt: at(-31),
      came: [{ type: 'MailFailed', data: { ...told, reason: '550 No' } }],
    },
    {
      id: 'unclear',
      intendedAt: at(-40),
      dueAt: at(-31),
      came: [{ type: 'MailBecameUncertain', data: { ...told, reason: 'No answer' } }],
    },
  ]);
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'office@green.example', PUBLIC_URL: 'http://office.example.com' };
  server = await startTestServer({ DATA_DIR: folder.path, ...mail }, () => now);
  owner = await server.signIn();
  await settled();
});
afterAll(async () => {
  await server.close();
  await smtp.close();
  await folder.remove();
});

const mail = async (id: string) => (await owner.get(`/api/mails/${id}`).then(expectStatus(200))).body;
const listed = async (query: string): Promise<string[]> =>
  (await owner.get(`/api/mails?${query}`).then(expectStatus(200))).body.map(({ id }: { id: string }) => id).sort();
const act = (id: string, name: string, body?: object, client = owner) => client.post(`/api/mails/${id}/${name}`, body);

/** Waits until nothing is due. */
async function settled(): Promise<void> {
  for (;;) {
    const { body } = await owner.get('/api/mails').then(expectStatus(200));
    const isDue = ({ dueAt }: { dueAt: string | null }) => dueAt !== null && Date.parse(dueAt) <= now;
    if (body.length > 0 && !body.some(isDue)) return;
  }
}

describe('what is due', () => {
  test('A mail that is due goes to the mail server, which has it once, and nothing of it is left in a file', async () => {
    expect(await mail('due')).toMatchObject({ status: 'sent', reason: '250 Taken as 42', dueAt: null });
    expect(smtp.received).toMatchObject([{ from: 'office@green.example', to: ['ada@example.com'] }]);
    const [{ raw } = { raw: '' }] = smtp.received;
    expect(raw).toMatch(/^From: .*office@green\.example/m);
    expect(raw).toContain('To: Ada Lovelace <ada@example.com>\r\n');
    expect(raw).toContain('Subject: About due\r\n');
    expect(raw).toContain('Message-ID: <due@green.example>\r\n');
    expect(await readdir(server.dataDir)).not.toContain('outbox');
  });

  test('A mail that is due to what is no address fails, and says why', async () => {
    expect(await mail('odd')).toMatchObject({ status: 'failed', reason: '“ada at home” is not an email address.' });
  });

  test('A mail that is due for more than ten minutes is uncertain, and is not sent', async () => {
    expect(await mail('forgotten')).toMatchObject({
      status: 'uncertain',
      reason: expect.stringContaining('not been tried'),
    });
  });
});

describe('GET /api/mails', () => {
  test('The list of mails shows who is written to, about what, and how it stands', async () => {
    expect(await mail('held')).toEqual({
      id: 'held',
      kind: 'quote',
      category: 'lead',
      recordId: 'l',
      recordTitle: null,
      batchId: null,
      to: 'ada@example.com',
      toName: 'Ada Lovelace',
      subject: 'About held',
      text: 'Hi Ada,\n\n[link]\n\nThe office',
      status: 'held',
      attempt: 1,
      dueAt: at(60),
      reason: null,
      since: at(0),
      isMarked: false,
      erased: false,
      createdAt: at(0),
      revision: 0,
      removed: false,
    });
  });

  test('The list of mails is narrowed by status, by record, and to what needs a person', async () => {
    expect(await listed('status=held')).toEqual(['held', 'later']);
    expect(await listed('status=prepared')).toEqual(['waits-one', 'waits-three', 'waits-two']);
    expect(await listed('batchId=b')).toEqual([]);
    expect(await listed('needsPerson=true')).toEqual(['failed', 'forgotten', 'odd', 'unclear']);
    expect(await listed('category=lead&recordId=l&status=sent')).toEqual(['due']);
    expect(await listed('category=quote&recordId=l')).toEqual([]);
    expect(await listed('search=about+unclear')).toEqual(['unclear']);
    expect((await owner.get('/api/mails?limit=2').then(expectStatus(200))).headers.get('x-next-cursor')).toBeTruthy();
    await owner.get('/api/mails?status=lost').then(expectStatus(400));
  });

  test('The list of mails is what the first page tells of', async () => {
    const { body } = await owner.get('/api/dashboard/attention').then(expectStatus(200));
    const group = body.groups.find(({ id }: { id: string }) => id === 'mails-not-sent');
    expect(group).toMatchObject({ label: 'Emails not sent', count: 4, page: '/outbox?needsPerson=true' });
    expect(body.groups.find(({ id }: { id: string }) => id === 'mails-prepared')).toMatchObject({
      label: 'Messages to customers waiting to be sent',
      count: 3,
      page: '/outbox?status=prepared',
    });
  });

  test('The list of mails is for everybody who works here; changes are for staff', async () => {
    const { client: auditor } = await addSignedIn(server, owner, 'auditor', { role: 'auditor' });
    await auditor.get('/api/mails').then(expectStatus(200));
    for (const name of ['cancel', 'release', 'send-again', 'mark-sent'])
      await act('held', name, {}, auditor).then(expectStatus(403));
    await auditor.post('/api/mails/release', { ids: ['waits-one'] }).then(expectStatus(403));
    await server.stranger.get('/api/mails').then(expectStatus(401));
  });
});

describe('a person', () => {
  test('A person takes back a mail that is held, once, and it is not sent', async () => {
    expect((await act('held', 'cancel').then(expectStatus(200))).body).toMatchObject({
      status: 'cancelled',
      dueAt: null,
    });
    expect((await act('held', 'cancel').then(expectStatus(200))).body).toMatchObject({ status: 'cancelled' });
  });

  test('A person cannot take back a mail that was sent', async () => {
    const { body } = await act('due', 'cancel').then(expectStatus(409));
    expect(body).toMatchObject({ code: 'conflict', message: 'This email was already sent.' });
    await act('nobody', 'cancel').then(expectStatus(404));
  });

  test('A person sends again a mail that failed, to an address that is right now, held as the first time', async () => {
    await act('odd', 'send-again', { to: 'ada at home' }).then(expectStatus(400));
    const { body } = await act('odd', 'send-again', { to: 'ada@example.org' }).then(expectStatus(200));
    expect(body).toMatchObject({ status: 'held', to: 'ada@example.org', attempt: 2, dueAt: at(10 / 60) });
    now = NOW + 10_000;
    await settled();
    expect(await mail('odd')).toMatchObject({ status: 'sent' });
    expect(smtp.received.at(-1)).toMatchObject({ to: ['ada@example.org'] });
    expect(smtp.received.at(-1)?.raw).toContain('To: Ada Lovelace <ada@example.org>\r\n');
    await act('odd', 'send-again').then(expectStatus(409));
  });

  test('A person marks as sent a mail that is uncertain, and may undo that', async () => {
    const marked = await act('unclear', 'mark-sent').then(expectStatus(200));
    expect(marked.body).toMatchObject({ status: 'sent', isMarked: true, reason: 'No answer' });
    const step = { category: 'mail', id: 'unclear', commandId: marked.headers.get('x-command-id') };
    await owner.post('/api/undo', step).then(expectStatus(200));
    expect(await mail('unclear')).toMatchObject({ status: 'uncertain', isMarked: false });
    await act('later', 'mark-sent').then(expectStatus(409));
  });

  test('A person reads in the history of a mail what came of each try', async () => {
    const { body } = await owner.get('/api/history/mail/odd').then(expectStatus(200));
    const types = body.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['MailIntended', 'MailFailed', 'MailAskedAgain', 'MailSent']);
  });
});

describe('a mail that waits for a person', () => {
  const release = (...ids: string[]) => owner.post('/api/mails/release', { ids });
  const undo = (body: { category: string; id: string; commandId: string | null }) =>
    owner.post('/api/undo', body).then(expectStatus(200));

  test('A mail that waits for a person is not sent by itself, and waits again when its release is undone', async () => {
    expect(await mail('waits-one')).toMatchObject({ status: 'prepared', dueAt: null, since: at(-600) });
    const released = await act('waits-one', 'release').then(expectStatus(200));
    expect(released.body).toMatchObject({ status: 'held', dueAt: new Date(now + 10_000).toISOString() });
    const step = { category: 'mail', id: 'waits-one', commandId: released.headers.get('x-command-id') };
    expect((await undo(step)).body.record).toMatchObject({ status: 'prepared', dueAt: null });
    now += 60_000;
    await act('waits-one', 'send-again').then(expectStatus(409));
    expect(await mail('waits-one')).toMatchObject({ status: 'prepared' });
  });

  test('A mail that waits for a person is taken back, and waits again when that is undone', async () => {
    const taken = await act('waits-one', 'cancel').then(expectStatus(200));
    expect(taken.body).toMatchObject({ status: 'cancelled' });
    const { body } = await release('waits-one', 'waits-two').then(expectStatus(409));
    expect(body.message).toBe(
      'Nothing was sent, because of one of them. This email is not waiting to be sent. Send it again instead.',
    );
    const step = { category: 'mail', id: 'waits-one', commandId: taken.headers.get('x-command-id') };
    expect((await undo(step)).body.record).toMatchObject({ status: 'prepared' });
  });

  test('A mail that waits for a person is marked as sent where they passed it on, and waits again when that is undone', async () => {
    const marked = await act('waits-three', 'mark-sent').then(expectStatus(200));
    expect(marked.body).toMatchObject({ status: 'sent', isMarked: true, dueAt: null });
    expect(await listed('status=prepared')).toEqual(['waits-one', 'waits-two']);
    expect((await release('waits-three').then(expectStatus(200))).body).toMatchObject({ released: 0 });
    expect((await act('waits-three', 'cancel').then(expectStatus(409))).body.message).toBe(
      'This email was already sent.',
    );
    const step = { category: 'mail', id: 'waits-three', commandId: marked.headers.get('x-command-id') };
    expect((await undo(step)).body.record).toMatchObject({ status: 'prepared', isMarked: false });
  });

  test('A mail that waits for a person goes with others in one act with one Undo, all or none', async () => {
    expect((await release('waits-one', 'nobody').then(expectStatus(404))).body.code).toBe('not_found');
    for (const ids of [[], ['waits-one', 'waits-one'], [7]])
      expect((await owner.post('/api/mails/release', { ids }).then(expectStatus(400))).body.message).toContain(
        '1 to 200',
      );
    expect(await listed('status=prepared')).toEqual(['waits-one', 'waits-three', 'waits-two']);

    const { body } = await release('waits-one', 'waits-two').then(expectStatus(200));
    expect(body).toMatchObject({ released: 2, category: 'batch' });
    // Mails already under way are left alone and not counted.
    expect((await release('waits-two').then(expectStatus(200))).body).toMatchObject({ released: 0 });
    expect(await listed('status=prepared')).toEqual(['waits-three']);
    const { category, id, commandId } = body;
    expect((await undo({ category, id, commandId })).body.kept).toEqual([]);
    expect(await listed('status=prepared')).toEqual(['waits-one', 'waits-three', 'waits-two']);
  });

  test('A mail that waits for a person is sent once it was released, after its moment', async () => {
    const { body } = await release('waits-one', 'waits-two').then(expectStatus(200));
    now += 10_000;
    await settled();
    expect([await mail('waits-one'), await mail('waits-two')]).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
    expect(await mail('waits-three')).toMatchObject({ status: 'prepared' });
    const { category, id, commandId } = body;
    const { kept } = (await undo({ category, id, commandId })).body;
    expect(kept.map(({ message }: { message: string }) => message)).toEqual([
      'This email was already sent.',
      'This email was already sent.',
    ]);
    const { body: title } = await owner.get(`/api/batches/${id}`).then(expectStatus(200));
    expect(title).toMatchObject({ kind: 'release', count: 2 });
  });
});

test('Health says how mails leave the house', async () => {
  const { body } = await owner.get('/api/health').then(expectStatus(200));
  expect(body.mail).toMatchObject({ kind: 'smtp', isReachable: true, lastError: null });
  expect(body.mail.place).toBe(`127.0.0.1:${smtp.port}`);
  expect((await server.stranger.get('/api/health').then(expectStatus(200))).body).not.toHaveProperty('mail');
});

test('A mail that is due where email is not set up is a file that a mail program opens and nobody else reads, and was not delivered', async () => {
  const disk = await tempFolder();
  onTestFinished(() => disk.remove());
  await leaveMails({ DATA_DIR: disk.path }, [{ id: 'due', intendedAt: at(-1), dueAt: at(0) }]);
  const own = await startTestServer({ DATA_DIR: disk.path }, () => NOW);
  onTestFinished(() => own.close());
  const client = await own.signIn();
  await expect
    .poll(async () => (await client.get('/api/mails/due')).body)
    .toMatchObject({ status: 'failed', reason: 'email is not set up', dueAt: null, since: at(0) });
  const outbox = join(disk.path, 'outbox');
  const raw = await readFile(join(outbox, 'due.eml'), 'utf8');
  expect(raw).toMatch(/^From: .*office@heartwood\.invalid/m);
  expect(raw).toContain('To: Ada Lovelace <ada@example.com>\r\n');
  expect(raw).toContain('Subject: About due\r\n');
  expect(raw).toContain('Message-ID: <due@heartwood.invalid>\r\n');
  if (process.platform !== 'win32') {
    expect(((await stat(join(outbox, 'due.eml'))).mode & 0o777).toString(8)).toBe('600');
    expect(((await stat(outbox)).mode & 0o777).toString(8)).toBe('700');
  }
  expect(await readdir(outbox)).toEqual(['due.eml']);
  // That nothing is delivered is no fault of the disk: Heartwood itself is well.
  const { body: health } = await client.get('/api/health').then(expectStatus(200));
  expect(health.mail).toMatchObject({ kind: 'outbox', place: outbox, isReachable: true, lastError: null });
});

test('A disk that takes no mail delays it and says why, leaves nothing of it behind, and takes it once it can', async () => {
  const disk = await tempFolder();
  onTestFinished(() => disk.remove());
  const env = { DATA_DIR: disk.path };
  await leaveMails(env, [{ id: 'stuck', intendedAt: at(-1), dueAt: at(0) }]);
  const outbox = join(disk.path, 'outbox');
  await writeFile(outbox, 'No folder.');
  let clock = NOW;
  const own = await startTestServer(env, () => clock);
  onTestFinished(() => own.close());
  const client = await own.signIn();
  const stuck = async () => (await client.get('/api/mails/stuck')).body;
  const becomes = (expected: object) => expect.poll(stuck, { timeout: 30_000 }).toMatchObject(expected);
  const whenDue = async () => {
    clock = Date.parse((await stuck()).dueAt);
  };

  await becomes({ status: 'delayed', attempt: 2, reason: 'The file could not be written to the outbox (EEXIST).' });
  const { body: health } = await client.get('/api/health').then(expectStatus(200));
  expect(health.mail).toMatchObject({ isReachable: false, lastError: expect.stringContaining('EEXIST') });

  // Everything is written, but then cannot be renamed.
  await rm(outbox);
  await mkdir(join(outbox, 'stuck.eml'), { recursive: true });
  await whenDue();
  await becomes({ status: 'delayed', attempt: 3, reason: expect.stringContaining('The file could not be written') });
  expect(await readdir(outbox)).toEqual(['stuck.eml']);

  await rm(outbox, { recursive: true });
  await whenDue();
  await becomes({ status: 'failed', reason: 'email is not set up' });
  expect(await readFile(join(outbox, 'stuck.eml'), 'utf8')).toContain('Subject: About stuck');
});
