import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../../../domain/user/terms.ts';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// What of a person is the owner's and the office's alone (docs/design/people.md): everybody else, whatever they ask for,
// neither reads nor changes it.

const SECRET = 'Zelkova';
const contact = { emergencyName: SECRET, emergencyPhone: '617 555 0188', emergencyRelationship: 'Sister' };
const nothing = { emergencyName: null, emergencyPhone: null, emergencyRelationship: null };

let server: TestServer;
let owner: Client;
/** Somebody with each role, and an emergency contact of their own. */
const people = {} as Record<Role, { id: string; client: Client }>;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  for (const role of ROLES) {
    const { body } = await owner.post('/api/staff', { firstName: role, ...contact }).then(expectStatus(201));
    people[role] = await addSignedIn(server, owner, `${role}-1`, { role, personId: body.id });
  }
});
afterAll(() => server.close());

const { owner: _, office: __, ...OTHERS } = Object.fromEntries(ROLES.map((role) => [role, role]));

describe('an emergency contact', () => {
  test.each(['owner', 'office'] as const)('An emergency contact is seen and changed by the %s', async (role) => {
    const { client, id } = people[role];
    const { body: list } = await client.get('/api/staff').then(expectStatus(200));
    expect(list.find((each: { id: string }) => each.id === id)).toMatchObject(contact);
    const changed = await client.patch(`/api/staff/${id}`, { emergencyPhone: '617 555 0177' }).then(expectStatus(200));
    const { body: steps } = await client.get(`/api/history/staff/${id}`).then(expectStatus(200));
    expect(steps.at(-1).changes).toMatchObject([
      { field: 'emergencyPhone', before: '617 555 0188', after: '617 555 0177' },
    ]);
    const act = { category: 'staff', id, commandId: changed.headers.get('x-command-id') };
    expect((await client.post('/api/undo', act).then(expectStatus(200))).body.record).toMatchObject(contact);
    expect((await client.get('/api/staff?format=csv').then(expectStatus(200))).body).toContain(SECRET);
  });

  test.each(Object.values(OTHERS))('An emergency contact, even their own, is not told to the %s', async (role) => {
    const { client, id } = people[role as Role];
    const { body: list } = await client.get('/api/staff').then(expectStatus(200));
    expect(list.find((each: { id: string }) => each.id === id)).toMatchObject(nothing);
    const read = [
      '/api/staff',
      `/api/staff/${id}`,
      '/api/staff?format=csv',
      `/api/history/staff/${id}`,
      `/api/history/staff/${people.office.id}`,
      '/api/users',
      `/api/search?search=${SECRET}`,
      '/api/activity',
    ];
    for (const path of read) expect(JSON.stringify((await client.get(path)).body), path).not.toContain(SECRET);
    await client.patch(`/api/staff/${id}`, { emergencyPhone: '1' }).then(expectStatus(403));
  });

  test('An emergency contact finds nobody: it is about somebody else', async () => {
    for (const search of [SECRET, '6175550188'])
      expect((await owner.get(`/api/staff?search=${search}`).then(expectStatus(200))).body).toEqual([]);
  });

  test('An emergency contact is not put back by who no longer works in the office', async () => {
    const { client, id } = await addSignedIn(server, owner, 'former', { role: 'office' });
    const path = `/api/staff/${people.crew.id}`;
    const changed = await client.patch(path, { emergencyPhone: null }).then(expectStatus(200));
    await owner.patch(`/api/users/${id}`, { role: 'auditor' }).then(expectStatus(200));
    const act = { category: 'staff', id: people.crew.id, commandId: changed.headers.get('x-command-id') };
    await client.post('/api/undo', act).then(expectStatus(403));
  });
});

describe('a rate', () => {
  const rates = (id: string) => `/api/pay/${id}/rates`;
  const set = { from: '2026-06-01', rate: '31.25' };

  test.each(['owner', 'office'] as const)('A rate is seen, set and taken away by the %s', async (role) => {
    const { client, id } = people[role];
    expect((await client.get(`/api/pay/${id}`).then(expectStatus(200))).body).toMatchObject({ rates: [] });
    const made = await client.post(rates(id), set).then(expectStatus(200));
    expect(made.body).toMatchObject({ id, rates: [set] });
    await client.post(rates(id), { ...set, rate: '33' }).then(expectStatus(200));
    const gone = await client.delete(`${rates(id)}/2026-06-01`).then(expectStatus(204));
    expect((await client.get(`/api/pay/${id}`)).body.rates).toEqual([]);
    const act = { category: 'pay', id, commandId: gone.headers.get('x-command-id') };
    const { body } = await client.post('/api/undo', act).then(expectStatus(200));
    expect(body.record.rates).toEqual([{ from: '2026-06-01', rate: '33.00' }]);
    const { body: steps } = await client.get(`/api/history/pay/${id}`).then(expectStatus(200));
    expect(steps).toHaveLength(4);
  });

  test.each(Object.values(OTHERS))('A rate, even their own, is not told to the %s', async (role) => {
    const { client, id } = people[role as Role];
    const made = await owner.post(rates(id), set).then(expectStatus(200));
    const refused = [
      await client.get(`/api/pay/${id}`),
      await client.post(rates(id), set),
      await client.delete(`${rates(id)}/2026-06-01`),
      await client.get(`/api/history/pay/${id}`),
      await client.post('/api/undo', { category: 'pay', id, commandId: made.headers.get('x-command-id') }),
    ];
    for (const answer of refused) expect(answer).toMatchObject({ status: 403 });
    for (const path of ['/api/activity', `/api/staff/${id}`, `/api/history/staff/${id}`]) {
      const told = JSON.stringify((await client.get(path)).body);
      expect(told, path).not.toMatch(/31\.25|PayRateSet/);
    }
  });

  test.each([
    [{ ...set, rate: '-1' }, 'rate'],
    [{ ...set, rate: '31.255' }, 'rate'],
    [{ ...set, rate: '' }, 'rate'],
    [{ ...set, rate: '0' }, 'rate'],
    [{ ...set, rate: '1000.01' }, 'rate'],
    [{ ...set, from: '2026-02-30' }, 'from'],
    [{ ...set, from: '0206-06-01' }, 'from'],
    [{ rate: '30' }, 'from'],
  ])('A rate of %j is refused, with the field', async (body, path) => {
    const refused = await owner.post(rates(people.crew.id), body).then(expectStatus(400));
    expect(refused.body.issues).toMatchObject([{ path }]);
  });

  test('A rate of nobody is not set', async () => {
    await owner.post(rates('nobody'), set).then(expectStatus(400));
  });
});
