import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LEAD_STATUSES } from '../../../domain/lead/terms.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const LEAD = {
  name: 'Oak over the garage',
  email: 'oak@example.com',
  phone: '(555) 010-1234',
  address: '12 Mill Lane, Amherst, MA 01002',
  leadSource: 'Referral',
  estimatedValue: '1200',
  description: 'Large limb over the roof',
  notes: '',
  status: 'New',
};

async function capture(changes: object = {}): Promise<Answer> {
  return owner.post('/api/leads', { ...LEAD, ...changes }).then(expectStatus(201));
}

/** Reads the list as the console does: with the position of its last command. */
async function list(after: Answer, query = ''): Promise<Answer['body']> {
  const minPosition = { 'x-min-position': after.headers.get('x-position') ?? '' };
  const answer = await owner.get(`/api/leads-working${query}`, minPosition).then(expectStatus(200));
  expect(answer.headers.get('x-consistent')).toBe('true');
  return answer.body;
}

const eventsSoFar = async () => (await owner.get('/api/health')).body.head as string;

describe('POST /api/leads', () => {
  test('Adding a lead answers 201 with the record as the list shows it', async () => {
    const created = await capture();
    expect(created.body).toMatchObject({
      ...LEAD,
      estimatedValue: '1200.00',
      notes: null,
      customerId: null,
      request: null,
      revision: 0,
    });
    const listed = (await list(created)).find((lead: { id: string }) => lead.id === created.body.id);
    expect(listed).toEqual(created.body);
  });

  test('A lead is added by a name alone', async () => {
    const created = await owner.post('/api/leads', { name: 'Stump' }).then(expectStatus(201));
    expect(created.body).toMatchObject({
      name: 'Stump',
      email: null,
      leadSource: null,
      estimatedValue: null,
      status: 'New',
    });
  });

  test.each([
    [{ name: '   ' }, 'name', 'Lead name is required.'],
    [{ name: undefined }, 'name', 'Lead name is required.'],
    [{ name: 7 }, 'name', 'The name must be text.'],
    [{ name: 'x'.repeat(201) }, 'name', 'The name must not be longer than 200 characters.'],
    [{ email: 'nobody' }, 'email', 'The email address must be like name@example.com.'],
    [{ leadSource: 'Radio' }, 'leadSource', /^The lead source must be one of: Website, /],
    [{ status: 'Sold' }, 'status', 'A new lead starts with the status New.'],
    [{ estimatedValue: -1 }, 'estimatedValue', /^The estimated value must be an amount from 0/],
    [{ estimatedValue: 'a lot' }, 'estimatedValue', /^The estimated value must be an amount from 0/],
    [{ estimatedValue: { $gt: '' } }, 'estimatedValue', /^The estimated value must be an amount/],
  ])('A new lead with %j is refused, and nothing is appended', async (changes, path, message) => {
    const before = await eventsSoFar();
    const refused = await owner.post('/api/leads', { ...LEAD, ...changes }).then(expectStatus(400));
    expect(refused.body).toMatchObject({ code: 'invalid', message: expect.stringMatching(message) });
    expect(refused.body.issues[0].path).toBe(path);
    expect(await eventsSoFar()).toBe(before);
  });

  test('Adding a lead says what is wrong with a body that is no JSON object', async () => {
    const json = { 'content-type': 'application/json' };
    const sent = (body: string, headers: Record<string, string> = json) =>
      owner.send('/api/leads', { method: 'POST', headers, body });
    expect(await sent('{"name":')).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    expect(await sent('[]')).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(await sent('')).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(await sent('name=Oak', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 415,
      body: { code: 'wrong_content_type' },
    });
    expect(await sent('Oak', { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      body: { code: 'wrong_content_type' },
    });
    expect(await sent(JSON.stringify({ name: 'x'.repeat(300_000) }))).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    });
  });
});

describe('an Idempotency-Key', () => {
  test('An Idempotency-Key makes a repeat answer as the first time', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await owner.post('/api/leads', LEAD, key).then(expectStatus(201));
    const again = await owner.post('/api/leads', LEAD, key).then(expectStatus(201));
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('x-position')).toBe(first.headers.get('x-position'));
  });

  test('An Idempotency-Key that is repeated shows the record as it is now', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const { body } = await owner.post('/api/leads', LEAD, key).then(expectStatus(201));
    await owner.patch(`/api/leads/${body.id}`, { status: 'Quoting' }).then(expectStatus(200));
    const again = await owner.post('/api/leads', LEAD, key).then(expectStatus(201));
    expect(again.body).toMatchObject({ id: body.id, status: 'Quoting', revision: 1 });
  });

  test('An Idempotency-Key with another body is a conflict', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await owner.post('/api/leads', LEAD, key).then(expectStatus(201));
    const refused = await owner.post('/api/leads', { ...LEAD, phone: '555-0199' }, key).then(expectStatus(409));
    expect(refused.body.code).toBe('idempotency_conflict');
  });

  test('An Idempotency-Key on another path is another command', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [a, b] = [await capture(), await capture()];
    await owner.patch(`/api/leads/${a.body.id}`, { status: 'Lost' }, key).then(expectStatus(200));
    const other = await owner.patch(`/api/leads/${b.body.id}`, { status: 'Won' }, key).then(expectStatus(200));
    expect(other.body.status).toBe('Won');
  });

  test('An Idempotency-Key sent 16 times at once makes one lead', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 16 }, () => owner.post('/api/leads', LEAD, key)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  });
});

describe('PATCH /api/leads/{id}', () => {
  test('A change of a lead takes any of the fields; a missing one is unchanged, an empty one cleared', async () => {
    const { body } = await capture();
    const changed = await owner.patch(`/api/leads/${body.id}`, {
      status: 'Contacted',
      phone: '',
      notes: 'Call after five',
      estimatedValue: 99.5,
      leadSource: 'Customer Portal',
    });
    expect(changed.body).toEqual({
      ...body,
      status: 'Contacted',
      phone: null,
      notes: 'Call after five',
      estimatedValue: '99.50',
      leadSource: 'Customer Portal',
      revision: 2,
    });
    expect(await list(changed)).toContainEqual(changed.body);
  });

  test('A change of a lead that changes nothing appends nothing', async () => {
    const { body } = await capture();
    const before = await eventsSoFar();
    const same = await owner.patch(`/api/leads/${body.id}`, { status: 'New', name: LEAD.name }).then(expectStatus(200));
    expect(same.body).toEqual(body);
    expect(await eventsSoFar()).toBe(before);
  });

  test('A change of a lead refuses what is wrong', async () => {
    const { body } = await capture();
    const patch = (changes: object) => owner.patch(`/api/leads/${body.id}`, changes);
    expect(await patch({ status: 'Sold' })).toMatchObject({
      status: 400,
      body: { message: 'The status must be one of: New, Contacted, Quoting, Won, Lost.' },
    });
    expect(await patch({ name: '' })).toMatchObject({ status: 400, body: { message: 'Lead name is required.' } });
    expect(await patch({ expectedRevision: 'x' })).toMatchObject({ status: 400 });
    expect(await owner.patch(`/api/leads/${randomUUID()}`, { status: 'Won' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  test('A change of a lead that another person has changed meanwhile says who changed which field', async () => {
    const { body } = await capture();
    await owner.patch(`/api/leads/${body.id}`, { phone: '555-0177' }).then(expectStatus(200));
    const stale = await owner
      .patch(`/api/leads/${body.id}`, { phone: '555-0188', expectedRevision: body.revision })
      .then(expectStatus(409));
    expect(stale.body).toMatchObject({ code: 'stale', record: { phone: '555-0177', revision: 1 } });
    expect(stale.body.changes).toMatchObject([
      { actor: 'owner', changes: [{ field: 'phone', before: LEAD.phone, after: '555-0177' }] },
    ]);
    const merged = await owner.patch(`/api/leads/${body.id}`, { phone: '555-0188', expectedRevision: '1' });
    expect(merged.body).toMatchObject({ phone: '555-0188', revision: 2 });
  });

  test('64 changes at once on one lead all succeed', async () => {
    const { body } = await capture();
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => owner.patch(`/api/leads/${body.id}`, { notes: `note ${index}` })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(64).fill(200));
    const [last] = answers.toSorted((a, b) => b.body.revision - a.body.revision);
    expect(last?.body.revision).toBe(64);
  });
});

describe('DELETE and restore', () => {
  test('Deleting and restoring remove a lead from the list and bring it back as it was', async () => {
    const { body } = await capture();
    const removed = await owner.delete(`/api/leads/${body.id}`).then(expectStatus(204));
    expect(removed.body).toBe('');
    expect((await list(removed)).map((lead: { id: string }) => lead.id)).not.toContain(body.id);
    await owner.delete(`/api/leads/${body.id}`).then(expectStatus(204));
    expect(await owner.patch(`/api/leads/${body.id}`, { status: 'Won' })).toMatchObject({
      status: 410,
      body: { code: 'removed' },
    });
    expect(await owner.post(`/api/leads/${body.id}/convert`)).toMatchObject({ status: 410, body: { code: 'removed' } });
    const restored = await owner.post(`/api/leads/${body.id}/restore`).then(expectStatus(200));
    expect(restored.body).toEqual({ ...body, revision: 2 });
    expect(await list(restored)).toContainEqual(restored.body);
  });

  test('Deleting and restoring a lead that never was are 404', async () => {
    await owner.delete(`/api/leads/${randomUUID()}`).then(expectStatus(404));
    await owner.post(`/api/leads/${randomUUID()}/restore`).then(expectStatus(404));
  });
});

describe('GET /api/leads-working', () => {
  test('The list of leads is newest first, and narrowed by status, source and text', async () => {
    const mark = `Zelkova${randomUUID().slice(0, 8)}`;
    const a = await capture({ name: `${mark} one`, leadSource: 'Website' });
    const b = await capture({ name: `${mark} two`, phone: '555 987 6543' });
    const c = await owner.patch(`/api/leads/${a.body.id}`, { status: 'Won' });
    const names = async (query: string) =>
      (await list(c, `?search=${mark}${query}`)).map((lead: { name: string }) => lead.name);
    expect(await names('')).toEqual([`${mark} two`, `${mark} one`]);
    expect(await names('&sort=createdAt')).toEqual([`${mark} one`, `${mark} two`]);
    expect(await names('&status=Won')).toEqual([`${mark} one`]);
    expect(await names('&source=Website')).toEqual([`${mark} one`]);
    expect(await names('%20987-65')).toEqual([`${mark} two`]);
    expect(await names('%20%25')).toEqual([]);
    expect(b.status).toBe(201);
  });

  test('The list of leads pages by cursor', async () => {
    const mark = `Hornbeam${randomUUID().slice(0, 8)}`;
    let last = await capture({ name: `${mark} 0` });
    for (let index = 1; index < 5; index++) last = await capture({ name: `${mark} ${index}` });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path = `/api/leads-working?limit=2&search=${mark}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const page: Answer = await owner
        .get(path, { 'x-min-position': last.headers.get('x-position') ?? '' })
        .then(expectStatus(200));
      seen.push(...page.body.map((lead: { name: string }) => lead.name));
      cursor = page.headers.get('x-next-cursor');
    }
    expect(seen).toEqual([4, 3, 2, 1, 0].map((index) => `${mark} ${index}`));
    const foreign = await owner.get('/api/leads-working?limit=2&cursor=abc').then(expectStatus(400));
    expect(foreign.body.code).toBe('invalid_query');
  });

  test('The list of leads finds a word of the description and of the notes', async () => {
    const created = await capture({ description: 'Woodpecker holes in the ash', notes: 'Ring at the side door' });
    for (const search of ['woodpecker', 'side door'])
      expect(await list(created, `?search=${encodeURIComponent(search)}`)).toMatchObject([{ id: created.body.id }]);
  });

  test('The list of leads keeps the deleted ones in a list of their own, which tells them one by one', async () => {
    const { body } = await capture({ name: 'Deleted for good?' });
    const gone = await owner.delete(`/api/leads/${body.id}`).then(expectStatus(204));
    expect(await list(gone, '?search=deleted')).toEqual([]);
    expect(await list(gone, '?search=deleted&removed=true')).toMatchObject([{ id: body.id, removed: true }]);
    expect((await owner.get(`/api/leads/${body.id}`).then(expectStatus(200))).body).toMatchObject({ removed: true });
    await owner.get(`/api/leads/${randomUUID()}`).then(expectStatus(404));
  });

  test('The list of leads refuses what it does not know', async () => {
    expect(await owner.get('/api/leads-working?status=Sold')).toMatchObject({ status: 400 });
    expect(await owner.get('/api/leads-working?limit=0')).toMatchObject({ status: 400 });
    expect(await owner.get('/api/leads-working?sort=name')).toMatchObject({ status: 400 });
    expect(await owner.get('/api/leads-working', { 'x-min-position': '{"$gt":""}' })).toMatchObject({ status: 400 });
  });
});

describe('GET /api/leads/figures', () => {
  test('The figures of the leads add up all leads by status, and those that a search and a source leave', async () => {
    const before = (await owner.get('/api/leads/figures').then(expectStatus(200))).body;
    expect(before.statuses.map(({ status }: { status: string }) => status)).toEqual(LEAD_STATUSES);
    const source = 'Trade Show';
    await capture({ name: 'Summed one', leadSource: source, estimatedValue: '0.10' });
    const two = await capture({ name: 'Summed two', leadSource: source, estimatedValue: '0.20' });
    await capture({ name: 'Summed elsewhere', estimatedValue: null });
    const gone = await capture({ name: 'Summed and gone', leadSource: source, estimatedValue: '99' });
    await owner.patch(`/api/leads/${two.body.id}`, { status: 'Won' }).then(expectStatus(200));
    const last = await owner.delete(`/api/leads/${gone.body.id}`).then(expectStatus(204));
    const seen = { 'x-min-position': last.headers.get('x-position') ?? '' };
    const ask = async (query: string) =>
      (await owner.get(`/api/leads/figures${query}`, seen).then(expectStatus(200))).body;

    const { statuses, ...all } = await ask(`?search=summed&source=${encodeURIComponent(source)}`);
    expect(all).toEqual({ count: 2, value: '0.30' });
    expect(statuses).toContainEqual({ status: 'New', count: 1, value: '0.10' });
    expect(statuses).toContainEqual({ status: 'Won', count: 1, value: '0.20' });
    expect((await ask('?search=summed')).count).toBe(3);
    const now = await ask('');
    expect(now.count).toBe(before.count + 3);
    expect(Number(now.value)).toBeCloseTo(Number(before.value) + 0.3, 2);
    await owner.get('/api/leads/figures?source=Nowhere').then(expectStatus(400));
  });
});
