import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { filesContaining } from '../../support/files.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { leaveRequests } from '../../support/samples/intake.ts';
import { decodedMail, leaveMails, mailsOfQuote } from '../../support/samples/mails.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { smtpRefusal, startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { captureLog } from '../../support/stores/captured-log.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const HOLD_MS = 10_000;
const NOT_SET_UP = 'email is not set up';
const NOWHERE =
  'Email is not set up, so this would go nowhere. Set it up in Settings, or pass the message on yourself.';
/** It has what an address would have to escape. */
const PASSWORD = 'h0rse-battery@b:/%41ö?';
/** What is the same however it is escaped. */
const SECRET = 'h0rse-battery';
const OAK = { service: 'tree_removal', description: 'The oak', unitPrice: '1200', quantity: 1 };
const ADA = {
  customerName: 'Ada Lovelace',
  customerEmail: 'ada@example.com',
  customerPhone: '555-0142',
  propertyAddress: '3 Elm St, Hadley',
};

// Close to real time, by which the state store forgets expired records.
let now = Date.now();
const log = captureLog();
let folder: TempFolder;
let smtp: TestSmtpServer;
let server: TestServer;
let owner: Client;
let staff: Client;
let auditor: Client;
const requests: string[] = [];

beforeAll(async () => {
  folder = await tempFolder();
  smtp = await startSmtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'office' && password === PASSWORD
        ? callback(null, { user: username })
        : callback(smtpRefusal(535, 'Wrong user or password')),
  });
  const prepared = { id: 'prepared', intendedAt: new Date(now).toISOString(), dueAt: null };
  await leaveMails({ DATA_DIR: folder.path }, [prepared]);
  await leaveRequests(folder.path, async ({ lead }) => {
    requests.push(await lead());
  });
  now = Date.now();
  await start();
  const company = { name: 'Green Tree Care', email: 'office@green.example' };
  await owner.patch('/api/settings', company).then(expectStatus(200));
  staff = (await addSignedIn(server, owner, 'sam')).client;
  auditor = (await addSignedIn(server, owner, 'alex', { role: 'auditor' })).client;
});
beforeEach(() => {
  smtp.received.length = 0;
});
afterAll(async () => {
  await server.close();
  await smtp.close();
  await folder.remove();
});

async function start(env: Record<string, string> = {}): Promise<void> {
  const office = { DATA_DIR: folder.path, PUBLIC_URL: 'http://office.example.com' };
  server = await startTestServer({ ...office, ...env }, () => now, { log: log.log });
  owner = await server.signIn();
}

const read = async (path: string): Promise<Answer['body']> => (await owner.get(path).then(expectStatus(200))).body;
const mailOf = (id: string) => read(`/api/mails/${id}`);
const byHand = (id: string) => read(`/api/mails/${id}/by-hand`);

interface Sent {
  /** The quote's id. */
  id: string;
  url: string;
  /** Of its mail. */
  mailId: string;
}

/** A quote that was sent, once its mail is as expected. */
async function sendQuote(status: string, body: object = {}): Promise<Sent> {
  const { body: quote } = await owner.post('/api/quotes', { ...ADA, items: [OAK], ...body }).then(expectStatus(201));
  const { url } = (await owner.post(`/api/quotes/${quote.id}/send`).then(expectStatus(200))).body;
  const [mail] = await mailsOfQuote(owner, quote.id, status);
  return { id: quote.id, url, mailId: mail.id };
}

/** Sends a mail again, and waits for what comes of it. */
async function sentAgain({ id, mailId }: Sent, status: string): Promise<Answer['body']> {
  await owner.post(`/api/mails/${mailId}/send-again`).then(expectStatus(200));
  await mailsOfQuote(owner, id, 'held');
  now += HOLD_MS;
  return (await mailsOfQuote(owner, id, status))[0];
}

describe('a company without email', () => {
  test('A company without email has the mail of a quote that it sends not delivered, at once, and is told so', async () => {
    const { id } = await sendQuote('failed');
    const [mail] = await mailsOfQuote(owner, id, 'failed');
    expect(mail).toMatchObject({ reason: NOT_SET_UP, dueAt: null, attempt: 1, since: new Date(now).toISOString() });
    expect(await read(`/api/quotes/${id}`)).toMatchObject({ status: 'sent', undelivered: NOT_SET_UP });
    const sent: Answer['body'][] = await read('/api/quotes?status=sent');
    const failed = sent.filter(({ undelivered }) => undelivered !== null);
    const total = failed.reduce((sum, quote) => sum + Number(quote.total), 0);
    expect((await read('/api/quotes/figures')).undelivered).toEqual({ count: failed.length, total: total.toFixed(2) });
    expect(failed.map((quote) => quote.id)).toContain(id);
    expect(await filesContaining(folder.path, [`Message-ID: <${mail.id}@`])).toEqual([`${mail.id}.eml`]);
    const { groups } = await read('/api/dashboard/attention');
    const group = groups.find((each: Answer['body']) => each.id === 'mails-not-sent');
    expect(group.page).toBe('/outbox?needsPerson=true');
    expect(group.records).toContainEqual({
      id: mail.id,
      title: expect.any(String),
      note: 'Not delivered',
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(await read('/api/settings/email')).toMatchObject({ setBy: null, server: null, from: null });
  });

  test('A company without email passes on the link of a quote by hand, with the phone of its customer', async () => {
    const { id, mailId, url } = await sendQuote('failed');
    const { subject } = await mailOf(mailId);
    expect(await byHand(mailId)).toEqual({ url, phone: '555-0142', text: `${subject}: ${url}` });
    expect((await staff.get(`/api/mails/${mailId}/by-hand`).then(expectStatus(200))).body.url).toBe(url);
    await owner.post(`/api/mails/${mailId}/mark-sent`).then(expectStatus(200));
    expect(await mailOf(mailId)).toMatchObject({ status: 'sent', isMarked: true });
    expect((await read(`/api/quotes/${id}`)).undelivered).toBeNull();
  });

  test('A company without email passes on the link of an invoice by hand, and the phone is that of its customer', async () => {
    const grace = { firstName: 'Grace', email: 'grace@example.com', phone: '555-0177', address: '3 Elm St' };
    const { id: customerId } = (await owner.post('/api/customers', grace).then(expectStatus(201))).body;
    const lines = [{ description: 'The oak', unitPrice: 1_000 }];
    const { id } = (await owner.post('/api/invoices', { customerId, lines }).then(expectStatus(201))).body;
    await owner.post(`/api/invoices/${id}/send`).then(expectStatus(200));
    const mails = () => read(`/api/mails?category=invoice&recordId=${id}`);
    await expect.poll(mails).toMatchObject([{ status: 'failed', reason: NOT_SET_UP }]);
    const [mail] = await mails();
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ sentTo: 'grace@example.com', undelivered: NOT_SET_UP });
    const { url } = await read(`/api/invoices/${id}/link`);
    expect(await byHand(mail.id)).toEqual({ url, phone: '555-0177', text: `${mail.subject}: ${url}` });

    await owner.post(`/api/customers/${customerId}/erase`, { confirm: 'Grace' }).then(expectStatus(200));
    await expect.poll(async () => (await owner.get(`/api/mails/${mail.id}/by-hand`)).status).toBe(404);
  });

  test('A company without email passes on a mail without a link by its text', async () => {
    const { text, ...others } = await byHand('prepared');
    expect(others).toEqual({ url: null, phone: null });
    expect(text).toMatch(/^Hi Ada,\s+The office$/);
  });

  test('A company without email has no note to itself written, and no confirmation of a request: nobody could use them', async () => {
    const { id, url } = await sendQuote('failed');
    const question = { question: 'And the chips?' };
    const token = url.split('/').at(-1);
    await server.stranger.post(`/api/public/quotes/${token}/question`, question).then(expectStatus(200));
    // By then the question was looked at.
    await sendQuote('failed');
    expect(await mailsOfQuote(owner, id, 'failed')).toHaveLength(1);
    expect(await read(`/api/mails?category=lead&recordId=${requests[0]}`)).toEqual([]);
  });

  test('A company without email takes back the letter of a quote that is sent anew or revoked', async () => {
    const changed = { message: expect.stringContaining('The quote was sent anew, changed or taken back') };
    const { id, mailId } = await sendQuote('failed');
    now += 1_000;
    await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200));
    const [anew] = await mailsOfQuote(owner, id, 'failed', 'cancelled');
    expect((await owner.get(`/api/mails/${mailId}/by-hand`).then(expectStatus(409))).body).toMatchObject(changed);
    await owner.post(`/api/quotes/${id}/revoke`).then(expectStatus(200));
    await mailsOfQuote(owner, id, 'cancelled', 'cancelled');
    expect((await owner.get(`/api/mails/${anew.id}/by-hand`).then(expectStatus(409))).body).toMatchObject(changed);
  });

  test('A company without email takes back the letter of a quote whose sending is undone', async () => {
    const { body: quote } = await owner.post('/api/quotes', { ...ADA, items: [OAK] }).then(expectStatus(201));
    const sent = await owner.post(`/api/quotes/${quote.id}/send`).then(expectStatus(200));
    await mailsOfQuote(owner, quote.id, 'failed');
    const step = { category: 'quote', id: quote.id, commandId: sent.headers.get('x-command-id') };
    await owner.post('/api/undo', step).then(expectStatus(200));
    await mailsOfQuote(owner, quote.id, 'cancelled');
  });

  test('A company without email lets those who may write to customers pass a message on, and nobody else', async () => {
    const { mailId } = await sendQuote('failed');
    await owner.get('/api/mails/nobody/by-hand').then(expectStatus(404));
    await auditor.get(`/api/mails/${mailId}/by-hand`).then(expectStatus(403));
    await server.stranger.get(`/api/mails/${mailId}/by-hand`).then(expectStatus(401));
  });

  test('A company without email releases nothing and sends nothing again, as it would go nowhere', async () => {
    const { mailId } = await sendQuote('failed');
    const refused = { code: 'conflict', message: NOWHERE };
    for (const [path, body] of [
      ['/api/mails/prepared/release'],
      ['/api/mails/release', { ids: ['prepared'] }],
      [`/api/mails/${mailId}/send-again`],
    ] as const)
      expect((await owner.post(path, body).then(expectStatus(409))).body, path).toMatchObject(refused);
    expect(await mailOf('prepared')).toMatchObject({ status: 'prepared', revision: 0 });
    expect(await mailOf(mailId)).toMatchObject({ status: 'failed', attempt: 1 });
    // They can still say that they told the customer themselves, and take that back.
    const marked = await owner.post('/api/mails/prepared/mark-sent').then(expectStatus(200));
    expect(marked.body).toMatchObject({ status: 'sent', isMarked: true });
    const step = { category: 'mail', id: 'prepared', commandId: marked.headers.get('x-command-id') };
    expect((await owner.post('/api/undo', step).then(expectStatus(200))).body.record.status).toBe('prepared');
  });
});

/** What the owner enters for the server of this file. */
const entered = (more: object = {}) => ({
  host: '127.0.0.1',
  port: smtp.port,
  security: 'starttls',
  user: 'office',
  from: 'mailer@green.example',
  ...more,
});
const put = (more: object = {}) => owner.put('/api/settings/email', entered(more));
const tried = (server?: object) => owner.post('/api/settings/email/test', { to: 'owner@green.example', server });
const settings = () => read('/api/settings');
const undo = (answer: Answer) =>
  owner.post('/api/undo', { category: 'company', id: 'main', commandId: answer.headers.get('x-command-id') });
/** Fails unless it is refused for this field. */
const refusedFor = (path: string) => (answer: Answer) => {
  expectStatus(400)(answer);
  expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
};

describe('setting up email', () => {
  test('Setting up email is for the owner; whoever works here reads it', async () => {
    const body = entered({ password: PASSWORD });
    for (const client of [staff, auditor]) {
      expect((await client.get('/api/settings/email').then(expectStatus(200))).body).toEqual({
        setBy: null,
        server: null,
        from: null,
        mailServer: null,
        knowsPassword: true,
        lastError: null,
        lastErrorAt: null,
        lastSentAt: null,
        unsaid: ['phone', 'taxRate'],
        publicUrl: 'http://office.example.com',
      });
      await client.put('/api/settings/email', body).then(expectStatus(403));
      await client.delete('/api/settings/email').then(expectStatus(403));
      await client.post('/api/settings/email/test', { to: 'a@example.com', server: body }).then(expectStatus(403));
    }
    await server.stranger.get('/api/settings/email').then(expectStatus(401));
    await server.stranger.put('/api/settings/email', body).then(expectStatus(401));
    expect((await settings()).mailServer).toBeNull();
  });

  test.each([
    [{ host: 'smtp.example.com/path' }, 'host'],
    [{ host: 'user@smtp.example.com' }, 'host'],
    [{ host: '' }, 'host'],
    [{ port: 0 }, 'port'],
    [{ port: 65_536 }, 'port'],
    [{ port: '587' }, 'port'],
    [{ security: 'none' }, 'security'],
    [{ user: 'two\nlines' }, 'user'],
    [{ from: 'nowhere' }, 'from'],
    [{ from: undefined }, 'from'],
    [{ from: '<mailer@green.example>' }, 'from'],
    [{ from: 'mailer@green.example,elm@green.example' }, 'from'],
    [{ password: 'x'.repeat(501) }, 'password'],
    [{ expectedRevision: -2 }, 'expectedRevision'],
  ])('Setting up email refuses %j, says which field, and changes nothing', async (more, path) => {
    const { revision } = await settings();
    const answer = await put({ password: PASSWORD, ...more });
    refusedFor(path)(answer);
    expect(answer.body.message).toMatch(/^[A-Z“].*\.$|^expectedRevision must/);
    expect(JSON.stringify(answer.body)).not.toContain(SECRET);
    expect(await settings()).toMatchObject({ mailServer: null, revision });
  });

  test('Setting up email refuses what it does not know, so that nothing is thought to be set that is not', async () => {
    const more = { password: PASSWORD, passwort: 'x' };
    expect((await put(more).then(expectStatus(400))).body.message).toContain('“passwort”');
    expect((await tried(entered(more)).then(expectStatus(400))).body.message).toContain('“passwort”');
    const body = { to: 'owner@green.example', bcc: 'all@example.com' };
    await owner.post('/api/settings/email/test', body).then(expectStatus(400));
    expect((await settings()).mailServer).toBeNull();
  });

  test.each([
    '192.168.1.256',
    'smtp.example.com.1',
    '300.300.300.300',
    'a..b',
    'smtp.example.com.',
    '-a.example',
    '[::1]',
  ])('Setting up email refuses %s, which is the name of no server', async (host) => {
    refusedFor('host')(await put({ host }));
    refusedFor('server.host')(await tried(entered({ host })));
  });

  test('Setting up email asks for the password of an account that nobody has told yet', async () => {
    for (const password of [undefined, null, '']) {
      refusedFor('password')(await put({ password }));
      refusedFor('password')(await tried(entered({ password })));
    }
    expect((await settings()).mailServer).toBeNull();
    await owner.post('/api/settings/email/test', { to: 'nowhere', server: entered() }).then(refusedFor('to'));
    expect((await tried().then(expectStatus(409))).body.message).toBe('Email is not set up.');
  });

  test('Setting up email can be tried before it counts, and tells what the server says', async () => {
    const wrong = await tried(entered({ password: 'another one' })).then(expectStatus(200));
    expect(wrong.body).toEqual({
      sent: false,
      answer: expect.stringMatching(/^The mail server refused it: 535 .*Wrong user or password/),
    });
    expect(smtp.received).toEqual([]);
    const right = await tried(entered({ password: PASSWORD })).then(expectStatus(200));
    expect(right.body).toEqual({ sent: true, answer: '250 Taken as 42' });
    expect(smtp.received).toMatchObject([{ from: 'mailer@green.example', to: ['owner@green.example'] }]);
    const raw = decodedMail(smtp.received[0]?.raw ?? '');
    expect(raw).toContain('From: Green Tree Care <mailer@green.example>');
    expect(raw).toContain('This is a test: Green Tree Care can send email.');
    const closed = await startSmtpServer();
    await closed.close();
    const nobody = await tried(entered({ port: closed.port, user: null })).then(expectStatus(200));
    expect(nobody.body).toMatchObject({ sent: false, answer: expect.stringContaining('could not be reached') });
    expect(await read('/api/settings/email')).toMatchObject({ setBy: null, mailServer: null });
    // Nothing was kept of it.
    refusedFor('password')(await put());
  });

  test('Setting up email lets a quote be sent anew, after which what was not delivered before no longer counts', async () => {
    const { id } = await sendQuote('failed');
    await put({ password: PASSWORD }).then(expectStatus(200));
    now += 1_000;
    await owner.patch(`/api/quotes/${id}`, { notes: 'By June' }).then(expectStatus(200));
    await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200));
    const [mail] = await mailsOfQuote(owner, id, 'held', 'cancelled');
    expect(await read(`/api/quotes/${id}`)).toMatchObject({ version: 2, undelivered: null });
    await owner.post(`/api/mails/${mail.id}/cancel`).then(expectStatus(200));
    await owner.delete('/api/settings/email').then(expectStatus(200));
  });

  test('Setting up email makes it leave through that server, in the name of the company', async () => {
    const unsent = await sendQuote('failed');
    const { body } = await put({ host: ' 127.0.0.1 ', user: ' office ', password: PASSWORD }).then(expectStatus(200));
    const mailServer = entered();
    expect(body.mailServer).toEqual(mailServer);
    expect(await read('/api/settings/email')).toMatchObject({
      setBy: 'settings',
      server: `127.0.0.1:${smtp.port}`,
      from: 'mailer@green.example',
      mailServer,
      knowsPassword: true,
    });
    const mail = await sentAgain(unsent, 'sent');
    expect(mail).toMatchObject({ reason: '250 Taken as 42', attempt: 2 });
    expect((await read(`/api/quotes/${unsent.id}`)).undelivered).toBeNull();
    expect(smtp.received).toMatchObject([{ from: 'mailer@green.example', to: ['ada@example.com'] }]);
    const raw = decodedMail(smtp.received[0]?.raw ?? '');
    expect(raw).toContain('From: Green Tree Care <mailer@green.example>');
    expect(raw).toContain('Reply-To: Green Tree Care <office@green.example>');
    expect(raw).toContain(unsent.url);
    const { body: health } = await owner.get('/api/health').then(expectStatus(200));
    expect(health.mail).toMatchObject({ kind: 'smtp', isReachable: true, lastError: null });
    expect(await read('/api/settings/email')).toMatchObject({ lastSentAt: new Date(now).toISOString() });
  });

  test('Setting up email has the next quote held for a moment, and then delivered', async () => {
    const { id } = await sendQuote('held');
    expect(smtp.received).toEqual([]);
    now += HOLD_MS;
    await mailsOfQuote(owner, id, 'sent');
    expect(smtp.received).toHaveLength(1);
    expect((await tried().then(expectStatus(200))).body).toMatchObject({ sent: true });
    await owner.post('/api/mails/prepared/release').then(expectStatus(200));
    const { commandId } = (await owner.get('/api/history/mail/prepared').then(expectStatus(200))).body.at(-1);
    await owner.post('/api/undo', { category: 'mail', id: 'prepared', commandId }).then(expectStatus(200));
  });

  test('Setting up email anew without a password keeps the one that is known, for that server and account only', async () => {
    const { body } = await put({ from: 'hello@green.example' }).then(expectStatus(200));
    expect(body.mailServer).toEqual(entered({ from: 'hello@green.example' }));
    expect((await tried().then(expectStatus(200))).body).toMatchObject({ sent: true });
    expect(smtp.received).toMatchObject([{ from: 'hello@green.example' }]);
    for (const other of [{ host: 'localhost' }, { port: smtp.port + 1 }, { user: 'boss' }, { security: 'tls' }]) {
      refusedFor('password')(await put(other));
      refusedFor('password')(await tried(entered(other)));
    }
    expect((await settings()).mailServer).toEqual(body.mailServer);
    const again = await put({ from: 'hello@green.example' }).then(expectStatus(200));
    expect(again.body.revision).toBe(body.revision);
    // In the form the network uses, as a configured sender.
    const anywhere = await put({ from: 'hello@bäume.example' }).then(expectStatus(200));
    expect(anywhere.body.mailServer.from).toBe('hello@xn--bume-loa.example');
  });

  test('Setting up email is refused where the settings were changed meanwhile, and leaves the server and its password', async () => {
    const { revision, mailServer } = await settings();
    const expectedRevision = revision - 1;
    for (const more of [
      { user: 'boss', password: 'another one' },
      // The same account: the known password must not give way to it.
      { password: 'another one' },
      { from: 'else@green.example' },
    ]) {
      const stale = await put({ ...more, expectedRevision }).then(expectStatus(409));
      expect(stale.body).toMatchObject({ code: 'stale', record: { revision, mailServer } });
      expect((await tried().then(expectStatus(200))).body).toMatchObject({ sent: true });
    }
    await put({ expectedRevision: revision }).then(expectStatus(200));
  });

  test('Setting up email leaves its password in no file, no log and no answer', async () => {
    const { id } = await settings();
    expect(await filesContaining(folder.path, [SECRET, Buffer.from(PASSWORD).toString('base64')])).toEqual([]);
    expect(log.text()).not.toContain(SECRET);
    expect(log.text()).not.toContain('another one');
    for (const path of [
      '/api/settings',
      '/api/settings/email',
      `/api/history/company/${id}`,
      '/api/security-events',
      '/api/health',
      '/api/activity',
    ]) {
      const answer = await owner.get(path).then(expectStatus(200));
      expect(JSON.stringify(answer.body), path).not.toContain(SECRET);
      expect(JSON.stringify(answer.body), path).not.toMatch(/"password"/);
    }
    const { body: steps } = await owner.get(`/api/history/company/${id}`).then(expectStatus(200));
    expect(JSON.stringify(steps)).toContain('mailer@green.example');
  });

  test('Setting up email holds also once Heartwood was restarted', async () => {
    await server.close();
    await start();
    expect(await read('/api/settings/email')).toMatchObject({ setBy: 'settings', knowsPassword: true });
    expect((await tried().then(expectStatus(200))).body).toMatchObject({ sent: true });
    expect(smtp.received).toHaveLength(1);
  });
});

describe('email by SMTP_URL', () => {
  test('Email by SMTP_URL goes before the settings, which cannot be changed meanwhile and hold again afterwards', async () => {
    const { mailServer } = await settings();
    const other = await startSmtpServer();
    onTestFinished(() => other.close());
    await server.close();
    await start({ SMTP_URL: other.url, MAIL_FROM: 'Elm <elm@green.example>' });
    expect(await read('/api/settings/email')).toMatchObject({
      setBy: 'environment',
      server: `127.0.0.1:${other.port}`,
      from: 'elm@green.example',
      mailServer,
    });
    const refused = { code: 'conflict', message: expect.stringContaining('SMTP_URL') };
    expect((await put({ password: PASSWORD }).then(expectStatus(409))).body).toMatchObject(refused);
    expect((await owner.delete('/api/settings/email').then(expectStatus(409))).body).toMatchObject(refused);
    expect((await tried().then(expectStatus(200))).body).toMatchObject({ sent: true });
    expect(other.received).toMatchObject([{ from: 'elm@green.example' }]);
    expect(decodedMail(other.received[0]?.raw ?? '')).toContain('From: Elm <elm@green.example>');
    expect(smtp.received).toEqual([]);

    await server.close();
    await start();
    expect(await read('/api/settings/email')).toMatchObject({ setBy: 'settings', mailServer, knowsPassword: true });
    expect((await tried().then(expectStatus(200))).body).toMatchObject({ sent: true });
    expect(smtp.received).toHaveLength(1);
  });
});

describe('email that is set up otherwise', () => {
  /** Servers that are never asked for anything. */
  const elsewhere = { host: 'localhost', user: 'boss', password: 'another one' };

  test('Email that is set up otherwise is as before once that is undone, but for a password that was replaced', async () => {
    const unsent = await sendQuote('held', { customerEmail: 'ida@example.com' });
    await owner.post(`/api/mails/${unsent.mailId}/cancel`).then(expectStatus(200));
    const { mailServer: before } = await settings();
    const first = await put(elsewhere).then(expectStatus(200));
    const second = await put({ ...elsewhere, host: 'mail.example.com' }).then(expectStatus(200));
    await undo(second).then(expectStatus(200));
    expect(await read('/api/settings/email')).toMatchObject({ server: 'localhost', knowsPassword: false });
    const undone = await undo(first).then(expectStatus(200));
    expect(undone.body.record.mailServer).toEqual(before);
    expect(await read('/api/settings/email')).toMatchObject({
      setBy: 'settings',
      server: '127.0.0.1',
      mailServer: before,
      knowsPassword: false,
    });
    const mail = await sentAgain(unsent, 'failed');
    expect(mail.reason).toBe('the password for 127.0.0.1 is not known here. Enter it in Settings.');
    expect((await tried().then(expectStatus(200))).body).toEqual({ sent: false, answer: mail.reason });
    expect(smtp.received).toEqual([]);

    await put({ password: PASSWORD }).then(expectStatus(200));
    await sentAgain(unsent, 'sent');
    expect(smtp.received).toMatchObject([{ to: ['ida@example.com'] }]);
  });

  test('Email that two owners set up at the same moment has the password of the one that counts', async () => {
    const users = ['office', 'sales', 'crew'];
    await Promise.all(users.map((user) => put({ user, password: PASSWORD }).then(expectStatus(200))));
    expect(await read('/api/settings/email')).toMatchObject({ setBy: 'settings', knowsPassword: true });
    await put({ password: PASSWORD }).then(expectStatus(200));
  });

  test('Email that is turned off goes nowhere again, and its password is forgotten', async () => {
    const off = await owner.delete('/api/settings/email').then(expectStatus(200));
    expect(off.body.mailServer).toBeNull();
    expect(await read('/api/settings/email')).toMatchObject({ setBy: null, mailServer: null });
    const unsent = await sendQuote('failed');
    expect((await mailOf(unsent.mailId)).reason).toBe(NOT_SET_UP);
    await owner.post(`/api/mails/${unsent.mailId}/send-again`).then(expectStatus(409));
    expect((await owner.delete('/api/settings/email').then(expectStatus(200))).body.revision).toBe(off.body.revision);
    refusedFor('password')(await put());

    const { body } = await undo(off).then(expectStatus(200));
    expect(body.record.mailServer).toEqual(entered());
    expect(await read('/api/settings/email')).toMatchObject({ setBy: 'settings', knowsPassword: false });
  });

  test('Email that is set up twice by one request that is repeated is set up once', async () => {
    const key = { 'idempotency-key': 'set-up-once' };
    const body = entered({ password: PASSWORD, from: 'once@green.example' });
    const first = await owner.put('/api/settings/email', body, key).then(expectStatus(200));
    const again = await owner.put('/api/settings/email', body, key).then(expectStatus(200));
    expect(again.body.revision).toBe(first.body.revision);
    // Another password is no other change, as the log knows nothing of it; a repeat does not count for it either.
    await owner.put('/api/settings/email', { ...body, password: 'another one' }, key).then(expectStatus(200));
    expect((await tried().then(expectStatus(200))).body).toMatchObject({ sent: true });
    const other = { ...body, from: 'twice@green.example' };
    const conflict = await owner.put('/api/settings/email', other, key).then(expectStatus(409));
    expect(conflict.body.code).toBe('idempotency_conflict');
  });
});
