import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startVisionService, type VisionService } from '../../support/servers/vision-service.ts';

const PATH = '/api/marketing/reviews';

let service: VisionService;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  service = await startVisionService();
  server = await startTestServer(service.env);
  owner = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await service.close();
});

const says = (sentiment: string) => ({ writes: JSON.stringify({ sentiment }) });
const add = async (more: object) => {
  const body = { customer: 'Ada Hall', platform: 'google', rating: 5, ...more };
  return (await owner.post(PATH, body).then(expectStatus(201))).body;
};
const now = async (id: string) => (await owner.get(`${PATH}/${id}`).then(expectStatus(200))).body;
const read = (id: string, sentiment: string) =>
  expect.poll(() => now(id)).toMatchObject({ sentiment, sentimentBy: 'model' });

describe('the sentiment of a review where a model is set up', () => {
  test('The rules stand until the model has read it, then its word counts in the list and the figures, once for each version', async () => {
    service.behave(says('negative'));
    const made = await add({ reviewText: 'They arrived when they liked.' });
    expect(made).toMatchObject({ sentiment: 'positive', sentimentBy: 'rules' });
    await read(made.id, 'negative');
    const listed = async (sentiment: string) =>
      (await owner.get(`${PATH}?sentiment=${sentiment}`).then(expectStatus(200))).body.map(
        ({ id }: { id: string }) => id,
      );
    expect(await listed('negative')).toContain(made.id);
    expect(await listed('positive')).not.toContain(made.id);
    expect((await owner.get(`${PATH}/figures`)).body.negative).toBe(1);
    const { body: steps } = await owner.get(`/api/history/customer_review/${made.id}`).then(expectStatus(200));
    expect(steps).toContainEqual(
      expect.objectContaining({ type: 'CustomerReviewSentimentRead', actor: 'read-sentiments' }),
    );

    await owner.patch(`${PATH}/${made.id}`, { platform: 'yelp' }).then(expectStatus(200));
    service.behave(says('neutral'));
    const revised = await owner.patch(`${PATH}/${made.id}`, { reviewText: 'They arrived at last.' });
    expect(revised.body).toMatchObject({ sentiment: 'positive', sentimentBy: 'rules' });
    await read(made.id, 'neutral');
    expect(service.calls).toHaveLength(1);
  });

  test('What goes out has no name, no address, no number and no way to reach anybody', async () => {
    service.behave(says('positive'));
    const person = {
      firstName: 'Wilma',
      lastName: 'Quercus',
      email: 'wilma.quercus@example.com',
      phone: '413-555-0142',
    };
    const home = { address: '77 Larkspur Lane', city: 'Hadley', zipCode: '01035' };
    const { body: customer } = await owner.post('/api/customers', { ...person, ...home }).then(expectStatus(201));
    await owner.post('/api/staff', { firstName: 'Torsten', lastName: 'Baum' }).then(expectStatus(201));
    const reviewText =
      'Thanks torsten, and Bob too! wilma is happy. We live at 77 Larkspur Lane in Hadley. ' +
      'Call 413 555 0142 or write to wilma.quercus@example.com. The crew was careful in larkspur.';
    const { body } = await owner
      .post(PATH, { customerId: customer.id, platform: 'google', rating: 4, reviewText })
      .then(expectStatus(201));
    await read(body.id, 'positive');
    const [call] = service.calls;
    expect(call?.body.store).toBe(false);
    const sent = JSON.stringify(service.calls);
    expect(sent).toContain('The crew was careful');
    expect(sent).toContain('4 of 5 stars');
    expect(sent).not.toMatch(/wilma|quercus|torsten|baum|bob|larkspur|hadley|77|0142|01035|413|example\.com/i);
    expect(sent).not.toContain(body.id);
    expect(sent).not.toContain(customer.id);
  });

  test.each([
    ['writes nonsense', { writes: 'so good' }, 3],
    ['says a word of its own', says('ecstatic'), 3],
    ['refuses', { refuses: 'No.' }, 1],
    ['does not know the key', { status: 401 }, 1],
    ['breaks off', { cutsOff: true as const }, 3],
  ])('The rules stand where the service %s, and the next review is read all the same', async (_, behavior, tries) => {
    service.behave(behavior);
    const { id } = await add({ rating: 2, reviewText: 'It took a while.' });
    await expect.poll(() => service.calls.length, { timeout: 20_000 }).toBe(tries);
    service.behave(says('positive'));
    const next = await add({ rating: 3, reviewText: 'It went well.' });
    await read(next.id, 'positive');
    expect(await now(id)).toMatchObject({ sentiment: 'negative', sentimentBy: 'rules' });
    expect(service.calls).toHaveLength(1);
  });

  test('What a person did is undone also after the model has read it, which then reads the words again', async () => {
    service.behave(says('negative'));
    const undo = (id: string, { headers }: Answer) =>
      owner.post('/api/undo', { category: 'customer_review', id, commandId: headers.get('x-command-id') });
    const made = await owner.post(PATH, { customer: 'Bo', platform: 'google', rating: 5, reviewText: 'It went well.' });
    const { id } = made.body;
    await read(id, 'negative');
    const revised = await owner.patch(`${PATH}/${id}`, { reviewText: 'It went badly.' }).then(expectStatus(200));
    await expect.poll(() => service.calls.length).toBe(2);
    await undo(id, revised).then(expectStatus(200));
    await expect.poll(() => service.calls.length).toBe(3);
    await read(id, 'negative');
    expect(await now(id)).toMatchObject({ reviewText: 'It went well.' });
    await undo(id, made).then(expectStatus(200));
    expect(await now(id)).toMatchObject({ removed: true });
  });

  test('Stars without words, and words that may not go out, need no model', async () => {
    service.behave(says('negative'));
    const stars = await add({ rating: 5 });
    const named = await add({ rating: 5, reviewText: 'Ada Hall' });
    const last = await add({ rating: 5, reviewText: 'What a mess they made.' });
    await read(last.id, 'negative');
    expect(service.calls).toHaveLength(1);
    for (const { id } of [stars, named])
      expect(await now(id)).toMatchObject({ sentiment: 'positive', sentimentBy: 'rules' });
  });

  test('Reviews of a file are read too, and a review that is erased goes back to its stars', async () => {
    service.behave(says('negative'));
    const csv = 'customer,platform,rating,review,date\nCy Dow,yelp,5,They forgot the hedge.,2026-03-01\n';
    await owner.post(`${PATH}/import`, { csv }).then(expectStatus(200));
    const found = async () => (await owner.get(`${PATH}?search=hedge`)).body[0];
    await expect.poll(found).toMatchObject({ sentiment: 'negative', sentimentBy: 'model' });
    const { id } = await found();
    await owner.post(`${PATH}/${id}/erase`, { confirm: 'Cy Dow' }).then(expectStatus(200));
    expect(await now(id)).toMatchObject({ erased: true, sentiment: 'positive', sentimentBy: 'rules' });
  });
});
