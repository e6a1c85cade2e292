import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../../../domain/user/terms.ts';
import { belongsToApi } from '../../../platform/http/access.ts';
import { addSignedIn } from '../../support/accounts.ts';
import { expectNone } from '../../support/findings.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PATIENCE = { timeout: 30_000, interval: 50 };
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

function asOf(path: string, moment: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}asOf=${encodeURIComponent(moment)}`;
}

/** Asks a call as of a moment, again as long as that is being put together. */
async function getThen(moment: string, path: string, client = owner): ReturnType<Client['get']> {
  const answer = await client.get(asOf(path, moment));
  return answer.body?.code === 'still_making' ? getThen(moment, path, client) : answer;
}

/** What a call answers as of a moment. */
async function readThen(moment: string, path: string, client = owner) {
  return (await getThen(moment, path, client).then(expectStatus(200))).body;
}

/** What a call answers now, once lists show everything so far. */
async function today(path: string) {
  const head = await owner.get('/api/audit/events?limit=1').then(expectStatus(200));
  return (await owner.send(path, { headers: { 'x-min-position': head.body[0].position } }).then(expectStatus(200)))
    .body;
}

const addLead = async (name: string): Promise<string> =>
  (await owner.post('/api/leads', { name }).then(expectStatus(201))).body.id;
const namesOf = (leads: readonly { name: string }[]) => leads.map(({ name }) => name);

describe('Given a lead that was added, renamed, and removed', () => {
  let id: string;
  const moments = {} as Record<'before' | 'added' | 'renamed' | 'removed', string>;
  beforeAll(async () => {
    moments.before = later();
    id = await addLead('Ada Nowak');
    moments.added = later();
    await owner.patch(`/api/leads/${id}`, { name: 'Ada Brandt' }).then(expectStatus(200));
    moments.renamed = later();
    await owner.delete(`/api/leads/${id}`).then(expectStatus(204));
    moments.removed = later();
  });

  test('A record, a list, a search and a history are as they were at each moment', async () => {
    expect(await readThen(moments.added, `/api/leads/${id}`)).toMatchObject({ name: 'Ada Nowak', removed: false });
    expect(await readThen(moments.renamed, `/api/leads/${id}`)).toMatchObject({ name: 'Ada Brandt', removed: false });
    expect(await readThen(moments.removed, `/api/leads/${id}`)).toMatchObject({ removed: true });

    expect(namesOf(await readThen(moments.added, '/api/leads-working'))).toContain('Ada Nowak');
    expect(namesOf(await readThen(moments.renamed, '/api/leads-working'))).toContain('Ada Brandt');
    expect(namesOf(await readThen(moments.removed, '/api/leads-working'))).not.toContain('Ada Brandt');

    expect(await readThen(moments.added, '/api/search?q=nowak')).toHaveLength(1);
    expect(await readThen(moments.renamed, '/api/search?q=nowak')).toHaveLength(0);

    const types = async (moment: string) =>
      (await readThen(moment, `/api/history/lead/${id}`)).map(({ type }: { type: string }) => type);
    expect(await types(moments.added)).toEqual(['LeadCaptured']);
    expect(await types(moments.removed)).toHaveLength(3);
  });

  test('Before it was added there is none, and of its history nothing', async () => {
    await getThen(moments.before, `/api/leads/${id}`).then(expectStatus(404));
    await getThen(moments.before, `/api/history/lead/${id}`).then(expectStatus(404));
    expect(namesOf(await readThen(moments.before, '/api/leads-working'))).not.toContain('Ada Nowak');
  });

  test('Recent Activity ends at the moment', async () => {
    const acts = await readThen(moments.renamed, '/api/activity?limit=2');
    expect(acts.map(({ types }: { types: string[] }) => types)).toEqual([['LeadDetailsRevised'], ['LeadCaptured']]);
  });

  test('A position of the log is a moment too: all up to its event', async () => {
    const [removed, renamed, captured] = (await owner.get(`/api/audit/events?stream=lead-${id}`)).body;
    expect(await readThen(captured.position, `/api/leads/${id}`)).toMatchObject({ name: 'Ada Nowak' });
    expect(await readThen(renamed.position, `/api/leads/${id}`)).toMatchObject({ name: 'Ada Brandt' });
    expect(await readThen(removed.position, `/api/leads/${id}`)).toMatchObject({ removed: true });
    const positions = async (query: string) =>
      (await readThen(renamed.position, `/api/audit/events?${query}`)).map(
        ({ position }: { position: string }) => position,
      );
    expect(await positions('limit=2')).toEqual([renamed.position, captured.position]);
    expect(await positions(`stream=lead-${id}`)).toEqual([renamed.position, captured.position]);
    expect(await positions(`order=oldest&after=${captured.position}`)).toEqual([renamed.position]);
  });

  test('The whole history ends at the moment, and so does what came of an act', async () => {
    const stream = `/api/audit/events?stream=lead-${id}`;
    const all = (await owner.get(stream)).body;
    expect(await readThen(moments.renamed, stream)).toEqual(all.slice(1));
    expect(await readThen(moments.before, stream)).toEqual([]);
    const act = `/api/audit/acts/${all.at(-1).correlationId}`;
    await getThen(moments.before, act).then(expectStatus(404));
    expect((await readThen(moments.added, act)).act.events).toBe(1);
    const later = (await readThen(moments.removed, act)).followed.length;
    expect((await readThen(moments.added, act)).followed.length).toBeLessThan(later);
  });

  test('A page that has seen something newer is answered all the same', async () => {
    const headers = {
      'x-as-of': moments.added,
      'x-min-position': (await owner.get('/api/audit/events?limit=1')).body[0].position,
    };
    const answer = await owner.send('/api/leads-working', { headers }).then(expectStatus(200));
    expect(namesOf(answer.body)).toContain('Ada Nowak');
    expect(answer.headers.get('x-consistent')).toBe('true');
  });

  test('The answer says which moment it is of', async () => {
    const answer = await getThen(moments.added, '/api/leads-working');
    expect(answer.headers.get('x-as-of')).toBe(moments.added);
  });
});

test('Given today, when one asks as of today, then it is what is now', async () => {
  await addLead('Bea Today');
  const day = new Date(now).toISOString();
  const live = await today('/api/leads-working');
  expect(await readThen(day, '/api/leads-working')).toEqual(live);
});

describe('Given a call as of an earlier moment, then', () => {
  test('It is told to owner and auditor alone', async () => {
    const moment = later();
    for (const role of ROLES) {
      const expected = role === 'owner' || role === 'auditor' ? 200 : 403;
      await getThen(moment, '/api/crews', people[role]).then(expectStatus(expected));
    }
    await server.stranger.get(asOf('/api/crews', moment)).then(expectStatus(401));
  });

  test('It is refused by the optimizer, whose plans and progress are of now', async () => {
    for (const path of ['/optimizer/plans/x', '/optimizer/runs/x/events']) {
      const { body } = await owner.get(asOf(path, later())).then(expectStatus(400));
      expect(body.code).toBe('only_now');
    }
  });

  test('It opens nothing that is closed to them', async () => {
    const moment = later();
    await getThen(moment, '/api/security-events', people.auditor).then(expectStatus(403));
  });

  test('It changes nothing: commands are refused, and nothing is appended', async () => {
    const moment = later();
    const head = async () => (await owner.get('/api/audit/events?limit=1')).body[0].position;
    const before = await head();
    const refused = await owner.post(asOf('/api/leads', moment), { name: 'Nobody' }).then(expectStatus(400));
    expect(refused.body).toMatchObject({
      code: 'nothing_changes',
      message: expect.stringContaining('Go back to today'),
    });
    await owner.delete(asOf(`/api/leads/${randomUUID()}`, moment)).then(expectStatus(400));
    expect(await head()).toBe(before);
  });

  test.each([
    ['no moment', 'lately', 400],
    ['a day that does not exist', '2026-02-30', 400],
    ['nothing', '', 400],
    ['a position of another kind of log', 'C:12/P:12', 400],
    ['a position beyond the end', '9'.repeat(16), 400],
    ['a year ahead', '2999-01-01', 400],
  ])('It is refused for %s', async (_what, moment, status) => {
    const { body } = await getThen(moment, '/api/leads-working').then(expectStatus(status));
    expect(body.issues[0].path).toBe('asOf');
  });

  test('It is asked for by a header too, and by that alone where a call has an asOf of its own', async () => {
    const moment = later();
    const crews = await owner.send('/api/crews', { headers: { 'x-as-of': moment } }).then(expectStatus(200));
    expect(crews.headers.get('x-as-of')).toBe(moment);
    const day = '2020-01-01';
    const receivables = `/api/reports/receivables?asOf=${day}`;
    const own = await people.office.get(receivables).then(expectStatus(200));
    expect(own.body.asOf).toBe(day);
    expect(own.headers.get('x-as-of')).toBeNull();
    const both = await owner.send(receivables, { headers: { 'x-as-of': moment } }).then(expectStatus(200));
    expect(both.headers.get('x-as-of')).toBe(moment);
    expect(both.body.asOf).toBe(day);
  });

  test('It is refused where it is said twice', async () => {
    await owner.get(asOf(asOf('/api/leads-working', '2026-01-01'), '2026-01-02')).then(expectStatus(400));
  });

  test('There is nothing before the first event', async () => {
    expect(await readThen('2001-01-01', '/api/leads-working')).toEqual([]);
    expect(await readThen('2001-01-01', '/api/dashboard/metrics')).toBeDefined();
  });
});

/** What is only known as it is now: what no event tells, and what is made for today. */
const ONLY_NOW = [
  'GET /api/ai/briefing',
  'GET /api/ai/predictions',
  'GET /api/audit/checkpoint',
  'GET /api/audit/checkpoints',
  'GET /api/audit/key',
  'GET /api/auth/second-factor',
  'GET /api/auth/sessions',
  'GET /api/auth/user-working',
  'GET /api/changes',
  'GET /api/dead-steps',
  'GET /api/erasures',
  'GET /api/intake/quarantine',
  'GET /api/marketing/content-ideas',
  'GET /api/security-events',
  'GET /api/settings/email',
  'GET /api/since',
];

test('Every call that reads answers as of a moment, or says that it only knows what is now', async () => {
  const moment = later();
  const routes = server.server.app.guardedRoutes.filter(
    ({ method, url, access }) =>
      method === 'GET' && belongsToApi(url) && !url.includes(':') && access !== 'public' && access !== 'anyone',
  );
  const onlyNow: string[] = [];
  const failed: string[] = [];
  for (const { method, url } of routes) {
    const { status, body } = await getThen(moment, url);
    if (body?.code === 'only_now') onlyNow.push(`${method} ${url}`);
    else if (status !== 200 && !['invalid', 'not_found'].includes(body?.code))
      failed.push(`${method} ${url}: ${status} ${body?.code}`);
  }
  expectNone(failed);
  expect(onlyNow.sort()).toEqual(ONLY_NOW);
});

test('Given a customer who is erased, then as of before they are erased too, and no file holds their name', async () => {
  const name = `Zebulon-${randomUUID()}`;
  const customer = (await owner.post('/api/customers', { firstName: name, lastName: 'Oak' }).then(expectStatus(201)))
    .body;
  const moment = later();
  expect(await readThen(moment, `/api/customers/${customer.id}`)).toMatchObject({ firstName: name });
  const files = async () => {
    const folder = join(server.dataDir, 'files', 'unfinished', 'past');
    const all = await readdir(folder);
    return Promise.all(all.map((file) => readFile(join(folder, file), 'latin1').catch(() => '')));
  };
  expect((await files()).some((text) => text.includes(name))).toBe(true);

  await owner.post(`/api/customers/${customer.id}/erase`, { confirm: `${name} Oak` }).then(expectStatus(200));

  await expect.poll(async () => (await files()).some((text) => text.includes(name)), PATIENCE).toBe(false);
  expect(JSON.stringify(await readThen(moment, `/api/customers/${customer.id}`))).not.toContain(name);
});

test('Given more moments asked for at once than are kept, then each is answered', async () => {
  const moments: string[] = [];
  const ids: string[] = [];
  for (let each = 0; each < 6; each++) {
    ids.push(await addLead(`Lead ${each}`));
    moments.push(later());
  }
  const answers = await Promise.all(moments.map((moment) => readThen(moment, '/api/leads-working')));
  for (const [index, answer] of answers.entries()) {
    const listed = answer.map(({ id }: { id: string }) => id);
    expect(ids.filter((id) => listed.includes(id))).toEqual(ids.slice(0, index + 1));
  }
});

test('Given several who ask for the same moment at once, then it is made once', async () => {
  const moment = later();
  const answers = await Promise.all(Array.from({ length: 8 }, () => readThen(moment, '/api/leads-working')));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

test('Given a company that has moved, then a day of before ends by its clock of then', async () => {
  const midnight = (day: string) => Date.parse(`${day}T05:00:00Z`); // of New York, in winter
  now = midnight('2099-01-15') - MINUTE_MS;
  owner = await server.signIn();
  const before = await addLead('Before midnight');
  now = midnight('2099-01-15') + MINUTE_MS;
  const after = await addLead('After midnight');
  now += DAY_MS / 2;
  owner = await server.signIn();
  await owner.patch('/api/settings', { timeZone: 'US/Pacific' }).then(expectStatus(200));
  later();
  const listed = (await readThen('2099-01-14', '/api/leads-working')).map(({ id }: { id: string }) => id);
  expect(listed).toContain(before);
  expect(listed).not.toContain(after);
});

test('Given a year later, when one looks as of then, then the clock stands where it stood', async () => {
  const moment = later();
  const first = await readThen(moment, '/api/dashboard/attention');
  now += 400 * DAY_MS;
  owner = await server.signIn();
  expect(await readThen(moment, '/api/dashboard/attention')).toEqual(first);
});
