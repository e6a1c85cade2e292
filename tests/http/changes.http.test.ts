import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { openEvents } from '../support/event-stream.ts';
import { expectStatus, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

test('a change is told by its ids, without content', async () => {
  const stream = await openEvents(server.url, '/api/changes', owner);
  const { body, headers } = await owner.post('/api/leads', { name: 'Beech' }).then(expectStatus(201));
  const notice = await stream.next((data) => data.changes?.some((change: { id: string }) => change.id === body.id));
  expect(notice).toEqual({ position: headers.get('x-position'), changes: [{ collection: 'leads', id: body.id }] });
  stream.close();
});

test('what came while nobody listened is caught up', async () => {
  const first = await owner.post('/api/leads', { name: 'Ash' }).then(expectStatus(201));
  const second = await owner.post('/api/leads', { name: 'Birch' }).then(expectStatus(201));
  const stream = await openEvents(server.url, `/api/changes?after=${first.headers.get('x-position')}`, owner);
  const notice = await stream.next(() => true);
  expect(notice.changes).toEqual([{ collection: 'leads', id: second.body.id }]);
  stream.close();
});

test('a stranger is told nothing', async () => {
  await server.stranger.get('/api/changes').then(expectStatus(401));
});
