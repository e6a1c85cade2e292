import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { createLog } from '../../../platform/runtime/log.ts';
import { openStores } from '../../../platform/runtime/stores.ts';
import { readLive } from '../../../projections/engine/generations.ts';
import { projections } from '../../../projections/index.ts';
import { replay } from '../../../scripts/replay/run.ts';
import { startServer } from '../../../server/server.ts';
import { openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import { quickPasswords } from '../../support/passwords.ts';
import { runScript } from '../../support/processes/process.ts';
import { expectAsReplayed } from '../../support/processes/replay.ts';
import { type Client, createClient } from '../../support/requests/client.ts';
import { expectStatus, OWNER, startTestServer, type TestServer } from '../../support/server.ts';
import { startEventStoreServer } from '../../support/servers/eventstoredb-server/server.ts';
import { mongoAvailable, startMongoServer } from '../../support/servers/mongodb-server.ts';
import { freshNamespace } from '../../support/stores/eventstoredb-log.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const { signal } = new AbortController();

let data: TempFolder;
let made: TempFolder;
beforeEach(async () => {
  [data, made] = [await tempFolder(), await tempFolder()];
});
afterEach(async () => {
  await data.remove();
  await made.remove();
});

const into = (name = 'then') => join(made.path, name);

function run(...args: string[]) {
  return runScript('scripts/replay.ts', args, { DATA_DIR: data.path });
}

/** The same in this process, which takes a fraction of the time. */
async function runHere(...args: string[]): Promise<{ code: number; output: string }> {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const code = await replay(parseConfig({ DATA_DIR: data.path }), args, { print, signal });
  return { code, output: printed.join('\n') };
}

/** The names of the leads in a folder that was made. */
async function leadsIn(folder: string): Promise<unknown[]> {
  const store = openEmbeddedReadModels({ folder });
  const [generation = ''] = await store.list();
  const models = await store.open(generation);
  const page = await models?.find('leads', { limit: 100 });
  await store.close();
  return (page?.documents ?? []).map(({ name }) => name).sort();
}

/** Waits until there are live read models. */
async function untilListed(owner: Client): Promise<void> {
  await expect.poll(async () => (await owner.get('/api/leads-working')).status, { timeout: 60_000 }).toBe(200);
}

async function addLead(owner: Client, name: string): Promise<string> {
  const { headers } = await owner.post('/api/leads', { name }).then(expectStatus(201));
  return headers.get('x-position') ?? '';
}

/** Adds one after another. @returns how many */
async function addLeads(owner: Client, isOver: () => boolean): Promise<number> {
  let added = 0;
  for (; !isOver(); added++) await addLead(owner, `Elm ${added}`);
  return added;
}

describe('npm run replay, beside the server', () => {
  let server: TestServer;
  let owner: Client;
  beforeEach(async () => {
    server = await startTestServer({ DATA_DIR: data.path });
    owner = await server.signIn();
    await untilListed(owner);
  });
  afterEach(() => server.close());

  test('It makes read models as of a position and of an instant, with counts and figures, while the server runs', async () => {
    const first = await addLead(owner, 'Oak over the garage');
    await addLead(owner, 'Ash by the gate');
    const then = await run('--to', first, '--into', into());
    expect(then.code, then.output).toBe(0);
    expect(then.output).toContain(`Read models as of the position ${first}, made from`);
    expect(then.output).not.toContain('Nothing was recorded later.');
    expect(then.output).toMatch(/^leads +1 +0$/m);
    expect(then.output).toMatch(/^Receivables +Total +as of \S+ +0\.00$/m);
    expect(await leadsIn(into())).toEqual(['Oak over the garage']);

    const later = await runHere('--to', '2999-01-01', '--into', into('later'));
    expect(later.code, later.output).toBe(0);
    expect(later.output).toContain('Nothing was recorded later.');
    expect(await leadsIn(into('later'))).toEqual(['Ash by the gate', 'Oak over the garage']);

    const before = await runHere('--to', '1999-12-31T12:00', '--into', into('before'));
    expect(before.code, before.output).toBe(0);
    expect(before.output).toContain('made from 0 events. Nothing had been recorded by then.');
    expect(await leadsIn(into('before'))).toEqual([]);

    let isOver = false;
    const working = addLeads(owner, () => isOver);
    await expectAsReplayed({ DATA_DIR: data.path });
    isOver = true;
    expect(await working).toBeGreaterThan(0);
  });

  test('What has changed since then is told by collection, id and field, and ends with 1', async () => {
    const { body: lead } = await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(201));
    const { head } = (await owner.get('/api/health')).body;
    await owner.patch(`/api/leads/${lead.id}`, { notes: 'By the gate' }).then(expectStatus(200));
    const listed = async () => (await owner.get('/api/leads-working')).body;
    await expect.poll(listed, { timeout: 60_000 }).toMatchObject([{ notes: 'By the gate' }]);
    const { code, output } = await run('--compare', '--to', head);
    expect(code, output).toBe(1);
    expect(output).toMatch(new RegExp(`^leads ${lead.id}: .*notes.*revision`, 'm'));
    expect(output).not.toContain('By the gate');
    const told = await runHere('--compare', '--to', head, '--values');
    expect(told.output).toContain('  notes: live "By the gate", replayed null');
  });

  test('What cannot be asked is refused with 2 and words, and nothing is made', async () => {
    mkdirSync(into('full'));
    writeFileSync(join(into('full'), 'notes.txt'), 'Mine.');
    writeFileSync(into('file'), 'Mine.');
    const refused: [string[], string][] = [
      [[], 'with --into'],
      [['--to', '2026-01-01'], 'with --into'],
      [['--wrong', '--into', into()], "Unknown option '--wrong'"],
      [['--values', '--into', into()], '--values is for --compare'],
      [['--to', 'yesterday', '--into', into()], '"yesterday" is neither a moment nor a position'],
      [['--to', '2026-02-30', '--into', into()], '"2026-02-30" is neither'],
      [['--to', '9'.repeat(15), '--into', into()], 'is neither a moment nor a position'],
      [['--to', `0${'9'.repeat(15)}`, '--into', into()], `no event at the position 0${'9'.repeat(15)}`],
      [['--to', `${'0'.repeat(20)}.${'0'.repeat(20)}`, '--into', into()], 'neither a moment nor a position'],
      [['--into', into('full')], 'is not an empty folder'],
      [['--into', into('file')], 'is not an empty folder'],
      [['--into', join(data.path, 'then')], 'is in the data folder'],
    ];
    const config = parseConfig({ DATA_DIR: data.path });
    for (const [args, words] of refused)
      await expect(replay(config, args, { print() {}, signal }), args.join(' ')).rejects.toThrow(words);
    const { code, output } = await run('--to', 'yesterday', '--into', into());
    expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining('Nothing was replayed: --to') });
    expect(await readdir(into('full'))).toEqual(['notes.txt']);
    const stopped = { print() {}, signal: AbortSignal.abort(new Error('Interrupted.')) };
    await expect(replay(config, ['--into', into('stopped')], stopped)).rejects.toThrow('Interrupted.');
    expect(await readdir(into('stopped'))).toEqual([]);
  });
});

test('A company that is not there is not made', async () => {
  const missing = await runScript('scripts/replay.ts', ['--compare'], { DATA_DIR: into('mistyped') });
  expect(missing).toMatchObject({ code: 2, output: expect.stringContaining('There is no Heartwood data in') });
  expect(await readdir(made.path)).toEqual([]);
});

/** Writes over a lead in the live read models, as a defect would. */
async function rename(id: string, name: string): Promise<void> {
  const stores = await openStores(parseConfig({ DATA_DIR: data.path }), systemClock);
  const live = await readLive(stores.state);
  const models = await stores.readModels.open(live?.generation ?? '', projections);
  if (!models) throw new Error('There is no live generation.');
  const { position, eventId, epoch } = await models.checkpoint();
  const lead = (await models.get('leads', [id])).get(id);
  const documents = [{ collection: 'leads', document: { ...lead, id, name } }];
  await models.commit({ previous: position, position, eventId, epoch, documents, deadLetters: [] });
  await models.close();
  await stores.close();
}

test('A document that was altered in the live read models is found, with the server stopped', async () => {
  const env = { DATA_DIR: data.path };
  const server = await startTestServer(env);
  const owner = await server.signIn();
  await untilListed(owner);
  const { body: lead } = await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(201));
  await expectAsReplayed(env);
  await server.close();
  await expectAsReplayed(env);

  await rename(lead.id, 'Elm');
  const { code, output } = await run('--compare');
  expect(code, output).toBe(1);
  expect(output).toContain(`leads ${lead.id}: name\n`);
  expect(output).toContain('(leads: 1)');
});

describe.skipIf(!mongoAvailable())('on EventStoreDB and MongoDB', () => {
  test('It reads both servers while they are in use, and makes embedded read models', async () => {
    const [mongo, eventStore] = await Promise.all([startMongoServer(), startEventStoreServer()]);
    onTestFinished(async () => {
      await eventStore.kill();
      await mongo.stop();
    });
    const env = {
      EVENTSTORE_URL: eventStore.url,
      EVENTSTORE_NAMESPACE: freshNamespace(),
      MONGODB_URL: mongo.url,
      DATA_DIR: data.path,
      PORT: '0',
      OWNER_USERNAME: OWNER.username,
      OWNER_PASSWORD: OWNER.password,
    };
    const config = { ...parseConfig(env), mongodbPrefix: mongo.prefix };
    const server = await startServer(config, { clock: Date.now, log: createLog('silent'), passwords: quickPasswords });
    onTestFinished(() => server.close());
    await server.listen();
    const owner = createClient(server.url());
    await owner.post('/api/auth/login', OWNER).then(expectStatus(200));
    await untilListed(owner);
    const first = await addLead(owner, 'Oak');
    await addLead(owner, 'Ash');

    const printed: string[] = [];
    const running = { print: (line: string) => void printed.push(line), signal };
    expect(await replay(config, ['--compare'], running), printed.join('\n')).toBe(0);
    expect(await replay(config, ['--to', first, '--into', into()], running)).toBe(0);
    expect(await leadsIn(into())).toEqual(['Oak']);
    const embedded = replay(config, ['--to', '0000000000000001', '--into', into('other')], running);
    await expect(embedded).rejects.toThrow('neither a moment nor a position of this history');
  });
});
