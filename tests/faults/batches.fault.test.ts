import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { batchIdOf } from '../../platform/commands/batches.ts';
import { testDeaths } from '../support/processes/deaths.ts';
import { runScript } from '../support/processes/process.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import type { Answer, Client } from '../support/requests/client.ts';
import { expectStatus } from '../support/server.ts';

const JOBS = 3;
/** The items, the start, each job, the end. */
const APPENDS = 2 + JOBS + 1;
/** From here on the batch exists. */
const STARTED = 2;

interface Batch {
  commandId: string;
  jobIds: string[];
}

testDeaths(
  'A death in the midst of a batch does each item once, and one undo takes all of them back',
  { every: Array.from({ length: APPENDS + 1 }, (_, survived) => survived), some: [STARTED, STARTED + 1] },
  async (env, points) => {
    const batches = await whileServing(env, async (office) => {
      const made: (Batch & { survived: number })[] = [];
      for (const survived of points) made.push({ survived, ...(await makeJobs(office)) });
      return made;
    });
    const lost = batches.filter(({ survived }) => survived < STARTED);

    const run = ({ commandId, jobIds }: Batch, survived: number) =>
      runScript('tests/support/processes/batch-and-die.ts', [commandId, String(survived), ...jobIds], env);
    for (const batch of batches)
      expect(await run(batch, batch.survived), `${batch.survived} appends`).toMatchObject({ signal: 'SIGKILL' });

    await whileServing(env, async (client) => {
      for (const batch of batches) await expectFinished(client, batch, !lost.includes(batch));

      const [other, last] = [batches.at(-2) as Batch, batches.at(-1) as Batch];
      const undo = { category: 'batch', id: batchIdOf(last), commandId: last.commandId };
      const { body: undone } = await client.post('/api/undo', undo).then(expectStatus(200));
      const record = { kind: 'schedule', isReverted: true, done: JOBS };
      expect(undone).toMatchObject({ record: { ...record, count: JOBS }, kept: [] });
      const [jobId = ''] = last.jobIds;
      expect(await stepsOf(client, jobId)).toEqual(['JobCreated', 'JobScheduled', 'JobLifeRestored']);
      // In the history of one of its jobs it is the same act.
      const [otherJob = ''] = other.jobIds;
      const [, scheduled] = await historyOf(client, otherJob);
      const ofJob = { category: 'job', id: otherJob, commandId: scheduled.commandId };
      const { body: undoneToo } = await client.post('/api/undo', ofJob).then(expectStatus(200));
      expect(undoneToo).toMatchObject({ record, kept: [] });

      await expectTold(client);
    });

    // Those that had not started are done when requested again.
    for (const batch of lost) expect(await run(batch, -1)).toMatchObject({ code: 0 });
    await whileServing(env, async (reader) => {
      for (const batch of lost) await expectFinished(reader, batch, true);
    });
  },
);

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
