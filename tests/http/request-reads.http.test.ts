import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EmbeddedEventLog } from '../../store/embedded/log/event-log.ts';
import { EmbeddedState } from '../../store/embedded/state.ts';
import type { Client } from '../support/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../support/server.ts';

// What requests of a busy session read from the stores on the way in: even a quick read on each request would take most
// of its time. The clock stands still, because a look-up is valid for a second.

const NOW = Date.now();
let server: TestServer;
let owner: Client;
/** Keys and streams, in the order they were read. */
let read: string[] = [];

/** Read now and then, independent of requests: the live read models, how far reactors are, what is kept for some hours. */
const isByItself = (key: string) => key === 'generations/live' || /^(reactor|kept-analysis|quarantine)\//.test(key);

beforeEach(async () => {
  // What the projections read is not counted: they have a thread of their own.
  server = await startTestServer({}, () => NOW, { projectionThread: true });
  owner = await server.signIn();
  read = [];
  const { get, getMany, list } = EmbeddedState.prototype;
  const { readStream } = EmbeddedEventLog.prototype;
  vi.spyOn(EmbeddedState.prototype, 'get').mockImplementation(function (this: EmbeddedState, key) {
    if (!isByItself(key)) read.push(key);
    return get.call(this, key);
  });
  vi.spyOn(EmbeddedState.prototype, 'getMany').mockImplementation(function (this: EmbeddedState, keys) {
    read.push(...keys);
    return getMany.call(this, keys);
  });
  vi.spyOn(EmbeddedState.prototype, 'list').mockImplementation(function (this: EmbeddedState, prefix, page) {
    if (!isByItself(prefix)) read.push(prefix);
    return list.call(this, prefix, page);
  });
  vi.spyOn(EmbeddedEventLog.prototype, 'readStream').mockImplementation(function (this: EmbeddedEventLog, ...given) {
    read.push(given[0]);
    return readStream.apply(this, given);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

test('The first request of a session looks up who asks, those that follow read nothing of it', async () => {
  await owner.get('/api/leads-working').then(expectStatus(200));
  expect(read).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^session\/owner\//),
      'user-owner',
      'second-factor/owner',
      'company-main',
    ]),
  );
  read = [];
  await owner.get('/api/leads-working').then(expectStatus(200));
  await owner.post('/api/leads', { name: 'Oak over the garage' }).then(expectStatus(201));
  await owner.get('/api/leads-working').then(expectStatus(200));
  expect(read).toEqual([]);
});

test('Once a setting of the company has changed, the requests of a session look it up again', async () => {
  await owner.get('/api/leads-working').then(expectStatus(200));
  await owner.patch('/api/settings', { secondFactorForOwners: 'optional' }).then(expectStatus(200));
  read = [];
  await owner.get('/api/leads-working').then(expectStatus(200));
  expect(read).toContain('company-main');
});
