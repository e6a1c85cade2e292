import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const HADLEY = '3 Elm St, Hadley, MA 01035';

const addJob = async (body: object): Promise<string> =>
  (await owner.post('/api/jobs', body).then(expectStatus(201))).body.id;
const placeOf = async (id: string) => (await owner.get(`/api/jobs/${id}/place`).then(expectStatus(200))).body;
const put = (id: string, body: object) => owner.put(`/api/jobs/${id}`, body);

test('A job is where its ZIP code is, its property, its pin: the surest tells it', async () => {
  const { body: customer } = await owner.post('/api/customers', { lastName: 'King' }).then(expectStatus(201));
  const place = { address: '3 Elm St', city: 'Hadley', state: 'MA', zipCode: '01035' };
  const { body: withOne } = await owner
    .post(`/api/customers/${customer.id}/properties`, { ...place, latitude: '42.35', longitude: '-72.58' })
    .then(expectStatus(201));
  const { id: propertyId } = withOne.properties.at(-1);

  const id = await addJob({ customerId: customer.id, address: HADLEY });
  expect(await placeOf(id)).toEqual({
    precision: 'zip',
    latitude: expect.closeTo(42.4, 0),
    longitude: expect.closeTo(-72.6, 0),
  });
  await put(id, { propertyId }).then(expectStatus(200));
  expect(await placeOf(id)).toEqual({ precision: 'property', latitude: 42.35, longitude: -72.58 });
  await put(id, { latitude: 42.351, longitude: '-72.581' }).then(expectStatus(200));
  expect(await placeOf(id)).toEqual({ precision: 'pin', latitude: 42.351, longitude: -72.581 });
});

test('Another address takes the pin of a job away, unless the change brings one; undo puts it back', async () => {
  const id = await addJob({ address: HADLEY, latitude: 42.351, longitude: -72.581 });
  const moved = await put(id, { address: 'Behind the church' }).then(expectStatus(200));
  expect(moved.body).toMatchObject({ latitude: null, longitude: null });
  expect(await placeOf(id)).toEqual({ latitude: null, longitude: null, precision: null });
  const commandId = moved.headers.get('x-command-id');
  await owner.post('/api/undo', { category: 'job', id, commandId }).then(expectStatus(200));
  expect(await placeOf(id)).toMatchObject({ precision: 'pin', latitude: 42.351 });
  await put(id, { address: 'Elsewhere', latitude: 1, longitude: 2 }).then(expectStatus(200));
  expect(await placeOf(id)).toMatchObject({ precision: 'pin', latitude: 1, longitude: 2 });
});

test.each([
  [{ latitude: 42 }, 'longitude'],
  [{ longitude: 42 }, 'latitude'],
  [{ latitude: 91, longitude: 2 }, 'latitude'],
  [{ latitude: 1, longitude: 'west' }, 'longitude'],
])('A pin of %o is refused beside %s', async (pin, path) => {
  const { body } = await owner.post('/api/jobs', { address: HADLEY, ...pin }).then(expectStatus(400));
  expect(body.issues).toEqual([expect.objectContaining({ path })]);
});

test('A job that is none has no place', async () => {
  await owner.get('/api/jobs/00000000-0000-4000-8000-000000000000/place').then(expectStatus(404));
});
