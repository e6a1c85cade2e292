import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attentionNow, checkAttention } from '../../../api/dashboard/attention.ts';
import type { AttentionAnswer } from '../../../api/dashboard/schema.ts';
import { overdueMaintenance } from '../../../api/equipment/attention.ts';
import type { ApiContext } from '../../../api/kit/context.ts';
import type { CurrentUser } from '../../../platform/http/access.ts';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { leaveInvoices } from '../../support/samples/left-invoices.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

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
  test('The first page counts what there is, and says of the rest that there is none', async () => {
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

  test('The first page counts the jobs, and those that were completed this month where the company is', async () => {
    const addJob = async (title: string) =>
      (await owner.post('/api/jobs', { title, address: '3 Elm St' }).then(expectStatus(201))).body.id;
    const [now, before, open] = [await addJob('Now'), await addJob('Before'), await addJob('Open')];
    const today = Temporal.Now.plainDateISO('America/New_York');
    const lastMonth = today.with({ day: 1 }).subtract({ days: 1 }).toZonedDateTime('America/New_York');
    const at = new Date(lastMonth.epochMilliseconds).toISOString();
    for (const [id, when] of [
      [now, undefined],
      [before, at],
    ] as const) {
      await owner.post(`/api/jobs/${id}/start`, { at }).then(expectStatus(200));
      await owner.post(`/api/jobs/${id}/complete`, { at: when }).then(expectStatus(200));
    }
    const { body } = await owner.get('/api/dashboard/metrics').then(expectStatus(200));
    expect(body).toMatchObject({ monthlyJobs: 1, totalJobs: 3 });
    const { groups } = (await owner.get('/api/dashboard/attention').then(expectStatus(200))).body;
    const waiting = groups.find(({ id }: { id: string }) => id === 'jobs-without-date');
    expect(waiting).toMatchObject({ label: 'Work without a date', count: 1, records: [{ id: open, note: 'Since' }] });
    await owner.put(`/api/jobs/${open}`, { scheduledDate: '2037-06-15' }).then(expectStatus(200));
    const later = (await owner.get('/api/dashboard/attention').then(expectStatus(200))).body.groups;
    expect(later.map(({ id }: { id: string }) => id)).not.toContain('jobs-without-date');
  });

  test('The first page counts what was paid this month where the company is, less what was paid back', async () => {
    const folder = await tempFolder();
    const paid = [
      { day: '2037-05-31', amount: 4_000 },
      { day: '2037-06-01', amount: 3_050, refund: { day: '2037-06-02', amount: 1_020 } },
      { day: '2037-06-02', amount: 1_000, isVoided: true },
      { day: '2037-07-01', amount: 2_000 },
    ];
    await leaveInvoices(folder.path, [{ paid }]);
    // The evening of June 30 in New York, when it is July in UTC.
    const office = await startTestServer({ DATA_DIR: folder.path }, () => Date.parse('2037-07-01T02:00:00Z'));
    const { body } = await (await office.signIn()).get('/api/dashboard/metrics').then(expectStatus(200));
    expect(body.monthlyRevenue).toBe(20.3);
    await office.close();
    await folder.remove();
  });

  test('The figures of the first page need a session', async () => {
    await server.stranger.get('/api/dashboard/metrics').then(expectStatus(401));
  });
});

describe('GET /api/dashboard/attention', () => {
  const HOUR = 60 * 60 * 1_000;
  /** The evening of June 1 in Denver, when it is June 2 in UTC; in the future, because past sessions are swept. */
  const start = Date.parse('2037-06-02T03:00:00Z');
  let now = start;
  let office: TestServer;
  let client: Client;

  beforeAll(async () => {
    office = await startTestServer({}, () => now);
    client = await office.signIn();
    await client.patch('/api/settings', { timeZone: 'America/Denver' }).then(expectStatus(200));
  });
  afterAll(() => office.close());

  const ask = async (query = '', as = client): Promise<AttentionAnswer> =>
    (await as.get(`/api/dashboard/attention${query}`).then(expectStatus(200))).body;

  test('The first page says nothing where nothing waits', async () => {
    expect(await ask()).toEqual({ today: '2037-06-01', groups: [] });
  });

  test('The first page tells of leads without an answer, overdue machines and certificates that end, the most pressing first', async () => {
    const machine = { category: 'Chippers' };
    const due = { ...machine, name: 'Grinder', nextMaintenance: '2037-06-01' };
    await client
      .post('/api/equipment', { ...machine, name: 'Chipper', nextMaintenance: '2037-06-02' })
      .then(expectStatus(201));
    const { id: grinder } = (await client.post('/api/equipment', due).then(expectStatus(201))).body;
    const { id: saw } = (
      await client
        .post('/api/equipment', { ...due, name: 'Saw', nextMaintenance: '2037-05-01' })
        .then(expectStatus(201))
    ).body;
    const ends = (...days: (string | null)[]) => ({
      certifications: days.map((expiresOn, at) => ({ name: `Proof ${at}`, expiresOn })),
    });
    const { id: ada } = (
      await client.post('/api/staff', { firstName: 'Ada', ...ends(null, '2037-07-31') }).then(expectStatus(201))
    ).body;
    const { id: bo } = (
      await client.post('/api/staff', { firstName: 'Bo', ...ends('2037-09-01', '2037-05-31') }).then(expectStatus(201))
    ).body;
    await client.post('/api/staff', { firstName: 'Cy', ...ends('2037-08-01', null) }).then(expectStatus(201));
    const left = (await client.post('/api/staff', { firstName: 'Di', ...ends('2037-06-05') }).then(expectStatus(201)))
      .body.id;
    await client.post(`/api/staff/${left}/archive`).then(expectStatus(200));
    const asked = (await client.post('/api/leads', { name: 'Asked' }).then(expectStatus(201))).body.id;
    const answered = (await client.post('/api/leads', { name: 'Answered' }).then(expectStatus(201))).body.id;
    const last = await client.patch(`/api/leads/${answered}`, { status: 'Contacted' }).then(expectStatus(200));

    const seen = { 'x-min-position': last.headers.get('x-position') ?? '' };
    const { groups } = (await client.get('/api/dashboard/attention', seen).then(expectStatus(200)))
      .body as AttentionAnswer;
    expect(groups).toEqual([
      {
        id: 'overdue-maintenance',
        label: 'Overdue maintenance',
        category: 'equipment',
        count: 2,
        page: '/equipment?overdue=true',
        records: [
          { id: saw, title: 'Saw', note: 'Due', day: '2037-05-01' },
          { id: grinder, title: 'Grinder', note: 'Due', day: '2037-06-01' },
        ],
      },
      {
        id: 'expiring-certificates',
        label: 'Certificates to renew',
        category: 'staff',
        count: 2,
        page: '/people?status=renew&sort=certificates',
        records: [
          { id: bo, title: 'Bo', note: 'Proof 1 expired', day: '2037-05-31' },
          { id: ada, title: 'Ada', note: 'Proof 1 expires', day: '2037-07-31' },
        ],
      },
    ]);

    now = start + 48 * HOUR;
    client = await office.signIn();
    const [leads] = (await ask()).groups;
    expect(leads).toEqual({
      id: 'unanswered-leads',
      label: 'Leads waiting for an answer',
      category: 'lead',
      count: 1,
      page: '/leads?waiting=true',
      records: [{ id: asked, title: 'Asked', note: 'Since', day: '2037-06-01' }],
    });
    // The page it links to shows exactly these.
    const { body } = await client.get('/api/leads-working?waiting=true&status=New').then(expectStatus(200));
    expect(body.map(({ id }: { id: string }) => id)).toEqual([asked]);
    const figures = await client.get('/api/leads/figures?waiting=true').then(expectStatus(200));
    expect(figures.body).toMatchObject({
      count: 1,
      statuses: expect.arrayContaining([{ status: 'New', count: 1, value: '0.00' }]),
    });
  });

  test('The first page tells of overdue invoices, the longest overdue first, and of finished jobs to invoice', async () => {
    const folder = await tempFolder();
    const told = (customerName: string, dueDate: string) => ({ customerName, dueDate, issuedOn: '2037-01-01' });
    await leaveInvoices(folder.path, [
      { details: told('Ada Hall', '2037-05-31') },
      { details: told('Bo King', '2037-05-01'), paid: [{ day: '2037-05-02', amount: 800 }] },
      { details: told('Cy Dale', '2037-04-01'), paid: [{ day: '2037-05-02', amount: 10_800 }] },
      // Due today: it can still be paid on time.
      { details: told('Di Ford', '2037-06-01') },
    ]);
    // The evening of June 1 in New York, when it is June 2 in UTC.
    const books = await startTestServer({ DATA_DIR: folder.path }, () => start);
    const office = await books.signIn();
    const [owner] = (await office.get('/api/customers').then(expectStatus(200))).body;
    const body = { customerId: owner.id, address: '3 Elm St', amount: 100, serviceType: 'tree_removal' };
    const job = (await office.post('/api/jobs', body).then(expectStatus(201))).body;
    await office.post(`/api/jobs/${job.id}/start`).then(expectStatus(200));
    const done = await office.post(`/api/jobs/${job.id}/complete`).then(expectStatus(200));
    const seen = { 'x-min-position': done.headers.get('x-position') ?? '' };
    const { groups } = (await office.get('/api/dashboard/attention', seen).then(expectStatus(200)))
      .body as AttentionAnswer;
    // Whether their reminders are waiting yet is up to the timer.
    expect(groups.filter(({ id }) => id !== 'mails-prepared')).toMatchObject([
      {
        id: 'jobs-to-invoice',
        label: 'Finished jobs to invoice',
        count: 1,
        page: '/invoices?new=true',
        records: [{ id: job.id, note: 'Finished', day: '2037-06-01' }],
      },
      { id: 'invoices-to-send', label: 'Invoices to send', count: 3, page: '/invoices?toSend=true' },
      {
        id: 'overdue-invoices',
        label: 'Overdue invoices',
        count: 2,
        page: '/invoices?status=overdue&sort=dueDate',
        records: [
          { title: 'Bo King', note: '$100.00 open, due', day: '2037-05-01' },
          { title: 'Ada Hall', note: '$108.00 open, due', day: '2037-05-31' },
        ],
      },
    ]);
    const listed = await office.get('/api/invoices?status=overdue&sort=dueDate').then(expectStatus(200));
    expect(listed.body.map(({ customer }: { customer: string }) => customer)).toEqual(['Bo King', 'Ada Hall']);
    await books.close();
    await folder.remove();
  });

  test('The first page counts all that waits, and shows as many of each kind as were asked for', async () => {
    const { groups } = await ask('?limit=1');
    expect(groups.map(({ count, records }) => [count, records.length])).toEqual([
      [1, 1],
      [3, 1],
      [3, 1],
    ]);
    for (const query of ['limit=0', 'limit=101', 'limit=x'])
      expect(await client.get(`/api/dashboard/attention?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid' },
      });
    await office.stranger.get('/api/dashboard/attention').then(expectStatus(401));
  });

  test('The server does not start where no index serves what an area declares for the first page', () => {
    const broken = {
      ...overdueMaintenance,
      query: () => ({ where: {}, order: { field: 'notes', direction: 'asc' } as const }),
    };
    expect(() => checkAttention([broken])).toThrow(
      "The first page asks for overdue-maintenance (attention.ts), but no index of the read model equipment serves that. Declare one that ends with the order's field, such as ['notes'], in projections/equipment.ts.",
    );
    expect(() => checkAttention([overdueMaintenance, overdueMaintenance])).toThrow('under one id');
  });

  test('The first page tells nobody of a kind whose records their role may not read', async () => {
    const ofCosts = { ...overdueMaintenance, kind: { ...overdueMaintenance.kind, area: 'costs' as const } };
    const documents = [{ id: 'saw', name: 'Saw', nextMaintenance: '2037-05-01' }];
    const models = { get: async () => new Map(), find: async () => ({ documents, cursor: null }) };
    const context = { readModels: { current: () => models }, clock: () => now } as unknown as ApiContext;
    const groupsOf = async (role: 'estimator' | 'owner') =>
      (await attentionNow(context, [ofCosts], { role } as CurrentUser, 5)).groups;
    expect(await groupsOf('estimator')).toEqual([]);
    expect(await groupsOf('owner')).toHaveLength(1);
  });
});

describe('GET /api/activity', () => {
  test('Recent activity tells the last acts, the newest first, each as one line', async () => {
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

  test('Recent activity has one line for an act, and none for what follows from it', async () => {
    const id = await addLead('Converted');
    await owner.post(`/api/leads/${id}/convert`).then(expectStatus(200));
    const { body } = await owner.get('/api/activity?limit=2').then(expectStatus(200));
    expect(body).toMatchObject([
      { category: 'lead', recordId: id, types: expect.arrayContaining(['LeadConverted']) },
      { category: 'lead', recordId: id, types: ['LeadCaptured'] },
    ]);
  });

  test('Recent activity goes on before a position, without gap or repeat', async () => {
    const all = (await owner.get('/api/activity?limit=100')).body as { id: string; position: string }[];
    const pages: string[] = [];
    for (let page = (await owner.get('/api/activity?limit=3')).body; page.length > 0; ) {
      pages.push(...page.map((act: { id: string }) => act.id));
      page = (await owner.get(`/api/activity?limit=3&before=${page.at(-1).position}`)).body;
    }
    expect(pages).toEqual(all.map(({ id }) => id));
  });

  test('Recent activity tells staff nothing of accounts', async () => {
    const { client } = await addSignedIn(server, owner, 'crew-member');
    const ownersView = (await owner.get('/api/activity')).body as { category: string }[];
    expect(ownersView.map(({ category }) => category)).toContain('user');
    const staffsView = (await client.get('/api/activity').then(expectStatus(200))).body as { category: string }[];
    expect(staffsView.map(({ category }) => category)).not.toContain('user');
    expect(staffsView.length).toBeGreaterThan(0);
  });

  test.each(['limit=0', 'limit=101', 'limit=many', 'before=%20'])('Recent activity refuses %s', async (query) => {
    expect(await owner.get(`/api/activity?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });
});
