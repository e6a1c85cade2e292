import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

async function addLead(name: string): Promise<string> {
  return (await owner.post('/api/leads', { name }).then(expectStatus(201))).body.id;
}

describe('GET /api/dashboard/metrics', () => {
  test('counts what there is, and says of the rest that there is none', async () => {
    const [a, b] = [await addLead('Ash'), await addLead('Beech')];
    await addLead('Cedar');
    await owner.patch(`/api/leads/${a}`, { status: 'Lost' }).then(expectStatus(200));
    await owner.post(`/api/leads/${b}/convert`).then(expectStatus(200));
    const machine = { name: 'Chipper', category: 'Chippers' };
    await owner.post('/api/equipment', machine).then(expectStatus(201));
    await owner.post('/api/equipment', { ...machine, nextMaintenance: '2020-01-01' }).then(expectStatus(201));
    const { body } = await owner.get('/api/dashboard/metrics').then(expectStatus(200));
    expect(body).toMatchObject({ activeLeads: 1, wonLeads: 1, customers: 1, equipment: 2, equipmentOverdue: 1 });
    expect(body).toMatchObject({ monthlyRevenue: 0, monthlyJobs: 0, totalJobs: null });
  });

  test('needs a session', async () => {
    await server.stranger.get('/api/dashboard/metrics').then(expectStatus(401));
  });
});

describe('GET /api/activity', () => {
  test('tells the last acts, the newest first, each as one line', async () => {
    const id = await addLead('Told of');
    await owner.patch(`/api/leads/${id}`, { status: 'Quoting', phone: '555-0100' }).then(expectStatus(200));
    const deleted = await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
    const commandId = deleted.headers.get('x-command-id');
    await owner.post('/api/undo', { category: 'lead', id, commandId }).then(expectStatus(200));

    const { body } = await owner.get('/api/activity?limit=4').then(expectStatus(200));
    const lead = { category: 'lead', recordId: id, title: 'Told of', actor: 'owner', actorName: 'owner' };
    expect(body).toMatchObject([
      { ...lead, types: ['LeadRestored'], isUndo: true },
      { ...lead, types: ['LeadRemoved'], isUndo: false },
      { ...lead, types: ['LeadDetailsRevised', 'LeadStatusChanged'], status: 'Quoting' },
      { ...lead, types: ['LeadCaptured'] },
    ]);
  });

  test('goes on before a position, without gap or repeat', async () => {
    const all = (await owner.get('/api/activity?limit=100')).body as { id: string; position: string }[];
    const pages: string[] = [];
    for (let page = (await owner.get('/api/activity?limit=3')).body; page.length > 0; ) {
      pages.push(...page.map((act: { id: string }) => act.id));
      page = (await owner.get(`/api/activity?limit=3&before=${page.at(-1).position}`)).body;
    }
    expect(pages).toEqual(all.map(({ id }) => id));
  });

  test('tells staff nothing of accounts', async () => {
    const { client } = await addSignedIn(server, owner, 'crew-member');
    const ownersView = (await owner.get('/api/activity')).body as { category: string }[];
    expect(ownersView.map(({ category }) => category)).toContain('user');
    const staffsView = (await client.get('/api/activity').then(expectStatus(200))).body as { category: string }[];
    expect(staffsView.map(({ category }) => category)).not.toContain('user');
    expect(staffsView.length).toBeGreaterThan(0);
  });

  test.each(['limit=0', 'limit=101', 'limit=many', 'before=%20'])('refuses %s', async (query) => {
    expect(await owner.get(`/api/activity?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });
});
