import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const NOW = '2026-06-15T14:00:00.000Z';
let server: TestServer;
let owner: Client;
let office: { id: string; client: Client };

beforeAll(async () => {
  server = await startTestServer({}, () => Date.parse(NOW));
  owner = await server.signIn();
  office = await addSignedIn(server, owner, 'office', { role: 'office' });
});
afterAll(() => server.close());

const person = async (firstName = 'Ash'): Promise<string> =>
  (await owner.post('/api/staff', { firstName }).then(expectStatus(201))).body.id;
const tick = (id: string, item: unknown, changes: object = {}, client = office.client) =>
  client.put(`/api/staff/${id}/checklist`, { list: 'onboarding', item, done: true, ...changes });

describe('a person’s checklists', () => {
  test('An item is ticked by whoever did it, once, and the tick is taken away and undone', async () => {
    const id = await person();
    const { body } = await tick(id, 'W-4').then(expectStatus(200));
    const done = { list: 'onboarding', item: 'W-4', doneBy: office.id, doneAt: NOW };
    expect(body.checklist).toMatchObject([done]);
    expect(body.checklist[0].doneByName).toEqual(expect.any(String));
    const again = await tick(id, 'W-4', {}, owner).then(expectStatus(200));
    expect(again.body.checklist, 'the first who ticked it').toMatchObject([done]);
    const untick = await tick(id, 'W-4', { done: false }).then(expectStatus(200));
    expect(untick.body.checklist).toEqual([]);
    const commandId = untick.headers.get('x-command-id');
    const undone = await owner.post('/api/undo', { category: 'staff', id, commandId }).then(expectStatus(200));
    expect(undone.body.record.checklist).toMatchObject([done]);
  });

  test('A list that changes later leaves what was ticked as it read, and takes no item that is not on it', async () => {
    const id = await person();
    await tick(id, 'I-9 with documents seen').then(expectStatus(200));
    await owner.patch('/api/settings', { onboardingItems: ['Yard key'] }).then(expectStatus(200));
    expect((await owner.get(`/api/staff/${id}`)).body.checklist).toMatchObject([{ item: 'I-9 with documents seen' }]);
    await tick(id, 'Yard key').then(expectStatus(200));
    expect(await tick(id, 'W-4')).toMatchObject({ status: 400, body: { issues: [{ path: 'item' }] } });
    await owner.patch('/api/settings', { onboardingItems: [] }).then(expectStatus(200));
    expect((await owner.get('/api/settings')).body.onboardingItems).toEqual([]);
    await owner.patch('/api/settings', { onboardingItems: null }).then(expectStatus(200));
    for (const onboardingItems of [['W-4', 'W-4'], [' '], ['x'.repeat(121)], 'W-4', [7], Array(41).fill('x')])
      await owner.patch('/api/settings', { onboardingItems }).then(expectStatus(400));
    await office.client.patch('/api/settings', { leavingItems: [] }).then(expectStatus(403));
  });

  test('The list of leaving is ticked for who has left; a wrong body or person is refused', async () => {
    const id = await person();
    await owner.post(`/api/staff/${id}/archive`).then(expectStatus(200));
    await tick(id, 'Keys back', { list: 'leaving' }).then(expectStatus(200));
    for (const wrong of [{ list: 'other' }, { done: 'yes' }, { item: '' }, { item: 7 }, { more: 1 }])
      expect(await tick(id, 'Keys back', wrong), JSON.stringify(wrong)).toMatchObject({ status: 400 });
    await tick('nobody', 'W-4').then(expectStatus(404));
  });

  test('Owner and office tick, an auditor reads, and colleagues see nothing of it', async () => {
    const id = await person();
    await tick(id, 'W-4').then(expectStatus(200));
    for (const role of ['estimator', 'crew', 'auditor'] as const) {
      const { client } = await addSignedIn(server, owner, role, { role });
      await tick(id, 'W-4', { done: false }, client).then(expectStatus(403));
      const { body } = await client.get('/api/staff').then(expectStatus(200));
      const { checklist } = body.find((each: { id: string }) => each.id === id);
      expect(checklist, role).toHaveLength(role === 'auditor' ? 1 : 0);
    }
  });
});
