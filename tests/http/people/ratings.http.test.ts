import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const PATH = '/api/hr/performance-reviews';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({}, () => Date.parse('2026-06-15T12:00:00Z'));
  owner = await server.signIn();
});
afterAll(() => server.close());

test('Ratings are told by quarter, without those of removed reviews, to whoever reads all reviews', async () => {
  const { id: employeeId } = (await owner.post('/api/staff', { firstName: 'Lee' }).then(expectStatus(201))).body;
  const write = async (overallRating: number, reviewPeriodEnd: string) => {
    const review = { employeeId, overallRating, reviewPeriodStart: '2026-01-01', reviewPeriodEnd };
    return owner.post(PATH, review).then(expectStatus(201));
  };
  await write(4, '2026-03-31');
  await write(5, '2026-02-28');
  const { body: wrong } = await write(1, '2026-02-28');
  const { headers } = await owner.delete(`${PATH}/${wrong.id}`).then(expectStatus(204));
  const seen = { 'x-min-position': headers.get('x-position') ?? '' };
  const { quarters } = (await owner.get(`${PATH}/ratings`, seen).then(expectStatus(200))).body;
  expect(quarters).toHaveLength(8);
  expect(quarters[6]).toEqual({
    quarter: '2026-Q1',
    from: '2026-01-01',
    to: '2026-03-31',
    ratings: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 },
    count: 2,
    average: 4.5,
  });
  const { client: auditor } = await addSignedIn(server, owner, 'ada', { role: 'auditor' });
  await auditor.get(`${PATH}/ratings`).then(expectStatus(403));
});
