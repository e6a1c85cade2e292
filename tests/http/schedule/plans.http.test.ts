import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordFolds } from '../../../api/areas.ts';
import { customer } from '../../../domain/customer/customer.ts';
import { processes } from '../../../domain/index.ts';
import { job } from '../../../domain/job/job.ts';
import type { Decider } from '../../../domain/kit/decider.ts';
import type { EventBody } from '../../../domain/kit/event.ts';
import { instantOf } from '../../../domain/kit/times.ts';
import { plan as planDecider } from '../../../domain/plan/plan.ts';
import { NO_CREW_DETAILS } from '../../../domain/roster/events.ts';
import { roster } from '../../../domain/roster/roster.ts';
import { BatchRefused, createBatches } from '../../../platform/commands/batches.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import { type Application, applyPlan, proposePlan } from '../../../platform/plans/plans.ts';
import type { Client } from '../../support/requests/client.ts';
import { PLAIN_JOB } from '../../support/samples/jobs.ts';
import { PLAN_HEAD, PLAN_TOTALS, plannedMove, planRoute, planStop } from '../../support/samples/plans.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { openProductStores } from '../../support/stores/product-stores.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const NOW = '2026-06-14T22:00:00.000Z';
const KNOWN = { leadId: null, lastName: 'King', email: null, phone: null, notes: null };
const ADA = { ...KNOWN, firstName: 'Ada', address: '3 Elm St', city: null, state: null, zipCode: null };
const RELAXATION = { kind: 'overtime', crewId: 'elm', day: null, start: null, amount: 30, what: null, also: [] };

let folder: Awaited<ReturnType<typeof tempFolder>>;
let server: TestServer;
let office: Client;
let applied: Application;
let cleared: Application;
const VISITS = [
  { start: '2026-06-15T08:00', end: '2026-06-15T12:00' },
  { start: '2026-06-16T08:00', end: '2026-06-16T10:00' },
];

beforeAll(async () => {
  folder = await tempFolder();
  ({ applied, cleared } = await propose());
  server = await startTestServer({ DATA_DIR: folder.path });
  office = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

/**
 * What the optimizer writes: plans `one` and `rain` are applied, which `moved` did not know, `two` waits, and `three`
 * is unfinished.
 */
async function propose(): Promise<{ applied: Application; cleared: Application }> {
  const stores = await openProductStores({ folder: folder.path });
  const commands = stores.commandHandler();
  const runner = stores.processRunner(processes, commands);
  const { log: store } = stores;
  const streams = stores.streams();
  const clock = Date.now;
  /** Here the batch reports what moved: each job must still have the revision it was planned with. */
  const stalePlans = { bringUpToDate: async () => undefined };
  const batches = createBatches({ commands, processes: runner, store, streams, records: recordFolds, clock });
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
  await send(customer, 'ada', { type: 'RegisterCustomer', details: ADA, now: NOW });
  await send(roster, 'main', {
    type: 'FormCrew',
    crewId: 'elm',
    isActive: true,
    now: NOW,
    members: { memberIds: [], movedFrom: {}, people: {} },
    details: { ...NO_CREW_DETAILS, name: 'Elm' },
  });
  for (const id of ['a', 'b', 'c', 'd', 'd2'])
    await send(job, id, {
      type: 'CreateJob',
      customerId: 'ada',
      details: PLAIN_JOB,
      now: NOW,
    });
  await write('one', 'a', 'b');
  await write('moved', 'a', 'b');
  await commands.handle(planDecider, 'three', [{ type: 'BeginProposal', head: PLAN_HEAD, now: NOW }], {
    actor: 'cron',
    commandId: 'begun',
    body: 'null',
    correlationId: 'c',
    causationId: null,
  });

  const first = await applyPlan({ streams, batches, stalePlans, clock }, 'one', 'owner');
  expect(await applyPlan({ streams, batches, stalePlans, clock }, 'one', 'somebody else')).toMatchObject({
    done: 2,
    undo: first.undo,
  });
  // The same jobs at the same revisions: the other plan has moved out of its way.
  await expect(applyPlan({ streams, batches, stalePlans, clock }, 'moved', 'owner')).rejects.toBeInstanceOf(
    BatchRefused,
  );
  await applyTooLate();
  await writeRainDay();
  const off = await applyPlan({ streams, batches, stalePlans, clock }, 'rain', 'owner');
  await applyWhileChanged();
  await write('two', 'd', 'd2');
  await write('shown', 'd', 'd2', false);
  await stores.release();
  return { applied: first, cleared: off };

  /**
   * Somebody puts a job on the plan's day after everything was checked: the last step before it starts is to check
   * again.
   */
  async function applyTooLate(): Promise<void> {
    await send(job, 'g', { type: 'CreateJob', customerId: 'ada', details: PLAIN_JOB, now: NOW });
    await send(job, 'h', { type: 'CreateJob', customerId: 'ada', details: PLAIN_JOB, now: NOW });
    await write('late', 'g', 'h');
    let looked = 0;
    const bringUpToDate = async () => {
      const stale = { type: 'MarkPlanStale', reason: 'job_moved_in', causedBy: 'job-x@0' } as const;
      if (++looked === 2) await send(planDecider, 'late', stale);
    };
    const applying = applyPlan({ streams, batches, stalePlans: { bringUpToDate }, clock }, 'late', 'owner');
    await expect(applying).rejects.toMatchObject({ code: 'conflict' });
    expect((await streams.load(job, 'g')).state).toMatchObject({ life: { visits: [] } });
  }

  /** Applies `raced`, while somebody changes `f` after all of its jobs were checked. */
  async function applyWhileChanged(): Promise<void> {
    for (const id of ['e', 'f'])
      await send(job, id, { type: 'CreateJob', customerId: 'ada', details: PLAIN_JOB, now: NOW });
    await write('raced', 'e', 'f');
    let isChanged = false;
    const handle = async (...[decider, id, ...rest]: Parameters<CommandHandler['handle']>) => {
      if (id === 'f' && !isChanged) {
        isChanged = true;
        await send(job, 'f', { type: 'ReviseJob', details: { title: 'Not so fast' } });
      }
      return commands.handle(decider, id, ...rest);
    };
    const racing = { ...commands, handle } as CommandHandler;
    const others = createBatches({ commands: racing, processes: runner, store, streams, records: recordFolds, clock });
    await applyPlan({ streams, batches: others, stalePlans, clock }, 'raced', 'owner');
  }

  /** A pinned job of two days that fits nowhere else. */
  async function writeRainDay(): Promise<void> {
    await send(job, 'off', { type: 'CreateJob', customerId: 'ada', details: { ...PLAIN_JOB, pinned: true }, now: NOW });
    await send(job, 'off', { type: 'ReviseJob', details: { crewId: 'elm' } });
    const planned = { visits: VISITS };
    const { now } = await send(job, 'off', { type: 'ScheduleJob', planned, zone: PLAN_HEAD.zone, isStatus: true });
    const revision = Number(now.revision);
    const moves = [plannedMove('off', { revision, from: { crewId: 'elm', visits: VISITS }, to: null })];
    const accepted = [{ jobId: 'off', conflicts: [], reason: 'cannot_wait' }];
    const head = { ...PLAN_HEAD, kind: 'rain_day', position: await store.head() };
    const proposal = { head, routes: [], unassigned: [], moves, accepted, totals: PLAN_TOTALS };
    await proposePlan({ commands, clock }, 'rain', proposal, 'owner');
  }

  async function write(planId: string, one: string, other: string, isKept = true): Promise<void> {
    const position = await store.head();
    const routes = [planRoute([planStop(one), planStop(other, 13, { sequence: 2 })])];
    const unassigned = [{ jobId: 'c', revision: 0, rule: 'shift', isEverywhere: true, relaxation: RELAXATION }];
    const proposal = { head: { ...PLAN_HEAD, position, isKept }, routes, unassigned, totals: PLAN_TOTALS };
    await proposePlan({ commands, clock }, planId, proposal, 'cron');
    await proposePlan({ commands, clock }, planId, proposal, 'cron');
  }
}

const instant = (moment: string) => instantOf(moment, PLAN_HEAD.zone);
const plan = async (id: string) => (await office.get(`/api/plans/${id}`).then(expectStatus(200))).body;
const idsOf = async (query: string) =>
  (await office.get(`/api/plans${query}`).then(expectStatus(200))).body.map(({ id }: { id: string }) => id).sort();

describe('the plans of the optimizer', () => {
  test('Recent activity tells that plans were applied, and nothing of the runs that made them', async () => {
    const { body } = await office.get('/api/activity?limit=100').then(expectStatus(200));
    const told = new Set(body.map(({ types }: { types: string[] }) => types[0]));
    expect(told).toContain('BatchStarted');
    expect([...told].filter((type) => /^(?:Plan|BatchItems)/.test(String(type)))).toEqual([]);
  });

  test('The plans of the optimizer are listed by day and status, once they are complete', async () => {
    expect(await idsOf('')).toEqual(['late', 'moved', 'one', 'raced', 'rain', 'shown', 'two']);
    while ((await plan('moved')).status === 'proposed');
    expect(await idsOf('?day=2026-06-15&status=proposed')).toEqual(['shown', 'two']);
    expect(await idsOf('?day=2026-06-16')).toEqual([]);
    expect(await office.get('/api/plans?day=2026-02-30')).toMatchObject({ status: 400 });
    const { body } = await office.get('/api/plans?status=applied').then(expectStatus(200));
    const one = body.find(({ id }: { id: string }) => id === 'one');
    expect(one).toMatchObject({ kind: 'schedule', totals: PLAN_TOTALS, batchId: applied.batchId });
    expect(one).not.toHaveProperty('routes');
  });

  test('The plans of the optimizer tell each place with its reasons, and what there is called', async () => {
    const { routes, unassigned, seed, mode } = await plan('one');
    expect({ seed, mode }).toEqual({ seed: 1, mode: 'balanced' });
    const names = { jobNumber: 'J-1001', customerName: 'Ada King', address: '3 Elm St' };
    expect(routes).toMatchObject([
      {
        crewName: 'Elm',
        stops: [
          { jobId: 'a', ...names },
          { jobId: 'b', sequence: 2 },
        ],
      },
    ]);
    expect(routes[0].stops[0].terms).toEqual([{ term: 'travel', points: 120, amount: 12 }]);
    expect(unassigned).toMatchObject([
      { jobId: 'c', jobNumber: 'J-1003', rule: 'shift', relaxation: { kind: 'overtime', crewName: 'Elm', amount: 30 } },
    ]);
  });

  test('The plans of the optimizer name what was changed at the same moment, and was left as it is', async () => {
    const { routes } = await plan('raced');
    const assignments = routes[0].stops.map(({ jobId, sequence, start }: Record<string, unknown>) => {
      return { job_id: jobId, sequence, duration_hours: 4, estimated_arrival: start };
    });
    const schedules = [{ crew_id: 'elm', plan_id: 'raced', assignments }];
    const { body } = await office.post('/optimizer/schedule/apply', schedules).then(expectStatus(200));
    const { jobNumber } = (await office.get('/api/jobs/f').then(expectStatus(200))).body;
    const text = `${jobNumber}: It has changed since this was planned.`;
    expect(body).toMatchObject({ jobs_updated: 1, refused: [{ id: 'f', text }] });
  });

  test('The plans of the optimizer are dismissed while they wait, with an undo', async () => {
    expect(await office.post('/api/plans/one/dismiss')).toMatchObject({ status: 409 });
    const dismissed = await office.post('/api/plans/two/dismiss').then(expectStatus(200));
    expect(dismissed.body).toMatchObject({ status: 'dismissed' });
    const undo = { category: 'plan', id: 'two', commandId: dismissed.headers.get('x-command-id') };
    expect((await office.post('/api/undo', undo).then(expectStatus(200))).body.record.status).toBe('proposed');
    expect(await office.post('/api/plans/none/dismiss')).toMatchObject({ status: 404 });
  });

  test('The plans of the optimizer that nobody kept wait for nobody, until somebody keeps them', async () => {
    expect(await plan('shown')).toMatchObject({ status: 'proposed', isKept: false });
    expect(await idsOf('?waiting=true')).toEqual(['two']);
    const kept = await office.post('/api/plans/shown/keep').then(expectStatus(200));
    expect(kept.body).toMatchObject({ status: 'proposed', isKept: true });
    expect(await idsOf('?waiting=true')).toEqual(['shown', 'two']);
    const undo = { category: 'plan', id: 'shown', commandId: kept.headers.get('x-command-id') };
    expect((await office.post('/api/undo', undo).then(expectStatus(200))).body.record.isKept).toBe(false);
    expect(await idsOf('?waiting=true')).toEqual(['two']);
    await office.post('/api/plans/shown/dismiss').then(expectStatus(200));
    expect(await office.post('/api/plans/shown/keep')).toMatchObject({ status: 409 });
    expect(await office.post('/api/plans/none/keep')).toMatchObject({ status: 404 });
    expect(await office.get('/api/plans?waiting=maybe')).toMatchObject({ status: 400 });
  });

  test('The plans of the optimizer that wait become out of date by what changes', async () => {
    expect(await plan('two')).toMatchObject({ status: 'proposed', staleReason: null });
    await office.post('/api/jobs', { address: '5 Oak St' }).then(expectStatus(201));
    for (;;) {
      const { status, staleReason } = await plan('two');
      if (status !== 'proposed') return expect([status, staleReason]).toEqual(['stale', 'A new job came in.']);
    }
  });

  test('The plans of the optimizer that were applied put their jobs where they say, and one undo takes all of it back', async () => {
    const jobOf = async (id: string) => (await office.get(`/api/jobs/${id}`).then(expectStatus(200))).body;
    expect(await jobOf('a')).toMatchObject({
      crewName: 'Elm',
      status: 'scheduled',
      scheduledDate: '2026-06-15T12:00:00.000Z',
    });
    const undone = await office.post('/api/undo', applied.undo).then(expectStatus(200));
    expect(undone.body).toMatchObject({ record: { isReverted: true, done: 2 }, kept: [] });
    expect(await jobOf('a')).toMatchObject({ crewId: null, status: 'unscheduled', scheduledDate: null });
    expect(await plan('one')).toMatchObject({ status: 'undone' });

    const redo = { ...applied.undo, commandId: undone.headers.get('x-command-id') };
    await office.post('/api/undo', redo).then(expectStatus(200));
    expect(await plan('one')).toMatchObject({ status: 'applied' });
    expect(await jobOf('b')).toMatchObject({ crewName: 'Elm', status: 'scheduled' });

    await office.put('/api/jobs/b', { priority: 'urgent' }).then(expectStatus(200));
    const { body } = await office
      .post('/api/undo', applied.undo, { 'idempotency-key': 'again' })
      .then(expectStatus(200));
    expect(body.kept).toMatchObject([{ category: 'job', id: 'b', message: expect.stringContaining('since') }]);
    expect((await office.get(`/api/batches/${applied.batchId}`)).body).toMatchObject({ done: 1, refused: body.kept });
  });

  test('The plans of the optimizer that move scheduled jobs tell from where, and one undo puts back what was taken off its day', async () => {
    const { kind, moves, accepted } = await plan('rain');
    expect({ kind, moves, accepted }).toMatchObject({
      kind: 'rain_day',
      moves: [{ jobId: 'off', customerName: 'Ada King', from: { crewName: 'Elm', visits: VISITS }, to: null }],
      accepted: [{ jobId: 'off', customerName: 'Ada King', reason: 'It cannot wait.' }],
    });
    const visits = VISITS.map(({ start, end }) => ({ start: instant(start), end: instant(end) }));
    const jobOf = async () => (await office.get('/api/jobs/off').then(expectStatus(200))).body;
    expect(await jobOf()).toMatchObject({ status: 'unscheduled', visits: [], crewName: 'Elm', pinned: true });
    await office.post('/api/undo', cleared.undo).then(expectStatus(200));
    expect(await jobOf()).toMatchObject({ status: 'scheduled', visits, crewName: 'Elm', pinned: true });
    expect(await plan('rain')).toMatchObject({ status: 'undone' });
  });
});
