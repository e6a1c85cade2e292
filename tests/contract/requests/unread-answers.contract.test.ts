import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createConnectionGuard } from '../../../platform/http/connections/connection-guard.ts';
import type { ConnectionLimits } from '../../../platform/http/connections/connection-limits.ts';
import { head, openRaw, type RawConnection } from '../../support/requests/raw-connection.ts';

const PROXY = '127.0.0.9';
const SOON = { timeout: 10_000 };

let app: FastifyInstance;
let opened: { close(): unknown }[];
afterEach(async () => {
  for (const connection of opened) connection.close();
  await app.close();
});

/** A server with answers too large for any system buffer, and an event stream. */
async function serve(limits: Partial<ConnectionLimits>): Promise<string> {
  const guard = createConnectionGuard(PROXY, limits);
  app = Fastify(guard.options);
  opened = [];
  guard.attach(app);
  const piece = Buffer.alloc(100_000, 'x');
  app.get('/large', (_request, reply) => reply.send(Readable.from(Array.from({ length: 400 }, () => piece))));
  app.get('/events', (_request, reply) => {
    reply.hijack();
    reply.raw.write('event');
  });
  return app.listen({ port: 0, host: '127.0.0.1' });
}

async function open(url: string, from: string, text: string): Promise<RawConnection> {
  const connection = await openRaw(url, { from });
  opened.push(connection);
  connection.send(text);
  return connection;
}

function askUnread(url: string, from: string): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: from });
  socket.on('error', () => {}).pause();
  socket.write(head('GET', '/large'));
  opened.push({ close: () => socket.destroy() });
  return socket;
}

const openConnections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));

test('A byte now and then holds no connection; a stream of events may be silent', async () => {
  const url = await serve({ reading: { graceMs: 500, bytesPerSecond: 1e9, patienceMs: 400 } });
  const events = await open(url, '127.0.0.2', head('GET', '/events'));
  const socket = askUnread(url, '127.0.0.2');
  await expect.poll(openConnections).toBe(2);
  const began = performance.now();
  const reading = setInterval(() => socket.read(1), 20);
  await expect.poll(openConnections, SOON).toBe(1);
  clearInterval(reading);
  expect(performance.now() - began).toBeGreaterThan(400);
  expect(events.isOpen()).toBe(true);
});

test('Of answers that one address does not read some are held, and all that is read goes on', async () => {
  const unfinished = { most: 5, burst: 20, patienceMs: 50, keptMs: 50 };
  const url = await serve({ unfinished, reading: { graceMs: 60_000, bytesPerSecond: 1, patienceMs: 100 } });
  for (let count = 0; count < 15; count++) askUnread(url, '127.0.0.2');
  const behindProxy = Array.from({ length: 10 }, () => askUnread(url, PROXY));
  await expect.poll(openConnections, SOON).toBe(15);
  for (const socket of behindProxy) socket.resume();
  const read = await open(url, '127.0.0.3', head('GET', '/large', ['Connection: close']));
  expect((await read.ended).length).toBeGreaterThan(40_000_000);
});

test('One address has so many connections, whatever they do, and a proxy all that it needs', async () => {
  const url = await serve({ connections: 10 });
  const events = head('GET', '/events');
  for (let count = 0; count < 10; count++) await (await open(url, '127.0.0.2', events)).received('event');
  await (await open(url, '127.0.0.2', events)).ended;
  for (let count = 0; count < 15; count++) await (await open(url, PROXY, events)).received('event');
  opened.shift()?.close();
  const again = async () => {
    const connection = await open(url, '127.0.0.2', events);
    return connection.received('event');
  };
  await expect.poll(again, SOON).toContain('event');
});
