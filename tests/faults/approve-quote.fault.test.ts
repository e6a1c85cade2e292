import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Client, createClient } from '../support/client.ts';
import { type EventStoreProcess, spawnEventStore } from '../support/eventstore-process.ts';
import { runScript, type ServerProcess, spawnServer } from '../support/process.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** The job's number, the approval, the won lead, its customer, the job, and the job's link to the customer. */
const APPENDS = 6;
/** From here on the customer has approved: the number alone is only a gap. */
const APPROVED = 2;

const OAK = { service: 'tree_removal', description: 'The oak', unitPrice: '1200', quantity: 1 };

interface Sent {
  id: string;
  leadId: string;
  token: string;
}

let eventStore: EventStoreProcess;
beforeAll(async () => {
  eventStore = await spawnEventStore();
});
afterAll(() => eventStore.stop());

describe.each(['embedded', 'EventStoreDB'])('on the %s event store', (which) => {
  test('a death after each append of an approval leaves exactly one job', async () => {
    const folder = await tempFolder();
    const servers = { EVENTSTORE_URL: eventStore.url, EVENTSTORE_NAMESPACE: `approve${process.pid}` };
    const env = { DATA_DIR: folder.path, ...(which === 'EventStoreDB' && servers) };
    const before = await spawnServer(env);
    const office = await signIn(before);
    const quotes: Sent[] = [];
    for (let survived = 0; survived <= APPENDS; survived++) quotes.push(await sendQuote(office));
    await before.stop();

    for (const [survived, { id, leadId }] of quotes.entries()) {
      const died = await runScript('tests/support/approve-and-die.ts', [id, leadId, String(survived)], env);
      expect(died, `${survived} appends`).toMatchObject({ signal: 'SIGKILL' });
    }

    const after = await spawnServer(env);
    const client = await signIn(after);
    // The reactor finishes each act on its own.
    for (const [survived, sent] of quotes.entries()) {
      if (survived >= APPROVED) await untilWorkBegan(client, sent);
      expect(await jobsOf(client, sent), `${survived} appends`).toHaveLength(survived >= APPROVED ? 1 : 0);
    }
    // Whatever happened, signing again ends with one job for one customer.
    const stranger = createClient(after.url);
    for (const sent of quotes) {
      const signed = { version: 1, signature: 'Ada Lovelace' };
      await stranger.post(`/api/public/quotes/${sent.token}/approve`, signed).then(expectStatus(200));
      await untilWorkBegan(client, sent);
      const [job, ...more] = await jobsOf(client, sent);
      expect(more).toEqual([]);
      expect(job).toMatchObject({ status: 'unscheduled', amount: '1200.00', quoteId: sent.id });
      const { body: lead } = await client.get(`/api/leads/${sent.leadId}`).then(expectStatus(200));
      expect(lead).toMatchObject({ status: 'Won', customerId: job.customerId });
    }
    const { body: customers } = await client.get('/api/customers').then(expectStatus(200));
    expect(customers).toHaveLength(quotes.length);
    const numbers = (await client.get('/api/jobs').then(expectStatus(200))).body.map(
      (job: Answer['body']) => job.jobNumber,
    );
    expect(new Set(numbers).size).toBe(quotes.length);
    await after.stop();
    await folder.remove();
  }, 300_000);
});

async function signIn(server: ServerProcess): Promise<Client> {
  const client = createClient(server.url);
  await client.post('/api/auth/login', OWNER).then(expectStatus(200));
  return client;
}

/** For a lead that has been lost meanwhile. */
async function sendQuote(office: Client): Promise<Sent> {
  const { body: lead } = await office.post('/api/leads', { name: 'Ada King', address: '3 Elm St' });
  const { body: quote } = await office.post('/api/quotes', { leadId: lead.id, items: [OAK] }).then(expectStatus(201));
  const { body: sent } = await office.post(`/api/quotes/${quote.id}/send`).then(expectStatus(200));
  await office.patch(`/api/leads/${lead.id}`, { status: 'Lost' }).then(expectStatus(200));
  return { id: quote.id, leadId: lead.id, token: String(sent.url).split('/').at(-1) ?? '' };
}

/** The last step: the customer's own history shows the job. */
async function untilWorkBegan(client: Client, { leadId }: Sent): Promise<void> {
  for (;;) {
    const { body: lead } = await client.get(`/api/leads/${leadId}`).then(expectStatus(200));
    if (lead.customerId === null) continue;
    const { body: jobs } = await client.get(`/api/jobs?customerId=${lead.customerId}`).then(expectStatus(200));
    if (jobs.length > 0) return;
  }
}

async function jobsOf(client: Client, { id }: Sent): Promise<Answer['body'][]> {
  const { body } = await client.get('/api/jobs').then(expectStatus(200));
  return body.filter((job: { quoteId: string | null }) => job.quoteId === id);
}
