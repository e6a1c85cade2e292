import { expect } from 'vitest';
import { testDeaths } from '../support/processes/deaths.ts';
import { runScript } from '../support/processes/process.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import type { Answer, Client } from '../support/requests/client.ts';
import { expectStatus } from '../support/server.ts';

/** A conversion is two appends: the decision on the lead, then the customer. */
const EVERY = [0, 1, 2];
const DECIDED = 1;

testDeaths(
  'A death in the midst of a conversion leaves exactly one customer',
  { every: EVERY, some: [] },
  async (env, points) => {
    const leads = await whileServing(env, async (office) => {
      const made = new Map<number, string>();
      for (const survived of points) {
        const { body: lead } = await office.post('/api/leads', { name: 'Ada King' }).then(expectStatus(201));
        made.set(survived, lead.id);
      }
      return made;
    });

    for (const [survived, leadId] of leads) {
      const died = await runScript('tests/support/processes/convert-and-die.ts', [leadId, String(survived)], env);
      expect(died, `${survived} appends`).toMatchObject({ signal: 'SIGKILL' });
    }

    await whileServing(env, async (client) => {
      // The reactor finishes each act on its own.
      for (const [survived, leadId] of leads) {
        const expected = survived >= DECIDED ? 1 : 0;
        const customers = await customersOf(client, leadId, expected);
        expect(customers, `${survived} appends`).toHaveLength(expected);
      }
      // Whatever happened, asking again ends with one customer.
      for (const leadId of leads.values()) {
        const converted = await client.post(`/api/leads/${leadId}/convert`).then(expectStatus(200));
        const final = await customersAt(client, leadId, converted);
        expect(final).toMatchObject([{ id: converted.body.customerId, firstName: 'Ada', lastName: 'King' }]);
      }
    });
  },
);

/** Waits until there are as many as expected; returns at once if none is. */
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
