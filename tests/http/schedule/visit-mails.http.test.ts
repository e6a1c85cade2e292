import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customer } from '../../../domain/customer/customer.ts';
import { job } from '../../../domain/job/job.ts';
import type { Decider } from '../../../domain/kit/decider.ts';
import type { EventBody } from '../../../domain/kit/event.ts';
import { mail } from '../../../domain/mail/mail.ts';
import type { PlannedMove } from '../../../domain/plan/events.ts';
import { NO_CREW_DETAILS } from '../../../domain/roster/events.ts';
import { roster } from '../../../domain/roster/roster.ts';
import { proposePlan } from '../../../platform/plans/plans.ts';
import type { JobDocument } from '../../../projections/jobs.ts';
import { filesContaining } from '../../support/files.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { PLAIN_JOB } from '../../support/samples/jobs.ts';
import { intendMail } from '../../support/samples/mails.ts';
import { PLAN_HEAD, PLAN_TOTALS, planRoute, planStop } from '../../support/samples/plans.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { openProductStores } from '../../support/stores/product-stores.ts';
import { tempFolder } from '../../support/temp-folder.ts';

// Close to real time, by which the state store forgets expired records.
const NOW = Date.now();
const DAY_MS = 24 * 60 * 60_000;
const RECORDED = new Date(NOW).toISOString();
const RAIN = '2026-06-15';
const NEXT = '2026-06-16';
const visit = (day: string, from: string, to = '12:00') => ({ start: `${day}T${from}`, end: `${day}T${to}` });
const ADDRESS = { address: null, city: null, state: null, zipCode: null, phone: null, notes: null, leadId: null };

let folder: Awaited<ReturnType<typeof tempFolder>>;
let now = NOW;
let smtp: TestSmtpServer;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  folder = await tempFolder();
  smtp = await startSmtpServer();
  await proposeRainDay();
  await start();
  await owner.patch('/api/settings', { name: 'Green Tree Care', phone: '555-0100' }).then(expectStatus(200));
  // Mail about somebody's own visit goes to them also where marketing does not.
  const unsubscribed = { address: 'ada@example.com', reason: 'unsubscribed' };
  await owner.post('/api/marketing/suppressions', unsubscribed).then(expectStatus(201));
});
const start = async () => {
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'mailer@green.example', PUBLIC_URL: 'http://office.example.com' };
  server = await startTestServer({ DATA_DIR: folder.path, ...mail }, () => now);
  owner = await server.signIn();
};
afterAll(async () => {
  await server.close();
  await smtp.close();
  await folder.remove();
});

/**
 * A crew's rainy Monday: `later` moves to the next day, `off` finds no place, `longer` starts at the same time as
 * before, and nobody knows how to write to the customer of `unknown`.
 */
async function proposeRainDay(): Promise<void> {
  const stores = await openProductStores({ folder: folder.path });
  const commands = stores.commandHandler();
  const send = <State, Command, Event extends EventBody>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
  ) =>
    commands.handle(decider, id, [command], {
      actor: 'owner',
      commandId: crypto.randomUUID(),
      body: 'null',
      correlationId: 'c',
      causationId: null,
    });
  for (const [id, firstName, email] of [
    ['ada', 'Ada', 'ada@example.com'],
    ['grace', 'Grace', 'grace@example.com'],
    ['alan', 'Alan', null],
  ] as const) {
    const details = { ...ADDRESS, firstName, lastName: 'Example', email };
    await send(customer, id, { type: 'RegisterCustomer', details, now: RECORDED });
  }
  const members = { memberIds: [], movedFrom: {}, people: {} };
  const details = { ...NO_CREW_DETAILS, name: 'Elm' };
  await send(roster, 'main', { type: 'FormCrew', crewId: 'elm', isActive: true, now: RECORDED, members, details });

  const moves: PlannedMove[] = [];
  const scheduled = async (id: string, customerId: string, from: object, to: object | null) => {
    await send(job, id, { type: 'CreateJob', customerId, details: PLAIN_JOB, now: RECORDED });
    await send(job, id, { type: 'ReviseJob', details: { crewId: 'elm' } });
    const visits = [from] as PlannedMove['from']['visits'];
    const { now: after } = await send(job, id, {
      type: 'ScheduleJob',
      planned: { visits },
      zone: PLAN_HEAD.zone,
      isStatus: true,
    });
    moves.push({
      jobId: id,
      revision: Number(after.revision),
      from: { crewId: 'elm', visits },
      isPromised: false,
      to: to && { crewId: 'elm', visits: [to] as PlannedMove['from']['visits'] },
    });
  };
  await scheduled('later', 'ada', visit(RAIN, '08:00'), visit(NEXT, '08:00'));
  await scheduled('off', 'grace', visit(RAIN, '13:00', '17:00'), null);
  await scheduled('longer', 'ada', visit(NEXT, '13:00', '15:00'), visit(NEXT, '13:00', '16:00'));
  await scheduled('unknown', 'alan', visit(RAIN, '17:00', '18:00'), visit(NEXT, '17:00', '18:00'));
  const stops = moves.flatMap(({ jobId, revision, to }, index) =>
    (to?.visits ?? []).map((place) =>
      planStop(jobId, 8, { ...place, arrival: place.start, revision, sequence: index + 1 }),
    ),
  );
  const head = { ...PLAN_HEAD, kind: 'rain_day', from: NEXT, to: NEXT, position: await stores.log.head() };
  const proposal = { head, routes: [planRoute(stops, { day: NEXT })], unassigned: [], moves, totals: PLAN_TOTALS };
  await proposePlan({ commands, clock: Date.now }, 'rain', proposal, 'owner');
  // Due just before anything waiting has waited a day.
  const dueAt = new Date(NOW + DAY_MS - 1_000).toISOString();
  await send(mail, 'due', intendMail(dueAt));
  await stores.release();
}

const applyRainDay = async () => {
  const { routes } = (await owner.get('/api/plans/rain').then(expectStatus(200))).body;
  const [{ day, crewId, stops }] = routes;
  const assignments = stops.map(({ jobId, sequence, start, end }: Answer['body']) => ({
    job_id: jobId,
    sequence,
    estimated_arrival: start,
    duration_hours: (Date.parse(end) - Date.parse(start)) / 3_600_000,
  }));
  const schedules = [{ plan_id: 'rain', crew_id: crewId, crew_name: 'Elm', date: day, assignments }];
  return (await owner.post('/optimizer/schedule/apply', schedules).then(expectStatus(200))).body;
};
const listed = async (query: string): Promise<Answer['body'][]> =>
  (await owner.get(`/api/mails?${query}`).then(expectStatus(200))).body;
/** By job and status, once they are as expected. */
async function lettersBecome(batchId: string, ...expected: string[]): Promise<Answer['body'][]> {
  const told = ({ recordId, kind, status }: Answer['body']) => `${recordId} ${kind} ${status}`;
  const all = () => listed(`batchId=${batchId}&sort=createdAt`);
  await expect.poll(async () => (await all()).map(told).sort(), { timeout: 30_000 }).toEqual(expected.sort());
  return all();
}
const letterOf = async (jobId: string, status: string) =>
  (await listed(`category=job&recordId=${jobId}&status=${status}`))[0];
const undo = async (step: { category: string; id: string; commandId: string | null }) =>
  (await owner.post('/api/undo', step).then(expectStatus(200))).headers.get('x-command-id');

describe('an applied rain day', () => {
  let batch: { category: string; id: string; commandId: string };
  beforeAll(async () => {
    batch = await applyRainDay();
  });

  test('An applied rain day prepares a letter for each customer whose visit begins at another time, and who has an address', async () => {
    await lettersBecome(batch.id, 'later visit_moved prepared', 'off visit_moved prepared');
    const later = await letterOf('later', 'prepared');
    expect(later).toMatchObject({
      to: 'ada@example.com',
      toName: 'Ada Example',
      dueAt: null,
      batchId: batch.id,
      subject: 'Your visit from Green Tree Care: a new time',
    });
    expect(later.text).toContain('It was planned for Monday, June 15, 2026 at 8:00 AM.');
    expect(later.text).toContain('The new time is Tuesday, June 16, 2026 at 8:00 AM.');
    expect((await letterOf('off', 'prepared')).text).toContain('We will call you with one.');
  });

  test('An applied rain day shows its letters with the job and its customer, and on the first page', async () => {
    expect(await listed('customerId=ada')).toMatchObject([{ recordId: 'later', kind: 'visit_moved' }]);
    const { groups } = (await owner.get('/api/dashboard/attention').then(expectStatus(200))).body;
    expect(groups.find(({ id }: { id: string }) => id === 'mails-prepared')).toMatchObject({ count: 2 });
  });

  test('An applied rain day sends nothing before a person does, however long that takes', async () => {
    now = NOW + DAY_MS;
    owner = await server.signIn();
    const due = async () => (await owner.get('/api/mails/due').then(expectStatus(200))).body.status;
    await expect.poll(due, { timeout: 30_000 }).toBe('sent');
    await lettersBecome(batch.id, 'later visit_moved prepared', 'off visit_moved prepared');
    expect(smtp.received).toMatchObject([{ raw: expect.stringContaining('Message-ID: <due@') }]);
  });

  test('An applied rain day that is undone takes back what was not sent, and prepares what makes good what was sent', async () => {
    const later = await letterOf('later', 'prepared');
    await owner.post(`/api/mails/${later.id}/release`).then(expectStatus(200));
    now += 10_000;
    await lettersBecome(batch.id, 'later visit_moved sent', 'off visit_moved prepared');
    const { category, id, commandId } = batch;
    now += 1_000;
    const undone = await undo({ category, id, commandId });
    await lettersBecome(id, 'later visit_moved sent', 'off visit_moved cancelled', 'later visit_kept prepared');
    const kept = await letterOf('later', 'prepared');
    expect(kept.text).toContain('We will be there on Monday, June 15, 2026 at 8:00 AM.');

    // Ada already knows about the move; Grace does not.
    await undo({ category, id, commandId: undone });
    await lettersBecome(id, 'later visit_moved sent', 'later visit_kept cancelled', 'off visit_moved prepared');
  });

  test('An applied rain day tells nobody of a time that was changed since', async () => {
    const off = await letterOf('off', 'prepared');
    const visits = [{ start: '2026-06-17T12:00:00.000Z', end: '2026-06-17T14:00:00.000Z' }];
    const scheduled = await owner.put('/api/jobs/off', { visits }).then(expectStatus(200));
    const message = expect.stringMatching(
      /^The visit or its job was changed since this was written to Grace Example\./,
    );
    const one = await owner.post(`/api/mails/${off.id}/release`).then(expectStatus(409));
    expect(one.body).toMatchObject({ code: 'conflict', message });
    const all = await owner.post('/api/mails/release', { ids: [off.id] }).then(expectStatus(409));
    expect(all.body).toMatchObject({ code: 'conflict', message });
    await undo({ category: 'job', id: 'off', commandId: scheduled.headers.get('x-command-id') });
    await owner.post('/api/mails/release', { ids: [off.id] }).then(expectStatus(200));
  });

  test('An applied rain day leaves nothing of a customer who is erased', async () => {
    await owner.post('/api/customers/grace/erase', { confirm: 'Grace Example' }).then(expectStatus(200));
    const [letter] = await listed('category=job&recordId=off&status=cancelled');
    expect(letter).toMatchObject({ to: '[erased]', text: '[erased]', erased: true });
    await expect.poll(() => filesContaining(server.dataDir, ['grace@example.com'])).toEqual([]);
  });
});

describe('a letter that is not true any more', () => {
  const visits = [visit(RAIN, '19:00', '20:00')];
  let storms = 0;

  /** A job with a customer of its own, which an applied plan moves to the next day, or takes off its day. */
  async function stormedJob(
    to: string | null = NEXT,
  ): Promise<{ jobId: string; batch: Answer['body']; letter: string }> {
    const email = `joan${storms}@example.com`;
    const person = { firstName: 'Joan', lastName: 'Example', email };
    const { id: customerId } = (await owner.post('/api/customers', person).then(expectStatus(201))).body;
    const details = { ...PLAIN_JOB, customerId, crewId: 'elm', visits: visits.map(inUtc) };
    const { id: jobId } = (await owner.post('/api/jobs', details).then(expectStatus(201))).body;
    const batch = await stormOver(jobId, to);
    const [{ id }] = await lettersBecome(batch.id, `${jobId} visit_moved prepared`);
    return { jobId, batch, letter: id };
  }
  const inUtc = ({ start, end }: { start: string; end: string }) => ({ start: utc(start), end: utc(end) });
  const utc = (wall: string) => new Date(`${wall}:00-04:00`).toISOString();

  /** Another plan, written as the product does, moves the job from its current place. */
  async function stormOver(jobId: string, day: string | null): Promise<Answer['body']> {
    const planId = `storm${storms++}`;
    now += 1_000;
    await server.close();
    const stores = await openProductStores({ folder: folder.path });
    const { records } = await stores.streams().load(job, jobId);
    const { revision: seen, document } = records.get(jobId) ?? {};
    const revision = Number(seen);
    const from = { crewId: 'elm', visits: [...(document as JobDocument).visits] };
    const to = day && { crewId: 'elm', visits: [visit(day, '19:00', '20:00')] };
    const stops = (to ? to.visits : []).map((place) =>
      planStop(jobId, 8, { ...place, arrival: place.start, revision }),
    );
    const head = {
      ...PLAN_HEAD,
      kind: 'rain_day',
      from: day ?? NEXT,
      to: day ?? NEXT,
      position: await stores.log.head(),
    };
    const moves = [{ jobId, revision, from, to: to || null, isPromised: false }];
    const proposal = {
      head,
      routes: [planRoute(stops, { day: day ?? NEXT })],
      unassigned: [],
      moves,
      totals: PLAN_TOTALS,
    };
    await proposePlan({ commands: stores.commandHandler(), clock: Date.now }, planId, proposal, 'owner');
    await stores.release();
    await start();
    await expect.poll(async () => (await owner.get(`/api/plans/${planId}`)).status).toBe(200);
    return (await owner.post(`/optimizer/plans/${planId}/apply`, {}).then(expectStatus(200))).body;
  }
  const refused = (letter: string, call: string) =>
    owner
      .post(`/api/mails/${letter}/${call}`)
      .then(expectStatus(409))
      .then(({ body }) => body.message);
  const UNTRUE = expect.stringMatching(
    /^The visit or its job was changed since this was written to Joan Example\. Do not send it\. Tell the customer/,
  );

  test('A letter about a visit is not released where the job was cancelled, put on hold, started or done', async () => {
    const { jobId, letter } = await stormedJob();
    for (const acts of [['hold'], ['start', 'complete'], ['cancel']]) {
      const done: (string | null)[] = [];
      for (const act of acts) {
        const { headers } = await owner.post(`/api/jobs/${jobId}/${act}`, {}).then(expectStatus(200));
        done.unshift(headers.get('x-command-id'));
        expect(await refused(letter, 'release')).toEqual(UNTRUE);
      }
      for (const commandId of done) await undo({ category: 'job', id: jobId, commandId });
    }
    await owner.post(`/api/mails/${letter}/release`).then(expectStatus(200));
  });

  test('A letter about a visit is not released where a job that was taken off its day was cancelled', async () => {
    const { jobId, letter } = await stormedJob(null);
    await owner.post(`/api/jobs/${jobId}/cancel`, {}).then(expectStatus(200));
    expect(await refused(letter, 'release')).toEqual(UNTRUE);
  });

  test('A letter about a visit is not sent again after the move was undone', async () => {
    const { jobId, batch, letter } = await stormedJob();
    const { category, id, commandId } = batch;
    await undo({ category, id, commandId });
    await lettersBecome(id, `${jobId} visit_moved cancelled`);
    expect(await refused(letter, 'send-again')).toEqual(UNTRUE);
    expect(await refused(letter, 'release')).toEqual(UNTRUE);
  });

  test('A letter about a visit that a person took back is sent again only while it is true', async () => {
    const { jobId, letter } = await stormedJob();
    await owner.post(`/api/mails/${letter}/cancel`).then(expectStatus(200));
    const elsewhere = { visits: [inUtc(visit('2026-06-19', '08:00'))] };
    const moved = await owner.put(`/api/jobs/${jobId}`, elsewhere).then(expectStatus(200));
    expect(await refused(letter, 'send-again')).toEqual(UNTRUE);
    await undo({ category: 'job', id: jobId, commandId: moved.headers.get('x-command-id') });
    const again = await owner.post(`/api/mails/${letter}/send-again`).then(expectStatus(200));
    expect(again.body.status).toBe('held');
  });

  test('A letter about a visit is not sent where the visit is changed while the letter is held', async () => {
    const { jobId, letter } = await stormedJob();
    await owner.post(`/api/mails/${letter}/release`).then(expectStatus(200));
    await owner.post(`/api/jobs/${jobId}/cancel`, {}).then(expectStatus(200));
    now += 10_000;
    const told = async () => (await owner.get(`/api/mails/${letter}`).then(expectStatus(200))).body;
    await expect.poll(async () => (await told()).status, { timeout: 30_000 }).toBe('failed');
    expect((await told()).reason).toMatch(/^The visit or its job was changed before this was sent\./);
  });

  test('A letter about a visit goes to the address that the customer has when it is released', async () => {
    const { jobId, letter } = await stormedJob();
    const { customerId } = (await owner.get(`/api/jobs/${jobId}`).then(expectStatus(200))).body;
    const revise = (email: string | null) =>
      owner.patch(`/api/customers/${customerId}`, { email }).then(expectStatus(200));
    await revise(null);
    expect(await refused(letter, 'release')).toMatch(/^Joan Example no longer has an email address\./);
    await revise('joan@example.org');
    const { body } = await owner.post('/api/mails/release', { ids: [letter] }).then(expectStatus(200));
    expect(body).toMatchObject({ released: 1 });
    const mailNow = async () => (await owner.get(`/api/mails/${letter}`).then(expectStatus(200))).body;
    expect(await mailNow()).toMatchObject({ status: 'held', to: 'joan@example.org' });
    const { category, id, commandId } = body;
    await undo({ category, id, commandId });
    expect(await mailNow()).toMatchObject({ status: 'prepared', dueAt: null });
  });

  /** All mails about a job, oldest first, once they are as expected. */
  async function allBecome(jobId: string, ...expected: string[]): Promise<string[]> {
    const all = () => listed(`category=job&recordId=${jobId}&sort=createdAt`);
    const told = ({ kind, status }: Answer['body']) => `${kind} ${status}`;
    await expect.poll(async () => (await all()).map(told), { timeout: 30_000 }).toEqual(expected);
    return (await all()).map(({ text }) => text);
  }
  const sayDay = (day: number) => ({ 15: 'Monday', 16: 'Tuesday', 17: 'Wednesday' })[day];
  const moved = (was: number, is: number) =>
    expect.stringMatching(
      new RegExp(`It was planned for ${sayDay(was)}, June ${was}, .*\\nThe new time is ${sayDay(is)}, June ${is}, `),
    );
  const WEDNESDAY = '2026-06-17';

  test('A letter about a visit gives way to the next one, which tells from the day that the customer knows', async () => {
    const { jobId } = await stormedJob();
    const second = await stormOver(jobId, WEDNESDAY);
    const taken = 'visit_moved cancelled';
    expect(await allBecome(jobId, taken, 'visit_moved prepared')).toEqual([moved(15, 16), moved(15, 17)]);

    const undone = await undo({ category: 'batch', id: second.id, commandId: second.commandId });
    await allBecome(jobId, 'visit_moved prepared', taken);
    await undo({ category: 'batch', id: second.id, commandId: undone });
    await allBecome(jobId, taken, 'visit_moved prepared');

    // Back to where the customer expects it.
    await stormOver(jobId, RAIN);
    await allBecome(jobId, taken, taken);
    await stormOver(jobId, WEDNESDAY);
    expect(await allBecome(jobId, taken, 'visit_moved prepared')).toEqual([moved(15, 16), moved(15, 17)]);
  });

  test('A letter about a visit that was sent is followed by one that tells from the day it told', async () => {
    const { jobId, letter } = await stormedJob();
    await owner.post(`/api/mails/${letter}/release`).then(expectStatus(200));
    now += 10_000;
    await allBecome(jobId, 'visit_moved sent');
    const { id, commandId } = await stormOver(jobId, WEDNESDAY);
    const [, next] = await allBecome(jobId, 'visit_moved sent', 'visit_moved prepared');
    expect(next).toEqual(moved(16, 17));

    await owner.post(`/api/mails/${(await letterOf(jobId, 'prepared')).id}/release`).then(expectStatus(200));
    now += 10_000;
    await allBecome(jobId, 'visit_moved sent', 'visit_moved sent');
    await undo({ category: 'batch', id, commandId });
    const all = ['visit_moved sent', 'visit_moved sent', 'visit_kept prepared'];
    expect((await allBecome(jobId, ...all)).at(-1)).toMatch(/It does not: .*We will be there on Tuesday/s);
  });

  test('A letter about a visit that a person passed on themselves counts as sent, and so does the one that makes it good', async () => {
    const { jobId, batch, letter } = await stormedJob();
    await owner.post(`/api/mails/${letter}/mark-sent`).then(expectStatus(200));
    const { category, id, commandId } = batch;
    now += 1_000;
    const undone = await undo({ category, id, commandId });
    const kept = await allBecome(jobId, 'visit_moved sent', 'visit_kept prepared');
    expect(kept.at(-1)).toContain('We will be there on Monday, June 15, 2026');

    await owner.post(`/api/mails/${(await letterOf(jobId, 'prepared')).id}/mark-sent`).then(expectStatus(200));
    now += 1_000;
    await undo({ category, id, commandId: undone });
    const all = await allBecome(jobId, 'visit_moved sent', 'visit_kept sent', 'visit_moved prepared');
    expect(all.at(-1)).toEqual(moved(15, 16));
  });

  test('A letter about a move that is undone tells from the day that was told last', async () => {
    const { jobId } = await stormedJob();
    const { id, commandId } = await stormOver(jobId, WEDNESDAY);
    await allBecome(jobId, 'visit_moved cancelled', 'visit_moved prepared');
    await owner.post(`/api/mails/${(await letterOf(jobId, 'prepared')).id}/release`).then(expectStatus(200));
    now += 10_000;
    const before = ['visit_moved cancelled', 'visit_moved sent'];
    await allBecome(jobId, ...before);
    await undo({ category: 'batch', id, commandId });
    expect((await allBecome(jobId, ...before, 'visit_kept prepared')).at(-1)).toEqual(moved(17, 16));
  });
});
