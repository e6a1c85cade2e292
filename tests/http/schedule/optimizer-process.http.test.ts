import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { createLog } from '../../../platform/runtime/log.ts';
import { startServer } from '../../../server/server.ts';
import { quickPasswords } from '../../support/passwords.ts';
import { runScript, spawnServer } from '../../support/processes/process.ts';
import { type Client, createClient } from '../../support/requests/client.ts';
import { beginsAt } from '../../support/requests/described.ts';
import { openEvents } from '../../support/requests/event-stream.ts';
import { expectStatus, OWNER } from '../../support/server.ts';
import { type EventStoreProcess, spawnEventStore } from '../../support/servers/eventstore-process.ts';
import { type MongoServer, mongoAvailable, startMongoServer } from '../../support/servers/mongodb-server.ts';
import { freshNamespace } from '../../support/stores/eventstoredb-log.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const DAY = '2037-06-16';

/** Either half of the office. */
interface Half {
  url: string;
  kill(): Promise<void>;
  stop(): Promise<{ code: number | null }>;
}
/** Starts one, by what is in its environment. */
type Launch = (env: Record<string, string>, only?: 'optimizer') => Promise<Half>;

const asProcess: Launch = (env, only) => spawnServer(env, only && { script: 'scripts/optimizer.ts' });

test('An optimizer of its own refuses the embedded stores, and says who carries it there', async () => {
  const folder = await tempFolder();
  const ended = await runScript('scripts/optimizer.ts', [], { DATA_DIR: folder.path, OPTIMIZER_PORT: '0' });
  expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('npm start already runs it') });
  await folder.remove();
});

// The scripts choose the database names themselves: on a shared server they would be in the way.
describe.skipIf(!mongoAvailable() || process.env['MONGODB_URL'] !== undefined)('an api and an optimizer', () => {
  let mongo: MongoServer;
  let eventStore: EventStoreProcess;
  let folder: TempFolder;
  let owner: Client;

  beforeAll(async () => {
    [mongo, eventStore, folder] = await Promise.all([startMongoServer(), spawnEventStore(), tempFolder()]);
  });
  afterAll(async () => {
    await eventStore?.stop();
    await mongo?.stop();
    await folder?.remove();
  });

  const inThisProcess: Launch = async (env, only) => {
    const config = { ...parseConfig(env), mongodbPrefix: mongo.prefix };
    const options = { clock: Date.now, log: createLog('silent'), passwords: quickPasswords };
    const server = await (only
      ? startServer({ ...config, port: config.optimizerPort, optimizerUrl: null }, { ...options, only })
      : startServer(config, options));
    await server.listen();
    beginsAt(server.url());
    return { url: server.url(), kill: server.close, stop: () => server.close().then(() => ({ code: 0 })) };
  };

  const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  const optimize = (body: object = {}) => owner.post('/optimizer/schedule/optimize', { date: DAY, ...body });
  const healthOf = async (url: string) =>
    (await createClient(url).get('/api/health', { cookie: owner.cookies() }).then(expectStatus(200))).body;
  const loopsOf = async (url: string) => (await healthOf(url)).loops.map(({ name }: { name: string }) => name);

  async function expectOneOffice(launch: Launch): Promise<void> {
    const env = {
      EVENTSTORE_URL: eventStore.url,
      EVENTSTORE_NAMESPACE: freshNamespace(),
      MONGODB_URL: mongo.url,
      DATA_DIR: folder.path,
      PORT: '0',
      OPTIMIZER_CRON: '0 18 * * *',
      OWNER_USERNAME: OWNER.username,
      OWNER_PASSWORD: OWNER.password,
    };
    let optimizer = await launch({ ...env, OPTIMIZER_PORT: '0' }, 'optimizer');
    const api = await launch({ ...env, OPTIMIZER_URL: optimizer.url });
    owner = createClient(api.url);
    await owner.post('/api/auth/login', OWNER).then(expectStatus(200));
    for (const { url } of [api, optimizer]) {
      await expect.poll(async () => (await healthOf(url)).readModels.state).toBe('current');
    }
    expect(await loopsOf(optimizer.url)).toEqual([
      'read models',
      'streams',
      'processes',
      'batches',
      'stale-plans',
      'plan-ahead',
      'automation plans',
    ]);
    expect(await loopsOf(api.url)).not.toContain('plan-ahead');

    const memberIds = [await add('/api/staff', { lastName: 'Climber' })];
    await add('/api/crews', { name: 'North', memberIds, homeAddress: '1 Main St, Amherst, MA 01002' });
    const job = { address: '12 Elm St, Hadley, MA 01035', estimatedDuration: 2, minimumCrewSize: 1 };
    const jobIds = [await add('/api/jobs', job), await add('/api/jobs', job)];

    // Both sides have the same sessions and rules.
    const stranger = createClient(api.url);
    await stranger.post('/optimizer/schedule/optimize', { date: DAY }).then(expectStatus(401));
    await createClient(optimizer.url).post('/optimizer/schedule/optimize', { date: DAY }).then(expectStatus(401));
    await owner
      .post('/optimizer/schedule/optimize', { date: DAY }, { 'sec-fetch-site': 'cross-site' })
      .then(expectStatus(403));
    expect(await optimize({ date: 'soon' })).toMatchObject({ status: 400, body: { issues: [{ path: 'date' }] } });
    await owner.get('/optimizer/no-such-call').then(expectStatus(404));

    const events = await openEvents(api.url, '/optimizer/runs/mine/events', owner);
    await events.next(({ state }) => state === 'waiting');
    const origin = { origin: api.url, 'sec-fetch-site': 'same-origin' };
    const body = { date: DAY, runId: 'mine' };
    const answer = await owner.post('/optimizer/schedule/optimize', body, origin).then(expectStatus(200));
    expect(answer.body).toMatchObject({ success: true, summary: { message: '2 jobs for 1 crew.' } });
    await events.next(({ state }) => state === 'done');
    await events.ended;

    const applied = await owner.post('/optimizer/schedule/apply', answer.body.schedules).then(expectStatus(200));
    expect(applied.body.jobs_updated).toBe(2);
    const { category, id, commandId } = applied.body;
    for (const jobId of jobIds)
      expect((await owner.get(`/api/jobs/${jobId}`)).body).toMatchObject({ status: 'scheduled' });
    await owner.post('/api/undo', { category, id, commandId }).then(expectStatus(200));

    // A stream ends with its session, like the API's own.
    const leaver = createClient(api.url);
    await leaver.post('/api/auth/login', OWNER).then(expectStatus(200));
    const open = await openEvents(api.url, '/optimizer/runs/theirs/events', leaver);
    await open.next(({ state }) => state === 'waiting');
    await leaver.get('/api/logout');
    await open.ended;

    // A client that leaves during a run leaves no plan behind.
    const before = (await owner.get('/api/plans')).body.length;
    const followed = await openEvents(api.url, '/optimizer/runs/left/events', owner);
    await followed.next(({ state }) => state === 'waiting');
    const leaving = new AbortController();
    const left = fetch(`${api.url}/optimizer/schedule/optimize`, {
      method: 'POST',
      headers: { cookie: owner.cookies(), 'content-type': 'application/json' },
      body: JSON.stringify({ date: DAY, runId: 'left' }),
      signal: leaving.signal,
    }).catch((cause: Error) => cause.name);
    await followed.next(({ state }) => state === 'running');
    leaving.abort();
    expect(await left).toBe('AbortError');
    await followed.next(({ state }) => state === 'done');
    expect((await owner.get('/api/plans')).body).toHaveLength(before);

    // An optimizer that is down is reported, and takes calls again once it is back.
    await optimizer.kill();
    const down = await optimize();
    expect(down).toMatchObject({ status: 503, body: { code: 'optimizer_unavailable' } });
    expect(down.body.message).toContain('npm run optimizer');
    await owner.get('/api/jobs').then(expectStatus(200));
    optimizer = await launch({ ...env, OPTIMIZER_PORT: new URL(optimizer.url).port }, 'optimizer');
    await expect.poll(async () => (await optimize()).status).toBe(200);
    await api.stop();
    expect(await optimizer.stop()).toMatchObject({ code: 0 });
  }

  test('An api and an optimizer are one office: calls go on to the optimizer, end there with their caller, and wait for none that is down', () =>
    expectOneOffice(inThisProcess));

  test('An api and an optimizer are one office as processes of their own', { tags: ['deep'], timeout: 300_000 }, () =>
    expectOneOffice(asProcess),
  );
});
