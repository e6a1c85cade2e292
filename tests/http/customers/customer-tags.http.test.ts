import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

async function registered(firstName: string, tags?: readonly string[]): Promise<Answer['body']> {
  return (await owner.post('/api/customers', { firstName, ...(tags && { tags }) }).then(expectStatus(201))).body;
}

const pathOf = ({ id }: { id: string }) => `/api/customers/${id}`;
const settled = async () => ({ 'x-min-position': (await owner.get('/api/health')).body.head as string });
const found = async (query: string) =>
  (await owner.get(`/api/customers?${query}`, await settled()).then(expectStatus(200))).body.map(
    ({ firstName }: { firstName: string }) => firstName,
  );
const inUse = async () => (await owner.get('/api/customers/tags', await settled()).then(expectStatus(200))).body;

describe('the tags of a customer', () => {
  test('They are kept in the order given, without doubles however these are written', async () => {
    const tags = [' Spring pruning ', 'HOA', 'hoa', 'spring-pruning', 'Café', 'CAFE'];
    const customer = await registered('Ada', tags);
    expect(customer.tags).toEqual(['Spring pruning', 'HOA', 'Café']);
    expect((await registered('Plain')).tags).toEqual([]);
    const { body } = await owner.patch(pathOf(customer), { tags: ['Café', 'HOA'] }).then(expectStatus(200));
    expect(body.tags).toEqual(['Café', 'HOA']);
    expect((await owner.patch(pathOf(customer), { phone: '555' }).then(expectStatus(200))).body.tags).toEqual(
      body.tags,
    );
    expect((await owner.patch(pathOf(customer), { tags: null }).then(expectStatus(200))).body.tags).toEqual([]);
  });

  test('A change of them is a step of the history, is undone, and stands against a change of the same by somebody else', async () => {
    const customer = await registered('Undone', ['Undone first']);
    const changed = await owner.patch(pathOf(customer), { tags: ['Undone second'] }).then(expectStatus(200));
    const step = (await owner.get(`/api/history/customer/${customer.id}`).then(expectStatus(200))).body.at(-1);
    expect(step).toMatchObject({ type: 'CustomerDetailsRevised' });
    expect(JSON.stringify(step)).toMatch(/Undone first.*Undone second/);
    const stale = { tags: ['Undone third'], expectedRevision: customer.revision };
    expect(await owner.patch(pathOf(customer), stale)).toMatchObject({ status: 409 });
    expect((await owner.get(pathOf(customer))).body.tags).toEqual(['Undone second']);
    const undo = { category: 'customer', id: customer.id, commandId: changed.headers.get('x-command-id') };
    await owner.post('/api/undo', undo).then(expectStatus(200));
    expect((await owner.get(pathOf(customer), await settled())).body.tags).toEqual(['Undone first']);
  });

  test.each<[unknown, string, string]>([
    ['HOA', 'tags', 'The tags must be a list.'],
    [[''], 'tags.0', 'A tag must have a letter or a digit.'],
    [['ok', '★ !'], 'tags.1', 'A tag must have a letter or a digit.'],
    [[null], 'tags.0', 'A tag must have a letter or a digit.'],
    [[7], 'tags.0', 'A tag must be text.'],
    [['x'.repeat(41)], 'tags.0', 'A tag must not be longer than 40 characters.'],
    [['two\nlines'], 'tags.0', 'A tag must be one line, without control characters.'],
    [Array.from({ length: 21 }, (_, at) => `T${at}`), 'tags', 'There can be at most 20 tags.'],
  ])('%j is refused, and nothing is saved', async (tags, path, message) => {
    const customer = await registered('Refused');
    const { body } = await owner.patch(pathOf(customer), { tags }).then(expectStatus(400));
    expect(body.issues).toContainEqual({ path, message });
    expect((await owner.get(pathOf(customer))).body).toMatchObject({ tags: [], revision: customer.revision });
  });

  test('Customers are found by a tag as a whole, in the order asked for, and searched within it', async () => {
    await registered('Zoe', ['Filter board', 'Other']);
    await registered('Abe', ['FILTER-BOARD']);
    await registered('Bob', ['Filter boards']);
    const gone = await registered('Gone', ['Filter board']);
    await owner.delete(pathOf(gone)).then(expectStatus(204));
    expect(await found('tag=filter%20board')).toEqual(['Abe', 'Zoe']);
    expect(await found('tag=Filter%20Board&sort=-name')).toEqual(['Zoe', 'Abe']);
    expect(await found('tag=filter%20board&search=zo')).toEqual(['Zoe']);
    expect(await found('tag=filter')).toEqual([]);
    expect(await found('tag=filter%20board&removed=true')).toEqual(['Gone']);
    expect(await found('search=filter%20board&sort=name')).toEqual(['Abe', 'Bob', 'Zoe']);
    for (const wrong of ['', 'x'.repeat(41)])
      expect(await owner.get(`/api/customers?tag=${wrong}`)).toMatchObject({ status: 400 });
  });

  test('A file of customers has their tags', async () => {
    await registered('Filed', ['File one', 'File two']);
    const { body } = await owner.get('/api/customers?format=csv&search=filed', await settled()).then(expectStatus(200));
    expect(body).toContain('"[""File one"",""File two""]"');
  });
});

describe('the tags that there are', () => {
  test('Each is listed once, as most write it, with how many have it', async () => {
    const before = await inUse();
    for (const tags of [['Listed HOA'], ['listed hoa', 'Listed Zoo'], ['Listed HOA']]) await registered('Lister', tags);
    const archived = await registered('Archived', ['Listed Zoo', 'Listed gone']);
    await owner.delete(pathOf(archived)).then(expectStatus(204));
    const after = await inUse();
    expect(after.filter(({ tag }: { tag: string }) => tag.startsWith('Listed'))).toEqual([
      { tag: 'Listed HOA', customers: 3 },
      { tag: 'Listed Zoo', customers: 1 },
    ]);
    expect(after).toHaveLength(before.length + 2);
  });

  test('Whoever reads customers sees them; crews do not', async () => {
    for (const [role, status] of [
      ['office', 200],
      ['estimator', 200],
      ['auditor', 200],
      ['crew', 403],
    ] as const) {
      const { client } = await addSignedIn(server, owner, `tags-${role}`, { role });
      expect((await client.get('/api/customers/tags')).status, role).toBe(status);
    }
  });

  test('With a customer their tags are erased, from the history, the search and the list of tags too', async () => {
    const customer = await registered('Forgotten', ['Difficult divorce']);
    expect(await found('tag=difficult%20divorce')).toEqual(['Forgotten']);
    await owner.post(`${pathOf(customer)}/erase`, { confirm: 'Forgotten' }).then(expectStatus(200));
    expect((await owner.get(pathOf(customer), await settled())).body.tags).toEqual([]);
    expect(await found('tag=difficult%20divorce')).toEqual([]);
    const history = await owner.get(`/api/history/customer/${customer.id}`).then(expectStatus(200));
    expect(JSON.stringify([history.body, await inUse()])).not.toContain('divorce');
    // Nothing about them can be entered any more.
    expect((await owner.patch(pathOf(customer), { tags: ['Back'] })).status).toBeGreaterThanOrEqual(400);
  });
});
