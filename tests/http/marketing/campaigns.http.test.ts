import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const PATH = '/api/marketing/campaigns';

/** As the specification's console sends it. */
const CAMPAIGN = {
  name: 'Spring pruning',
  description: 'Prune before the sap rises',
  targetAudience: 'Homeowners',
  budget: 1200.5,
  startDate: '2026-03-01',
  endDate: '2026-04-30',
  platforms: ['facebook', 'instagram'],
  contentTypes: ['educational'],
  status: 'draft',
};
const create = (body: object = {}) => owner.post(PATH, { ...CAMPAIGN, ...body });
const created = (body: object = {}) => create(body).then(expectStatus(201));

describe('marketing campaigns', () => {
  test('A campaign is created as a draft, and listed', async () => {
    const { body, headers } = await created();
    expect(body).toEqual({
      id: expect.any(String),
      ...CAMPAIGN,
      kind: 'campaign',
      // What every row has, and a campaign by email fills.
      subject: null,
      content: null,
      templateType: null,
      scheduledDate: null,
      segment: null,
      totalRecipients: 0,
      openRate: '0.00',
      clickRate: '0.00',
      responses: null,
      sending: null,
      metrics: { leads: 0, quotes: 0, wonJobs: 0, revenue: '0.00', costPerLead: null, costPerJob: null },
      createdAt: expect.any(String),
      revision: 0,
      removed: false,
    });
    const seen = { 'x-min-position': headers.get('x-position') ?? '' };
    const { body: listed } = await owner.get(PATH, seen).then(expectStatus(200));
    expect(listed).toEqual([body]);
  });

  test('A campaign is activated, paused, resumed and completed, and each step undone', async () => {
    const { id } = (await created()).body;
    const to = (status: string) => owner.patch(`${PATH}/${id}`, { status });
    expect(await to('completed')).toMatchObject({
      status: 400,
      body: { message: 'A campaign that is a draft can only become active.' },
    });
    for (const status of ['active', 'paused', 'active', 'completed']) {
      expect((await to(status).then(expectStatus(200))).body).toMatchObject({ status });
    }
    const again = await to('active').then(expectStatus(200));
    const commandId = again.headers.get('x-command-id');
    await owner.post('/api/undo', { category: 'campaign', id, commandId }).then(expectStatus(200));
    expect((await owner.get(`${PATH}/${id}`)).body).toMatchObject({ status: 'completed' });
  });

  test.each([
    [{ name: ' ' }, 'name', 'Campaign name is required.'],
    [{ budget: -1 }, 'budget', undefined],
    [{ endDate: '2026-02-28' }, 'endDate', 'A campaign cannot end before it starts.'],
    [{ startDate: '2026-02-30' }, 'startDate', undefined],
    [{ platforms: ['myspace'] }, 'platforms', undefined],
    [{ status: 'active' }, 'status', 'A new campaign is a draft.'],
  ])('A campaign with %j is refused and not kept', async (wrong, field, message) => {
    const before = (await owner.get(PATH)).body.length;
    const { status, body } = await create(wrong);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field);
    if (message) expect(JSON.stringify(body)).toContain(message);
    expect((await owner.get(PATH)).body).toHaveLength(before);
  });

  test('The office works on campaigns, the auditor reads them, and nobody else sees them', async () => {
    for (const [role, read, change] of [
      ['office', 200, 201],
      ['auditor', 200, 403],
      ['estimator', 403, 403],
      ['crew', 403, 403],
    ] as const) {
      const { client } = await addSignedIn(server, owner, `${role}-of-marketing`, { role });
      expect((await client.get(PATH)).status).toBe(read);
      expect((await client.post(PATH, CAMPAIGN)).status).toBe(change);
    }
  });
});
