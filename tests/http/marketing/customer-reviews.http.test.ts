import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const PATH = '/api/marketing/reviews';
const REVIEW = { customer: 'Ada Oak', platform: 'google', rating: 5, reviewText: 'Great', reviewedOn: '2026-06-10' };

const add = (body: object = {}) => owner.post(PATH, { ...REVIEW, ...body });
const list = async (query: string) => (await owner.get(`${PATH}${query}`).then(expectStatus(200))).body;

describe('customer reviews', () => {
  test('A review is entered, listed, and counted in the average over all reviews', async () => {
    const { body, headers } = await add().then(expectStatus(201));
    expect(body).toEqual({
      id: expect.any(String),
      ...REVIEW,
      customerId: null,
      sentiment: 'positive',
      sentimentBy: 'rules',
      mayPublish: false,
      jobId: null,
      publishedAt: null,
      responseText: null,
      respondedAt: null,
      erased: false,
      createdAt: expect.any(String),
      revision: 0,
      removed: false,
    });
    const seen = { 'x-min-position': headers.get('x-position') ?? '' };
    expect((await owner.get(PATH, seen).then(expectStatus(200))).body).toEqual([body]);
    const second = await add({ rating: '2', customer: 'Bo Elm' }).then(expectStatus(201));
    const later = { 'x-min-position': second.headers.get('x-position') ?? '' };
    expect((await owner.get(`${PATH}/figures`, later)).body).toEqual({
      count: 2,
      averageRating: '3.5',
      unanswered: 2,
      negative: 1,
    });
  });

  test('A review with a rating of 0 or 6, of nobody, of a day to come or on no platform is refused', async () => {
    const rating = { status: 400, body: { message: 'The rating must be a whole number from 1 to 5.' } };
    expect(await add({ rating: 0 })).toMatchObject(rating);
    expect(await add({ rating: 6 })).toMatchObject(rating);
    expect(await add({ customer: ' ' })).toMatchObject({
      status: 400,
      body: { message: 'Choose the customer who wrote it, or enter their name.' },
    });
    expect(await add({ reviewedOn: '2999-01-01' })).toMatchObject({ status: 400 });
    expect(await add({ platform: 'elsewhere' })).toMatchObject({ status: 400 });
    expect(await add({ customerId: 'nobody' })).toMatchObject({ status: 400 });
  });

  test('A response to a customer is mailed to them once, and taken back by its undo', async () => {
    const ada = { firstName: 'Ada', lastName: 'Oak', email: 'ada@example.com' };
    const { id: customerId } = (await owner.post('/api/customers', ada).then(expectStatus(201))).body;
    const review = (await add({ customer: undefined, customerId }).then(expectStatus(201))).body;
    expect(review).toMatchObject({ customer: 'Ada Oak', customerId });
    const at = `${PATH}/${review.id}/respond`;
    expect(await owner.post(at, { responseText: ' ' })).toMatchObject({ status: 400 });
    const answer = await owner.post(at, { responseText: 'Thank you <b>Ada</b>' }).then(expectStatus(200));
    expect(answer.body).toMatchObject({ responseText: 'Thank you <b>Ada</b>', respondedAt: expect.any(String) });
    const mails = async () =>
      ((await owner.get('/api/mails')).body as { kind: string; to: string; text: string; status: string }[]).filter(
        ({ kind }) => kind === 'review_response',
      );
    // Without a mail server it never leaves, and is taken back like one that is held.
    await expect.poll(mails).toMatchObject([{ to: 'ada@example.com', status: 'failed' }]);
    const commandId = answer.headers.get('x-command-id');
    await owner.post('/api/undo', { category: 'customer_review', id: review.id, commandId }).then(expectStatus(200));
    await expect.poll(async () => (await mails()).map(({ status }) => status)).toEqual(['cancelled']);
    expect((await owner.get(`${PATH}/${review.id}`)).body).toMatchObject({ responseText: null });
  });

  test('A file of reviews is imported whole or not at all, and once', async () => {
    const head = 'Date,Name,Stars,Site,Review,May publish\r\n';
    const good =
      '2026-05-01,Cy Fir,5,Google,"Great, ""really""",Yes\r\n2026-05-02,Di Ash,1,BBB,<script>alert(1)</script>,\r\n';
    const load = (csv: string) => owner.post(`${PATH}/import`, { csv });
    expect(await load(`${head}${good}2026-05-03,Ed Yew,6,Google,\r\n2026-05-04,Flo Bay,4,Nowhere,\r\n`)).toMatchObject({
      status: 400,
      body: {
        message: 'Line 4: The rating must be a whole number from 1 to 5. 1 more lines are wrong. Nothing was imported.',
        issues: [{}, { message: 'Line 5: “Nowhere” is no platform.' }],
      },
    });
    expect(await list('?search=Fir')).toEqual([]);
    expect((await load(head + good).then(expectStatus(200))).body).toEqual({ added: 2, known: 0 });
    expect((await load(head + good).then(expectStatus(200))).body).toEqual({ added: 0, known: 2 });
    expect(await list('?search=Fir')).toMatchObject([
      { reviewText: 'Great, "really"', platform: 'google', mayPublish: true },
    ]);
    expect(await list('?search=Ash')).toMatchObject([{ mayPublish: false }]);
    expect(await load('Date,Name\r\n2026-05-01,Cy')).toMatchObject({ status: 400 });
  });

  test('A file may be large, and separated as Excel does elsewhere; a repeat of its request is told what it added', async () => {
    const rows = Array.from(
      { length: 100 },
      (_, row) => `2026-04-01;Row ${row};4;Yelp;"${'Tidy, and kind. '.repeat(200)}"`,
    );
    const csv = ['Date;Name;Stars;Site;Review', ...rows].join('\n');
    const send = (key: string) => owner.post(`${PATH}/import`, { csv }, { 'idempotency-key': key });
    for (const key of ['first-of-reviews', 'first-of-reviews']) {
      expect((await send(key).then(expectStatus(200))).body).toEqual({ added: 100, known: 0 });
    }
    expect((await send('second-of-reviews').then(expectStatus(200))).body).toEqual({ added: 0, known: 100 });
    expect(await owner.post(`${PATH}/import`, { csv: 'Date,Name,Stars,Site\n,Cy,5,Yelp' })).toMatchObject({
      body: { message: 'Line 2: there is no date. Nothing was imported.' },
    });
  });

  test('A review of a customer that was entered by hand is not imported again', async () => {
    const { id: customerId } = (await owner.post('/api/customers', { firstName: 'Lin', lastName: 'Den' })).body;
    const by = { customer: undefined, customerId, reviewedOn: '2026-03-01' };
    const { headers } = await add(by).then(expectStatus(201));
    const csv = 'Date,Name,Stars,Site,Review\n2026-03-01,Lin Den,5,Google,Great';
    const seen = { 'x-min-position': headers.get('x-position') ?? '' };
    await owner.get(PATH, seen).then(expectStatus(200));
    expect((await owner.post(`${PATH}/import`, { csv })).body).toEqual({ added: 0, known: 1 });
  });

  test('Who wrote a review and is no customer is erased by their name', async () => {
    const { id } = (await add({ customer: 'Zelkova Fir' }).then(expectStatus(201))).body;
    expect(await owner.post(`${PATH}/${id}/erase`, { confirm: 'Zelkova' })).toMatchObject({ status: 400 });
    const { body } = await owner.post(`${PATH}/${id}/erase`, { confirm: 'Zelkova Fir' }).then(expectStatus(200));
    expect(body).toMatchObject({ isComplete: true, review: { customer: '[erased]', rating: 5 } });
    expect(JSON.stringify((await owner.get(`/api/history/customer_review/${id}`)).body)).not.toContain('elkova');
  });

  test('Crews and estimators see nothing of reviews, and an auditor changes none', async () => {
    for (const [role, read, change] of [
      ['office', 200, 201],
      ['auditor', 200, 403],
      ['estimator', 403, 403],
      ['crew', 403, 403],
    ] as const) {
      const { client } = await addSignedIn(server, owner, `${role}-of-reviews`, { role });
      expect((await client.get(PATH)).status).toBe(read);
      expect((await client.post(PATH, REVIEW)).status).toBe(change);
    }
  });
});
