import { cp } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { EmbeddedState } from '../../../store/embedded/state.ts';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { openEvents } from '../../support/requests/event-stream.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

interface Changed {
  collection: string;
}

let server: TestServer;
let owner: Client;
/** How far ahead the server's clock is, in milliseconds. */
let ahead = 0;

beforeAll(async () => {
  server = await startTestServer({}, () => Date.now() + ahead);
  owner = await server.signIn();
});
afterAll(() => server.close());

test('A change is told by its ids, without content', async () => {
  const stream = await openEvents(server.url, '/api/changes', owner);
  const { body, headers } = await owner.post('/api/leads', { name: 'Beech' }).then(expectStatus(201));
  const notice = await stream.next((data) => data.changes?.some((change: { id: string }) => change.id === body.id));
  const history = expect.any(String);
  expect(notice).toEqual({
    position: headers.get('x-position'),
    history,
    changes: [{ collection: 'leads', id: body.id }],
  });
  stream.close();
});

test('Of what somebody may not read, they are told only that there are changes', async () => {
  const { client: climber } = await addSignedIn(server, owner, 'a-climber', { role: 'crew' });
  const stream = await openEvents(server.url, '/api/changes', climber);
  await owner.post('/api/leads', { name: 'Elm' }).then(expectStatus(201));
  const notice = await stream.next((data) => data.changes?.some(({ collection }: Changed) => collection === 'leads'));
  expect(notice.changes).toEqual([{ collection: 'leads', all: true }]);
  stream.close();
});

test('What came while nobody listened is caught up', async () => {
  const first = await owner.post('/api/leads', { name: 'Ash' }).then(expectStatus(201));
  const second = await owner.post('/api/leads', { name: 'Birch' }).then(expectStatus(201));
  const stream = await openEvents(server.url, `/api/changes?after=${first.headers.get('x-position')}`, owner);
  const notice = await stream.next(() => true);
  expect(notice.changes).toEqual([{ collection: 'leads', id: second.body.id }]);
  stream.close();
});

test.each(['x', '0', '-1', '9'.repeat(16), '9'.repeat(20)])(
  'After %s, which is no position, all is read anew',
  async (after) => {
    const stream = await openEvents(server.url, `/api/changes?after=${after}`, owner);
    expect(await stream.next(() => true)).toEqual({
      position: expect.stringMatching(/^\d{16}$/),
      history: expect.any(String),
      reset: true,
    });
    const { body } = await owner.post('/api/leads', { name: 'Ash' }).then(expectStatus(201));
    expect((await stream.next(() => true)).changes).toContainEqual({ collection: 'leads', id: body.id });
    stream.close();
  },
);

test('After a position of the same history nothing is read anew', async () => {
  const first = await owner.post('/api/leads', { name: 'Alder' }).then(expectStatus(201));
  const begun = await openEvents(server.url, '/api/changes', owner);
  const { position, history } = await begun.next(() => true);
  begun.close();
  expect(position >= (first.headers.get('x-position') ?? '')).toBe(true);
  const { body } = await owner.post('/api/leads', { name: 'Rowan' }).then(expectStatus(201));
  const stream = await openEvents(server.url, `/api/changes?after=${position}&history=${history}`, owner);
  expect((await stream.next(() => true)).changes).toEqual([{ collection: 'leads', id: body.id }]);
  stream.close();
});

describe('where an older state of the folder was put back', () => {
  test('Where an older state of the folder was put back, a position is not taken for one of the newer history', async () => {
    const older = await tempFolder();
    const folder = await tempFolder();
    let running = await startTestServer({ DATA_DIR: folder.path });
    const addLead = async () => {
      const person = await running.signIn();
      const { headers } = await person.post('/api/leads', { name: 'Oak' }).then(expectStatus(201));
      return { person, position: headers.get('x-position') ?? '' };
    };
    const restart = async (between: () => Promise<void>) => {
      await running.close();
      await between();
      running = await startTestServer({ DATA_DIR: folder.path });
    };
    try {
      const kept = await addLead();
      await restart(() => cp(folder.path, older.path, { recursive: true }));
      const gone = await addLead();
      const before = await openEvents(running.url, '/api/changes', gone.person);
      const told = await before.next(() => true);
      expect(told.position).toBe(gone.position);
      await restart(async () => {
        await folder.remove();
        await cp(older.path, folder.path, { recursive: true });
      });
      const person = await running.signIn();
      const beyond = await openEvents(running.url, `/api/changes?after=${told.position}`, person);
      expect(await beyond.next(() => true)).toMatchObject({ position: kept.position, reset: true });
      const other = await addLead();
      expect(await beyond.next(() => true)).toMatchObject({ position: other.position, changes: [{}] });
      const query = `after=${told.position}&history=${told.history}`;
      expect(other.position >= told.position).toBe(true);
      const again = await openEvents(running.url, `/api/changes?${query}`, person);
      expect(await again.next(() => true)).toMatchObject({ position: other.position, reset: true });
      beyond.close();
      again.close();
    } finally {
      await running.close();
      await folder.remove();
      await older.remove();
    }
  });
});

test.each(['x', '0', '-1', '9'.repeat(16)])('No answer waits for the position %s, which is none', async (position) => {
  const refused = await owner.get('/api/leads-working?limit=1', { 'x-min-position': position });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'invalid', message: 'x-min-position is not a position of this log.' },
  });
});

test('A stranger is told nothing of changes', async () => {
  await server.stranger.get('/api/changes').then(expectStatus(401));
});

test('A browser follows ten streams at most, a person fifty; one that is closed makes room', async () => {
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

test('A session that ends takes its streams along at once, and no other’s', async () => {
  const { client: person, id } = await addSignedIn(server, owner, 'robin');
  const streams = await Promise.all([1, 2].map(() => openEvents(server.url, '/api/changes', person)));
  const other = await openEvents(server.url, '/api/changes', owner);
  await Promise.all(streams.map((stream) => stream.next(({ changes }) => changes.length === 0)));
  const told: unknown[] = [];
  for (const stream of streams) void stream.next(() => true).then((data) => told.push(data));
  await owner.delete(`/api/users/${id}/sessions`).then(expectStatus(204));
  const { body } = await owner.post('/api/leads', { name: 'Larch' }).then(expectStatus(201));
  await other.next(({ changes }) => changes.some((change: { id: string }) => change.id === body.id));
  await Promise.all(streams.map(({ ended }) => ended));
  expect(told).toEqual([]);
  other.close();
});

describe('a heartbeat', () => {
  const HEARTBEAT_MS = 20_000;
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test('A heartbeat ends the stream of a session that is over without anybody having ended it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stream = await openEvents(server.url, '/api/changes', owner);
    ahead = 13 * 60 * 60_000;
    vi.advanceTimersByTime(HEARTBEAT_MS);
    await stream.ended;
    ahead = 0;
    owner = await server.signIn();
  });

  test('A heartbeat that cannot tell whether the person is still signed in ends the stream, and nothing else', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stream = await openEvents(server.url, '/api/changes', owner);
    const { get } = EmbeddedState.prototype;
    vi.spyOn(EmbeddedState.prototype, 'get').mockImplementation(async function (this: EmbeddedState, key) {
      if (key.startsWith('session/')) throw new Error('The disk is away.');
      return get.call(this, key);
    });
    // A session that was looked up within a second is not looked up again.
    ahead = 2_000;
    vi.advanceTimersByTime(HEARTBEAT_MS);
    await stream.ended;
    vi.restoreAllMocks();
    await owner.get('/api/leads-working').then(expectStatus(200));
  });
});
