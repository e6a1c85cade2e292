import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const add = async (path: string, body: object): Promise<Answer['body']> =>
  (await owner.post(path, body).then(expectStatus(201))).body;
const known = async (asked: Record<string, string>) =>
  (await owner.get(`/api/leads/known?${new URLSearchParams(asked)}`).then(expectStatus(200))).body;

test('Before a lead is saved, those with the same phone, email or address are told, the likest first', async () => {
  const ada = await add('/api/leads', { name: 'Ada', phone: '(413) 555-0142', address: '3 Elm St, Hadley, MA 01035' });
  const ben = await add('/api/customers', { firstName: 'Ben', email: 'ben@example.com', phone: '+1 413 555 0142' });
  const asked = { phone: '413.555.0142', email: 'BEN@example.com', address: '3 elm street' };
  expect(await known(asked)).toEqual([
    { category: 'customer', id: ben.id, title: 'Ben', detail: '', removed: false, matches: ['phone', 'email'] },
    {
      category: 'lead',
      id: ada.id,
      title: 'Ada',
      detail: 'New · 3 Elm St, Hadley, MA 01035',
      removed: false,
      matches: ['phone', 'address'],
    },
  ]);
  expect(await known({})).toEqual([]);
  // As far as it is typed.
  expect(await known({ phone: '413', email: 'ben@', address: '3' })).toEqual([]);
});

test('An address is known from any property of a customer, but not from the same street of another town', async () => {
  const { id } = await add('/api/customers', { firstName: 'Cleo', address: '1 Oak Rd' });
  const barn = { address: '12 Main Street', city: 'Hadley', state: 'MA', zipCode: '01035' };
  await owner.post(`/api/customers/${id}/properties`, barn).then(expectStatus(201));
  const detail = '12 Main Street, Hadley, MA 01035';
  expect(await known({ address: '12 Main St' })).toMatchObject([{ id, detail, matches: ['address'] }]);
  expect(await known({ address: '12 Main St, Hadley, MA 01035' })).toMatchObject([{ id }]);
  expect(await known({ address: '12 Main St, Amherst, MA 01002' })).toEqual([]);
  expect(await known({ address: '112 Main St' })).toEqual([]);
});

test('A lead that became a customer is told as the customer, who may be archived, and a deleted lead is not', async () => {
  const lead = await add('/api/leads', { name: 'Dora Finch', phone: '413 555 0177' });
  const { customerId } = (await owner.post(`/api/leads/${lead.id}/convert`).then(expectStatus(200))).body;
  await owner.delete(`/api/customers/${customerId}`).then(expectStatus(204));
  const other = await add('/api/leads', { name: 'Junk', phone: '413 555 0177' });
  await owner.delete(`/api/leads/${other.id}`).then(expectStatus(204));
  expect(await known({ phone: '413 555 0177' })).toMatchObject([
    { id: customerId, title: 'Dora Finch', removed: true },
  ]);
});
