import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { webhookPublisher } from '../../../platform/social/webhook.ts';
import { listenHttp } from '../../support/servers/http-listener.ts';

const POST = {
  id: 'p-1',
  platform: 'facebook',
  content: 'Prune oaks in winter.',
  hashtags: [],
  text: 'Prune oaks in winter.',
  scheduledDate: '2026-06-15T12:00:00.000Z',
  pictureUrl: null,
  beforePictureUrl: null,
};
const NEVER = new AbortController().signal;

const publisherAt = (url: string) => webhookPublisher({ url, secret: 'a secret of the publisher' }, Date.now);
const publishAt = (url: string, signal = NEVER) => publisherAt(url).publish(POST, signal);

/** The address of a server that answers so. */
async function answering(answer: (response: ServerResponse) => void): Promise<string> {
  const server = await listenHttp((request, response) => {
    request.resume().on('end', () => answer(response));
  });
  onTestFinished(() => server.close());
  return server.url;
}

/** The port of a server that does this to each connection. */
async function connecting(handle: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    handle(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

describe('the webhook of social posts', () => {
  test.each([
    [200, 'done'],
    [302, 'refused'],
    [308, 'refused'],
    [404, 'refused'],
    [408, 'unknown'],
    [429, 'not taken'],
    [500, 'unknown'],
    [503, 'not taken'],
    [999, 'unknown'],
  ])('An answer of %i means: %s', async (status, did) => {
    let redirected = false;
    const elsewhere = await answering((response) => {
      redirected = true;
      response.end();
    });
    const url = await answering((response) => response.writeHead(status, { location: elsewhere }).end('Said.'));
    expect(await publishAt(url)).toMatchObject({ did });
    expect(redirected).toBe(false);
  });

  test('The status counts, whatever becomes of the text of the answer', async () => {
    const endless = await answering((response) => {
      response.writeHead(200);
      const more = () => response.write('x'.repeat(1 << 16)) && setImmediate(more);
      response.on('drain', more);
      more();
    });
    expect(await publishAt(endless)).toEqual({ did: 'done', detail: 'x'.repeat(200) });
    const broken = await answering((response) => {
      response.writeHead(200, { 'content-length': '1000', 'content-encoding': 'gzip' });
      response.write('Partly', () => response.destroy());
    });
    expect(await publishAt(broken)).toEqual({ did: 'done', detail: 'Partly' });
    const slow = await answering((response) => response.writeHead(200).write('Wait'));
    expect(await publishAt(slow, AbortSignal.timeout(300))).toEqual({ did: 'done', detail: 'Wait' });
    const cut = await answering((response) => response.end(`\u0000${'x'.repeat(199)}\u{1f333}`));
    expect(await publishAt(cut)).toEqual({ did: 'done', detail: `${'x'.repeat(199)}\ufffd` });
  });

  test('What broke off before anything was sent was not taken, and afterwards nobody knows', async () => {
    const plain = await connecting((socket) => socket.end('220 mail.example.com ESMTP\r\n'));
    expect(await publishAt(`http://127.0.0.1:${plain}/`)).toMatchObject({ did: 'unknown' });
    expect(await publishAt(`https://127.0.0.1:${plain}/`)).toEqual({
      did: 'not taken',
      reason: 'The publisher cannot be reached: wrong version number',
    });
    const closing = await connecting((socket) => socket.destroy());
    expect(await publishAt(`https://127.0.0.1:${closing}/`)).toMatchObject({ did: 'not taken' });
    const silent = await connecting(() => undefined);
    expect(await publishAt(`http://127.0.0.1:${silent}/`, AbortSignal.timeout(100))).toMatchObject({ did: 'unknown' });
    expect(await publishAt(`https://127.0.0.1:${silent}/`, AbortSignal.timeout(100))).toMatchObject({
      did: 'not taken',
    });
    expect(await publishAt('http://localhost:1/')).toMatchObject({
      did: 'not taken',
      reason: expect.stringMatching(/cannot be reached: .*ECONNREFUSED/),
    });
  });

  test('Each post has a connection of its own, so that none is lost on one that its server was about to end', async () => {
    let connection: string | undefined;
    const url = await answering((response) => {
      connection = response.req.headers.connection;
      response.end();
    });
    expect(await publishAt(url)).toEqual({ did: 'done', detail: null });
    expect(connection).toBe('close');
  });
});
