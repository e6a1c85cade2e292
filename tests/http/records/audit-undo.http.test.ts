import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordFolds } from '../../../api/areas.ts';
import type { ActUndo, ActUndone } from '../../../api/audit/act-undo.schema.ts';
import type { AuditActTree } from '../../../api/audit/acts.schema.ts';
import { processes } from '../../../domain/index.ts';
import { job } from '../../../domain/job/job.ts';
import { createBatches } from '../../../platform/commands/batches.ts';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { PLAIN_JOB } from '../../support/samples/jobs.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { openProductStores } from '../../support/stores/product-stores.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// An act is undone as a unit, from the whole history, whenever it was.

const JOBS = ['a', 'b', 'c'];
const NOW = '2026-06-14T22:00:00.000Z';
/** The act that scheduled the jobs. */
const SCHEDULED = randomUUID();

let folder: TempFolder;
let server: TestServer;
let owner: Client;
let auditor: Client;
let office: Client;
/** What an answer waits for, so that the read models know of all that was done. */
let done = '';

beforeAll(async () => {
  folder = await tempFolder();
  await schedule();
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = await server.signIn();
  auditor = (await addSignedIn(server, owner, 'auditor-1', { role: 'auditor' })).client;
  office = (await addSignedIn(server, owner, 'office-1', { role: 'office' })).client;
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

/** Three jobs that were put on a day as one act. */
async function schedule(): Promise<void> {
  const stores = await openProductStores({ folder: folder.path });
  const commands = stores.commandHandler();
  const runner = stores.processRunner(processes, commands);
  const batches = createBatches({
    commands,
    processes: runner,
    store: stores.log,
    streams: stores.streams(),
    records: recordFolds,
    clock: Date.now,
  });
  for (const id of JOBS) {
    const commandId = randomUUID();
    const about = { actor: 'office', commandId, body: 'null', correlationId: commandId, causationId: null };
    await commands.handle(
      job,
      id,
      [{ type: 'CreateJob', customerId: null, details: { ...PLAIN_JOB, title: `Job ${id}` }, now: NOW }],
      about,
    );
  }
  const planned = { visits: [{ start: '2026-06-16T08:00', end: '2026-06-16T12:00' }] };
  const command = { type: 'ScheduleJob', planned, zone: 'America/New_York', isStatus: true } as const;
  const items = JOBS.map((id) => ({
    stream: `job-${id}`,
    recordId: id,
    expectedRevision: null,
    commands: [command],
  }));
  await batches.carryOut(
    { kind: 'schedule', planId: null, items },
    { actor: 'office', commandId: SCHEDULED, body: '' },
  );
  await stores.release();
}

async function did(answer: Promise<Answer>, status = 200): Promise<{ act: string; body: Answer['body'] }> {
  const { body, headers } = await answer.then(expectStatus(status));
  done = headers.get('x-position') ?? done;
  return { act: headers.get('x-command-id') ?? '', body };
}

const seen = () => ({ 'x-min-position': done });
const pathOf = (act: string) => `/api/audit/acts/${act}/undo`;
const foretold = async (act: string, client = owner): Promise<ActUndo> =>
  (await client.get(pathOf(act), seen()).then(expectStatus(200))).body;
const undo = async (act: string, headers = {}): Promise<ActUndone> =>
  (await did(owner.post(pathOf(act), undefined, headers))).body;
const treeOf = async (act: string): Promise<AuditActTree> =>
  (await owner.get(`/api/audit/acts/${act}`, seen()).then(expectStatus(200))).body;
const lastOf = async (): Promise<string> =>
  (await owner.get('/api/audit/events?limit=1').then(expectStatus(200))).body[0].position;

const REVIEWS = '/api/marketing/reviews';

/** @returns the act of an import, and the ids of its reviews by who wrote them */
async function importOf(...names: string[]) {
  const rows = names.map((name) => `2026-03-01,${name},5,Google,Great`);
  const csv = ['Date,Name,Stars,Site,Review', ...rows].join('\n');
  await did(owner.post(`${REVIEWS}/import`, { csv }));
  const asked = new URLSearchParams({ category: 'customer_review', limit: '100' });
  const { body } = await owner.get(`/api/audit/events?${asked}`).then(expectStatus(200));
  const own = (body as { correlationId: string; recordId: string; title: string }[]).filter(
    (each, _, [first]) => each.correlationId === first?.correlationId,
  );
  const ids = new Map(own.map(({ recordId }) => [recordId, recordId]));
  const byName = new Map<string, string>();
  for (const id of ids.keys())
    byName.set((await owner.get(`${REVIEWS}/${id}`).then(expectStatus(200))).body.customer, id);
  return { act: own[0]?.correlationId ?? '', idOf: (name: string) => byName.get(name) ?? '' };
}

const isRemoved = async (id: string): Promise<boolean> =>
  (await owner.get(`${REVIEWS}/${id}`).then(expectStatus(200))).body.removed;

describe('an import', () => {
  test('What nobody changed goes back as one act; what stands on the rest is listed before, and told after', async () => {
    const { act, idOf } = await importOf('Ada Ash', 'Bo Beech', 'Cy Cedar');
    const revised = await did(owner.patch(`${REVIEWS}/${idOf('Bo Beech')}`, { rating: 3 }));
    const before = await lastOf();
    const told = await foretold(act);
    expect(told).toMatchObject({ counts: { back: 2, undone: 0, changed: 1, kept: 0 }, withheld: 0 });
    expect(told.steps.find(({ fate }) => fate === 'changed')).toMatchObject({
      category: 'customer_review',
      id: idOf('Bo Beech'),
      title: expect.stringContaining('Bo Beech'),
      reason: expect.stringContaining('changed since'),
      later: [{ type: 'CustomerReviewRevised', act: revised.act, actorName: 'owner', actor: expect.any(String) }],
    });
    expect(await lastOf()).toBe(before);

    const key = { 'idempotency-key': randomUUID() };
    const undone = await undo(act, key);
    expect(undone).toMatchObject({
      done: 2,
      keptCount: 1,
      kept: [{ id: idOf('Bo Beech'), message: expect.any(String) }],
    });
    expect(await Promise.all(['Ada Ash', 'Bo Beech', 'Cy Cedar'].map((name) => isRemoved(idOf(name))))).toEqual([
      true,
      false,
      true,
    ]);
    expect((await treeOf(undone.act ?? '')).act).toMatchObject({ undoes: act, actorName: 'owner' });
    expect(await undo(act, key)).toMatchObject({ act: undone.act, done: 2 });
    expect((await foretold(act)).counts).toEqual({ back: 0, undone: 2, changed: 1, kept: 0 });
    expect(await undo(act)).toMatchObject({ act: null, done: 0, keptCount: 1 });

    // The undo is an act, with one undo of its own.
    expect((await foretold(undone.act ?? '')).counts).toEqual({ back: 2, undone: 0, changed: 0, kept: 0 });
    const redone = await undo(undone.act ?? '');
    expect(redone).toMatchObject({ done: 2, kept: [] });
    expect(await isRemoved(idOf('Ada Ash'))).toBe(false);
    expect((await foretold(act)).counts).toMatchObject({ back: 2, changed: 1 });
    expect(await undo(redone.act ?? '')).toMatchObject({ done: 2, kept: [] });
    expect(await isRemoved(idOf('Cy Cedar'))).toBe(true);

    // Once what stood on it is gone, the rest goes back too.
    await undo(revised.act);
    expect((await foretold(act)).counts).toEqual({ back: 1, undone: 2, changed: 0, kept: 0 });
    expect(await undo(act)).toMatchObject({ done: 1, kept: [] });
    expect(await isRemoved(idOf('Bo Beech'))).toBe(true);
    expect((await foretold(act)).counts).toEqual({ back: 0, undone: 3, changed: 0, kept: 0 });
  });

  test('What is about somebody who was erased stays, and says why', async () => {
    const { act, idOf } = await importOf('Dee Dogwood', 'Eve Elder');
    const erased = owner.post(`${REVIEWS}/${idOf('Eve Elder')}/erase`, { confirm: 'Eve Elder' });
    await did(erased);
    const told = await foretold(act);
    expect(told.counts).toEqual({ back: 1, undone: 0, changed: 0, kept: 1 });
    expect(told.steps.find(({ fate }) => fate === 'kept')).toMatchObject({
      id: idOf('Eve Elder'),
      reason: 'The personal data of this record was erased.',
    });
    expect(JSON.stringify(told)).not.toContain('Eve Elder');
    expect(await undo(act)).toMatchObject({ done: 1, kept: [{ id: idOf('Eve Elder') }] });
    await did(owner.post(`${REVIEWS}/${idOf('Dee Dogwood')}/erase`, { confirm: 'Dee Dogwood' }));
    expect(await owner.post(pathOf(act))).toMatchObject({ status: 409, body: { code: 'not_undoable' } });
  });

  test('Asked again with the same key, it is answered as the first time, whatever happened to it since', async () => {
    const { act, idOf } = await importOf('Hal Holly', 'Ike Ivy', 'Jo Juniper');
    await did(owner.patch(`${REVIEWS}/${idOf('Ike Ivy')}`, { rating: 3 }));
    const key = { 'idempotency-key': randomUUID() };
    const first = await undo(act, key);
    expect(first).toMatchObject({ done: 2, keptCount: 1, kept: [{ id: idOf('Ike Ivy') }] });
    await did(owner.post(`${REVIEWS}/${idOf('Hal Holly')}/erase`, { confirm: 'Hal Holly' }));
    await undo(first.act ?? '');
    await did(owner.patch(`${REVIEWS}/${idOf('Jo Juniper')}`, { rating: 2 }));
    expect(await undo(act, key)).toEqual(first);
  });

  test('Two people undo it at once: it goes back once', async () => {
    const { act, idOf } = await importOf('Fay Fir', 'Gil Gum');
    const answers = await Promise.all([undo(act), undo(act)]);
    expect(answers.map(({ done }) => done).sort()).toEqual([0, 2]);
    expect(answers.filter(({ act }) => act === null)).toHaveLength(1);
    const { body } = await owner.get(`/api/history/customer_review/${idOf('Fay Fir')}`).then(expectStatus(200));
    expect(body).toHaveLength(2);
  });
});

test('Many look at once at what an undo of a large act would do: others are answered meanwhile', async () => {
  const { act } = await importOf(...Array.from({ length: 60 }, (_, index) => `Writer ${index}`));
  let told = 0;
  const looks = Array.from({ length: 12 }, () => foretold(act).finally(() => (told += 1)));
  await owner.get('/api/crews').then(expectStatus(200));
  expect(told).toBe(0);
  for (const { counts } of await Promise.all(looks)) expect(counts).toMatchObject({ back: 60 });
});

describe('a batch', () => {
  test('What it did to each record is foretold; it goes back in part, the rest once nothing stands on it', async () => {
    const held = await did(owner.post('/api/jobs/b/hold', { reason: 'Nest' }));
    const told = await foretold(SCHEDULED);
    expect(told.counts).toEqual({ back: 2, undone: 0, changed: 1, kept: 0 });
    expect(told.steps.find(({ fate }) => fate === 'changed')).toMatchObject({
      category: 'job',
      id: 'b',
      types: ['JobScheduled'],
      later: [{ act: held.act }],
    });
    const undone = await undo(SCHEDULED);
    expect(undone).toMatchObject({ done: 2, kept: [{ category: 'job', id: 'b' }] });
    const visitsOf = async (id: string) =>
      (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body.visits.length;
    expect(await Promise.all(JOBS.map(visitsOf))).toEqual([0, 1, 0]);
    expect((await foretold(SCHEDULED)).counts).toEqual({ back: 0, undone: 2, changed: 1, kept: 0 });
    expect(await undo(SCHEDULED)).toMatchObject({ act: null, done: 0, keptCount: 1 });

    await undo(held.act);
    const rest = await undo(SCHEDULED);
    expect(rest).toMatchObject({ done: 1, kept: [] });
    expect(await Promise.all(JOBS.map(visitsOf))).toEqual([0, 0, 0]);
    expect(await undo(rest.act ?? '')).toMatchObject({ done: 1 });
    expect(await undo(undone.act ?? '')).toMatchObject({ done: 2 });
    expect(await Promise.all(JOBS.map(visitsOf))).toEqual([1, 1, 1]);
    expect((await foretold(SCHEDULED)).counts).toEqual({ back: 3, undone: 0, changed: 0, kept: 0 });
    expect((await treeOf(undone.act ?? '')).act.undoes).toBe(SCHEDULED);
  });
});

describe('a single change', () => {
  const capture = () => did(owner.post('/api/leads', { name: 'Ada King', phone: '555-0142' }), 201);

  test('It goes back with what followed from it, which is foretold', async () => {
    const lead = (await capture()).body;
    const converted = await did(owner.post(`/api/leads/${lead.id}/convert`));
    const { customerId } = converted.body;
    const told = await foretold(converted.act);
    expect(told).toMatchObject({
      counts: { back: 1, undone: 0, changed: 0, kept: 0 },
      steps: [{ category: 'lead', id: lead.id, title: 'Ada King', fate: 'back' }],
      followed: [{ category: 'customer', id: customerId, title: 'Ada King', types: ['CustomerArchived'], kept: null }],
      forGood: 0,
    });
    const undone = await undo(converted.act);
    expect(undone).toMatchObject({ done: 1, kept: [] });
    const customer = async () => (await owner.get(`/api/customers/${customerId}`).then(expectStatus(200))).body;
    expect(await customer()).toMatchObject({ removed: true });
    expect(await undo(undone.act ?? '')).toMatchObject({ done: 1 });
    expect(await customer()).toMatchObject({ removed: false });

    await did(owner.post('/api/jobs', { customerId, address: '3 Elm St, Hadley', serviceType: 'tree_removal' }), 201);
    const [followed] = (await foretold(converted.act)).followed;
    expect(followed).toMatchObject({ id: customerId, types: [], kept: expect.any(String) });
    expect(await undo(converted.act)).toMatchObject({
      done: 1,
      kept: [{ category: 'customer', id: customerId, title: 'Ada King', message: followed?.kept }],
    });
  });

  test('What stands on it is listed, and refuses it', async () => {
    const lead = await capture();
    const later = await did(owner.patch(`/api/leads/${lead.body.id}`, { notes: 'By the gate' }));
    const told = await foretold(lead.act);
    expect(told).toMatchObject({ counts: { back: 0, changed: 1 }, steps: [{ later: [{ act: later.act }] }] });
    expect(await owner.post(pathOf(lead.act))).toMatchObject({
      status: 409,
      body: { code: 'changed_since', changes: [{ commandId: later.act }] },
    });
    await undo(later.act);
    expect(await undo(lead.act)).toMatchObject({ done: 1 });
    expect(await undo(lead.act)).toMatchObject({ act: null, done: 0 });
  });

  test('What no longer can be, by a rule or for good, says why', async () => {
    const period = (from: string, to: string) => did(owner.post('/api/accounting/periods', { from, to }), 201);
    const september = await period('2026-09-01', '2026-09-30');
    const october = await period('2026-10-01', '2026-10-31');
    const newest = 'Only the newest export can be undone: later ones build on this one.';
    expect((await foretold(september.act)).steps).toMatchObject([{ fate: 'kept', reason: newest, final: null }]);
    expect(await owner.post(pathOf(september.act))).toMatchObject({ status: 409, body: { message: newest } });
    // A withdrawal of an export cannot be taken back.
    expect(await foretold(october.act)).toMatchObject({
      forGood: 1,
      steps: [{ fate: 'back', final: expect.any(String) }],
    });
    const withdrawn = await undo(october.act);
    expect(await foretold(withdrawn.act ?? '')).toMatchObject({ forGood: 0, steps: [{ fate: 'kept' }] });
    expect(await undo(september.act)).toMatchObject({ done: 1 });

    const { body } = await owner.get('/api/audit/events?type=UserRegistered&limit=1').then(expectStatus(200));
    const told = await foretold(body[0].correlationId);
    expect(told.counts.back).toBe(0);
    expect(told.steps).toMatchObject([
      { fate: 'kept', reason: 'This step cannot be undone.', final: 'UserRegistered' },
    ]);
    expect(await owner.post(pathOf(body[0].correlationId))).toMatchObject({
      status: 409,
      body: { code: 'not_undoable' },
    });
  });
});

test('What a rule across records refuses is said to stay, with the words in which it is refused', async () => {
  const person = (await did(owner.post('/api/staff', { firstName: 'Rue' }), 201)).body.id;
  const days = { employeeId: person, requestType: 'vacation', startDate: '2026-08-03', endDate: '2026-08-07' };
  const asked = (await did(owner.post('/api/hr/time-off', days), 201)).body.id;
  const withdrawn = await did(owner.delete(`/api/hr/time-off/${asked}`), 204);
  expect((await foretold(withdrawn.act)).counts).toMatchObject({ back: 1, kept: 0 });
  const again = await did(owner.post('/api/hr/time-off', days), 201);
  const reason = expect.stringContaining('already has time off requested on these days');
  expect(await foretold(withdrawn.act)).toMatchObject({ counts: { back: 0, kept: 1 }, steps: [{ reason }] });
  expect(await owner.post(pathOf(withdrawn.act))).toMatchObject({ status: 409, body: { message: reason } });
  await undo(again.act);
  expect((await foretold(withdrawn.act)).counts).toMatchObject({ back: 1, kept: 0 });
});

describe('who may, and what is no act', () => {
  test('An auditor looks, and undoes nothing; nobody else does either', async () => {
    const { act } = await did(owner.post('/api/leads', { name: 'Hal Hazel' }), 201);
    expect((await foretold(act, auditor)).counts.back).toBe(1);
    expect(await auditor.post(pathOf(act))).toMatchObject({ status: 403 });
    for (const answer of [await office.get(pathOf(act)), await office.post(pathOf(act))])
      expect(answer).toMatchObject({ status: 403 });
  });

  test('An auditor is not told steps on what they may not read', async () => {
    const person = await did(owner.post('/api/staff', { firstName: 'Kim' }), 201);
    const rate = await did(owner.post(`/api/pay/${person.body.id}/rates`, { from: '2026-06-01', rate: '31.25' }));
    expect(await foretold(rate.act)).toMatchObject({ counts: { back: 1 }, steps: [{ category: 'pay' }], withheld: 0 });
    expect(await foretold(rate.act, auditor)).toEqual({
      counts: { back: 0, undone: 0, changed: 0, kept: 0 },
      steps: [],
      forGood: 0,
      followed: [],
      withheld: 1,
    });
  });

  test('What shows on no record, as a number that was taken, is no step of an act', async () => {
    const { body } = await owner.get('/api/audit/events?type=NumbersTaken&limit=1').then(expectStatus(200));
    expect(body[0].actor).toBe('numbering');
    const steps = (await foretold(body[0].correlationId)).steps;
    expect(steps.map(({ category }) => category)).not.toContain('numbering');
  });

  test('An act that nobody knows, a name that is none, and one as of an earlier moment are refused', async () => {
    const unknown = { status: 404, body: { message: 'There is no such act in this history.' } };
    expect(await owner.get(pathOf('nobody-s'))).toMatchObject(unknown);
    expect(await owner.post(pathOf('nobody-s'))).toMatchObject(unknown);
    expect(await owner.post(pathOf('a%20b'))).toMatchObject({ status: 400 });
    expect((await owner.get(`${pathOf(SCHEDULED)}?asOf=2026-06-15`)).status).toBeGreaterThanOrEqual(400);
  });
});
