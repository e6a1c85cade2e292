import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let now = Date.parse('2026-03-02T04:30:00Z');
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
  // Where it is still March 1st.
  await owner.patch('/api/settings', { timeZone: 'America/New_York' }).then(expectStatus(200));
});
afterAll(() => server.close());

const REVIEWS = '/api/marketing/reviews';
const SUPPRESSIONS = '/api/marketing/suppressions';
const review = async (reviewedOn: string, rating: number) => {
  const body = { customer: 'Ada Oak', platform: 'google', rating, reviewText: null, reviewedOn };
  return (await owner.post(REVIEWS, body).then(expectStatus(201))).body.id as string;
};
const suppress = async (at: string, name: string, reason: string) => {
  now = Date.parse(at);
  await owner.post(SUPPRESSIONS, { address: `${name}@example.com`, reason }).then(expectStatus(201));
};
const figures = async () => (await owner.get('/api/marketing/figures').then(expectStatus(200))).body;
const found = async (path: string) => (await owner.get(path).then(expectStatus(200))).body.length as number;

describe('figures of marketing', () => {
  test('There are none before anybody was asked or answered', async () => {
    expect(await figures()).toEqual({ from: '2025-04-01', reviewMonths: [], ratings: [], suppressionMonths: [] });
  });

  test('Reviews are counted by the month in which they were written, and by their stars, without those removed', async () => {
    await review('2026-02-28', 5);
    await review('2026-02-01', 2);
    await review('2025-04-01', 3);
    await review('2025-03-31', 5);
    await owner.delete(`${REVIEWS}/${await review('2026-02-02', 1)}`).then(expectStatus(204));
    const none = { positive: 0, neutral: 0, negative: 0 };
    await expect.poll(figures).toMatchObject({
      reviewMonths: [
        { month: '2026-02', count: 2, averageRating: '3.5', ...none, positive: 1, negative: 1 },
        { month: '2025-04', count: 1, averageRating: '3.0', ...none, neutral: 1 },
      ],
      ratings: [
        { rating: 5, count: 2, ...none, positive: 2 },
        { rating: 3, count: 1, ...none, neutral: 1 },
        { rating: 2, count: 1, ...none, negative: 1 },
      ],
    });
    expect(await found(`${REVIEWS}?from=2026-02-01&to=2026-02-28`)).toBe(2);
    expect(await found(`${REVIEWS}?from=2026-02-01&to=2026-02-28&sentiment=negative&sort=-rating`)).toBe(1);
    expect(await found(`${REVIEWS}?rating=5`)).toBe(2);
    expect(await owner.get(`${REVIEWS}?rating=6`)).toMatchObject({ status: 400 });
    expect(await owner.get(`${REVIEWS}?from=February`)).toMatchObject({ status: 400 });
  });

  test('Who unsubscribed, bounced or complained is counted by the month where the company is, once each', async () => {
    await suppress('2026-03-01T04:59:00Z', 'ada', 'unsubscribed');
    await suppress('2026-03-01T05:00:00Z', 'bea', 'bounced');
    await suppress('2026-03-01T05:01:00Z', 'cleo', 'bounced');
    // A reason that binds more takes the place of the one before.
    await suppress('2026-03-02T04:30:00Z', 'cleo', 'complained');
    await expect
      .poll(async () => (await figures()).suppressionMonths)
      .toEqual([
        { month: '2026-03', unsubscribed: 0, bounced: 1, complained: 1, by_hand: 0 },
        { month: '2026-02', unsubscribed: 1, bounced: 0, complained: 0, by_hand: 0 },
      ]);
    expect(await found(`${SUPPRESSIONS}?from=2026-02-01&to=2026-02-28`)).toBe(1);
    expect(await found(`${SUPPRESSIONS}?from=2026-03-01&to=2026-03-31&reason=complained&sort=-suppressedAt`)).toBe(1);
  });
});
