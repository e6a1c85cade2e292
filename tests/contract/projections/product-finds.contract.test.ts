import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { kinds } from '../../../api/areas.ts';
import { LEAD_STATUSES } from '../../../domain/lead/terms.ts';
import { EmbeddedReadModels } from '../../../store/embedded/read-models/generation.ts';
import type { Query } from '../../../store/read-models.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

/** Calls that find something without a list of pages. */
const LOOKUPS = [
  '/api/admin/local-pros',
  '/api/leads/figures?search=oak',
  '/api/customers/duplicates?phone=4135550142',
  '/api/customers/duplicates?email=ada@example.com',
  '/api/customers/duplicates?lastName=Oak&address=3+Elm+St',
  '/api/customers/duplicates?firstName=Ada&lastName=Oak',
];

/** Every way the product asks its read models for a list. Add new lists, filters and sorts here. */
const LISTS = [
  '/api/leads-working',
  '/api/leads-working?sort=createdAt',
  ...LEAD_STATUSES.map((status) => `/api/leads-working?status=${status}`),
  '/api/leads-working?source=Website',
  '/api/leads-working?removed=true',
  '/api/leads-working?status=Won&source=Website',
  '/api/leads-working?search=oak',
  '/api/leads-working?search=o&status=New&sort=createdAt',
  '/api/admin/external-leads?status=pending&search=oak',
  '/api/admin/external-leads?removed=true',
  '/api/customers',
  '/api/customers?search=ada',
  '/api/customers?sort=createdAt',
  '/api/customers?sort=name',
  '/api/customers?sort=-name&search=oak',
  '/api/customers?removed=true',
  '/api/customers?search=01035',
  '/api/jobs',
  '/api/jobs?status=in_progress&priority=high',
  '/api/jobs?customerId=c&sort=customerName',
  '/api/jobs?search=oak&sort=-customerName',
  '/api/jobs?active=true&sort=scheduledDate',
  '/api/jobs?unscheduled=true&with_relations=true',
  '/api/jobs?crewId=c&sort=-jobNumber',
  '/api/costs?jobId=j&sort=-day',
  '/api/costs?category=labor&general=true',
  '/api/accounting/journal?account=bank&from=2026-06-01',
  '/api/accounting/journal?to=2026-06-30',
  '/api/equipment',
  '/api/equipment?sort=createdAt',
  '/api/equipment?sort=name',
  '/api/equipment?sort=-nextMaintenance&category=Chippers',
  '/api/equipment?status=in_use&category=Chippers',
  '/api/equipment?search=saw&sort=name',
  '/api/equipment?overdue=true&sort=name',
  '/api/equipment?removed=true&sort=-purchasePrice',
  '/api/equipment?serialNumber=SG-1',
  ...['category', '-status', '-serialNumber', 'maintenanceCost'].map((sort) => `/api/equipment?sort=${sort}`),
  '/api/analyses?quoteId=q',
  '/api/analyses?customerId=c&leadId=l&search=oak',
  '/api/photos?category=lead&recordId=a',
  '/api/users',
  '/api/users?search=sam',
  '/api/staff',
  '/api/staff?status=left',
  '/api/staff?status=all',
  '/api/staff?search=sam',
  '/api/crews',
  '/api/crews?search=rem',
];

let server: TestServer;
let owner: Client;
interface Find {
  collection: string;
  query: Query;
}
let finds: Find[] = [];
/** Of the request that is being answered: loops look for what is due, whatever else is requested. */
const findsOfRequest = new AsyncLocalStorage<Find[]>();
const beginRequest = () => findsOfRequest.enterWith(finds);

beforeAll(async () => {
  subscribe('http.server.request.start', beginRequest);
  // What the projections find is not counted: they have a thread of their own.
  server = await startTestServer({}, Date.now, { projectionThread: true });
  owner = await server.signIn();
  for (let index = 0; index < 5; index++) {
    const created = await owner
      .post('/api/leads', { name: `Oak ${index}`, leadSource: 'Website' })
      .then(expectStatus(201));
    await owner.post(`/api/leads/${created.body.id}/convert`).then(expectStatus(200));
    await owner.post('/api/equipment', { name: `Saw ${index}`, category: 'Chippers' }).then(expectStatus(201));
    await owner.post('/api/users', { username: `sam-${index}`, role: 'office' }).then(expectStatus(201));
    await owner.post('/api/staff', { firstName: 'Sam', lastName: `${index}` }).then(expectStatus(201));
    await owner.post('/api/crews', { name: `Removal ${index}` }).then(expectStatus(201));
  }
});
afterAll(async () => {
  unsubscribe('http.server.request.start', beginRequest);
  await server.close();
});

beforeEach(() => {
  finds = [];
  const { find } = EmbeddedReadModels.prototype;
  const spied = vi.spyOn(EmbeddedReadModels.prototype, 'find').mockImplementation(function (
    this: EmbeddedReadModels,
    collection,
    query,
  ) {
    // The journal shows which export each line is in.
    if (collection !== 'periods') findsOfRequest.getStore()?.push({ collection, query });
    return find.call(this, collection, query);
  });
  return () => spied.mockRestore();
});

describe.each(LOOKUPS)('%s', (path) => {
  test('A lookup reads by a declared index', async () => {
    await owner.get(path).then(expectStatus(200));
    expect(finds).toHaveLength(1);
    expectIndexesOnly();
  });
});

test('Leads and customers are found by phone, email and address by declared indexes, each once', async () => {
  await owner.get('/api/leads/known?phone=4135550142&email=ada@example.com&address=3+Elm+St').then(expectStatus(200));
  expect(finds).toHaveLength(6);
  expectIndexesOnly();
});

describe.each(LISTS)('%s', (path) => {
  test('A list reads by a declared index, on its first page and on the next', async () => {
    const join = path.includes('?') ? '&' : '?';
    const first = await owner.get(`${path}${join}limit=2`).then(expectStatus(200));
    const cursor = first.headers.get('x-next-cursor');
    if (cursor !== null) await owner.get(`${path}${join}limit=2&cursor=${cursor}`).then(expectStatus(200));
    expect(finds.length).toBe(cursor === null ? 1 : 2);
    expectIndexesOnly();
  });
});

test.each(['', '?source=Website'])('The figures of leads%s are read from an index, and no lead is', async (query) => {
  const { body } = await owner.get(`/api/leads/figures${query}`).then(expectStatus(200));
  expect(body.count).toBe(5);
  expect(finds).toEqual([]);
});

test('The search over all kinds reads by declared indexes, once for each kind', async () => {
  await owner.get('/api/search?q=oak').then(expectStatus(200));
  const searched = kinds.all.flatMap(({ found, projection }) =>
    found ? [(found.collection ?? projection).collection] : [],
  );
  expect(finds.map(({ collection }) => collection).sort()).toEqual(searched.sort());
  expectIndexesOnly();
});

test.each(['profitability', 'profitability?by=crew', 'forecast'])(
  'What analytics/%s needs beside sums is read by a declared index, a page at once',
  async (path) => {
    await owner.get(`/api/analytics/${path}`).then(expectStatus(200));
    expect(finds).toHaveLength(1);
    expectIndexesOnly();
  },
);

test('A serial number is looked for by a declared index', async () => {
  const machine = { name: 'Grinder', category: 'Stump Grinders', serialNumber: 'SG-1' };
  await owner.post('/api/equipment', machine).then(expectStatus(201));
  expect(finds).toHaveLength(1);
  expectIndexesOnly();
});

function expectIndexesOnly(): void {
  const models = server.server.readModels() as EmbeddedReadModels;
  for (const { collection, query } of finds) {
    const plan = models.explain(collection, query);
    // A subquery has a line of its own in the plan.
    const served = /USING (COVERING )?INDEX|VIRTUAL TABLE|SCAN \(subquery/;
    const scans = plan.filter((line) => /\bSCAN\b/.test(line) && !served.test(line));
    expect(scans, plan.join('\n')).toEqual([]);
    if (query.search === undefined)
      expect(
        plan.filter((line) => /TEMP B-TREE/.test(line)),
        plan.join('\n'),
      ).toEqual([]);
  }
}
