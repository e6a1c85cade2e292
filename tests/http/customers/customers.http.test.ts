import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const ADA = { firstName: 'Ada', lastName: 'King', email: 'ada@example.com', phone: '(413) 555-0142' };
const HOUSE = { address: '3 Elm St', city: 'Hadley', state: 'MA', zipCode: '01035' };

const register = (changes: object = {}, headers = {}) =>
  owner.post('/api/customers', { ...ADA, ...HOUSE, notes: 'Has a dog', ...changes }, headers);

async function registered(changes: object = {}): Promise<Answer['body']> {
  return (await register(changes).then(expectStatus(201))).body;
}

const pathOf = ({ id }: { id: string }) => `/api/customers/${id}`;
const names = (answer: Answer) => answer.body.map((each: { firstName: string }) => each.firstName);

async function types(id: string): Promise<string[]> {
  const { body } = await owner.get(`/api/history/customer/${id}`).then(expectStatus(200));
  return body.map((step: { type: string }) => step.type);
}

describe('POST /api/customers', () => {
  test('Registering a customer answers 201 with the customer as the list shows them', async () => {
    const { body, headers } = await register({ lastName: 'Registered' }).then(expectStatus(201));
    const [property] = body.properties;
    expect(body).toMatchObject({ ...ADA, ...HOUSE, lastName: 'Registered', notes: 'Has a dog', leadId: null });
    expect(property).toMatchObject({ ...HOUSE, label: null, accessNotes: null, latitude: null, longitude: null });
    const seen = { 'x-min-position': headers.get('x-position') ?? '' };
    expect((await owner.get('/api/customers?search=registered', seen)).body).toEqual([body]);
    expect((await owner.get(pathOf(body), seen).then(expectStatus(200))).body).toEqual(body);
  });

  test('Registering a customer takes empty texts and null for no value', async () => {
    const body = await registered({
      firstName: '',
      email: null,
      phone: '',
      address: '',
      city: '',
      state: '',
      zipCode: null,
    });
    expect(body).toMatchObject({ firstName: null, email: null, phone: null, address: null, properties: [] });
  });

  test('Registering a customer with the same key happens once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = [await register({}, key), await register({}, key)];
    expect(second.body.id).toBe(first.body.id);
    expect(await types(first.body.id)).toEqual(['CustomerRegistered']);
    expect((await register({ phone: '1' }, key)).status).toBe(409);
  });

  test.each([
    [{ firstName: ' ', lastName: '' }, 'Enter a first or a last name.', 'firstName'],
    [{ email: 'ada' }, 'The email address must be like name@example.com.', 'email'],
    [{ phone: 5 }, 'The phone number must be text.', 'phone'],
    [{ zipCode: 'x'.repeat(21) }, 'The ZIP code must not be longer than 20 characters.', 'zipCode'],
  ])('Registering a customer refuses %j and says which field', async (changes, message, path) => {
    const before = (await owner.get('/api/customers')).body.length;
    const { body } = await register(changes).then(expectStatus(400));
    expect(body.issues).toContainEqual({ path, message });
    expect((await owner.get('/api/customers')).body).toHaveLength(before);
  });
});

describe('GET /api/customers', () => {
  test('Customers are found by name, email and phone, with the search trimmed', async () => {
    const body = await registered({ firstName: 'Xenia', email: 'xe@lindenhof.example', phone: '(202) 987-6543' });
    for (const search of ['  xenia ', 'lindenhof', '987-6543', '2029876543', 'xen king']) {
      const { body: found } = await owner.get(`/api/customers?search=${encodeURIComponent(search)}`);
      expect(found.map((each: { id: string }) => each.id)).toEqual([body.id]);
    }
    expect((await owner.get('/api/customers?search=lindenhof%20nobody')).body).toEqual([]);
    expect((await owner.get('/api/customers?search=%20%20&limit=1')).body).toHaveLength(1);
  });

  test('Customers are found by street, city and ZIP code of every property that is there', async () => {
    const rita = await registered({ firstName: 'Rita', address: '77 Quarry Rd', city: 'Montague', zipCode: '01351' });
    const path = `${pathOf(rita)}/properties`;
    const cabin = { address: '5 Wendell Turnpike', city: 'Shutesbury', state: 'MA', zipCode: '01072-9711' };
    const added = await owner.post(path, cabin).then(expectStatus(201));
    const found = async (search: string, seen: object = {}) =>
      (await owner.get(`/api/customers?search=${encodeURIComponent(search)}`, { ...seen })).body.map(idOf);
    const idOf = ({ id }: { id: string }) => id;
    for (const search of [
      'quarry',
      'montague',
      '01351',
      'rita shutesbury',
      '01072',
      '5 Wendell Turnpike, Shutesbury, MA',
    ])
      expect(await found(search), search).toEqual([rita.id]);
    const gone = await owner.delete(`${path}/${added.body.properties[1].id}`).then(expectStatus(204));
    expect(await found('wendell', { 'x-min-position': gone.headers.get('x-position') ?? '' })).toEqual([]);
    expect(await found('quarry montague')).toEqual([rita.id]);
  });

  test('Customers are paged with a cursor, newest first or by name', async () => {
    for (const [firstName, lastName] of [
      ['Cyril', 'Paged'],
      ['Anna', 'Paged'],
      ['Bert', 'Paged'],
      ['Zoe', 'Épaged'],
    ])
      await registered({ firstName, lastName });
    const list = '/api/customers?search=paged&limit=3';
    const first = await owner.get(list).then(expectStatus(200));
    expect(names(first)).toEqual(['Zoe', 'Bert', 'Anna']);
    const next = await owner.get(`${list}&cursor=${first.headers.get('x-next-cursor')}`);
    expect(names(next)).toEqual(['Cyril']);
    expect(next.headers.get('x-next-cursor')).toBeNull();
    expect(names(await owner.get('/api/customers?search=paged&sort=name'))).toEqual(['Zoe', 'Anna', 'Bert', 'Cyril']);
    expect((await owner.get(`/api/customers?limit=3&cursor=${first.headers.get('x-next-cursor')}`)).status).toBe(400);
  });

  test('Customers are found, compared and sorted by what people type of their names', async () => {
    for (const [firstName, lastName] of [
      ['Zed', 'Typedmill'],
      ['Łucja', 'Typedłos'],
      ['Cy', 'Typed–Lind'],
      ['Bo', 'O’Typedlong'],
      ['Al', 'OTypedlong'],
      ['Di', 'van der Typedlong'],
    ])
      await registered({ firstName, lastName });
    const sorted = names(await owner.get('/api/customers?search=typed&sort=name'));
    expect(sorted).toEqual(['Al', 'Bo', 'Cy', 'Łucja', 'Zed', 'Di']);
    expect(names(await owner.get('/api/customers?search=vandertypedlong'))).toEqual(['Di']);
    const same = new URLSearchParams({ firstName: 'lucja', lastName: 'typedlos' });
    const { body } = await owner.get(`/api/customers/duplicates?${same}`).then(expectStatus(200));
    expect(body).toMatchObject([{ customer: { firstName: 'Łucja' }, matches: ['name'] }]);
  });

  test('Listing customers refuses a sort, a filter and a limit that are none', async () => {
    for (const query of ['sort=phone', 'removed=maybe', 'limit=0', `search=${'x'.repeat(201)}`])
      expect((await owner.get(`/api/customers?${query}`)).status).toBe(400);
  });
});

describe('PATCH /api/customers/{id}', () => {
  test('A change of a customer changes what it names; the address is the first property’s', async () => {
    const body = await registered();
    const patched = await owner.patch(pathOf(body), { lastName: 'Lovelace', notes: '', city: 'Amherst' });
    expect(patched.body).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', notes: null, city: 'Amherst' });
    expect(patched.body.properties).toMatchObject([
      { id: body.properties[0].id, address: '3 Elm St', city: 'Amherst' },
    ]);
    expect(await types(body.id)).toEqual(['CustomerRegistered', 'CustomerDetailsRevised', 'PropertyRevised']);
    const undone = await owner.post('/api/undo', {
      category: 'customer',
      id: body.id,
      commandId: patched.headers.get('x-command-id'),
    });
    const { revision: _, ...before } = body;
    expect(undone.body.record).toMatchObject(before);
  });

  test('A change of a customer without a name left is refused, and nothing is appended', async () => {
    const body = await registered();
    const refused = await owner.patch(pathOf(body), { firstName: '', lastName: null }).then(expectStatus(400));
    expect(refused.body.message).toBe('Enter a first or a last name.');
    expect(await types(body.id)).toHaveLength(1);
  });

  test('A change of a customer on a revision that is not the last is 409 with who changed what', async () => {
    const body = await registered();
    await owner.patch(pathOf(body), { phone: '555-0000' }).then(expectStatus(200));
    const stale = await owner.patch(pathOf(body), { notes: 'Cat', expectedRevision: body.revision });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'stale', record: { phone: '555-0000' }, changes: [{ changes: [{ field: 'phone' }] }] },
    });
  });

  test('A change of nobody is 404, of an archived customer 410', async () => {
    await owner.patch(`/api/customers/${randomUUID()}`, { notes: 'x' }).then(expectStatus(404));
    const body = await registered();
    await owner.delete(pathOf(body)).then(expectStatus(204));
    const refused = await owner.patch(pathOf(body), { notes: 'x' }).then(expectStatus(410));
    expect(refused.body.message).toBe('This customer is archived. Restore them to change anything.');
  });
});

describe('DELETE /api/customers/{id} and its restore', () => {
  test('Customers are archived and brought back', async () => {
    const body = await registered({ lastName: 'Archivable' });
    await owner.delete(pathOf(body)).then(expectStatus(204));
    await owner.delete(pathOf(body)).then(expectStatus(204));
    expect((await owner.get('/api/customers?search=archivable')).body).toEqual([]);
    expect((await owner.get('/api/customers?search=archivable&removed=true')).body).toMatchObject([{ removed: true }]);
    expect((await owner.get(pathOf(body)).then(expectStatus(200))).body.removed).toBe(true);
    const restored = await owner.post(`${pathOf(body)}/restore`).then(expectStatus(200));
    expect(restored.body.removed).toBe(false);
    await owner.delete(`/api/customers/${randomUUID()}`).then(expectStatus(404));
    await owner.get(`/api/customers/${randomUUID()}`).then(expectStatus(404));
  });
});

describe('properties', () => {
  test('Properties are added, changed and removed', async () => {
    const body = await registered();
    const path = `${pathOf(body)}/properties`;
    const added = await owner
      .post(path, {
        label: 'Barn',
        address: '9 Mill Lane',
        accessNotes: 'Gate 4711',
        latitude: '42.3732',
        longitude: -72.5,
      })
      .then(expectStatus(201));
    const barn = added.body.properties[1];
    expect(barn).toMatchObject({ label: 'Barn', latitude: 42.3732, longitude: -72.5, accessNotes: 'Gate 4711' });
    expect(added.body.address).toBe('3 Elm St');
    const changed = await owner.patch(`${path}/${barn.id}`, { label: '', latitude: null, longitude: '' });
    expect(changed.body.properties[1]).toMatchObject({ label: null, latitude: null, longitude: null });
    await owner.delete(`${path}/${body.properties[0].id}`).then(expectStatus(204));
    const gone = await owner.delete(`${path}/${body.properties[0].id}`).then(expectStatus(204));
    const seen = { 'x-min-position': gone.headers.get('x-position') ?? '' };
    expect((await owner.get(pathOf(body), seen)).body).toMatchObject({
      address: '9 Mill Lane',
      properties: [{ id: barn.id }],
    });
  });

  test.each([
    [{ accessNotes: 'Gate 4711' }, 'A property needs an address, a label or coordinates.'],
    [{ address: '1 A St', latitude: 42 }, 'Coordinates are a latitude and a longitude. Enter both, or neither.'],
    [{ latitude: 90.5, longitude: 0 }, 'The latitude must be a number of degrees from -90 to 90, like 42.3732.'],
    [{ latitude: 0, longitude: 'west' }, 'The longitude must be a number of degrees from -180 to 180, like 42.3732.'],
  ])('Properties with %j are refused', async (details, message) => {
    const body = await registered();
    const refused = await owner.post(`${pathOf(body)}/properties`, details).then(expectStatus(400));
    expect(refused.body.issues[0].message).toBe(message);
    expect(await types(body.id)).toHaveLength(1);
  });

  test('Properties that are not there are 404', async () => {
    const body = await registered();
    await owner.patch(`${pathOf(body)}/properties/${randomUUID()}`, { label: 'x' }).then(expectStatus(404));
    await owner.delete(`${pathOf(body)}/properties/${randomUUID()}`).then(expectStatus(404));
    await owner.post(`/api/customers/${randomUUID()}/properties`, { label: 'x' }).then(expectStatus(404));
  });
});
