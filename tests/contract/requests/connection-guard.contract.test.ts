import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createConnectionGuard } from '../../../platform/http/connections/connection-guard.ts';
import type { ConnectionLimits } from '../../../platform/http/connections/connection-limits.ts';
import { head, headOfJson, openRaw } from '../../support/requests/raw-connection.ts';

const LARGE_BYTES = 40_000_000;

let app: FastifyInstance;
let release: () => void;
let posts: number;
afterEach(async () => {
  release();
  await app.close();
});

/** A server with an answer that waits for `release`, and one too large for any system buffer. */
async function serve(limits: Partial<ConnectionLimits>): Promise<string> {
  const guard = createConnectionGuard(null, limits);
  app = Fastify(guard.options);
  guard.attach(app);
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  app.get('/made', async () => {
    await released;
    return 'made';
  });
  posts = 0;
  app.post('/made', async () => {
    posts += 1;
    return 'made';
  });
  app.post('/later', { onRequest: () => released }, async () => 'later');
  app.get('/large', (_request, reply) => {
    const piece = Buffer.alloc(100_000, 'x');
    return reply.send(Readable.from(Array.from({ length: LARGE_BYTES / piece.length }, () => piece)));
  });
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** Requests the large answer, and reads as much as asked. */
function askForLarge(url: string): { socket: Socket; closed: Promise<void> } {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(head('GET', '/large'));
  return { socket, closed: new Promise((resolve) => socket.once('close', () => resolve())) };
}

const openConnections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));

test('An answer takes as long as it is made or read, and is cut where nobody reads it', async () => {
  const url = await serve({ progressMs: 100, stallMs: 800 });
  const waiting = await openRaw(url);
  waiting.send(head('GET', '/made'));
  askForLarge(url).socket.pause();
  await expect.poll(openConnections).toBe(2);
  await expect.poll(openConnections, { timeout: 5_000 }).toBe(1); // after `stallMs`, which `waiting` survives
  release();
  expect(await waiting.received('made')).toMatch(/^HTTP\/1.1 200 .*made$/s);

  const slow = askForLarge(url);
  const began = performance.now();
  let read = 0;
  for await (const chunk of slow.socket) {
    read += chunk.length;
    if (read > LARGE_BYTES) break;
    if (performance.now() - began < 1_200) await waiting.pause(10);
  }
  expect(read).toBeGreaterThan(LARGE_BYTES);
  expect(performance.now() - began).toBeGreaterThan(1_200);
});

test('A body that has come is refused to nobody, however long the server is busy', async () => {
  const url = await serve({ unfinished: { most: 2, burst: 100, patienceMs: 100, keptMs: 100 } });
  const open = () => openRaw(url);
  const halfSent = await Promise.all(Array.from({ length: 4 }, open));
  for (const connection of halfSent) connection.send(headOfJson('/made', 4));
  const whole = await Promise.all(Array.from({ length: 4 }, open));
  for (const connection of whole) connection.send(`${headOfJson('/later', 4)}"ok"`);
  await expect.poll(() => halfSent.filter((each) => each.isOpen()).length).toBe(2);
  release();
  for (const connection of whole) expect(await connection.received('later')).toMatch(/^HTTP\/1.1 200 /);

  const rest = await Promise.all(Array.from({ length: 8 }, open));
  for (const connection of rest) connection.send(headOfJson('/made', 4));
  await rest[0]?.pause(10);
  for (const connection of rest) connection.send('"ok"');
  // Nothing is read while the server's single thread works for longer than its patience.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  for (const connection of rest) expect(await connection.received('made')).toMatch(/^HTTP\/1.1 200 /);
});

test('A stop cuts what is half sent, and waits for answers, but not for ever', async () => {
  const url = await serve({ stopMs: { halfSent: 50, answers: 1_000 } });
  const [silent, headers, body, waiting] = await Promise.all([1, 2, 3, 4].map(() => openRaw(url)));
  headers?.send('GET /made HTT');
  body?.send(headOfJson('/made', 100));
  waiting?.send(head('GET', '/made'));
  const unread = askForLarge(url);
  unread.socket.pause();
  await expect.poll(openConnections).toBe(5);
  let isClosed = false;
  const closed = app.close().then(() => {
    isClosed = true;
  });
  await Promise.all([silent?.ended, headers?.ended, body?.ended]);
  expect(isClosed).toBe(false);
  release();
  expect(await waiting?.received('made')).toMatch(/^HTTP\/1.1 200 .*made$/s);
  await closed;
  unread.socket.resume();
  await unread.closed;
});

test('A request whose body came while the stop began is answered', async () => {
  const url = await serve({});
  const half = await openRaw(url);
  const begun = once(app.server, 'request');
  half.send(`${headOfJson('/made', 6)}"ma`);
  await begun;
  const closed = app.close();
  half.send('de"');
  expect(await half.ended).toMatch(/^HTTP\/1.1 200 .*made$/s);
  await closed;
});

const POST = head('POST', '/made');

test('A request is begun once the answer before it has been taken', async () => {
  const url = await serve({});
  const { socket, closed } = askForLarge(url);
  socket.pause();
  socket.write(POST + POST + head('POST', '/made', ['Connection: close']));
  const next = await openRaw(url);
  next.send(POST);
  await next.received('made'); // the others have long arrived by then
  expect(posts).toBe(1);
  let text = '';
  socket.on('data', (chunk) => (text = (text + chunk).slice(-2_000)));
  socket.resume();
  await closed;
  expect(text.match(/HTTP\/1.1 200 /g)).toHaveLength(3);
  expect(posts).toBe(4);
});

test('A connection with more requests than may wait is cut, and none of them is begun', async () => {
  const url = await serve({ pipelined: 3 });
  const [few, many] = await Promise.all([openRaw(url), openRaw(url)]);
  few?.send(head('GET', '/made') + POST.repeat(3));
  many?.send(head('GET', '/made') + POST.repeat(4_000));
  expect(await many?.ended).toBe('');
  expect(posts).toBe(0);
  release();
  few?.send(head('POST', '/made', ['Connection: close']));
  expect((await few?.ended)?.match(/HTTP\/1.1 200 /g)).toHaveLength(5);
});
