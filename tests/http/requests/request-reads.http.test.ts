import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EmbeddedEventLog } from '../../../store/embedded/log/event-log.ts';
import { EmbeddedState } from '../../../store/embedded/state.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// What requests of a busy session read from the stores on the way in: even a quick read on each request would take most
// of its time. The clock stands still, because a look-up is valid for a second.

const NOW = Date.now();
let server: TestServer;
let owner: Client;
/** Keys and streams, in the order that requests read them. What timers and reactors read by themselves is not counted. */
let read: string[] = [];
const request = new AsyncLocalStorage<true>();
const note = (...keys: string[]) => {
  if (request.getStore()) read.push(...keys);
};

beforeEach(async () => {
  // What the projections read is not counted: they have a thread of their own.
  server = await startTestServer({}, () => NOW, { projectionThread: true });
  server.server.app.server.prependListener('request', () => request.enterWith(true));
  owner = await server.signIn();
  read = [];
  const { get, getMany, list } = EmbeddedState.prototype;
  const { readStream } = EmbeddedEventLog.prototype;
  vi.spyOn(EmbeddedState.prototype, 'get').mockImplementation(function (this: EmbeddedState, key) {
    note(key);
    return get.call(this, key);
  });
  vi.spyOn(EmbeddedState.prototype, 'getMany').mockImplementation(function (this: EmbeddedState, keys) {
    note(...keys);
    return getMany.call(this, keys);
  });
  vi.spyOn(EmbeddedState.prototype, 'list').mockImplementation(function (this: EmbeddedState, prefix, page) {
    note(prefix);
    return list.call(this, prefix, page);
  });
  vi.spyOn(EmbeddedEventLog.prototype, 'readStream').mockImplementation(function (this: EmbeddedEventLog, ...given) {
    note(given[0]);
    return readStream.apply(this, given);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

test('The first request of a session looks up who asks, those that follow read nothing of it', async () => {
  await owner.get('/api/leads-working').then(expectStatus(200));
  expect(read).toEqual(expect.arrayContaining([expect.stringMatching(/^session\/owner\//), 'second-factor/owner']));
  read = [];
  await owner.post('/api/leads', { name: 'Elm' }).then(expectStatus(201));
  // Rights to change anything are asked of the log.
  expect(read).toEqual(expect.arrayContaining(['user-owner', 'company-main']));
  read = [];
  await owner.get('/api/leads-working').then(expectStatus(200));
  await owner.post('/api/leads', { name: 'Oak over the garage' }).then(expectStatus(201));
  await owner.get('/api/leads-working').then(expectStatus(200));
  expect(read).toEqual([]);
});

test('Once a setting of the company has changed, the requests of a session look up again who asks', async () => {
  await owner.get('/api/leads-working').then(expectStatus(200));
  await owner.patch('/api/settings', { secondFactorForOwners: 'optional' }).then(expectStatus(200));
  read = [];
  await owner.get('/api/leads-working').then(expectStatus(200));
  expect(read).toContain('second-factor/owner');
});
