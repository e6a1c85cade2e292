import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { mailAddress } from '../../../domain/kit/mail-address.ts';
import { type KnownMail, newProgress } from '../../../domain/mail/mail.ts';
import { LINK_MARK } from '../../../domain/mail/marks.ts';
import { contentOf, messageOf } from '../../../platform/mail/message.ts';
import { createSmtp } from '../../../platform/mail/smtp.ts';
import { smtpRefusal, startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';

const NOW = '2026-06-15T12:00:00.000Z';
const FROM = { name: 'Green & Söhne "Tree" Care', address: 'office@green.example' };
const letter = {
  kind: 'quote',
  category: 'quote',
  recordId: 'q',
  link: null,
  batchId: null,
  to: 'ada@example.com',
  toName: 'Ada Lovelace',
  subject: 'Your quote',
  text: `Hi,\n\n${LINK_MARK}\n\nBye`,
  intendedAt: NOW,
};
const mail = (given: Partial<KnownMail> = {}): KnownMail => ({
  ...letter,
  ...newProgress({ dueAt: NOW, intendedAt: NOW }),
  perhapsReached: [],
  ...given,
});
const sending = {
  id: 'm-1',
  from: FROM,
  replyTo: null,
  link: 'https://office.example.com/quote/abc?x=1&y=2',
  now: NOW,
};
const outgoing = (given: Partial<KnownMail> = {}) => {
  const known = mail(given);
  return messageOf(known, sending, mailAddress(known.to ?? '') ?? '');
};

let server: TestSmtpServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** What becomes of a mail at a server. */
async function sendTo(url: string, signal: AbortSignal = new AbortController().signal, given: Partial<KnownMail> = {}) {
  const smtp = createSmtp(url, () => NOW);
  const outcome = await smtp.send(await outgoing(given), signal);
  return { outcome, health: smtp.health() };
}

const headersOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');

test('Marketing carries one click to unsubscribe, the postal address and the link; other mail none of it', async () => {
  const marketing = {
    postalAddress: '8 River Drive\nHadley, MA 01035',
    unsubscribe: {
      oneClick: 'https://office.example.com/api/public/unsubscribe/tok',
      page: 'https://office.example.com/unsubscribe/tok',
    },
  };
  const { message } = messageOf(mail(), { ...sending, marketing }, 'ada@example.com');
  const headers = headersOf(message.toString());
  expect(headers).toContain('List-Unsubscribe: <https://office.example.com/api/public/unsubscribe/tok>');
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const body = message.toString().replaceAll('=\r\n', '');
  expect(body).toContain('Hadley, MA 01035\r\nUnsubscribe: https://office.example.com/unsubscribe/tok');
  expect(body).toMatch(/Hadley, MA 01035<br><a href=/);
  expect((await outgoing()).message.toString()).not.toMatch(/unsubscribe/i);
});

describe('a mail server', () => {
  test('A mail server that takes a mail has it, with an id that a duplicate is told by', async () => {
    server = await startSmtpServer();
    const { outcome, health } = await sendTo(server.url);
    expect(outcome).toEqual({ did: 'done', detail: '250 Taken as 42' });
    expect(health).toMatchObject({ kind: 'smtp', isReachable: true, lastError: null, lastSentAt: NOW });
    const [got] = server.received;
    expect(got).toMatchObject({ from: 'office@green.example', to: ['ada@example.com'] });
    const headers = headersOf(got?.raw ?? '');
    expect(headers).toContain('Message-ID: <m-1@green.example>');
    expect(headers).toContain('Subject: Your quote');
    expect(headers).toContain('To: Ada Lovelace <ada@example.com>');
    expect(headers).toContain('Auto-Submitted: auto-generated');
    expect(headers).toMatch(/Date: Mon, 15 Jun 2026 12:00:00 \+0000/);
    expect(got?.raw).toContain('Content-Type: text/plain');
    expect(got?.raw).toContain('Content-Type: text/html');
    expect(got?.raw).toContain('https://office.example.com/quote/abc');
    expect(got?.raw).not.toContain(LINK_MARK);
  });

  test('A mail server takes a signed-in office, and refuses a wrong password for good', async () => {
    const options = {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ((auth, _session, callback) =>
        auth.password === 'right'
          ? callback(null, { user: 'office' })
          : callback(smtpRefusal(535, 'Wrong password'))) as NonNullable<
        Parameters<typeof startSmtpServer>[0]
      >['onAuth'],
    };
    server = await startSmtpServer(options as never);
    const at = (password: string) => `smtp://office:${password}@127.0.0.1:${server?.port}`;
    expect((await sendTo(at('right'))).outcome).toMatchObject({ did: 'done' });
    const { outcome } = await sendTo(at('wrong-password'));
    expect(outcome).toMatchObject({ did: 'refused', reason: expect.stringContaining('535') });
    expect(JSON.stringify(outcome)).not.toContain('wrong-password');
  });

  test('A mail server that is not there has taken nothing', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', () => resolve()));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const { outcome, health } = await sendTo(`smtp://127.0.0.1:${port}`);
    expect(outcome).toMatchObject({ did: 'not taken', reason: expect.stringContaining('ECONNREFUSED') });
    expect(health).toMatchObject({ isReachable: false, lastErrorAt: NOW });
  });

  test('A mail server that hangs up at once, or never speaks, has taken nothing', async () => {
    for (const greet of [true, false]) {
      const sockets: { destroy(): void }[] = [];
      const mute = createServer((socket) => {
        sockets.push(socket);
        socket.on('error', () => {});
        if (greet) socket.destroy();
      });
      await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', () => resolve()));
      const { port } = mute.address() as AddressInfo;
      const signal = greet ? undefined : AbortSignal.timeout(200);
      expect((await sendTo(`smtp://127.0.0.1:${port}`, signal)).outcome).toMatchObject({ did: 'not taken' });
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => mute.close(resolve));
    }
  });

  test.each([
    [451, 'not taken'],
    [550, 'refused'],
  ])('A mail at a server that says %d to the recipient ends as %s', async (status, did) => {
    server = await startSmtpServer({ onRcptTo: (_, __, callback) => callback(smtpRefusal(status, 'Not this one')) });
    const { outcome, health } = await sendTo(server.url);
    expect(outcome).toMatchObject({ did, reason: expect.stringContaining(`${status} Not this one`) });
    expect(health).toMatchObject({ isReachable: true });
    expect(server.messages()).toBe(0);
  });

  test.each([
    [421, 'not taken'],
    [553, 'refused'],
  ])('A mail at a server that says %d to the sender ends as %s', async (status, did) => {
    server = await startSmtpServer({ onMailFrom: (_, __, callback) => callback(smtpRefusal(status, 'Not you')) });
    const { outcome } = await sendTo(server.url);
    expect(outcome).toMatchObject({ did, reason: expect.stringContaining(`${status} Not you`) });
  });

  test.each([
    [451, 'not taken'],
    [421, 'not taken'],
    [554, 'refused'],
  ])('A mail at a server that says %d once it has the message ends as %s', async (status, did) => {
    server = await startSmtpServer({}, (done) => done(smtpRefusal(status, 'After all')));
    expect((await sendTo(server.url)).outcome).toMatchObject({ did, reason: expect.stringContaining('After all') });
    expect(server.messages()).toBe(1);
  });

  test('A mail server that hangs once it has the message may have taken it', async () => {
    const hangs = new AbortController();
    server = await startSmtpServer({}, () => hangs.abort());
    expect((await sendTo(server.url, hangs.signal)).outcome).toMatchObject({ did: 'unknown' });
  });

  test('A mail server that hangs up once it has the message may have taken it', async () => {
    server = await startSmtpServer({}, (_, hangUp) => hangUp());
    expect((await sendTo(server.url)).outcome).toMatchObject({ did: 'unknown' });
    expect(server.messages()).toBe(1);
  });

  test('A mail server with a certificate that nobody vouches for gets nothing, also no password', async () => {
    const tried: string[] = [];
    server = await startSmtpServer({
      disabledCommands: [],
      onAuth: (auth, _session, callback) => {
        tried.push(auth.password ?? '');
        callback(null, { user: 'office' });
      },
    });
    const { outcome } = await sendTo(`smtp://office:secret@127.0.0.1:${server.port}`);
    expect(outcome).toMatchObject({ did: 'not taken', reason: expect.stringMatching(/certificate/) });
    expect(tried).toEqual([]);
    expect(server.messages()).toBe(0);
  });
});

describe('a mail', () => {
  test('A mail has the paragraphs that were typed, whatever ends their lines', () => {
    const text = 'Hi,\r\nAda\r\n\r\nBye';
    const { html, text: plain } = contentOf({ subject: 'Quote', text }, { from: FROM, link: null });
    expect(html).toContain('<p>Hi,<br>Ada</p>\n<p>Bye</p>');
    expect(plain).toBe('Hi,\nAda\n\nBye');
  });

  const rawOf = async (given: Partial<KnownMail>) => (await outgoing(given)).message.toString();

  test('A mail has no header but its own, whatever was typed', async () => {
    const raw = await rawOf({
      subject: 'Quote\r\nBcc: everybody@example.com\r\n\r\nBody',
      toName: 'Ada\r\nBcc: all@example.com',
    });
    expect(headersOf(raw)).not.toMatch(/^Bcc:/im);
    expect((await outgoing({ toName: 'Ada <eve@example.com>' })).envelope.to).toBe('ada@example.com');
  });

  test('A mail has names and subjects of any script, and of any length', async () => {
    const subject = `Ölbäume – ${'樹'.repeat(60)} ${'oak '.repeat(30)}`;
    const raw = await rawOf({ subject, toName: 'Zoë Ångström' });
    for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
    expect(headersOf(raw)).toMatch(/To: =\?UTF-8\?Q\?Zo=C3=AB_=C3=85ngstr=C3=B6m\?= <ada@example\.com>/);
    expect(headersOf(raw)).toMatch(/From: =\?UTF-8\?.*office@green\.example/);
    expect(raw.split('\r\n').every((line) => /^[\x20-\x7e\t]*$/.test(line))).toBe(true);
  });

  test('A mail never lets what was typed become HTML', async () => {
    server = await startSmtpServer();
    await sendTo(server.url, undefined, { text: 'For <script>alert(1)</script> & "Ada"' });
    const html = (server.received[0]?.raw ?? '').split('text/html')[1] ?? '';
    expect(html).not.toContain('<script');
  });

  test.each([
    ['ada+oak@example.com', 'ada+oak@example.com'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['ada@bäume.example', 'ada@xn--bume-loa.example'],
    ['ada@example', 'ada@example'],
    ['zoë@example.com', 'zoë@example.com'],
    ['ada', null],
    ['ada@', null],
    ['@example.com', null],
    ['a@b@c', null],
    ['ada@example.com, eve@example.com', null],
    ['ada@example.com>\r\nRCPT TO:<eve@example.com', null],
    ['"a b"@example.com', null],
    ['<ada@example.com>', null],
    ['ada@exa mple.com', null],
    ['ada@example,com', null],
    ['ada@example..com', null],
    ['.ada@example.com', null],
    ['ada.@example.com', null],
    ['ada@-example.com', null],
    [`${'a'.repeat(65)}@example.com`, null],
    [`ada@${'e'.repeat(64)}.com`, null],
    ['ada\u200b@example.com', null],
    ['ada@192.168.1.1', null],
    ['ada@example.com/x', null],
    ['', null],
  ])('A mail address typed as %j is taken as %j', (text, address) => {
    expect(mailAddress(text)).toBe(address);
  });
});
