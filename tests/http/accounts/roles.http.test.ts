import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { inCompany } from '../../support/samples/company.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const PASSWORD = 'their own password';

let folder: TempFolder;
let server: TestServer;
let owner: Client;
let staff: Client;
let auditor: Client;

beforeAll(async () => {
  folder = await tempFolder();
  await inCompany(folder.path, async ({ register, change }) => {
    await register('sam', 'auditor', PASSWORD);
    await change('sam', { type: 'ChangeRole', role: 'office' });
    await register('alex', 'auditor', PASSWORD);
    await register('gone', 'office', PASSWORD);
    await change('gone', { type: 'DisableUser' });
  });
  await start();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

async function start(): Promise<void> {
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = await server.signIn();
  staff = await server.signIn({ username: 'sam', password: PASSWORD });
  auditor = await server.signIn({ username: 'Alex', password: PASSWORD });
}

describe('an auditor', () => {
  test('An auditor reads everything, history too', async () => {
    const { body } = await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(201));
    expect((await auditor.get('/api/auth/user-working').then(expectStatus(200))).body.role).toBe('auditor');
    const { body: leads } = await auditor.get('/api/leads-working').then(expectStatus(200));
    expect(leads).toContainEqual(body);
    await auditor.get('/api/customers').then(expectStatus(200));
    await auditor.get(`/api/history/lead/${body.id}`).then(expectStatus(200));
    expect((await auditor.get('/api/health').then(expectStatus(200))).body.loops).not.toEqual([]);
  });

  test('An auditor changes nothing', async () => {
    const created = await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(201));
    const { id } = created.body;
    const head = created.headers.get('x-position');
    const commandId = created.headers.get('x-command-id');
    const tries = [
      await auditor.post('/api/leads', { name: 'Elm' }),
      await auditor.patch(`/api/leads/${id}`, { status: 'Won' }),
      await auditor.delete(`/api/leads/${id}`),
      await auditor.post(`/api/leads/${id}/convert`),
      await auditor.post(`/api/leads/${id}/restore`),
      await auditor.post('/api/undo', { category: 'lead', id, commandId }),
    ];
    for (const answer of tries)
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'forbidden', message: 'Only owners, the office, and estimators may change this.' },
      });
    expect((await owner.get('/api/health')).body.head).toBe(head);
  });

  test('An auditor may sign out everywhere', async () => {
    const session = await server.signIn({ username: 'alex', password: PASSWORD });
    await session.post('/api/auth/sign-out-everywhere').then(expectStatus(200));
    await auditor.get('/api/leads-working').then(expectStatus(401));
    auditor = await server.signIn({ username: 'alex', password: PASSWORD });
  });
});

describe('the office', () => {
  test('The office does the daily work, and undoes it, the owner’s too', async () => {
    const created = await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(201));
    const { id } = created.body;
    await staff.patch(`/api/leads/${id}`, { status: 'Contacted' }).then(expectStatus(200));
    const removed = await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
    const commandId = removed.headers.get('x-command-id');
    const undone = await staff.post('/api/undo', { category: 'lead', id, commandId }).then(expectStatus(200));
    expect(undone.body.record).toMatchObject({ status: 'Contacted', removed: false });
  });

  test('The office does not read what became of an account; the owner and the auditor do', async () => {
    expect(await staff.get('/api/history/user/sam')).toMatchObject({
      status: 403,
      body: { code: 'forbidden', message: 'Only owners and auditors may see this.' },
    });
    expect((await auditor.get('/api/history/user/sam').then(expectStatus(200))).body).toHaveLength(2);
  });

  test('The office may not undo what the owner did with an account; the owner may', async () => {
    const { body: steps } = await owner.get('/api/history/user/sam').then(expectStatus(200));
    expect(steps.map((step: { type: string }) => step.type)).toEqual(['UserRegistered', 'UserRoleChanged']);
    const undo = (client: Client, commandId: string) =>
      client.post('/api/undo', { category: 'user', id: 'sam', commandId });
    expect(await undo(staff, steps[1].commandId)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await undo(owner, steps[0].commandId)).toMatchObject({ status: 409, body: { code: 'changed_since' } });
    const undone = await undo(owner, steps[1].commandId).then(expectStatus(200));
    expect(undone.body.record).toMatchObject({ id: 'sam', role: 'auditor' });
    const again = await undo(owner, undone.headers.get('x-command-id') ?? '').then(expectStatus(200));
    expect(again.body.record).toMatchObject({ id: 'sam', role: 'office' });
  });
});

test('An Idempotency-Key of another person is another command', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const mine = await owner.post('/api/leads', { name: 'Oak' }, key).then(expectStatus(201));
  const theirs = await staff.post('/api/leads', { name: 'Elm' }, key).then(expectStatus(201));
  expect(theirs.body).toMatchObject({ name: 'Elm' });
  expect(theirs.body.id).not.toBe(mine.body.id);
});

test('A disabled account is refused as an unknown one is, and so is a session that it still has', async () => {
  const refused = await server.stranger.post('/api/auth/login', { username: 'gone', password: PASSWORD });
  expect(refused).toMatchObject({ status: 401, body: { message: 'Invalid credentials' } });

  const cookie = staff.cookie() ?? '';
  await server.close();
  let head = '';
  await inCompany(folder.path, async ({ stores, change }) => {
    await change('sam', { type: 'DisableUser' });
    head = await stores.log.head();
  });
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = await server.signIn();
  const seen = await owner.get('/api/leads-working?limit=1', { 'x-min-position': head });
  expect(seen.headers.get('x-consistent')).toBe('true');
  await server.stranger.get('/api/leads-working', { cookie }).then(expectStatus(401));
  await server.stranger.post('/api/auth/login', { username: 'sam', password: PASSWORD }).then(expectStatus(401));
});
