import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let staff: Client;
let auditor: Client;
let grace: string;
let walter: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  staff = (await addSignedIn(server, owner, 'sam')).client;
  auditor = (await addSignedIn(server, owner, 'alex', { role: 'auditor' })).client;
});
beforeEach(async () => {
  [grace, walter] = await Promise.all([addPerson('Grace'), addPerson('Walter')]);
});
afterAll(() => server.close());

const head = async () => (await owner.get('/api/health')).body.head;
const addPerson = async (firstName: string): Promise<string> =>
  (await staff.post('/api/staff', { firstName }).then(expectStatus(201))).body.id;

let count = 0;
const form = async (rest: object = {}) =>
  (await staff.post('/api/crews', { name: `Removal ${++count}`, ...rest }).then(expectStatus(201))).body;
const crew = async (id: string) => (await staff.get('/api/crews')).body.find((each: { id: string }) => each.id === id);

describe('GET and POST /api/crews', () => {
  test('A crew has a name, isActive and memberIds, and the newest crew is listed first', async () => {
    const first = await form({ memberIds: [grace], workingHours: { start: '07:00', end: '15:00' } });
    expect(first).toEqual({
      id: expect.any(String),
      name: `Removal ${count}`,
      isActive: true,
      memberIds: [grace],
      homeAddress: null,
      workingHours: { start: '07:00', end: '15:00' },
      defaultEquipmentIds: [],
      createdAt: expect.any(String),
      revision: expect.any(Number),
      removed: false,
    });
    const second = await form({ isActive: false, homeAddress: ' 12 Mill Lane ' });
    expect(second).toMatchObject({ isActive: false, homeAddress: '12 Mill Lane', memberIds: [] });
    expect((await auditor.get('/api/crews').then(expectStatus(200))).body).toEqual([second, first]);
  });

  test('A crew is made once where the request comes again', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = { name: 'Once', memberIds: [walter] };
    const first = await staff.post('/api/crews', body, key).then(expectStatus(201));
    await form();
    expect((await staff.post('/api/crews', body, key).then(expectStatus(201))).body).toEqual(first.body);
  });

  test.each([
    [{}, 400, 'name'],
    [{ name: ' ' }, 400, 'name'],
    [{ name: 'x'.repeat(101) }, 400, 'name'],
    [{ name: 'Stumps', isActive: 'yes' }, 400, 'isActive'],
    [{ name: 'Stumps', memberIds: 'all' }, 400, 'memberIds'],
    [{ name: 'Stumps', memberIds: ['nobody'] }, 400, 'memberIds'],
    [{ name: 'Stumps', memberIds: ['constructor'] }, 400, 'memberIds'],
    [{ name: 'Stumps', workingHours: { start: '15:00', end: '07:00' } }, 400, 'workingHours'],
    [{ name: 'Stumps', defaultEquipmentIds: ['no chipper'] }, 400, 'defaultEquipmentIds'],
    [{ name: 'ONCE' }, 409, 'name'],
  ])('A new crew with %j is refused, with the field, and nothing is appended', async (body, status, path) => {
    const before = await head();
    const refused = await staff.post('/api/crews', body).then(expectStatus(status));
    expect(refused.body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
    expect(await head()).toBe(before);
  });

  test('Crews are the staff’s to change; an auditor reads', async () => {
    await auditor.post('/api/crews', { name: 'Mine' }).then(expectStatus(403));
    await auditor.patch('/api/crews/any', { name: 'Mine' }).then(expectStatus(403));
    await server.stranger.get('/api/crews').then(expectStatus(401));
  });
});

describe('who is in a crew', () => {
  test('A person is in one crew: a claim of another is refused with its name, a move that says so is not', async () => {
    const [one, two] = [await form({ memberIds: [grace] }), await form()];
    const before = await head();
    const claimed = await staff.patch(`/api/crews/${two.id}`, { memberIds: [grace, walter] });
    const message = `Grace is in the crew ${one.name}. Move them from there, or leave them out.`;
    expect(claimed).toMatchObject({ status: 409, body: { message, issues: [{ path: 'memberIds', message }] } });
    expect(await head()).toBe(before);

    const body = { memberIds: [grace, walter], movedFrom: { [grace]: one.id } };
    const moved = await staff.patch(`/api/crews/${two.id}`, body).then(expectStatus(200));
    expect(moved.body.memberIds).toEqual([grace, walter]);
    expect((await crew(one.id)).memberIds).toEqual([]);
    const act = { category: 'crew', id: two.id, commandId: moved.headers.get('x-command-id') };
    await staff.post('/api/undo', act).then(expectStatus(200));
    expect((await crew(one.id)).memberIds).toEqual([grace]);
    expect((await crew(two.id)).memberIds).toEqual([]);
  });

  test('A new member cannot be somebody who left; a member who left while in the crew stays, to be seen and taken out', async () => {
    const one = await form({ memberIds: [grace] });
    for (const id of [grace, walter]) await staff.post(`/api/staff/${id}/archive`).then(expectStatus(200));
    const refused = await staff.patch(`/api/crews/${one.id}`, { memberIds: [grace, walter] });
    expect(refused).toMatchObject({
      status: 400,
      body: { message: 'Walter left the company. Remove them from the crew.' },
    });
    const renamed = await staff.patch(`/api/crews/${one.id}`, { name: 'Renamed', memberIds: [grace] });
    expect(renamed).toMatchObject({ status: 200, body: { memberIds: [grace] } });
    const emptied = await staff.patch(`/api/crews/${one.id}`, { memberIds: null }).then(expectStatus(200));
    expect(emptied.body.memberIds).toEqual([]);
  });

  test('A move of a member is a step in the history of both crews, and of no other', async () => {
    const [one, two, other] = [await form({ memberIds: [grace] }), await form(), await form()];
    const move = { memberIds: [grace], movedFrom: { [grace]: one.id } };
    await staff.patch(`/api/crews/${two.id}`, move).then(expectStatus(200));
    const typesOf = async (id: string) =>
      (await staff.get(`/api/history/crew/${id}`)).body.map(({ type }: { type: string }) => type);
    expect(await typesOf(one.id)).toEqual(['CrewFormed', 'CrewMemberAssigned', 'CrewMemberAssigned']);
    expect(await typesOf(two.id)).toEqual(['CrewFormed', 'CrewMemberAssigned']);
    expect(await typesOf(other.id)).toEqual(['CrewFormed']);
    const { body } = await staff.get(`/api/history/crew/${one.id}`);
    expect(body[2].changes).toEqual([{ field: 'memberIds', before: [grace], after: [] }]);
  });
});

describe('PATCH /api/crews/{id}', () => {
  test('A change of a crew is checked against the crew’s own revision, whatever happens to other crews', async () => {
    const [one, two] = [await form(), await form()];
    await staff.patch(`/api/crews/${two.id}`, { isActive: false }).then(expectStatus(200));
    const changed = await staff.patch(`/api/crews/${one.id}`, { homeAddress: 'Yard', expectedRevision: one.revision });
    expect(changed).toMatchObject({ status: 200, body: { homeAddress: 'Yard' } });
    const stale = await staff.patch(`/api/crews/${one.id}`, { name: 'Elm', expectedRevision: one.revision });
    expect(stale).toMatchObject({
      status: 409,
      body: {
        code: 'stale',
        record: { id: one.id, homeAddress: 'Yard' },
        changes: [{ type: 'CrewRevised', changes: [{ field: 'homeAddress' }] }],
      },
    });
    expect(stale.body.changes).toHaveLength(1);
  });

  test('A change of a crew is undone although another crew changed since, and not once this one has', async () => {
    const [one, two] = [await form(), await form()];
    const changed = await staff.patch(`/api/crews/${one.id}`, { isActive: false }).then(expectStatus(200));
    await staff.patch(`/api/crews/${two.id}`, { homeAddress: 'Yard' }).then(expectStatus(200));
    const act = { category: 'crew', id: one.id, commandId: changed.headers.get('x-command-id') };
    const undone = await staff.post('/api/undo', act).then(expectStatus(200));
    expect(undone.body.record).toMatchObject({ id: one.id, isActive: true });
    const again = await staff.patch(`/api/crews/${one.id}`, { isActive: false }).then(expectStatus(200));
    await staff.patch(`/api/crews/${one.id}`, { homeAddress: 'Yard' }).then(expectStatus(200));
    const late = { ...act, commandId: again.headers.get('x-command-id') };
    expect(await staff.post('/api/undo', late)).toMatchObject({ status: 409, body: { code: 'changed_since' } });
  });

  test('A change of an unknown crew is not found, of a removed one is gone; undoing the removal brings it back', async () => {
    await staff.patch('/api/crews/nothing', { name: 'Elm' }).then(expectStatus(404));
    await staff.patch('/api/crews/constructor', { name: 'Elm' }).then(expectStatus(404));
    await staff.get('/api/history/crew/nothing').then(expectStatus(404));
    const made = await staff.post('/api/crews', { name: 'Brief', memberIds: [grace] }).then(expectStatus(201));
    const { id } = made.body;
    const act = { category: 'crew', id, commandId: made.headers.get('x-command-id') };
    const undone = await staff.post('/api/undo', act).then(expectStatus(200));
    expect(await crew(id)).toBeUndefined();
    await staff.patch(`/api/crews/${id}`, { name: 'Elm' }).then(expectStatus(410));
    await staff.post('/api/undo', { ...act, commandId: undone.headers.get('x-command-id') }).then(expectStatus(200));
    expect(await crew(id)).toMatchObject({ name: 'Brief', memberIds: [grace] });
  });
});
