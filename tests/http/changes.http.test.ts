import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { EmbeddedEventLog } from '../../store/embedded/event-log.ts';
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

test.each(['x', '0', '-1', '9'.repeat(16), '9'.repeat(20)])(
  'after %s, which is no position, all is read anew',
  async (after) => {
    const stream = await openEvents(server.url, `/api/changes?after=${after}`, owner);
    expect(await stream.next(() => true)).toEqual({ position: expect.stringMatching(/^\d{16}$/), reset: true });
    const { body } = await owner.post('/api/leads', { name: 'Ash' }).then(expectStatus(201));
    expect((await stream.next(() => true)).changes).toContainEqual({ collection: 'leads', id: body.id });
    stream.close();
  },
);

test.each(['x', '0', '-1', '9'.repeat(16)])('no answer waits for the position %s, which is none', async (position) => {
  const refused = await owner.get('/api/leads-working?limit=1', { 'x-min-position': position });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'invalid', message: 'x-min-position is not a position of this log.' },
  });
});

test('a stranger is told nothing', async () => {
  await server.stranger.get('/api/changes').then(expectStatus(401));
});

test('a browser follows ten streams at most, a person fifty; one that is closed makes room', async () => {
  const open = (client: Client) => openEvents(server.url, '/api/changes', client);
  const isRefused = async (client: Client) => {
    const { status, body, headers } = await client.get('/api/changes');
    expect(body).toEqual({ message: expect.stringContaining('Close some of them'), code: 'too_many_at_once' });
    expect([status, headers.get('retry-after')]).toEqual([429, '10']);
  };
  const person = await server.signIn();
  const streams = [];
  for (let count = 0; count < 10; count++) streams.push(await open(person));
  await isRefused(person);
  for (let browser = 0; browser < 4; browser++) {
    const other = await server.signIn();
    for (let count = 0; count < 10; count++) streams.push(await open(other));
  }
  await isRefused(await server.signIn());
  streams.shift()?.close();
  const again = () => open(person).then((stream) => streams.push(stream));
  await expect.poll(() => again().catch(() => 0), { timeout: 10_000 }).toBe(50);
  for (const stream of streams) stream.close();
});

describe('a heartbeat', () => {
  const HEARTBEAT_MS = 20_000;
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test('ends the stream of a session that was revoked', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const person = await server.signIn();
    const stream = await openEvents(server.url, '/api/changes', person);
    await person.get('/api/logout').then(expectStatus(302));
    vi.advanceTimersByTime(HEARTBEAT_MS);
    await stream.ended;
  });

  test('that cannot tell whether the person is still signed in ends the stream, and nothing else', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stream = await openEvents(server.url, '/api/changes', owner);
    vi.spyOn(EmbeddedEventLog.prototype, 'readStream').mockRejectedValueOnce(new Error('The disk is away.'));
    vi.advanceTimersByTime(HEARTBEAT_MS);
    await stream.ended;
    await owner.get('/api/leads-working').then(expectStatus(200));
  });
});
