import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchIdOf } from '../../platform/commands/batches.ts';
import { type Answer, type Client, createClient } from '../support/client.ts';
import { type EventStoreProcess, spawnEventStore } from '../support/eventstore-process.ts';
import { runScript, type ServerProcess, spawnServer } from '../support/process.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { tempFolder } from '../support/temp-folder.ts';

const JOBS = 3;
/** The items, the start, each job, the end. */
const APPENDS = 2 + JOBS + 1;
/** From here on the batch exists. */
const STARTED = 2;

let eventStore: EventStoreProcess;
beforeAll(async () => {
  eventStore = await spawnEventStore();
});
afterAll(() => eventStore.stop());

interface Batch {
  commandId: string;
  jobIds: string[];
}

describe.each(['embedded', 'EventStoreDB'])('on the %s event store', (which) => {
  test('a death after each append of a batch does each item once, and one undo takes all of them back', async () => {
    const folder = await tempFolder();
    const servers = { EVENTSTORE_URL: eventStore.url, EVENTSTORE_NAMESPACE: `batch${process.pid}` };
    const env = { DATA_DIR: folder.path, ...(which === 'EventStoreDB' && servers) };
    const before = await spawnServer(env);
    const office = await signIn(before);
    const batches: Batch[] = [];
    for (let survived = 0; survived <= APPENDS; survived++) batches.push(await makeJobs(office));
    await before.stop();

    const run = ({ commandId, jobIds }: Batch, survived: number) =>
      runScript('tests/support/batch-and-die.ts', [commandId, String(survived), ...jobIds], env);
    for (const [survived, batch] of batches.entries())
      expect(await run(batch, survived), `${survived} appends`).toMatchObject({ signal: 'SIGKILL' });

    const after = await spawnServer(env);
    const client = await signIn(after);
    for (const [survived, batch] of batches.entries()) await expectFinished(client, batch, survived >= STARTED);

    const last = batches.at(-1) as Batch;
    const undo = { category: 'batch', id: batchIdOf(last), commandId: last.commandId };
    const { body: undone } = await client.post('/api/undo', undo).then(expectStatus(200));
    expect(undone).toMatchObject({ record: { kind: 'schedule', count: JOBS, isReverted: true, done: JOBS }, kept: [] });
    const [jobId = ''] = last.jobIds;
    expect(await stepsOf(client, jobId)).toEqual(['JobCreated', 'JobScheduled', 'JobLifeRestored']);
    // In the history of one of its jobs it is the same act.
    const [otherJob = ''] = batches[APPENDS - 1]?.jobIds ?? [];
    const [, scheduled] = await historyOf(client, otherJob);
    const ofJob = { category: 'job', id: otherJob, commandId: scheduled.commandId };
    const { body: other } = await client.post('/api/undo', ofJob).then(expectStatus(200));
    expect(other).toMatchObject({ record: { kind: 'schedule', isReverted: true, done: JOBS }, kept: [] });

    await expectTold(client);
    await after.stop();

    // Those that had not started are done when requested again.
    for (const batch of batches.slice(0, STARTED)) expect(await run(batch, -1)).toMatchObject({ code: 0 });
    const again = await spawnServer(env);
    const reader = await signIn(again);
    for (const batch of batches.slice(0, STARTED)) await expectFinished(reader, batch, true);
    await again.stop();
    await folder.remove();
  }, 300_000);
});

async function signIn(server: ServerProcess): Promise<Client> {
  const client = createClient(server.url);
  await client.post('/api/auth/login', OWNER).then(expectStatus(200));
  return client;
}

async function makeJobs(office: Client): Promise<Batch> {
  const jobIds: string[] = [];
  for (let count = 0; count < JOBS; count++)
    jobIds.push((await office.post('/api/jobs', { address: '3 Elm St' }).then(expectStatus(201))).body.id);
  return { commandId: randomUUID(), jobIds };
}

async function untilFinished(client: Client, batch: Batch): Promise<void> {
  for (;;) {
    const { status, body } = await client.get(`/api/batches/${batchIdOf(batch)}`);
    if (status === 200 && body.done !== null) return expect(body).toMatchObject({ done: JOBS, refused: [] });
  }
}

/** The reactor finishes each act on its own. */
async function expectFinished(client: Client, batch: Batch, isStarted: boolean): Promise<void> {
  if (isStarted) await untilFinished(client, batch);
  const steps = isStarted ? ['JobCreated', 'JobScheduled'] : ['JobCreated'];
  for (const id of batch.jobIds) expect(await stepsOf(client, id)).toEqual(steps);
}

/** Each act in one line. */
async function expectTold(client: Client): Promise<void> {
  const { body: acts } = await client.get('/api/activity?limit=3').then(expectStatus(200));
  expect(acts.map(({ types, title }: Answer['body']) => [types, title])).toEqual([
    [['BatchReverted'], 'Schedule: 3 jobs'],
    [['BatchReverted'], 'Schedule: 3 jobs'],
    [['BatchStarted'], 'Schedule: 3 jobs'],
  ]);
}

async function historyOf(client: Client, jobId: string): Promise<Answer['body'][]> {
  return (await client.get(`/api/history/job/${jobId}`).then(expectStatus(200))).body;
}

const stepsOf = async (client: Client, jobId: string) => (await historyOf(client, jobId)).map(({ type }) => type);
