import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
/** How far the clock is ahead. */
let ahead = 0;

beforeAll(async () => {
  server = await startTestServer({}, () => Date.now() + ahead);
  owner = await server.signIn();
  const { id: customerId } = (await add('/api/customers', { firstName: 'Ada', lastName: 'Oak' })).body;
  const job = { customerId, title: 'Hedge', address: '1 Elm St' };
  const { id: open } = (await add('/api/jobs', { ...job, amount: '400' })).body;
  const { id: cancelled } = (await add('/api/jobs', { ...job, amount: '0' })).body;
  await owner.post(`/api/jobs/${cancelled}/cancel`, { reason: 'Sold.' }).then(expectStatus(200));
  for (const act of ['start', 'complete']) await owner.post(`/api/jobs/${open}/${act}`).then(expectStatus(200));
  await add('/api/jobs', job);
  for (const name of ['One', 'Two', 'Three']) await add('/api/leads', { name });
});
afterAll(() => server.close());

const add = (path: string, body: object) => owner.post(path, body).then(expectStatus(201));
const count = async (path: string) => (await owner.get(path).then(expectStatus(200))).body.length;

describe('filters of a list', () => {
  test.each([
    ['/api/jobs?active=true', 2],
    ['/api/jobs?active=true&status=cancelled', 0],
    ['/api/jobs?active=true&status=completed', 1],
    ['/api/jobs?unscheduled=true', 1],
    ['/api/jobs?unscheduled=true&status=completed', 0],
    ['/api/jobs?unscheduled=true&from=2000-01-01', 0],
    ['/api/jobs?amountFrom=20000000', 0],
    ['/api/jobs?amountTo=20000000', 2],
    ['/api/jobs?amountFrom=0.01&amountTo=400', 1],
  ])('All of them hold for what is found, also in a file: %s', async (path, found) => {
    expect(await count(path)).toBe(found);
    const { body } = await owner.get(`${path}&format=csv`).then(expectStatus(200));
    expect(body.trim().split('\n')).toHaveLength(found + 1);
  });

  test('A question for more than any job costs finds none', async () => {
    const answer = await owner.post('/api/ai/ask', { question: 'jobs over $20,000,000' }).then(expectStatus(200));
    expect(answer.body).toMatchObject({ outcome: 'answered', total: 0 });
  });

  test('A day that is named twice is refused with what it should be', async () => {
    const answer = await owner.get('/api/jobs?from=2026-06-15&from=2026-06-16').then(expectStatus(400));
    expect(answer.body).toMatchObject({ message: 'from must be a day like 2026-06-15.' });
  });

  test('The pages of what waits go on while the clock does', async () => {
    ahead = 30 * 24 * 60 * 60_000;
    owner = await server.signIn();
    const path = '/api/leads-working?waiting=true&limit=2';
    const first = await owner.get(path).then(expectStatus(200));
    ahead += 60_000;
    const next = await owner.get(`${path}&cursor=${first.headers.get('x-next-cursor')}`).then(expectStatus(200));
    expect([first, next].flatMap(({ body }) => body).map(({ name }) => name)).toEqual(['Three', 'Two', 'One']);
    expect(next.headers.get('x-next-cursor')).toBeNull();
  });
});
