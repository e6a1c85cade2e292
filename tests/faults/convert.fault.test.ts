import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Client, createClient } from '../support/client.ts';
import { type EventStoreProcess, spawnEventStore } from '../support/eventstore-process.ts';
import { runScript, type ServerProcess, spawnServer } from '../support/process.ts';
import { expectStatus, OWNER } from '../support/server.ts';

/** A conversion is two appends: the decision on the lead, then the customer. */
const APPENDS = 2;

let eventStore: EventStoreProcess;
let dataDir: string;

beforeAll(async () => {
  eventStore = await spawnEventStore();
});
afterAll(() => eventStore.stop());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'heartwood-convert-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe.each(['embedded', 'EventStoreDB'])('on the %s event store', (which) => {
  let round = 0;
  const environment = (): Record<string, string> => {
    const servers = { EVENTSTORE_URL: eventStore.url, EVENTSTORE_NAMESPACE: `convert${process.pid}x${round}` };
    return { DATA_DIR: dataDir, ...(which === 'EventStoreDB' && servers) };
  };

  test.each(Array.from({ length: APPENDS + 1 }, (_, index) => index))(
    'a death after append %d of a conversion leaves exactly one customer',
    async (survived) => {
      round++;
      const env = environment();
      const before = await spawnServer(env);
      const { body: lead } = await (await signIn(before))
        .post('/api/leads', { name: 'Ada King' })
        .then(expectStatus(201));
      await before.stop();

      const died = await runScript('tests/support/convert-and-die.ts', [lead.id, String(survived)], env);
      expect(died).toMatchObject({ signal: 'SIGKILL' });

      const after = await spawnServer(env);
      const client = await signIn(after);
      const customers = await customersOf(client, lead.id, survived > 0 ? 1 : 0);
      expect(customers).toHaveLength(survived > 0 ? 1 : 0);
      // Whatever happened, asking again ends with one customer.
      const converted = await client.post(`/api/leads/${lead.id}/convert`).then(expectStatus(200));
      const final = await customersAt(client, lead.id, converted);
      expect(final).toMatchObject([{ id: converted.body.customerId, firstName: 'Ada', lastName: 'King' }]);
      await after.stop();
    },
    60_000,
  );
});

async function signIn(server: ServerProcess): Promise<Client> {
  const client = createClient(server.url);
  await client.post('/api/auth/login', OWNER).then(expectStatus(200));
  return client;
}

/** The reactor finishes the act on its own: waits for that, or returns at once if nothing is expected. */
async function customersOf(client: Client, leadId: string, expected: number): Promise<Answer['body'][]> {
  for (;;) {
    const { body } = await client.get('/api/customers').then(expectStatus(200));
    const found = body.filter((customer: { leadId: string }) => customer.leadId === leadId);
    if (found.length >= expected) return found;
  }
}

async function customersAt(client: Client, leadId: string, after: Answer): Promise<Answer['body'][]> {
  const minPosition = { 'x-min-position': after.headers.get('x-position') ?? '' };
  const { body } = await client.get('/api/customers', minPosition).then(expectStatus(200));
  return body.filter((customer: { leadId: string }) => customer.leadId === leadId);
}
