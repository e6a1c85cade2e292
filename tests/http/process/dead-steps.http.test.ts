import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { GHOST_ID, GHOST_KEY, leaveRefusedSteps } from '../../support/samples/refused-steps.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let server: TestServer;
let owner: Client;
/** A converted lead whose customer can no longer be read. */
let cut: { id: string; customerId: string; commandId: string };
/** A customer with two jobs, of which one can no longer be read. */
let kept: { id: string; jobId: string; otherJobId: string };

async function start(): Promise<void> {
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = await server.signIn();
}

beforeAll(async () => {
  folder = await tempFolder();
  await start();
  const { id } = (await owner.post('/api/leads', { name: 'Cut off' }).then(expectStatus(201))).body;
  const converted = await owner.post(`/api/leads/${id}/convert`).then(expectStatus(200));
  const { customerId } = converted.body;
  cut = { id, customerId, commandId: converted.headers.get('x-command-id') as string };
  kept = await someoneWithJob();
  await server.close();
  await leaveRefusedSteps(folder.path, [`customer-${customerId}`, `job-${kept.jobId}`]);
  await start();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

async function someoneWithJob(): Promise<typeof kept> {
  const { id } = (await owner.post('/api/customers', { firstName: 'Cora', lastName: 'Oak' }).then(expectStatus(201)))
    .body;
  const job = { customerId: id, address: '3 Elm St', title: 'An elm' };
  const add = async () => (await owner.post('/api/jobs', job).then(expectStatus(201))).body.id;
  return { id, jobId: await add(), otherJobId: await add() };
}

const health = async () => (await owner.get('/api/health').then(expectStatus(200))).body;
const deadSteps = async () => (await owner.get('/api/dead-steps').then(expectStatus(200))).body;
const retry = async () => (await owner.post('/api/dead-steps/retry').then(expectStatus(200))).body;
const untilDead = (count: number) =>
  expect.poll(async () => (await deadSteps()).length, { timeout: 30_000 }).toBe(count);

test('A step that is refused is told in health and to the owner, and stops nothing else', async () => {
  await untilDead(2);
  const dead = await deadSteps();
  expect(dead).toMatchObject([
    { process: 'convert-lead', stream: 'lead-a', state: 'refused', error: 'There is no such customer.' },
    { process: 'convert-lead', stream: 'lead-a', state: 'waiting' },
  ]);
  expect(await health()).toMatchObject({ ok: false, processes: { deadSteps: dead } });
  expect((await server.stranger.get('/api/health')).body).toEqual({ ok: false });

  const { id } = (await owner.post('/api/leads', { name: 'Bea Lovelace' }).then(expectStatus(201))).body;
  const converted = await owner.post(`/api/leads/${id}/convert`).then(expectStatus(200));
  await owner.get(`/api/customers/${converted.body.customerId}`).then(expectStatus(200));
  const { loops } = await health();
  const processes = loops.find(({ name }: { name: string }) => name === 'processes');
  expect(processes).toMatchObject({ state: 'running', restarts: 0 });
});

test('An undo whose further step is refused stands, and says that it is not all done', async () => {
  const { id, commandId } = cut;
  const undone = await owner.post('/api/undo', { category: 'lead', id, commandId }).then(expectStatus(200));
  expect(undone.body).toMatchObject({
    record: { status: 'New', customerId: null },
    kept: [{ category: 'lead', id, message: expect.stringContaining('not done yet') }],
  });
  await untilDead(3);
  expect((await deadSteps()).find(({ stream }: { stream: string }) => stream === `lead-${id}`)).toMatchObject({
    state: 'refused',
    error: expect.stringContaining('LeadBlessed'),
  });
});

test('Trying again does what can be done now, in order, and is the owner’s', async () => {
  expect(await retry()).toMatchObject({ done: 0, left: [{}, {}, {}] });
  const added = await owner.post('/api/customers', { firstName: 'Ada' }, { 'idempotency-key': GHOST_KEY });
  expect(added.body.id).toBe(GHOST_ID);
  expect(await retry()).toMatchObject({ done: 2, left: [{ stream: `lead-${cut.id}` }] });
  expect((await owner.get(`/api/customers/${GHOST_ID}`).then(expectStatus(200))).body.removed).toBe(true);

  const { client: staff } = await addSignedIn(server, owner, 'sam', { role: 'office' });
  await staff.get('/api/dead-steps').then(expectStatus(403));
  await staff.post('/api/dead-steps/retry').then(expectStatus(403));
});

test('An erasure that a record it reaches keeps from its end is told too, and later ones are finished', async () => {
  const erase = (id: string) => owner.post(`/api/customers/${id}/erase`, { confirm: 'Cora Oak' });
  const { body } = await erase(kept.id).then(expectStatus(200));
  expect(body).toMatchObject({ isComplete: false, customer: { erased: true } });
  await untilDead(2);
  const stream = `customer-${kept.id}`;
  expect(await deadSteps()).toContainEqual(
    expect.objectContaining({
      process: 'erasure',
      stream,
      type: 'CustomerErased',
      state: 'refused',
      error: expect.stringContaining(`job-${kept.jobId}`),
    }),
  );
  const otherJob = await owner.get(`/api/jobs/${kept.otherJobId}`).then(expectStatus(200));
  expect(otherJob.body).toMatchObject({ erased: true, title: '[erased]' });
  const other = await someoneWithJob();
  expect((await erase(other.id).then(expectStatus(200))).body).toMatchObject({ isComplete: true });
  const { loops } = await health();
  expect(loops.find(({ name }: { name: string }) => name === 'erasure')).toMatchObject({ restarts: 0 });
  expect(await retry()).toMatchObject({ done: 0, left: expect.arrayContaining([expect.objectContaining({ stream })]) });
});
