import { expect } from 'vitest';
import { testDeaths } from '../support/processes/deaths.ts';
import { runScript } from '../support/processes/process.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import type { Answer, Client } from '../support/requests/client.ts';
import { expectStatus } from '../support/server.ts';

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

testDeaths(
  'A death in the midst of an approval leaves exactly one job',
  { every: Array.from({ length: APPENDS + 1 }, (_, survived) => survived), some: [] },
  async (env, points) => {
    const quotes = new Map<number, Sent>();
    await whileServing(env, async (office) => {
      for (const survived of points) quotes.set(survived, await sendQuote(office));
    });

    for (const [survived, { id, leadId }] of quotes) {
      const died = await runScript('tests/support/processes/approve-and-die.ts', [id, leadId, String(survived)], env);
      expect(died, `${survived} appends`).toMatchObject({ signal: 'SIGKILL' });
    }

    await whileServing(env, async (client, { stranger }) => {
      // The reactor finishes each act on its own.
      for (const [survived, sent] of quotes) {
        if (survived >= APPROVED) await untilWorkBegan(client, sent);
        expect(await jobsOf(client, sent), `${survived} appends`).toHaveLength(survived >= APPROVED ? 1 : 0);
      }
      // Whatever happened, signing again ends with one job for one customer.
      for (const sent of quotes.values()) {
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
      expect(customers).toHaveLength(quotes.size);
      const numbers = (await client.get('/api/jobs').then(expectStatus(200))).body.map(
        (job: Answer['body']) => job.jobNumber,
      );
      expect(new Set(numbers).size).toBe(quotes.size);
    });
  },
);

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
