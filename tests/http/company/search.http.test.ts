import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kinds } from '../../../api/areas.ts';
import type { ApiContext, App } from '../../../api/kit/context.ts';
import { recordKinds } from '../../../api/kit/records.ts';
import { leadKind } from '../../../api/leads/record.ts';
import { searchRoutes } from '../../../api/search/routes.ts';
import type { SearchHit } from '../../../api/search/schema.ts';
import { addSignedIn } from '../../support/accounts.ts';
import { differences, expectNone } from '../../support/findings.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let last: Answer;
type Searched = 'user' | 'lead' | 'customer' | 'job' | 'equipment' | 'staff' | 'crew';
const ids = {} as Record<Searched, string>;

/** Everything here is named Tamarack. */
let jobNumber: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  const add = async (kind: Searched, path: string, body: object) => {
    last = await owner.post(path, body).then(expectStatus(201));
    ids[kind] = last.body.id;
  };
  await add('lead', '/api/leads', { name: 'Tam Tamarack', phone: '555-0101' });
  const address = { address: '3 Elm St', city: 'Hadley', state: 'MA', zipCode: '01035' };
  await add('customer', '/api/customers', { firstName: 'Ada', lastName: 'Tamarack', phone: '555-0102', ...address });
  await owner
    .post(`/api/customers/${ids.customer}/properties`, { address: '9 Pippin Hill', city: 'Amherst' })
    .then(expectStatus(201));
  await add('job', '/api/jobs', { customerId: ids.customer, title: 'Prune the oak', address: '9 Pippin Hill' });
  jobNumber = last.body.jobNumber;
  await add('equipment', '/api/equipment', { name: 'Tamarack grinder', category: 'Chippers', serialNumber: 'SG-1' });
  await add('staff', '/api/staff', { firstName: 'Kim', lastName: 'Tamarack', email: 'kim@example.com' });
  await add('crew', '/api/crews', { name: 'Tamarack crew', memberIds: [ids.staff], movedFrom: {} });
  await add('user', '/api/users', { username: 'tamarack', role: 'office' });
});
afterAll(() => server.close());

async function search(query: string, client = owner, after = last): Promise<SearchHit[]> {
  const seen = { 'x-min-position': after.headers.get('x-position') ?? '' };
  return (await client.get(`/api/search?${query}`, seen).then(expectStatus(200))).body;
}

const idsOf = (hits: SearchHit[]) => hits.map(({ category, id }) => `${category}/${id}`);

describe('GET /api/search', () => {
  test('The search finds records of every kind, with what they are known by', async () => {
    const found = await search('q=tamarack');
    const hit = (category: Searched, title: string, detail: string) => ({ category, id: ids[category], title, detail });
    expect(found).toEqual([
      hit('user', 'tamarack', 'Office'),
      hit('lead', 'Tam Tamarack', 'New · 555-0101'),
      hit('customer', 'Ada Tamarack', '555-0102 · 3 Elm St, Hadley, MA 01035'),
      hit('job', 'Ada Tamarack', `${jobNumber} · Prune the oak · 9 Pippin Hill · Unscheduled`),
      hit('equipment', 'Tamarack grinder', 'Chippers · SG-1'),
      hit('staff', 'Kim Tamarack', 'kim@example.com'),
      hit('crew', 'Tamarack crew', '1 member'),
    ]);
  });

  test('The search tells of the property that was searched for', async () => {
    const found = await search('q=pippin hill');
    expect(found.map(({ category, detail }) => [category, detail])).toEqual([
      ['customer', '555-0102 · 9 Pippin Hill, Amherst'],
      ['job', `${jobNumber} · Prune the oak · 9 Pippin Hill · Unscheduled`],
    ]);
  });

  test('The search finds a job by its number', async () => {
    expect(idsOf(await search(`q=${jobNumber}`))).toEqual([`job/${ids.job}`]);
    expect(idsOf(await search(`q=${jobNumber.slice('J-'.length)}`))).toContain(`job/${ids.job}`);
  });

  test('The search gives no more of a kind than was asked for, and gives the newest', async () => {
    for (const name of ['Hornbeam 1', 'Hornbeam 2', 'Hornbeam 3']) {
      last = await owner.post('/api/leads', { name }).then(expectStatus(201));
    }
    expect((await search('q=hornbeam&limit=2')).map(({ title }) => title)).toEqual(['Hornbeam 3', 'Hornbeam 2']);
  });

  test('The search shows nobody a kind whose records their role may not read', async () => {
    const { client: staff } = await addSignedIn(server, owner, 'sam');
    const { client: auditor } = await addSignedIn(server, owner, 'ann', { role: 'auditor' });
    const all = idsOf(await search('q=tamarack'));
    expect(idsOf(await search('q=tamarack', auditor))).toEqual(all);
    expect(idsOf(await search('q=tamarack', staff))).toEqual(all.filter((found) => found !== `user/${ids.user}`));
    await server.stranger.get('/api/search?q=tamarack').then(expectStatus(401));
  });

  test('The search finds neither what was removed nor who was erased', async () => {
    const { body } = await owner.post('/api/customers', { firstName: 'Bo', lastName: 'Larch' }).then(expectStatus(201));
    last = await owner.post('/api/jobs', { customerId: body.id, address: '1 Larch Way' }).then(expectStatus(201));
    expect((await search('q=larch')).map(({ category }) => category)).toEqual(['customer', 'job']);
    last = await owner.post(`/api/customers/${body.id}/erase`, { confirm: 'Bo Larch' }).then(expectStatus(200));
    expect(await search('q=larch')).toEqual([]);
    expect(await search('q=erased')).toEqual([]);
    const lead = await owner.post('/api/leads', { name: 'Buckthorn' }).then(expectStatus(201));
    expect(await search('q=buckthorn', owner, lead)).toHaveLength(1);
    const gone = await owner.delete(`/api/leads/${lead.body.id}`).then(expectStatus(204));
    expect(await search('q=buckthorn', owner, gone)).toEqual([]);
  });

  test('The search finds names by what people type', async () => {
    const add = async (kind: string, path: string, body: object) => {
      last = await owner.post(path, body).then(expectStatus(201));
      return `${kind}/${last.body.id}`;
    };
    const person = { firstName: 'Łukasz', lastName: 'O’Brien–Øst', phone: '٤١٣٥٥٥٧٧٧٧' };
    const lukasz = await add('customer', '/api/customers', person);
    const berg = await add('lead', '/api/leads', { name: 'J. R. van der Straße' });
    const crew = await add('crew', '/api/crews', { name: 'Smith–Jones', memberIds: [], movedFrom: {} });
    for (const [found, searches] of [
      [lukasz, ['lukasz', 'OBRIEN', "o'brien", 'lukasz obrien', 'ost', '(413) 555-7777', 'o’brien-ost', 'obrienost']],
      [berg, ['vanderstrasse', 'van der strasse', 'jr', 'J.R. van der Strasse', 'J.R.']],
      [crew, ['smithjones', 'smith-jones', 'Smith Jones', 'smith—jones']],
    ] as const)
      for (const text of searches)
        expect([text, idsOf(await search(`q=${encodeURIComponent(text)}`))]).toEqual([text, [found]]);
  });

  test('The search finds nothing without a word, and says what is wrong with a request', async () => {
    expect(await search('q=%20')).toEqual([]);
    expect(await search('q=')).toEqual([]);
    for (const query of ['', 'q=oak&limit=0', 'q=oak&limit=21', `q=${'a'.repeat(201)}`])
      expect(await owner.get(`/api/search?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });
});

describe('GET /api/search/known', () => {
  const known = async (records: string, client = owner): Promise<SearchHit[]> =>
    (await client.get(`/api/search/known?records=${records}`).then(expectStatus(200))).body;

  test('The look-up of known records tells what they are called today, in the order that was asked for', async () => {
    const wanted = `customer/${ids.customer},lead/${ids.lead},lead/nobody,photo/1,email_campaign/1,staff/${ids.staff}`;
    expect(await known(wanted)).toMatchObject([
      { category: 'customer', title: 'Ada Tamarack', detail: '555-0102 · 3 Elm St, Hadley, MA 01035' },
      { category: 'lead', title: 'Tam Tamarack' },
      { category: 'staff', title: 'Kim Tamarack' },
    ]);
  });

  test('The look-up of known records tells nothing of what was removed or erased, nor of what the role may not read', async () => {
    const lead = (await owner.post('/api/leads', { name: 'Sumac' }).then(expectStatus(201))).body.id;
    const customer = (await owner.post('/api/customers', { firstName: 'Su', lastName: 'Mac' }).then(expectStatus(201)))
      .body.id;
    await owner.delete(`/api/leads/${lead}`).then(expectStatus(204));
    await owner.post(`/api/customers/${customer}/erase`, { confirm: 'Su Mac' }).then(expectStatus(200));
    expect(await known(`lead/${lead},customer/${customer}`)).toEqual([]);
    const { client: staff } = await addSignedIn(server, owner, 'rae');
    expect(await known(`user/${ids.user}`)).toHaveLength(1);
    expect(await known(`user/${ids.user}`, staff)).toEqual([]);
    await server.stranger.get(`/api/search/known?records=lead/${lead}`).then(expectStatus(401));
  });

  test.each(['', 'records=', 'records=lead', 'records=lead/1/2', `records=${Array(21).fill('lead/1')}`])(
    'The look-up of known records refuses %j',
    async (query) => {
      expect(await owner.get(`/api/search/known?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    },
  );
});

describe('the search over all kinds', () => {
  test('The search knows every kind that can be searched, but for the parts of others, plans, which have no page, and what is thought of people', () => {
    const searched = kinds.all.filter(({ projection, found }) => (found?.collection ?? projection).search.length > 0);
    const unfound = searched.filter(({ found, partOf }) => !found && !partOf).map(({ category }) => category);
    expectNone(
      differences(unfound, ['plan', 'performance_review'], {
        unlisted: (categories) =>
          `The read model of the kind ${categories} can be searched, but GET /api/search does not find it. Say what it ` +
          'shows, by found in its record.ts in api/.',
        gone: (categories) =>
          `The search finds the kind ${categories}. Take it out of tests/http/company/search.http.test.ts.`,
      }),
    );
    expect(searched.map(({ category }) => category)).toContain('lead');
  });

  test('The search stops the start where no index serves it', () => {
    const indexes = leadKind.projection.indexes.filter((index) => index.at(-1) !== 'createdAt');
    const broken = recordKinds([{ ...leadKind, projection: { ...leadKind.projection, indexes } }] as never);
    expect(() => searchRoutes({} as App, { kinds: broken } as ApiContext)).toThrow(
      /^GET \/api\/search looks for each lead, but no index of the read model leads .* in projections\/leads\.ts\.$/,
    );
  });
});
