import { afterAll, beforeAll, test } from 'vitest';
import { expectStatus } from '../../support/server.ts';
import { type EventStoreServer, startEventStoreServer } from '../../support/servers/eventstoredb-server/server.ts';
import { freshNamespace } from '../../support/stores/eventstoredb-log.ts';
import { openConsole, type TestConsole } from '../page.ts';

let eventStore: EventStoreServer;
let heartwood: TestConsole;

beforeAll(async () => {
  eventStore = await startEventStoreServer();
  heartwood = await openConsole({ EVENTSTORE_URL: eventStore.url, EVENTSTORE_NAMESPACE: freshNamespace() });
});
afterAll(async () => {
  await heartwood.close();
  await eventStore.kill();
});

test('While the log is away every page says so and shows its lists, until it is back', async () => {
  const owner = await heartwood.server.signIn();
  await owner.post('/api/leads', { name: 'Oak over the garage' }).then(expectStatus(201));
  const page = await heartwood.open('/leads');
  await page.see('Oak over the garage');

  await eventStore.kill();
  await owner.post('/api/leads', { name: 'Not now' }).then(expectStatus(503));
  await page.see('Nothing can be saved right now');
  const jobs = await page.reload('/jobs');
  await jobs.see('Nothing can be saved right now');
  const leads = await jobs.reload('/leads');
  await leads.see('Oak over the garage');

  await eventStore.restart();
  await leads.gone('Nothing can be saved right now');
});
