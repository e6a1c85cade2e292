import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ComparedRecord, Comparison } from '../../../api/compare/schema.ts';
import { ROLES, type Role } from '../../../domain/user/terms.ts';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// Two moments of a record or a list, held against each other (docs/design/time-travel.md#comparing).

const MINUTE_MS = 60_000;
/** It stands still but where a test moves it. */
let now = Date.now();

let server: TestServer;
let owner: Client;
const people = {} as Record<Role, Client>;
beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
  for (const role of ROLES) people[role] = (await addSignedIn(server, owner, `${role}-1`, { role })).client;
});
afterAll(() => server.close());

/** A minute later. @returns the last moment before it, ISO UTC */
function later(): string {
  const before = new Date(now).toISOString();
  now += MINUTE_MS;
  return before;
}

/** Answers include all that was done so far. */
async function seen(): Promise<Record<string, string>> {
  const head = await owner.get('/api/audit/events?limit=1').then(expectStatus(200));
  return { 'x-min-position': head.body[0].position };
}

async function compare(asked: Record<string, string>, client = owner): ReturnType<Client['get']> {
  const answer = await client.get(`/api/compare?${new URLSearchParams(asked)}`, await seen());
  return answer.body?.code === 'still_making' ? compare(asked, client) : answer;
}

async function compared(asked: Record<string, string>, client = owner): Promise<Comparison> {
  return (await compare(asked, client).then(expectStatus(200))).body;
}

const addLead = async (name: string): Promise<string> =>
  (await owner.post('/api/leads', { name }).then(expectStatus(201))).body.id;

const changesOf = ({ changes }: Pick<ComparedRecord, 'changes'>) =>
  Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]]));

describe('Given a lead that was added, renamed by the office, and removed', () => {
  let id: string;
  const moments = {} as Record<'before' | 'added' | 'renamed' | 'removed', string>;
  beforeAll(async () => {
    moments.before = later();
    id = await addLead('Ada Nowak');
    moments.added = later();
    await people.office.patch(`/api/leads/${id}`, { name: 'Ada Brandt', email: 'ada@example.com' });
    moments.renamed = later();
    await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
    moments.removed = later();
  });

  test('Then the record tells which fields changed, by whom, and in which act', async () => {
    const { records, ...all } = await compared({
      path: `/api/leads/${id}`,
      from: moments.added,
      to: moments.renamed,
    });
    expect(all).toMatchObject({ of: 'record', category: 'lead', from: moments.added, to: moments.renamed });
    const [lead] = records as [ComparedRecord];
    expect(lead).toMatchObject({ id, category: 'lead', title: 'Ada Brandt', what: 'changed', moreActs: false });
    expect(changesOf(lead)).toEqual({ name: ['Ada Nowak', 'Ada Brandt'], email: [null, 'ada@example.com'] });
    expect(lead.before).toMatchObject({ name: 'Ada Nowak' });
    expect(lead.after).toMatchObject({ name: 'Ada Brandt' });
    expect(lead.acts).toMatchObject([{ actorName: expect.any(String), types: ['LeadDetailsRevised'], isUndo: false }]);
    const [act] = lead.acts as [ComparedRecord['acts'][number]];
    const tree = (await owner.get(`/api/audit/acts/${act.id}`).then(expectStatus(200))).body;
    expect(tree.act.types).toEqual(['LeadDetailsRevised']);
  });

  test('Then it is held against now where no later moment is said', async () => {
    const { toIsNow, records } = await compared({ path: `/api/leads/${id}`, from: moments.added });
    expect(toIsNow).toBe(true);
    expect(records[0]?.acts.flatMap(({ types }) => types)).toEqual(['LeadDetailsRevised', 'LeadRemoved']);
    expect(changesOf(records[0] as ComparedRecord)).toMatchObject({ removed: [false, true] });
  });

  test('Then it was added where the earlier moment has none', async () => {
    const { records } = await compared({ path: `/api/leads/${id}`, from: moments.before, to: moments.renamed });
    expect(records).toMatchObject([{ what: 'added', before: null, after: { name: 'Ada Brandt' } }]);
    expect(records[0]?.acts).toHaveLength(2);
  });

  test('Then a list tells which were added and removed, and counts the others', async () => {
    const other = await addLead('Bea Same');
    const from = later();
    const added = await addLead('Cem New');
    const list = '/api/leads-working?search=a';
    const gone = await compared({ path: list, from: moments.renamed, to: moments.removed });
    expect(gone.records).toMatchObject([{ id, what: 'removed', after: null, acts: [{ types: ['LeadRemoved'] }] }]);
    const came = await compared({ path: '/api/leads-working', from });
    expect(came).toMatchObject({ of: 'list', added: 1, removed: 0, changed: 0, more: false, unread: false });
    expect(came.unchanged).toBeGreaterThan(0);
    expect(came.records.map(({ id: each }) => each)).toEqual([added]);
    expect(came.records.map(({ id: each }) => each)).not.toContain(other);
  });

  test('Then a moment may be a position: only what came after it, up to the other one, is told', async () => {
    const [removed, renamed, captured] = (await owner.get(`/api/audit/events?stream=lead-${id}`)).body;
    const path = `/api/leads/${id}`;
    const one = await compared({ path, from: captured.position, to: renamed.position });
    expect(one.records[0]?.acts.flatMap(({ types }) => types)).toEqual(['LeadDetailsRevised']);
    const both = await compared({ path, from: captured.position, to: removed.position });
    expect(both.records[0]?.acts).toHaveLength(2);
    const { body } = await compare({ path, from: renamed.position, to: captured.position }).then(expectStatus(400));
    expect(body.issues[0].path).toBe('from');
  });

  test('Then nothing differs between a moment and itself, and the record is told all the same', async () => {
    const moment = moments.renamed;
    const { records, unchanged } = await compared({ path: `/api/leads/${id}`, from: moment, to: moment });
    expect(unchanged).toBe(1);
    expect(records).toMatchObject([{ what: 'same', changes: [], acts: [] }]);
  });

  test('Then as of an earlier moment it is held against that one', async () => {
    const asked = new URLSearchParams({ path: `/api/leads/${id}`, from: moments.added });
    const headers = { 'x-as-of': moments.renamed };
    const { body } = await owner.send(`/api/compare?${asked}`, { headers }).then(expectStatus(200));
    expect(body).toMatchObject({ to: moments.renamed, toIsNow: false });
    expect(body.records[0].changes.map(({ field }: { field: string }) => field)).not.toContain('removed');
  });
});

test('Given a list longer than a page, then all of it is held against each other', async () => {
  const from = later();
  for (let at = 0; at < 520; at += 20)
    await Promise.all(Array.from({ length: 20 }, (_, each) => addLead(`Long list ${at + each}`)));
  const all = await compared({ path: '/api/leads-working?limit=5&search=Long+list', from });
  expect(all.added).toBe(520);
  expect(all.records).toHaveLength(200);
  expect(all.more).toBe(true);
  expect(all.unread).toBe(false);
  expect(all.path).toBe('/api/leads-working?search=Long+list');
});

test('Given comparisons that are asked for at once, then one is made after the other', async () => {
  const made = later();
  await compared({ path: '/api/crews', from: made });
  const order: string[] = [];
  const headers = await seen();
  const asked = (from: string) =>
    owner
      .get(`/api/compare?${new URLSearchParams({ path: '/api/crews', from })}`, headers)
      .then(expectStatus(200))
      .then(() => order.push(from));
  // What there was then is still to be put together.
  const unmade = later();
  const first = asked(unmade);
  // By then that one is under way.
  await owner.get('/api/crews').then(expectStatus(200));
  await Promise.all([first, asked(made)]);
  expect(order).toEqual([unmade, made]);
});

test('Given a list whose pages are shorter than those of others, then all of it is held against each other', async () => {
  const id = await addLead('Steps');
  const from = later();
  await owner.patch(`/api/leads/${id}`, { name: 'Step by step' }).then(expectStatus(200));
  expect(await compared({ path: `/api/history/lead/${id}`, from })).toMatchObject({
    added: 1,
    removed: 0,
    unchanged: 1,
  });
});

test('Given a job whose customer got another name, then the act that gave it stands with the job', async () => {
  const customer = { firstName: 'Ada', lastName: 'Nowak', phone: '413-555-0188' };
  const customerId = (await owner.post('/api/customers', customer).then(expectStatus(201))).body.id;
  const crew = (await owner.post('/api/crews', { name: 'North' }).then(expectStatus(201))).body;
  const job = { title: 'Oak', customerId, address: '3 Elm St', crewId: crew.id };
  const { id } = (await owner.post('/api/jobs', job).then(expectStatus(201))).body;
  const from = later();
  await owner.patch(`/api/customers/${customerId}`, { phone: '413-555-0189' }).then(expectStatus(200));
  const renamed = await people.office.patch(`/api/customers/${customerId}`, { lastName: 'Brandt' });
  await owner.patch(`/api/crews/${crew.id}`, { name: 'South' }).then(expectStatus(200));
  for (const path of [`/api/jobs/${id}`, '/api/jobs']) {
    const { records } = await compared({ path, from });
    const [told] = records as [ComparedRecord];
    expect(changesOf(told)).toMatchObject({ customerName: ['Ada Nowak', 'Ada Brandt'], crewName: ['North', 'South'] });
    expect(told.acts).toEqual([]);
    expect(told.named).toMatchObject([
      {
        category: 'customer',
        id: customerId,
        title: 'Ada Brandt',
        acts: [{ id: renamed.headers.get('x-command-id'), actorName: 'office-1', types: ['CustomerDetailsRevised'] }],
      },
      { category: 'crew', id: crew.id, title: 'South', acts: [{ types: ['CrewRevised'] }] },
    ]);
  }
});

test('Given figures, then they are one record without an id', async () => {
  const from = later();
  await addLead('Dana Figure');
  const { of, records } = await compared({ path: '/api/dashboard/metrics', from });
  expect(of).toBe('record');
  expect(records).toMatchObject([{ id: null, category: null, acts: [] }]);
  expect(changesOf(records[0] as ComparedRecord)).toHaveProperty('activeLeads');
});

describe('Given a comparison, then', () => {
  test('It is for owner and auditor alone', async () => {
    const from = later();
    for (const role of ROLES) {
      const expected = role === 'owner' || role === 'auditor' ? 200 : 403;
      await compare({ path: '/api/crews', from }, people[role]).then(expectStatus(expected));
    }
    await server.stranger.get('/api/compare?path=/api/crews&from=2026-01-01').then(expectStatus(401));
  });

  test('It opens nothing that is closed to them, and says what is', async () => {
    const { body } = await compare({ path: '/api/security-events', from: later() }, people.auditor).then(
      expectStatus(403),
    );
    expect(body.issues).toEqual([{ path: 'path', message: expect.stringContaining('owners') }]);
  });

  test('It leaves out what their role is not told of a record', async () => {
    const staff = (
      await owner
        .post('/api/staff', { firstName: 'Eve', lastName: 'Oak', emergencyRelationship: 'Her sister' })
        .then(expectStatus(201))
    ).body;
    const from = later();
    await owner.patch(`/api/staff/${staff.id}`, { emergencyRelationship: 'Her brother' }).then(expectStatus(200));
    const asked = { path: `/api/staff/${staff.id}`, from };
    expect(JSON.stringify(await compared(asked))).toContain('Her brother');
    expect(JSON.stringify(await compared(asked, people.auditor))).not.toMatch(/Her (brother|sister)/);
  });

  test.each([
    ['of another site', 'https://example.com/api/leads-working', 'begin with /api/'],
    ['of another host', '//example.com/api/leads-working', 'begin with /api/'],
    ['of a page', '/leads', 'begin with /api/'],
    ['that leads out of the API', '/api/../leads', 'begin with /api/'],
    ['that nobody knows', '/api/nothing', 'no list, record or figures at /api/nothing'],
    ['that only changes', '/api/undo', 'shows nothing that could be compared'],
    ['of itself', '/api/compare?path=/api/crews&from=2026-01-01', 'cannot itself be compared'],
    ['of a file', '/api/leads-working?format=csv', 'Leave format out'],
    ['with a moment of its own', '/api/leads-working?asOf=2026-01-01', 'said by from and to'],
    ['with a misspelled filter', '/api/leads-working?sotr=name', '“sotr” is not known here'],
    ['that only knows what is now', '/api/auth/sessions', 'only known as it is now'],
    ['whose answer never ends', '/api/changes', 'only known as it is now'],
  ])('It refuses a path %s', async (_what, path, message) => {
    const { body } = await compare({ path, from: later() }).then(expectStatus(400));
    expect(body.message).toContain(message);
    expect(body.issues[0].path).toBe('path');
  });

  test.each([
    ['from', 'lately', 'from must be a day'],
    ['from', '2026-02-30', 'from must be a day'],
    ['from', '', 'from must be a day'],
    ['from', '2999-01-01', 'from is later than today'],
    ['from', '9'.repeat(12).padStart(16, '0'), 'beyond the end'],
    ['to', 'lately', 'to must be a day'],
    ['to', 'C:12/P:12', 'to must be a day'],
    ['to', '2999-01-01', 'to is later than today'],
    ['to', '2026-01-01'.repeat(20), 'to must say the later moment'],
    ['from', '2026-01-01'.repeat(20), 'from must say the earlier moment'],
  ])('It refuses as %s: %s', async (name, text, message) => {
    const { body } = await compare({ path: '/api/crews', from: '2026-01-01', [name]: text }).then(expectStatus(400));
    expect(body.message).toContain(message);
    expect(body.issues[0].path).toBe(name);
  });

  test('It asks for both moments to be in order', async () => {
    const [from, to] = [later(), later()];
    await compare({ path: '/api/crews', from, to }).then(expectStatus(200));
    const { body } = await compare({ path: '/api/crews', from: to, to: from }).then(expectStatus(400));
    expect(body.issues).toEqual([{ path: 'from', message: 'from is after to. Swap them.' }]);
  });

  test('It asks for a path and an earlier moment', async () => {
    await owner.get('/api/compare?path=/api/crews').then(expectStatus(400));
    await owner.get('/api/compare?from=2026-01-01').then(expectStatus(400));
  });

  test('Before the first event there was nothing: all is added', async () => {
    const { removed, changed, unchanged, added } = await compared({ path: '/api/users', from: '2001-01-01' });
    expect({ removed, changed, unchanged }).toEqual({ removed: 0, changed: 0, unchanged: 0 });
    expect(added).toBeGreaterThan(0);
  });

  test('A record that neither moment has is not found', async () => {
    const path = '/api/leads/0190f3c2-0000-7000-8000-000000000000';
    const { body } = await compare({ path, from: later() }).then(expectStatus(404));
    expect(body.message).toBe('There is no such lead.');
  });
});
