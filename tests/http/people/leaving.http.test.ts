import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { openEvents } from '../../support/requests/event-stream.ts';
import { inCompany } from '../../support/samples/company.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

type Person = { id: string; client: Client };

let folder: TempFolder;
let server: TestServer;
let owner: Client;
let office: Client;
beforeAll(async () => {
  folder = await tempFolder();
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = await server.signIn();
  office = (await hire('Oak', 'office')).client;
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

async function hire(firstName: string, role: string): Promise<Person> {
  const { body } = await owner.post('/api/staff', { firstName }).then(expectStatus(201));
  return addSignedIn(server, owner, firstName.toLowerCase(), { role, personId: body.id });
}

const leave = (client: Client, id: string) => client.post(`/api/staff/${id}/archive`);
const signIn = (username: string) => server.stranger.post('/api/auth/login', { username, password: PASSWORD });
const accountOf = async (id: string) =>
  (await owner.get('/api/users')).body.find((each: { id: string }) => each.id === id);

describe('somebody who leaves', () => {
  test('Somebody who leaves is signed out at once, their open pages too, and cannot sign in', async () => {
    const ash = await hire('Ash', 'crew');
    const stream = await openEvents(server.url, '/api/changes', ash.client);
    await leave(office, ash.id).then(expectStatus(200));
    await stream.ended;
    await ash.client.get('/api/jobs').then(expectStatus(401));
    await signIn('ash').then(expectStatus(401));
    expect(await accountOf(ash.id)).toMatchObject({ disabled: true });
    expect((await owner.get(`/api/users/${ash.id}/sessions`)).body).toEqual([]);
  });

  test('Somebody who leaves has an account again only once an owner opens it, not when they are back', async () => {
    const { id } = await hire('Birch', 'crew');
    await leave(office, id).then(expectStatus(200));
    expect(await owner.patch(`/api/users/${id}`, { disabled: false })).toMatchObject({
      status: 409,
      body: { message: 'This person left the company. Bring them back on People, then enable the account.' },
    });
    await office.post(`/api/staff/${id}/restore`).then(expectStatus(200));
    await signIn('birch').then(expectStatus(401));
    await owner.patch(`/api/users/${id}`, { disabled: false }).then(expectStatus(200));
    await signIn('birch').then(expectStatus(200));
  });

  test('Somebody who leaves by mistake has their account back with the undo, unless an owner had disabled it', async () => {
    for (const [name, disabled] of [
      ['Cedar', false],
      ['Dogwood', true],
    ] as const) {
      const { id } = await hire(name, 'crew');
      await owner.patch(`/api/users/${id}`, { disabled }).then(expectStatus(200));
      const left = await leave(office, id).then(expectStatus(200));
      const act = { category: 'staff', id, commandId: left.headers.get('x-command-id') };
      await office.post('/api/undo', act).then(expectStatus(200));
      expect(await accountOf(id)).toMatchObject({ disabled });
    }
  });

  test('Somebody who leaves is nobody whom the company cannot do without: not the last owner, not oneself', async () => {
    const { body } = await owner.post('/api/staff', { firstName: 'Own', userId: 'owner' }).then(expectStatus(201));
    expect(await leave(owner, body.id)).toMatchObject({
      status: 409,
      body: { message: 'You cannot mark yourself as having left. Ask somebody else to.' },
    });
    expect(await leave(office, body.id)).toMatchObject({
      status: 409,
      body: { message: 'This person is an owner. Only another owner can mark them as having left.' },
    });
    const other = await hire('Elm', 'owner');
    const left = await leave(owner, other.id).then(expectStatus(200));
    const act = { category: 'staff', id: other.id, commandId: left.headers.get('x-command-id') };
    expect(await office.post('/api/undo', act)).toMatchObject({
      status: 409,
      body: { message: 'This person is an owner. Only another owner can undo that they left.' },
    });
    await owner.post('/api/undo', act).then(expectStatus(200));
    other.client = await server.signIn({ username: 'elm', password: PASSWORD });
    // Of two owners who mark each other, at once, one stays.
    const both = await Promise.all([leave(owner, other.id), leave(other.client, 'owner')]);
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });
});

test('Somebody who left is out although the process died before their account was closed', async () => {
  const other = await tempFolder();
  let running = await startTestServer({ DATA_DIR: other.path });
  const boss = await running.signIn();
  const { body } = await boss.post('/api/staff', { firstName: 'Fir' }).then(expectStatus(201));
  const { id, client } = await addSignedIn(running, boss, 'fir', { role: 'office', personId: body.id });
  const cookie = client.cookie() ?? '';
  await running.close();
  await inCompany(other.path, ({ leave: leaveOnly }) => leaveOnly(id));
  running = await startTestServer({ DATA_DIR: other.path });
  await running.stranger.get('/api/jobs', { cookie }).then(expectStatus(401));
  await running.stranger.post('/api/auth/login', { username: 'fir', password: PASSWORD }).then(expectStatus(401));
  const again = await running.signIn();
  const disabled = async () =>
    (await again.get('/api/users')).body.find((each: { id: string }) => each.id === id)?.disabled;
  await expect.poll(disabled).toBe(true);
  await running.close();
  await other.remove();
});
