import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { spawnServer } from '../support/processes/process.ts';
import { createClient } from '../support/requests/client.ts';
import { head, headOfJson, openRaw } from '../support/requests/raw-connection.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(() => folder.remove());

const LOGIN = '/api/auth/login';

test('A stop does not wait for requests without an end', async () => {
  const server = await spawnServer({ DATA_DIR: folder.path });
  const client = createClient(server.url);
  await client.post(LOGIN, OWNER).then(expectStatus(200));
  const texts = ['', 'GET /api/hea', headOfJson(LOGIN, 100), `${headOfJson('/api/leads', 100)}{`];
  const connections = await Promise.all(texts.map(() => openRaw(server.url)));
  for (const [index, connection] of connections.entries()) connection.send(texts[index] ?? '');
  await client.get('/api/health').then(expectStatus(200)); // what was sent before has arrived too
  const stopped = await server.stop();
  expect(stopped.code).toBe(0);
  expect(stopped.took).toBeLessThan(3_000);
  await Promise.all(connections.map(({ ended }) => ended));
});

test('More unfinished requests than files may be open keep no visitor out', async () => {
  const server = await spawnServer({ DATA_DIR: folder.path }, { mostOpenFiles: 400 });
  const flood = [];
  for (let count = 0; count < 500; count++) {
    const connection = await openRaw(server.url, { from: '127.0.0.2' });
    connection.send(headOfJson(LOGIN, 100));
    flood.push(connection);
  }
  const visitor = await openRaw(server.url, { from: '127.0.0.3' });
  visitor.send(head('GET', '/api/health'));
  expect(await visitor.received('\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  expect(await server.stop()).toMatchObject({ code: 0 });
  await Promise.all(flood.map(({ ended }) => ended));
});

test('More answers that nobody reads than files may be open keep no visitor out', { tags: ['deep'] }, async () => {
  const server = await spawnServer({ DATA_DIR: folder.path }, { mostOpenFiles: 700 }); // each keeps its file open too
  const flood = [];
  for (let count = 0; count < 360; count++) {
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress: '127.0.0.2' });
    await once(
      socket.on('error', () => {}),
      'connect',
    ).catch(() => {});
    socket.pause().write(head('GET', '/api/docs/static/swagger-ui-bundle.js').repeat(4));
    flood.push(socket);
  }
  const visitor = await openRaw(server.url, { from: '127.0.0.3' });
  visitor.send(head('GET', '/api/health'));
  expect(await visitor.received('\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  expect(server.output()).not.toContain('EMFILE');
  for (const socket of flood) socket.destroy();
  expect(await server.stop()).toMatchObject({ code: 0 });
});
