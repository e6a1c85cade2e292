import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

/** 10:00 in New York; in the future, because past sessions are swept. */
const START = Date.parse('2099-06-08T14:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

let now: number;
let server: TestServer;
let owner: Client;

describe('the audience of a campaign', () => {
  beforeEach(async () => {
    now = START;
    server = await startTestServer({}, () => now);
    owner = await server.signIn();
  });
  afterEach(() => server.close());

  const settled = async () => ({ 'x-min-position': (await owner.get('/api/health')).body.head as string });
  const audience = async (segment: object | null = null): Promise<Answer['body']> =>
    (await owner.post('/api/marketing/audience', { segment }, await settled()).then(expectStatus(200))).body;
  const namesIn = async (segment: object) =>
    (await audience(segment)).first.map(({ name }: { name: string }) => name.split(' ')[0]).sort();

  async function customer(firstName: string, more: object = {}): Promise<string> {
    const who = { firstName, lastName: 'Hall', email: `${firstName.toLowerCase()}@example.com`, ...more };
    now += 1_000;
    return (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
  }

  async function finished(customerId: string, serviceType: string, amount: string): Promise<string> {
    const job = { customerId, address: '3 Elm St', serviceType, amount };
    const { id } = (await owner.post('/api/jobs', job).then(expectStatus(201))).body;
    for (const act of ['start', 'complete']) await owner.post(`/api/jobs/${id}/${act}`).then(expectStatus(200));
    await owner.post('/api/invoices', { jobId: id }).then(expectStatus(201));
    return id;
  }

  test('Without a segment it is all customers, and says who is left out and why', async () => {
    expect(await audience()).toEqual({
      size: 0,
      first: [],
      leftOut: { noEmail: 0, suppressed: 0, sameMailbox: 0, erased: 0 },
    });
    await customer('Ada');
    const ben = await customer('Ben', { email: 'ben.hall@gmail.com' });
    const cleo = await customer('Cleo', { email: 'BenHall+trees@googlemail.com' });
    await customer('Dan', { email: null });
    const eve = await customer('Eve');
    const finn = await customer('Finn');
    await owner.delete(`/api/customers/${finn}`).then(expectStatus(204));
    const by = { reason: 'by_hand' };
    await owner.post('/api/marketing/suppressions', { address: 'ADA@example.com', ...by }).then(expectStatus(201));
    await owner.post(`/api/customers/${eve}/erase`, { confirm: 'Eve Hall' }).then(expectStatus(200));

    const { size, first, leftOut } = await audience();
    expect(leftOut).toEqual({ noEmail: 1, suppressed: 1, sameMailbox: 1, erased: 1 });
    expect(size).toBe(1);
    expect(first).toEqual([{ customerId: cleo, name: 'Cleo Hall' }]);
    expect(await audience({})).toMatchObject({ size: 1 });

    // Whatever changes afterwards counts at once.
    await owner.patch(`/api/customers/${cleo}`, { email: 'cleo@example.com' }).then(expectStatus(200));
    expect(await audience()).toMatchObject({ size: 2, leftOut: { sameMailbox: 0 } });
    const [suppression] = (await owner.get('/api/marketing/suppressions')).body;
    await owner.post(`/api/marketing/suppressions/${suppression.id}/lift`, { why: 'A slip' }).then(expectStatus(200));
    await owner.post(`/api/customers/${finn}/restore`).then(expectStatus(200));
    const all = await audience();
    expect(all.first.map(({ name }: { name: string }) => name)).toEqual([
      'Finn Hall',
      'Cleo Hall',
      'Ben Hall',
      'Ada Hall',
    ]);
    await owner.delete(`/api/customers/${ben}`).then(expectStatus(204));
    expect(await audience()).toMatchObject({ size: 3 });
  });

  test('Each condition finds its customers, and goes along with what changes', async () => {
    const ada = await customer('Ada', { address: '3 Elm St', city: 'South Hadley', zipCode: '01075', tags: ['HOA'] });
    const ben = await customer('Ben', { address: '4 Elm St', city: 'Amherst', zipCode: '01002-1234' });
    await customer('Cleo');
    const lead = { name: 'Dan Hall', email: 'dan@example.com', leadSource: 'Trade Show' };
    const { id: leadId } = (await owner.post('/api/leads', lead).then(expectStatus(201))).body;
    await owner.post(`/api/leads/${leadId}/convert`, {}).then(expectStatus(200));
    const oak = await finished(ada, 'tree_removal', '900');
    now += 10 * DAY_MS;
    owner = await server.signIn();
    await finished(ada, 'pruning', '100.50');
    await finished(ben, 'Crane work', '200');
    const items = [{ service: 'pruning', unitPrice: '1000', quantity: 1, priority: 'medium' }];
    const quote = { customerId: ben, propertyAddress: '4 Elm St', items, depositPercent: 0 };
    const { id: quoteId } = (await owner.post('/api/quotes', quote).then(expectStatus(201))).body;
    expect(await namesIn({ hasOpenQuote: true })).toEqual([]);
    await owner.post(`/api/quotes/${quoteId}/send`).then(expectStatus(200));

    expect(await namesIn({ services: ['tree_removal'] })).toEqual(['Ada']);
    expect(await namesIn({ services: ['Crane work', 'pruning'], finishedFrom: '2099-06-18' })).toEqual(['Ada', 'Ben']);
    expect(await namesIn({ services: ['tree_removal'], finishedFrom: '2099-06-09' })).toEqual([]);
    expect(await namesIn({ finishedTo: '2099-06-08' })).toEqual(['Ada']);
    expect(await namesIn({ notServedSince: '2099-06-09' })).toEqual(['Cleo', 'Dan']);
    expect(await namesIn({ valueFrom: '1000.50' })).toEqual(['Ada']);
    expect(await namesIn({ valueFrom: '0.01', valueTo: 999.99 })).toEqual(['Ben']);
    expect(await namesIn({ leadSources: ['Trade Show', 'Website'] })).toEqual(['Dan']);
    expect(await namesIn({ cities: ['south hadley'], zipCodes: ['01002'] })).toEqual(['Ada', 'Ben']);
    expect(await namesIn({ hasOpenQuote: true })).toEqual(['Ben']);
    expect(await namesIn({ tags: ['Snow', 'hoa'] })).toEqual(['Ada']);
    await owner.patch(`/api/customers/${ben}`, { tags: ['Snow'] }).then(expectStatus(200));
    await owner.patch(`/api/customers/${ada}`, { tags: [] }).then(expectStatus(200));
    expect(await namesIn({ tags: ['Snow', 'hoa'] })).toEqual(['Ben']);
    expect(await namesIn({ hasOpenQuote: false, cities: ['Amherst', 'South Hadley'] })).toEqual(['Ada']);

    await owner.delete(`/api/jobs/${oak}`).then(expectStatus(204));
    expect(await namesIn({ services: ['tree_removal'] })).toEqual([]);
    await owner.post(`/api/jobs/${oak}/restore`).then(expectStatus(200));
    expect(await namesIn({ services: ['tree_removal'] })).toEqual(['Ada']);
    await owner.post(`/api/quotes/${quoteId}/revoke`).then(expectStatus(200));
    expect(await namesIn({ hasOpenQuote: true })).toEqual([]);
  });
});

describe('what is no segment', () => {
  beforeAll(async () => {
    now = START;
    server = await startTestServer({}, () => now);
    owner = await server.signIn();
  });
  afterAll(() => server.close());

  test.each<[unknown, string, RegExp]>([
    [[], '', /must be an object that names its conditions/],
    ['Hadley', '', /must be an object that names its conditions/],
    [7, '', /null for all customers/],
    [{ services: ['moon walks'] }, 'services', /No finished work was “moon walks”/],
    [{ services: [] }, 'services', /at least one of the services/],
    [{ services: 'pruning' }, 'services', /must be a list/],
    [{ services: [' '] }, 'services.0', /must not be empty/],
    [{ zipCodes: ['0106'] }, 'zipCodes.0', /five digits/],
    [{ zipCodes: [] }, 'zipCodes', /at least one/],
    [{ cities: [null] }, 'cities.0', /must not be empty/],
    [{ leadSources: ['Billboard'] }, 'leadSources.0', /must be one of/],
    [{ finishedFrom: '2099-06-09' }, 'finishedFrom', /in the future/],
    [{ notServedSince: '2099-02-30' }, 'notServedSince', /day of the calendar/],
    [{ finishedFrom: '2099-02-03', finishedTo: '2099-02-02' }, 'finishedTo', /before the first/],
    [{ valueFrom: -1 }, 'valueFrom', /amount from 0/],
    [{ valueFrom: 2, valueTo: '1.99' }, 'valueTo', /less than the lowest/],
    [{ hasOpenQuote: 'yes' }, 'hasOpenQuote', /true, false or null/],
    [{ tags: [] }, 'tags', /at least one of the tags/],
    [{ tags: ['x'.repeat(41)] }, 'tags.0', /longer than 40/],
    [{ moods: ['good'] }, '', /moods/],
  ])('%j is refused with what to do about it', async (segment, path, message) => {
    const { status, body } = await owner.post('/api/marketing/audience', { segment });
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
    expect(body.issues[0].path).toBe(['segment', path].filter(Boolean).join('.'));
  });

  test('A campaign by email keeps its segment, and takes none that nobody can mean', async () => {
    const path = '/api/marketing/campaigns';
    const letter = { name: 'Spring', subject: 'Spring is here' };
    const given = { services: ['pruning', 'pruning'], valueFrom: '1000.5', finishedTo: '2099-06-08' };
    const { body } = await owner.post(path, { ...letter, segment: given }).then(expectStatus(201));
    const kept = { ...given, services: ['pruning'], valueFrom: '1000.50', cities: null, hasOpenQuote: null };
    expect(body.segment).toMatchObject(kept);
    expect((await owner.get(`${path}/${body.id}`)).body.segment).toEqual(body.segment);
    const revise = (segment: object | null) => owner.patch(`${path}/${body.id}`, { segment });
    // What a campaign shows can be sent back.
    expect(await revise(body.segment)).toMatchObject({ status: 200, body: { revision: 0 } });
    expect(await revise({ services: ['moon walks'] })).toMatchObject({ status: 400 });
    expect(await revise({ cities: ['Hadley'] })).toMatchObject({ status: 200, body: { segment: { services: null } } });
    expect(await revise({})).toMatchObject({ status: 200, body: { segment: null } });
    expect(await owner.post(path, { ...letter, segment: { cities: [] } })).toMatchObject({ status: 400 });
    expect(await owner.post(path, { name: 'Banners', segment: { cities: ['Hadley'] } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'segment', message: 'A marketing campaign has no segment.' }] },
    });
  });

  test('The office asks; auditors, estimators, crews and strangers are told nobody', async () => {
    const { client: office } = await addSignedIn(server, owner, 'olive', { role: 'office' });
    expect(await office.post('/api/marketing/audience', {})).toMatchObject({ status: 200, body: { size: 0 } });
    for (const role of ['auditor', 'estimator', 'crew'] as const) {
      const { client } = await addSignedIn(server, owner, `some-${role}`, { role });
      expect(await client.post('/api/marketing/audience', {}), role).toMatchObject({ status: 403 });
    }
    expect(await server.stranger.post('/api/marketing/audience', {})).toMatchObject({ status: 401 });
  });
});
