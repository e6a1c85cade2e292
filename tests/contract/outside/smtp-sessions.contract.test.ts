import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { type BulkEnd, createBulk } from '../../../platform/mail/bulk.ts';
import { openSession, type SmtpSession } from '../../../platform/mail/smtp-session.ts';
import { smtpRefusal, startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';

let server: TestSmtpServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const mail = (to = 'ada@example.com') => ({
  id: 'm-1',
  envelope: { from: 'office@green.example', to },
  message: Buffer.from('Subject: Spring\r\n\r\nPrune.\r\n'),
});

async function sessionAt(url: string, beforeMs: number): Promise<SmtpSession> {
  const opened = await openSession({ url, mustEncrypt: false }, { beforeMs, afterMs: 60_000 });
  if ('did' in opened) throw new Error(opened.said);
  return opened;
}

/** A server that takes mails, refuses nobody@example.com, and hears no more of a connection from a command on. */
async function serverDeafFrom(command: 'RSET' | 'QUIT'): Promise<string> {
  const sockets = new Set<Socket>();
  const deaf = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).write('220 mx.example.com\r\n');
    let isMessage = false;
    const lines = createInterface({ input: socket });
    lines.on('line', (line) => {
      if (line === command) return lines.close();
      if (isMessage && line !== '.') return;
      isMessage = line === 'DATA';
      socket.write(
        isMessage ? '354 Go on\r\n' : line.includes('nobody@') ? '550 5.1.1 No such user\r\n' : '250 OK\r\n',
      );
    });
  });
  await new Promise<void>((resolve) => void deaf.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    deaf.close();
  });
  return `smtp://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
}

describe('a connection for many mails', () => {
  test('A mail server may take its time over a whole message, so that what it takes in the end is not called unknown', async () => {
    let answer = () => {};
    server = await startSmtpServer({}, (done) => {
      answer = () => done(null);
    });
    const session = await sessionAt(server.url, 1_000);
    const sent = session.send(mail());
    setTimeout(() => answer(), 1_500);
    expect(await sent).toEqual({ did: 'taken' });
    session.close();
  });

  test('A mail server that says nothing before it has the message was not reached', async () => {
    server = await startSmtpServer({ onRcptTo: () => {} });
    const session = await sessionAt(server.url, 1_000);
    expect(await session.send(mail())).toMatchObject({ did: 'not reached', isForGood: false });
    expect(session.isOpen()).toBe(false);
  });

  test('What a mail server has refused is told also where it says nothing after that', async () => {
    const session = await sessionAt(await serverDeafFrom('RSET'), 3_000);
    const answer = await session.send(mail('nobody@example.com'));
    expect(answer).toMatchObject({ did: 'refused', of: 'recipient', code: '550 5.1.1' });
    expect(session.isOpen()).toBe(false);
  });
});

describe('many mails', () => {
  const to = Array.from({ length: 20 }, (_, place) => `customer${place}@example.com`);

  /** What became of each, by its address. */
  async function bulkOf(url: string): Promise<Map<string, BulkEnd['answer']>> {
    const ends = new Map<string, BulkEnd['answer']>();
    let done = () => {};
    const all = new Promise<void>((resolve) => {
      done = resolve;
    });
    const bulk = createBulk((came) => {
      for (const { key, answer } of came) ends.set(to[key] ?? '', answer);
      if (ends.size === to.length) done();
    });
    bulk.send({
      server: { url, mustEncrypt: false },
      from: { name: null, address: 'office@green.example' },
      replyTo: null,
      postalAddress: '12 Elm Street',
      now: '2026-06-15T12:00:00.000Z',
      mails: to.map((address, key) => ({
        key,
        id: `m-${key}`,
        to: address,
        toName: null,
        subject: 'Spring',
        text: 'Prune',
        unsubscribe: { oneClick: 'https://green.example/u', page: 'https://green.example/p' },
        addresses: null,
        returnPath: null,
      })),
    });
    await all;
    await bulk.close();
    return ends;
  }

  test('A server that takes two mails over each connection gets the next ones over another', async () => {
    const taken = new Map<string, number>();
    server = await startSmtpServer({
      onMailFrom: (_, { id }, callback) => {
        const before = taken.get(id) ?? 0;
        taken.set(id, before + 1);
        callback(before < 2 ? null : smtpRefusal(421, 'Too many mails over this connection'));
      },
    });
    const ends = await bulkOf(server.url);
    expect([...ends.values()].map(({ did }) => did)).toEqual(to.map(() => 'taken'));
    expect(server.received).toHaveLength(to.length);
  });

  test('A server that says nothing as a connection is closed keeps nobody waiting', async () => {
    const ends = await bulkOf(await serverDeafFrom('QUIT'));
    expect([...ends.values()].map(({ did }) => did)).toEqual(to.map(() => 'taken'));
  });

  test('A recipient who is put off holds up nobody else', async () => {
    server = await startSmtpServer({
      onRcptTo: ({ address }, _, callback) => callback(address === to[0] ? smtpRefusal(451, '4.7.1 Greylisted') : null),
    });
    const ends = await bulkOf(server.url);
    expect(ends.get(to[0] ?? '')).toMatchObject({ did: 'put off', of: 'recipient', code: '451 4.7.1' });
    expect([...ends.values()].filter(({ did }) => did === 'taken')).toHaveLength(to.length - 1);
  });
});
