import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEvent } from '../../../api/audit/schema.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type EventStoreServer, startEventStoreServer } from '../../support/servers/eventstoredb-server/server.ts';
import { freshNamespace } from '../../support/stores/eventstoredb-log.ts';

// The whole history on an EventStoreDB that others use too.

let eventStore: EventStoreServer;
let server: TestServer;
let owner: Client;
const leads: string[] = [];
beforeAll(async () => {
  eventStore = await startEventStoreServer();
  server = await startTestServer({ EVENTSTORE_URL: eventStore.url, EVENTSTORE_NAMESPACE: freshNamespace() });
  owner = await server.signIn();
  for (const name of ['Oak', 'Elm', 'Ash']) {
    eventStore.log.fill('theirs-1', 50);
    const { id } = (await owner.post('/api/leads', { name }).then(expectStatus(201))).body;
    await owner.patch(`/api/leads/${id}`, { notes: `${name} by the gate` }).then(expectStatus(200));
    leads.push(id);
  }
});
afterAll(async () => {
  await server.close();
  await eventStore.kill();
});

async function pages(query: string): Promise<AuditEvent[]> {
  const all: AuditEvent[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: string = cursor && `&cursor=${cursor}`;
    const { body, headers } = await owner.get(`/api/audit/events?limit=2&${query}${page}`).then(expectStatus(200));
    all.push(...body);
    cursor = headers.get('x-next-cursor');
  }
  return all;
}

test('On a server of others too, the pages join in both orders, and hold what is ours alone', async () => {
  const oldest = await pages('order=oldest');
  expect(new Set(oldest.map(({ category }) => category))).toEqual(new Set(['user', 'lead']));
  expect(oldest.filter(({ type }) => type === 'LeadCaptured').map(({ recordId }) => recordId)).toEqual(leads);
  expect(await pages('')).toEqual(oldest.toReversed());
  const { body } = await owner.get('/api/audit/events?format=csv&order=oldest').then(expectStatus(200));
  expect(body.split('\r\n')).toHaveLength(oldest.length + 2);
});

test('On a server, streams, types and positions narrow the history', async () => {
  const [, second] = leads;
  const own = await pages(`stream=lead-${second}&order=oldest`);
  expect(own.map(({ revision }) => revision)).toEqual([0, 1]);
  expect((await pages('type=LeadCaptured')).map(({ recordId }) => recordId)).toEqual(leads.toReversed());
  const later = await pages(`after=${own[1]?.position}`);
  expect(later.map(({ recordId }) => recordId)).toEqual([leads[2], leads[2]]);
});

test('On a server, a position that is no event’s is refused', async () => {
  const wide = (commit: number) => `${String(commit).padStart(20, '0')}.${String(commit).padStart(20, '0')}`;
  for (const position of [wide(3), wide(10 ** 9), '0000000000000001'])
    for (const name of ['after', 'cursor']) {
      const { body } = await owner.get(`/api/audit/events?${name}=${position}`).then(expectStatus(400));
      expect(body.issues).toMatchObject([{ path: name }]);
    }
});

test('On a server, an act is found with what followed from it, and that by its cause', async () => {
  const converted = await owner.post(`/api/leads/${leads[0]}/convert`).then(expectStatus(200));
  const seen = { 'x-min-position': converted.headers.get('x-position') ?? '' };
  await owner.get('/api/customers', seen).then(expectStatus(200));
  const act = await pages(`act=${converted.headers.get('x-command-id')}&order=oldest`);
  expect(act.map(({ category }) => category)).toEqual(['lead', 'customer']);
  expect(await pages(`act=${converted.headers.get('x-command-id')}`)).toEqual(act.toReversed());
  expect(await pages(`cause=${act[0]?.stream}%40${act[0]?.revision}`)).toEqual(act.slice(1));
});
