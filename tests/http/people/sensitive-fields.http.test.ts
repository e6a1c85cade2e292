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
