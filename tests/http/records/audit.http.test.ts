import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../../api/audit/schema.ts';
import type { EventMetadata } from '../../../domain/kit/event.ts';
import { ROLES, type Role } from '../../../domain/user/terms.ts';
import type { EventToAppend } from '../../../store/event-store.ts';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { inCompany } from '../../support/samples/company.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const CALL = '/api/audit/events';
const PATIENCE = { timeout: 30_000, interval: 50 };
/** It stands still but where a test moves it. */
const NOW = Date.now();

let now = NOW;
let server: TestServer;
let owner: Client;
let auditor: Client;
const people = {} as Record<Role, Client>;
beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
  for (const role of ROLES) people[role] = (await addSignedIn(server, owner, `${role}-1`, { role })).client;
  auditor = people.auditor;
});
afterAll(() => server.close());

async function read(query: Record<string, string> = {}, client = owner): Promise<AuditEvent[]> {
  return (await client.get(`${CALL}?${new URLSearchParams(query)}`).then(expectStatus(200))).body;
}

/** All pages one after another. @param meanwhile done between them */
async function pages(query: Record<string, string>, meanwhile: () => Promise<unknown> = async () => {}) {
  const all: AuditEvent[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const asked = new URLSearchParams({ ...query, ...(cursor && { cursor }) });
    const { body, headers } = await owner.get(`${CALL}?${asked}`).then(expectStatus(200));
    all.push(...body);
    cursor = headers.get('x-next-cursor');
    if (cursor !== null) await meanwhile();
  }
  return all;
}

const placesOf = (events: readonly AuditEvent[]) => events.map(({ position }) => position);
const addLead = async (name: string, by = owner): Promise<string> =>
  (await by.post('/api/leads', { name }).then(expectStatus(201))).body.id;

const addCrew = async (name: string): Promise<string> =>
  (await owner.post('/api/crews', { name }).then(expectStatus(201))).body.id;

async function lines(query: Record<string, string> = {}, client = owner): Promise<AuditEvent[]> {
  const path = `${CALL}?${new URLSearchParams({ format: 'jsonl', ...query })}`;
  const answer = await client.send(path, {}).then(expectStatus(200));
  const text = typeof answer.body === 'string' ? answer.body : `${JSON.stringify(answer.body)}\n`;
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

function numbered(first: number, of: EventMetadata = metadata()): EventToAppend {
  return { type: 'NumbersTaken', data: { first, count: 1 }, id: randomUUID(), metadata: of };
}

describe('who reads it', () => {
  test.each(['owner', 'auditor'] as const)('The whole history is read and taken along by the %s', async (role) => {
    expect(await read({}, people[role])).not.toEqual([]);
    expect(await lines({ limit: '3' }, people[role])).toHaveLength(3);
  });

  test.each(['office', 'estimator', 'crew'] as const)('The whole history is closed to the %s', async (role) => {
    for (const format of ['json', 'csv', 'jsonl'])
      await people[role].get(`${CALL}?format=${format}`).then(expectStatus(403));
  });

  test('The whole history is closed to strangers', () => server.stranger.get(CALL).then(expectStatus(401)));
});

describe('what an event says', () => {
  test('An event is told with its place, who did it, why, and what it is about', async () => {
    const { body, headers } = await people.office.post('/api/leads', { name: 'Ada Byron' }).then(expectStatus(201));
    const [event] = await read({ stream: `lead-${body.id}` });
    expect(event).toEqual({
      position: headers.get('x-position'),
      recordedAt: new Date(now).toISOString(),
      stream: `lead-${body.id}`,
      revision: 0,
      type: 'LeadCaptured',
      version: expect.any(Number),
      id: expect.any(String),
      actor: expect.any(String),
      actorName: 'office-1',
      category: 'lead',
      recordId: body.id,
      title: 'Ada Byron',
      commandId: headers.get('x-command-id'),
      correlationId: headers.get('x-command-id'),
      causationId: null,
      undoes: null,
      subject: expect.any(String),
      data: expect.objectContaining({ name: 'Ada Byron', status: 'New' }),
      withheld: null,
      error: null,
    });
  });

  test('What followed from an act names the act and the event that it followed from', async () => {
    const id = await addLead('Converted');
    const { headers } = await owner.post(`/api/leads/${id}/convert`).then(expectStatus(200));
    const [lead] = await read({ stream: `lead-${id}` });
    const act = (await read()).filter(({ correlationId }) => correlationId === headers.get('x-command-id'));
    const followed = act.filter(({ causationId }) => causationId !== null);
    expect(lead?.correlationId).toBe(headers.get('x-command-id'));
    expect(followed).not.toEqual([]);
    expect(act.map(({ category }) => category)).toEqual(expect.arrayContaining(['lead', 'customer']));
  });

  test('An undo names what it undoes', async () => {
    const id = await addLead('Undone');
    const changed = await owner.patch(`/api/leads/${id}`, { notes: 'By the gate' }).then(expectStatus(200));
    const commandId = changed.headers.get('x-command-id');
    await owner.post('/api/undo', { category: 'lead', id, commandId }).then(expectStatus(200));
    expect((await read({ stream: `lead-${id}` }))[0]).toMatchObject({ undoes: commandId });
  });

  test('Of a person who was erased nothing is told but that something was', async () => {
    const secret = 'Wilhelmina Quercus';
    const leadId = await addLead(secret);
    const { body } = await owner.post(`/api/leads/${leadId}/convert`).then(expectStatus(200));
    expect(JSON.stringify(await lines())).toContain('Quercus');
    await owner.post(`/api/customers/${body.customerId}/erase`, { confirm: secret }).then(expectStatus(200));
    const told = async () => JSON.stringify([await lines(), await pages({ limit: '500' })]);
    await expect.poll(told, PATIENCE).not.toContain('Quercus');
    const [captured] = (await read({ stream: `lead-${leadId}`, order: 'oldest' })) as [AuditEvent];
    expect(captured.data).toMatchObject({ name: '[erased]', status: 'New' });
  });
});

describe('in pages', () => {
  test('The newest pages join without gap or repeat, whatever is appended meanwhile', async () => {
    const before = placesOf(await lines({ order: 'newest' }));
    const paged = await pages({ limit: '3' }, () => addLead('Meanwhile'));
    expect(placesOf(paged)).toEqual(before);
  });

  test('The oldest pages join without gap or repeat, and go on to what was appended meanwhile', async () => {
    let left = 5;
    const paged = await pages({ order: 'oldest', limit: '7' }, async () => {
      if (left-- > 0) await addLead('Later');
    });
    expect(placesOf(paged)).toEqual(placesOf(await lines({ order: 'oldest' })));
  });

  test('A stream’s pages join in both orders', async () => {
    const id = await addLead('Changed often');
    for (const notes of ['one', 'two', 'three', 'four'])
      await owner.patch(`/api/leads/${id}`, { notes }).then(expectStatus(200));
    const stream = `lead-${id}`;
    const oldest = await pages({ stream, order: 'oldest', limit: '2' });
    expect(oldest.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4]);
    expect(await pages({ stream, limit: '2' })).toEqual(oldest.toReversed());
  });

  test('After a position comes what is later, in either order', async () => {
    const position = (await read({ limit: '1' }))[0]?.position ?? '';
    const id = await addLead('Later');
    await owner.patch(`/api/leads/${id}`, { notes: 'Later still' }).then(expectStatus(200));
    const later = await pages({ after: position, order: 'oldest', limit: '1' });
    expect(later.map(({ type }) => type)).toEqual(['LeadCaptured', expect.any(String)]);
    expect(await pages({ after: position, limit: '1' })).toEqual(later.toReversed());
    expect(placesOf(await read({ after: position, stream: `lead-${id}` }))).toEqual(placesOf(later).toReversed());
    expect(await read({ after: later.at(-1)?.position ?? '' })).toEqual([]);
  });
});

describe('what is asked for', () => {
  test('Type, person and stream narrow the history, alone and together', async () => {
    const { client, id } = await addSignedIn(server, owner, 'robin');
    const lead = await addLead('Of Robin', client);
    await client.patch(`/api/leads/${lead}`, { notes: 'Mine' }).then(expectStatus(200));
    const all = await pages({ limit: '500' });
    const alike = (query: Record<string, string>, wanted: (event: AuditEvent) => boolean) =>
      Promise.all([pages({ limit: '2', ...query }), lines(query)]).then(([paged, file]) => {
        expect(paged).toEqual(all.filter(wanted));
        expect(file).toEqual(paged);
        expect(paged).not.toEqual([]);
      });
    await alike({ type: 'LeadCaptured' }, ({ type }) => type === 'LeadCaptured');
    await alike({ actor: id }, ({ actor }) => actor === id);
    await alike({ stream: `lead-${lead}` }, ({ stream }) => stream === `lead-${lead}`);
    await alike({ actor: id, type: 'LeadCaptured' }, (each) => each.actor === id && each.type === 'LeadCaptured');
    expect(await read({ actor: 'nobody' })).toEqual([]);
    expect(await read({ stream: 'lead-nowhere' })).toEqual([]);
  });

  test('A record and a kind of record narrow the history, alone and with all else', async () => {
    const { client, id } = await addSignedIn(server, owner, 'merle');
    const lead = await addLead('Narrowed', client);
    const others = await addLead('Beside it', client);
    await owner.patch(`/api/leads/${lead}`, { notes: 'The owner’s' }).then(expectStatus(200));
    await client.patch(`/api/leads/${lead}`, { notes: 'Merle’s' }).then(expectStatus(200));
    const crews = [await addCrew('North'), await addCrew('South')] as const;
    await owner.patch(`/api/crews/${crews[0]}`, { name: 'Far North' }).then(expectStatus(200));
    const all = await pages({ limit: '500' });
    const alike = async (query: Record<string, string>, wanted: (event: AuditEvent) => boolean) => {
      const expected = all.filter(wanted);
      expect(expected).not.toEqual([]);
      for (const order of ['newest', 'oldest']) {
        const inOrder = order === 'newest' ? expected : expected.toReversed();
        expect(await pages({ limit: '2', order, ...query })).toEqual(inOrder);
        expect(await lines({ order, ...query })).toEqual(inOrder);
      }
      const { body } = await owner.get(`${CALL}?${new URLSearchParams({ format: 'csv', ...query })}`);
      expect(body.split('\r\n')).toHaveLength(expected.length + 2);
    };
    const isOf = (record: string) => (event: AuditEvent) => event.recordId === record;
    await alike({ record: `lead:${lead}` }, isOf(lead));
    // Records that share one stream.
    await alike({ record: `crew:${crews[0]}` }, isOf(crews[0]));
    await alike({ record: `crew:${crews[1]}` }, isOf(crews[1]));
    await alike({ category: 'lead' }, ({ stream }) => stream?.startsWith('lead-') === true);
    await alike({ category: 'crew' }, ({ category }) => category === 'crew');
    await alike({ category: 'lead', actor: id }, (each) => each.category === 'lead' && each.actor === id);
    await alike({ record: `lead:${lead}`, actor: id }, (each) => isOf(lead)(each) && each.actor === id);
    const [, , first] = all.filter(isOf(lead)) as [AuditEvent, AuditEvent, AuditEvent];
    const later = (event: AuditEvent) => isOf(lead)(event) && event.position > first.position;
    await alike({ record: `lead:${lead}`, after: first.position, from: first.recordedAt ?? '' }, later);
    expect(await read({ record: `lead:${lead}`, stream: `lead-${others}` })).toEqual([]);
    expect(await read({ record: `lead:${lead}`, category: 'crew' })).toEqual([]);
    expect(await read({ record: 'lead:nowhere' })).toEqual([]);
    expect(await read({ record: `lead:${lead}`, to: '2001-01-01' })).toEqual([]);
  });

  test.each([
    ['record=lead', 'record', 'record must be the kind and the id of a record, like job:0190f3c2-….'],
    ['record=oak:1', 'record', 'There is no kind of record called “oak”. Write it as an event tells it, like job.'],
    ['record=lead:a&cursor=0000000000000001', 'cursor', 'cursor must be the x-next-cursor of the page before'],
    ['category=Job!', 'category', 'category must be a kind of record, like job.'],
    ['category=oak', 'category', 'There is no kind of record called “oak”.'],
    ['after=0000000000099999', 'after', 'This history has no event at 0000000000099999: it is of another one'],
    ['after=C:00000000000000000012.00000000000000000012', 'after', 'it is of another one, or beyond the end'],
    ['after=', 'after', 'after must be the position of an event of this history.'],
    ['cursor=12', 'cursor', 'Begin again without it.'],
    ['stream=lead-a&cursor=0000000000000001', 'cursor', 'cursor must be the x-next-cursor of the page before'],
    ['from=yesterday', 'from', 'from must be a day like 2026-06-15, a time by the company’s clock'],
    ['to=2026-02-30', 'to', 'to must be a day like 2026-06-15'],
    ['from=2026-06-16&to=2026-06-15', 'to', 'to is before from. Swap them, or leave one out.'],
    ['type=LeadCapturd', 'type', 'There is no event called “LeadCapturd”. Write it like LeadCaptured.'],
    ['stream=lead', 'stream', 'stream must be the name of a stream'],
    ['actor=', 'actor', 'actor must be the id of an account, the name of a process, or public.'],
    ['limit=0', 'limit', 'limit must be a whole number from 1 to 500.'],
    ['limit=501', 'limit', 'limit must be a whole number from 1 to 500.'],
    ['order=up', 'order', 'order must be newest or oldest.'],
    ['format=xml', 'format', 'format must be json, csv or jsonl.'],
    ['colour=green', '', '“colour” is not known here.'],
  ])('%s is refused with what to do about it', async (query, path, message) => {
    const { body } = await owner.get(`${CALL}?${query}`).then(expectStatus(400));
    expect(body.issues).toEqual([{ path, message: expect.stringContaining(message) }]);
  });
});

describe('what the auditor has no right to', () => {
  const SECRET = 'Zelkova';
  let id: string;
  beforeAll(async () => {
    const contact = { emergencyName: SECRET, emergencyPhone: '617 555 0188' };
    id = (await owner.post('/api/staff', { firstName: 'Kim', ...contact }).then(expectStatus(201))).body.id;
    await owner.post(`/api/pay/${id}/rates`, { from: '2026-06-01', rate: '31.25' }).then(expectStatus(200));
  });

  test('Of what people are paid the auditor is told only that there is an event, and the owner all', async () => {
    const [rate] = (await read({ type: 'PayRateSet' })) as [AuditEvent];
    expect(rate.data).toMatchObject({ centsPerHour: 3125 });
    const told = (await lines({}, auditor)).find(({ position }) => position === rate.position);
    const kept = Object.entries(told ?? {}).filter(([, value]) => value !== null);
    expect(Object.fromEntries(kept)).toEqual({
      position: rate.position,
      recordedAt: rate.recordedAt,
      withheld: 'event',
    });
    expect(JSON.stringify(await lines({}, auditor))).not.toMatch(/PayRateSet|centsPerHour/);
  });

  test('What the auditor has no right to is found by nothing that it does not tell', async () => {
    await auditor.get(`${CALL}?type=PayRateSet`).then(expectStatus(403));
    await auditor.get(`${CALL}?stream=pay-${id}`).then(expectStatus(403));
    await auditor.get(`${CALL}?record=pay:${id}`).then(expectStatus(403));
    await auditor.get(`${CALL}?category=performance_review`).then(expectStatus(403));
    const { body } = await owner.get('/api/users').then(expectStatus(200));
    const { id: ownerId } = body.find(({ username }: { username: string }) => username === 'owner');
    const told = await lines({ actor: ownerId }, auditor);
    expect(told).not.toEqual([]);
    expect(told.filter(({ withheld }) => withheld === 'event')).toEqual([]);
  });

  test('An emergency contact is left out of an event that tells the rest', async () => {
    const [added] = await read({ stream: `staff-${id}` }, auditor);
    expect(added).toMatchObject({ type: 'StaffMemberAdded', withheld: 'fields', data: { firstName: 'Kim' } });
    expect(added?.data).not.toHaveProperty('emergencyName');
    expect(JSON.stringify(await lines({}, auditor))).not.toContain(SECRET);
    expect((await read({ stream: `staff-${id}` }))[0]?.data).toMatchObject({ emergencyName: SECRET });
  });
});

describe('as a file', () => {
  test('A CSV has a line for each event, and no cell that a spreadsheet would run', async () => {
    const id = await addLead('=HYPERLINK("evil")');
    const { body, headers } = await owner.get(`${CALL}?format=csv&stream=lead-${id}`).then(expectStatus(200));
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="history.csv"');
    const [columns, line, end] = (body as string).split('\r\n');
    expect(columns).toMatch(/position,recordedAt,stream,revision,type,version,id,actor,actorName,/);
    expect(line).toContain(`'=HYPERLINK`);
    expect(line).toContain('LeadCaptured');
    expect(end).toBe('');
    const none = await owner.get(`${CALL}?format=csv&stream=lead-nowhere`).then(expectStatus(200));
    expect(none.body).toBe(`${columns}\r\n`);
  });

  test('JSON lines are the events of the pages, whole or as many as are asked for', async () => {
    const all = await pages({ limit: '500' });
    expect(await lines()).toEqual(all);
    expect(await lines({ limit: '2' })).toEqual(all.slice(0, 2));
    const { headers } = await owner.send(`${CALL}?format=jsonl&limit=2`, {}).then(expectStatus(200));
    expect(headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="history.jsonl"');
  });
});

test('That somebody looks is recorded once an hour, and each file', async () => {
  const { client } = await addSignedIn(server, owner, 'curious', { role: 'auditor' });
  const hour = 60 * 60_000;
  await read({}, client);
  await read({ limit: '1' }, client);
  await lines({ limit: '1' }, client);
  now += hour;
  await read({}, client);
  await client.get(`${CALL}?format=csv&limit=1`).then(expectStatus(200));
  const { body } = await owner.get('/api/security-events').then(expectStatus(200));
  now = NOW;
  const own = body.filter(({ actorName }: { actorName: string }) => actorName === 'curious');
  const seen = own.map(({ type, detail }: { type: string; detail: string | null }) => [type, detail].join(' ').trim());
  expect(seen.filter((each: string) => /history/.test(each)).toReversed()).toEqual([
    'history_read',
    'data_exported history',
    'history_read',
    'data_exported history',
  ]);
});

describe('by when it was recorded', () => {
  // Midnight in New York is four o'clock UTC. The last one was recorded by a clock that had been set back.
  const RECORDED = [
    '2026-07-04T03:59:59.999Z',
    '2026-07-04T04:00:00.000Z',
    '2026-07-04T16:00:00.000Z',
    '2026-07-05T03:59:59.999Z',
    '2026-07-05T04:00:00.000Z',
    '2026-07-04T04:00:00.001Z',
  ] as const;
  const [before, first, noon, last, after, back] = RECORDED;
  let folder: TempFolder;
  let past: TestServer;
  let reader: Client;

  beforeAll(async () => {
    folder = await tempFolder();
    await inCompany(folder.path, async ({ stores: { log } }) => {
      const events = RECORDED.map((recordedAt, number) => numbered(number, { ...metadata(), recordedAt }));
      await log.append('numbering-test', events, 'none');
    });
    past = await startTestServer({ DATA_DIR: folder.path });
    reader = await past.signIn();
    const set = await reader.patch('/api/settings', { timeZone: 'America/New_York' }).then(expectStatus(200));
    const shown = { 'x-min-position': set.headers.get('x-position') ?? '' };
    await reader.get('/api/leads-working', shown).then(expectStatus(200));
  });
  afterAll(async () => {
    await past.close();
    await folder.remove();
  });

  test.each([
    [{ from: '2026-07-04', to: '2026-07-04' }, [first, noon, last, back]],
    [{ from: '2026-07-04T12:00', to: '2026-07-04T12:00' }, [noon]],
    [{ from: '2026-07-04T16:00:00Z', to: '2026-07-05T04:00:00.000Z' }, [noon, last, after]],
    [{ from: '2026-07-04T12:00:00-04:00', to: '2026-07-04' }, [noon, last]],
    [{ to: '2026-07-03' }, [before]],
    [{ from: '2026-07-05', to: '9999-12-31' }, [after]],
  ])('%j is by the company’s clock, and what was recorded at either end counts', async (range, wanted) => {
    const events = await read({ type: 'NumbersTaken', order: 'oldest', ...range }, reader);
    expect(events.map(({ recordedAt }) => recordedAt)).toEqual(wanted);
  });
});

describe('a long and a damaged history', () => {
  /** More than one answer looks at. */
  const EVENTS = 21_000;
  const ALTERED = 700;
  let folder: TempFolder;
  let long: TestServer;
  let reader: Client;

  beforeAll(async () => {
    folder = await tempFolder();
    await inCompany(folder.path, async ({ stores: { log } }) => {
      for (let written = 0; written < EVENTS; written += 500) {
        const events = Array.from({ length: 500 }, (_, at) => numbered(written + at));
        await log.append('numbering-test', events, written === 0 ? 'none' : BigInt(written - 1));
      }
    });
    const db = new DatabaseSync(join(folder.path, 'log.db'));
    db.prepare("UPDATE events SET data = replace(data, '{', '{ ') WHERE position = ?").run(ALTERED);
    db.close();
    long = await startTestServer({ DATA_DIR: folder.path });
    reader = await long.signIn();
  });
  afterAll(async () => {
    await long.close();
    await folder.remove();
  });

  test('Looking for a few among many ends early, with a cursor that goes on', async () => {
    const path = `${CALL}?type=UserRegistered&order=oldest`;
    const first = await reader.get(path).then(expectStatus(200));
    const cursor = first.headers.get('x-next-cursor') ?? '';
    expect({ body: first.body, cursor: Number(cursor) }).toEqual({ body: [], cursor: 20_000 });
    const second = await reader.get(`${path}&cursor=${cursor}`).then(expectStatus(200));
    expect(second.body).toMatchObject([{ type: 'UserRegistered' }]);
    expect(second.headers.get('x-next-cursor')).toBeNull();
  });

  test('An event that was altered is shown as such, wherever it is met', async () => {
    const at = String(ALTERED).padStart(16, '0');
    const damaged = { position: at, stream: 'numbering-test', revision: ALTERED - 1, type: 'NumbersTaken' };
    const told = { ...damaged, data: null, recordedAt: null, actor: null, error: expect.stringContaining('altered') };
    const around = { after: String(ALTERED - 2).padStart(16, '0'), order: 'oldest', limit: '3' };
    for (const query of [{}, { stream: 'numbering-test' }, { from: '2026-11-21T10:00Z' }, { actor: 'user-1' }]) {
      const events = await read({ ...around, ...query }, reader);
      expect(events.map(({ error }) => error === null)).toEqual([true, false, true]);
      expect(events[1]).toMatchObject(told);
    }
    expect((await lines({ ...around, limit: '2' }, reader))[1]).toMatchObject(told);
  });

  test('Two files of the whole history come whole at once', async () => {
    const [one, other] = await Promise.all([lines({}, reader), lines({ order: 'oldest' }, reader)]);
    const whole = Array.from({ length: EVENTS + 1 }, (_, at) => String(at + 1).padStart(16, '0'));
    expect(placesOf(other)).toEqual(whole);
    expect(placesOf(one)).toEqual(whole.toReversed());
  });

  /** Begins to read a file of all. */
  async function begun(client: Client, signal?: AbortSignal) {
    const headers = { cookie: client.cookie() ?? '', 'accept-encoding': 'identity' };
    const { body } = await fetch(`${long.url}${CALL}?format=jsonl`, { headers, ...(signal && { signal }) });
    const file = (body as ReadableStream<Uint8Array>).getReader();
    await file.read();
    return file;
  }

  test('A file whose reader signs out amid it is cut off, so that it looks like no whole one', async () => {
    const leaving = await long.signIn();
    const file = await begun(leaving);
    await leaving.get('/api/logout').then(expectStatus(302));
    const rest = async () => {
      while (!(await file.read()).done);
    };
    await expect(rest()).rejects.toThrow('terminated');
  });

  test('A file whose reader is gone leaves the turn to the others', async () => {
    const gone = new AbortController();
    await begun(reader, gone.signal);
    gone.abort();
    expect(await lines({ limit: '300' }, reader)).toHaveLength(300);
  });
});
