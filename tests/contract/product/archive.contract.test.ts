import * as crypto from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { noteErasedMailbox } from '../../../api/suppressions/erased-mailboxes.ts';
import { registry } from '../../../domain/index.ts';
import { type EventBody, type EventDefinition, eventRegistry } from '../../../domain/kit/event.ts';
import { reactorKey } from '../../../platform/commands/reactor.ts';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { createProofs } from '../../../platform/proof/proofs.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStores, type StoreConfig, type Stores } from '../../../platform/runtime/stores.ts';
import { buildAsOf } from '../../../projections/engine/as-of.ts';
import { compare } from '../../../projections/engine/comparing.ts';
import { projections } from '../../../projections/index.ts';
import { importArchive } from '../../../scripts/archive/import.ts';
import { LIST_WORDS } from '../../../scripts/archive/list-words.ts';
import { LISTED } from '../../../scripts/archive/lists.ts';
import { archive } from '../../../scripts/archive/run.ts';
import { fillDemo } from '../../../scripts/demo/fill.ts';
import { openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import { isDecoded, type LogEntry, START } from '../../../store/event-store.ts';
import { isDeep } from '../../support/depth.ts';
import { runIn, verifiersAvailable } from '../../support/proof/verifiers.ts';
import { anyEvent } from '../../support/samples/event-arbitraries.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { appendTo, blessed, captured, newerRegistry } from '../../support/samples/lead-events.ts';
import { startEventStoreServer } from '../../support/servers/eventstoredb-server/server.ts';
import { mongoAvailable, startMongoServer } from '../../support/servers/mongodb-server.ts';
import { freshNamespace } from '../../support/stores/eventstoredb-log.ts';
import { openProductStores } from '../../support/stores/product-stores.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const { signal } = new AbortController();
const CHEAP = { memory: 64, passes: 1 };
/** Of the demo: some, or all. */
const ACTS = isDeep ? undefined : 400;
const FEW_ACTS = isDeep ? 750 : 100;

let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(() => folder.remove());

const inFolder = (name: string) => join(folder.path, name);
const embedded = (name: string): StoreConfig => parseConfig({ DATA_DIR: inFolder(name) });
const archived = inFolder.bind(null, 'archived');

async function archiveOf(config: StoreConfig, into = archived()): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const code = await archive(config, into, { print: (line) => void lines.push(line), signal });
  return { code, output: lines.join('\n') };
}

/** Makes the sums of an archive anew, as somebody does who edited it. */
function makeSums(of: string): void {
  const sum = (path: string) => crypto.hash('sha256', readFileSync(path));
  const names = readFileSync(join(of, 'SHA256SUMS'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(66));
  writeFileSync(join(of, 'SHA256SUMS'), names.map((name) => `${sum(join(of, name))}  ${name}\n`).join(''));
  const manifest = JSON.parse(readFileSync(join(of, 'manifest.json'), 'utf8')) as object;
  writeFileSync(join(of, 'manifest.json'), JSON.stringify({ ...manifest, sums: sum(join(of, 'SHA256SUMS')) }));
}

async function importTo(config: StoreConfig, from = archived()): Promise<string> {
  const lines: string[] = [];
  await importArchive(config, from, { print: (line) => void lines.push(line), signal });
  return lines.join('\n');
}

async function inStores<Result>(config: StoreConfig, work: (stores: Stores) => Promise<Result>): Promise<Result> {
  const stores = await openStores(config, systemClock);
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

const inErased = 'subject-of-lead-gone';

/** Any events of every type, though no company could have had them, each stream's about a person of its own. */
async function appendOfEveryType({ log }: Stores): Promise<void> {
  for (const definition of registry.values()) {
    const events = fc.sample(anyEvent(definition), { numRuns: 2, seed: 38 });
    await appendTo(log, `sample-${definition.type}`, ...events);
  }
}

/** The product as it was when each event had its first version. */
const firstRegistry = eventRegistry(
  [...registry.values()].map((definition) => ({ ...definition, versions: definition.versions.slice(0, 1) })),
);

/** Events as that product wrote them, some about somebody who was erased since: what is sealed now may be in the clear there. */
async function appendOfFirstVersions(folder: string): Promise<void> {
  const stores = await openProductStores({ folder });
  const log = stores.openLog({ registry: firstRegistry });
  for (const definition of firstRegistry.values()) {
    if ((registry.get(definition.type)?.versions.length ?? 0) === 1) continue;
    const events = fc.sample(anyEvent(definition), { numRuns: 2, seed: 38 });
    await appendTo(log, `first-${definition.type}`, ...events);
    await appendTo(log, 'first-gone', ...events);
  }
  await stores.keys.erase('subject-of-first-gone', '2026-11-21T13:00:00.000Z');
  await stores.release();
}

/** Events of a first version that say a text in the clear where the newest version seals it. */
function inClearOnce(definition: EventDefinition, text: string): EventBody[] {
  const [first] = definition.versions;
  const sealedThen = new Set(first?.personal.map(({ name }) => name));
  const sealedNow = registry.get(definition.type)?.versions.at(-1)?.personal ?? [];
  const inClear = sealedNow.filter(({ name }) => first && name in first.schema.shape && !sealedThen.has(name));
  return inClear
    .map(({ name }) => {
      const [event] = fc.sample(anyEvent(definition), { numRuns: 1, seed: 38 });
      return { type: definition.type, data: { ...event?.data, [name]: text } };
    })
    .filter(({ data }) => first?.schema.safeParse(data).success);
}

/** A company with all that an archive has to take along: its demo, every type of event, somebody who was erased, a file. */
async function makeCompany(config: StoreConfig, acts: number | undefined): Promise<void> {
  await inStores(config, async (stores) => {
    const { log, state, keys, files } = stores;
    await fillDemo(stores, { now: Date.UTC(2026, 10, 20, 20), zone: 'America/New_York' }, CHEAP, acts);
    await appendOfEveryType(stores);
    await appendTo(log, 'lead-gone', captured('Ada Lovelace'), { type: 'LeadErased', data: {} });
    await keys.erase(inErased, '2026-11-21T12:00:00.000Z');
    const picture = await files.put(Buffer.from('a picture'));
    const logo = { logo: { sha256: picture, width: 1, height: 1 } };
    await log.append(
      'company-other',
      [{ type: 'CompanySettingsRevised', data: logo, id: crypto.randomUUID(), metadata: metadata() }],
      'none',
    );
    await noteErasedMailbox(state, 'a-mailbox');
    const [first, second] = await log.readAll(START, 2);
    if (!first || !second) throw new Error('The log is empty.');
    await state.put(reactorKey('sample'), { position: second.position, eventId: second.id }, { expected: 'none' });
    await createProofs(log, state, systemClock).checkpoint('asked');
  });
  await appendOfFirstVersions(config.dataDir);
}

const all = async ({ log }: Pick<Stores, 'log'>) => log.readAll(START, 100_000);

/** What must be equal: positions are a store's own, and hashes of commands are made with keys that stay behind. */
function equalPart(entry: LogEntry): object {
  if (!isDecoded(entry)) throw new Error(`The event ${entry.id} cannot be read: ${entry.error}`);
  const {
    position: _,
    metadata: { commandHash: __, ...said },
    ...event
  } = entry;
  return { ...event, metadata: said };
}

/** The lines of an archive's events, without their positions. */
function eventLines(of = archived()): string[] {
  const names = readdirSync(join(of, 'events')).sort();
  const lines = names.flatMap((name) =>
    readFileSync(join(of, 'events', name), 'utf8')
      .trim()
      .split('\n'),
  );
  return lines.map((line) => line.replace(/^{"position":"[^"]*",/, '{'));
}

/** Read models that say where in the log something is. */
const NAMES_POSITIONS = ['acts', 'journal', 'periods', 'campaign_mailings', 'erasures'];

/** The lists as they are in an archive; what of them names positions is a store's own. */
function listsIn(of: string, isSameKind: boolean): Record<string, string> {
  const own = NAMES_POSITIONS.map((name) => `${name}.csv`);
  const names = readdirSync(join(of, 'lists')).filter((name) => isSameKind || !own.includes(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(of, 'lists', name), 'utf8')]));
}

/** Holds what was imported against the company it came from. */
async function expectEqual(source: StoreConfig, target: StoreConfig, isSameKind: boolean): Promise<void> {
  await archiveOf(target, inFolder('again'));
  expect(eventLines(inFolder('again'))).toEqual(eventLines());
  expect(listsIn(inFolder('again'), isSameKind)).toEqual(listsIn(archived(), isSameKind));
  await inStores(source, async (one) => {
    await inStores(target, async (other) => {
      const events = await all(one);
      const found = await all(other);
      expect(found.map(equalPart)).toEqual(events.map(equalPart));
      if (isSameKind) expect(found.map(({ position }) => position)).toEqual(events.map(({ position }) => position));
      expect(await other.keys.get([inErased])).toEqual(await one.keys.get([inErased]));
      const login = await one.state.list('login/');
      expect((await other.state.list('login/')).map(({ key, value }) => [key, value])).toEqual(
        login.map(({ key, value }) => [key, value]),
      );
      expect(login.length).toBeGreaterThan(0);
      for (const key of ['erased-mailbox/a-mailbox', 'mailbox-key'])
        expect((await other.state.get(key))?.value).toEqual((await one.state.get(key))?.value);
      const reached = await other.state.get(reactorKey('sample'));
      expect(reached?.value).toEqual({ position: found[1]?.position, eventId: found[1]?.id });
      const secrets = ['credential/', 'session/', 'link-key/', 'second-factor/', 'proof/'];
      for (const prefix of secrets) expect(await other.state.list(prefix)).toEqual([]);
      await expectSameDocuments(one, other, isSameKind);
    });
  });
}

/** Builds read models of both histories, and holds every document of one against the other's. */
async function expectSameDocuments(one: Stores, other: Stores, isSameKind: boolean): Promise<void> {
  const compared = isSameKind
    ? projections
    : projections.filter(({ collection }) => !NAMES_POSITIONS.includes(collection));
  const stores = [
    openEmbeddedReadModels({ folder: inFolder('one') }),
    openEmbeddedReadModels({ folder: inFolder('other') }),
  ];
  onTestFinished(async () => {
    for (const store of stores) await store.close();
  });
  const [built, rebuilt] = await Promise.all(
    [one, other].map(({ log }, at) => {
      const store = stores[at] as (typeof stores)[number];
      return buildAsOf({ log, store, projections, signal });
    }),
  );
  if (!built || !rebuilt) throw new Error('Nothing was built.');
  const { documents, differences } = await compare(built.models, rebuilt.models, { projections: compared, most: 5 });
  expect(differences.filter(({ collection }) => isSameKind || collection !== 'skipped events')).toEqual([]);
  expect(documents).toBeGreaterThan(isSameKind ? 200 : 30);
}

test('An archive makes an equal company in an empty folder: events, documents, files, names, and who was erased', async () => {
  await makeCompany(embedded('source'), ACTS);
  const made = await archiveOf(embedded('source'));
  expect(made.output).toContain('NOTHING IN AN ARCHIVE IS ENCRYPTED');
  const output = await importTo(embedded('target'));
  expect(output).toContain('npm run set-password');
  await expectEqual(embedded('source'), embedded('target'), true);
  const bytes = await inStores(embedded('target'), ({ files }) => files.get(PICTURE));
  expect(bytes?.toString()).toBe('a picture');
});

/** The SHA-256 of `a picture`. */
const PICTURE = crypto.hash('sha256', 'a picture');

describe.skipIf(!mongoAvailable())('on EventStoreDB and MongoDB', () => {
  test('An archive is the way from a folder to servers and back', async () => {
    const [mongo, eventStore] = await Promise.all([startMongoServer(), startEventStoreServer()]);
    onTestFinished(async () => {
      await eventStore.kill();
      await mongo.stop();
    });
    const servers = (): StoreConfig => ({
      dataDir: inFolder('none'),
      eventStoreUrl: eventStore.url,
      eventStoreNamespace: freshNamespace(),
      mongodbUrl: mongo.url,
      mongodbPrefix: `${mongo.prefix}_${freshNamespace()}`,
    });
    await makeCompany(embedded('source'), FEW_ACTS);
    await archiveOf(embedded('source'));
    const target = servers();
    await importTo(target);
    await expectEqual(embedded('source'), target, false);

    await importTo(embedded('back'), inFolder('again'));
    rmSync(inFolder('again'), { recursive: true });
    await expectEqual(embedded('source'), embedded('back'), true);
    await expect(importTo(target)).rejects.toThrow('There is a company here already.');
  });
});

describe('an archive of a few events', () => {
  const source = () => embedded('source');
  const target = () => embedded('target');

  beforeEach(async () => {
    await inStores(source(), async ({ log, state, files }) => {
      const picture = await files.put(Buffer.from('a picture'));
      for (const name of ['Ada', 'Bob', 'Cy\u2028 of\r\nOak St 日本'])
        await appendTo(log, `lead-${name.slice(0, 3)}`, captured(name));
      const logo = { logo: { sha256: picture, width: 1, height: 1 } };
      const revised = { type: 'CompanySettingsRevised', data: logo, id: crypto.randomUUID(), metadata: metadata() };
      await log.append('company-main', [revised], 'none');
      await createProofs(log, state, systemClock).checkpoint('asked');
      await appendTo(log, 'lead-Ada', captured('Ada Lovelace'));
    });
  });

  test('Its files are private, and appear only when all of them are there', async () => {
    await archiveOf(source());
    for (const name of ['.', 'events', 'files', 'lists', 'state', 'proof'])
      expect(statSync(join(archived(), name)).mode & 0o777, name).toBe(0o700);
    for (const { parentPath, name } of readdirSync(archived(), { recursive: true, withFileTypes: true }).filter((e) =>
      e.isFile(),
    ))
      expect(statSync(join(parentPath, name)).mode & 0o777, name).toBe(0o600);
    const page = readFileSync(join(archived(), 'README.html'), 'utf8');
    expect(page).toContain('Nothing in this folder is encrypted.');
    for (const { collection } of LISTED) {
      expect(LIST_WORDS, `scripts/archive/list-words.ts: ${collection}`).toHaveProperty(collection);
      expect(page).toContain(`>${collection}.csv<`);
    }
    expect(readdirSync(join(archived(), 'files')).join()).toMatch(/company/);

    await expect(archiveOf(source())).rejects.toThrow('exists already');
    await expect(archiveOf(source(), join(inFolder('source'), 'own'))).rejects.toThrow('is in the data folder');
    if (process.platform === 'linux') await expect(archiveOf(source(), '/proc/none/archive')).rejects.toThrow('ENOENT');
    const link = inFolder('link');
    symlinkSync(inFolder('source'), link, 'junction');
    await expect(archiveOf(source(), join(link, 'own'))).rejects.toThrow('is in the data folder');
    rmSync(link);
    symlinkSync(inFolder('nowhere'), link, 'junction');
    await expect(archiveOf(source(), link)).rejects.toThrow('exists already');
    rmSync(link);
    const stopped = AbortSignal.abort(new Error('Interrupted.'));
    const running = archive(source(), inFolder('other'), { print() {}, signal: stopped });
    await expect(running).rejects.toThrow('Interrupted.');
    expect(readdirSync(folder.path).sort()).toEqual(['archived', 'source']);
  });

  test('Of two archives into one place at once one is made, and the other is refused and leaves it alone', async () => {
    const both = await Promise.allSettled([archiveOf(source()), archiveOf(source())]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { reason } = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(reason.message).toContain('is of an archive that is being made');
    await importTo(target());
  });

  test.skipIf(!verifiersAvailable())(
    'Its proof is checked without Heartwood, and a changed leaf or event is found',
    async () => {
      await archiveOf(source());
      const check = () => runIn(join(archived(), 'proof'), ['check.py']);
      expect(await check()).toBe('The first 4 of 5 events are what was signed.');
      const leaves = join(archived(), 'proof/leaves/000001.jsonl');
      const whole = readFileSync(leaves, 'utf8');
      writeFileSync(leaves, whole.replace('user-1', 'user-2'));
      await expect(check()).rejects.toThrow('These events are not what was signed.');
      writeFileSync(leaves, whole);
      const events = join(archived(), 'events/000001.jsonl');
      writeFileSync(events, readFileSync(events, 'utf8').replace('lead-Bob', 'lead-Eve'));
      await expect(check()).rejects.toThrow('is not that of its leaf');
    },
  );

  test('What is cut, changed, mixed, added to, or of a newer version is refused, and nothing is there afterwards', async () => {
    await archiveOf(source());
    await inStores(source(), ({ log }) => appendTo(log, 'lead-Bob', captured('Ada Lovelace')));
    await archiveOf(source(), inFolder('later'));
    const manifest = (change: (text: string) => string) => (of: string) =>
      writeFileSync(join(of, 'manifest.json'), change(readFileSync(join(of, 'manifest.json'), 'utf8')));
    const from = (name: string) => (of: string) => cpSync(join(inFolder('later'), name), join(of, name));
    const faults: [string, (of: string) => void][] = [
      ['it is no archive', (of) => rmSync(join(of, 'manifest.json'))],
      ['was changed, or is cut', manifest((text) => text.replace(/"events": \d+,/, ''))],
      ['is not the manifest of an archive', manifest((text) => text.slice(0, 200))],
      ['is not the manifest of an archive', manifest(() => '[]')],
      [
        'made by a newer version of Heartwood (in the form 2)',
        manifest((text) => text.replace('"version": 1', '"version": 2')),
      ],
      [
        'with events LeadCaptured in version 99',
        manifest((text) => text.replace(/"LeadCaptured": \d+/, '"LeadCaptured": 99')),
      ],
      ['with events LeadBlessed', manifest((text) => text.replace('"types": {', '"types": { "LeadBlessed": 1,'))],
      ['files of several were mixed', from('SHA256SUMS')],
      ['files of several were mixed', from('manifest.json')],
      ['events/000001.jsonl was changed or is cut', from('events/000001.jsonl')],
      ['state/erased.jsonl is missing', (of) => rmSync(join(of, 'state/erased.jsonl'))],
      ['lists/leads.csv was changed or is cut', (of) => appendFileSync(join(of, 'lists/leads.csv'), ' ')],
      ['events/000002.jsonl does not belong to it', (of) => writeFileSync(join(of, 'events/000002.jsonl'), '')],
    ];
    for (const [words, spoil] of faults) {
      const spoiled = inFolder('spoiled');
      cpSync(archived(), spoiled, { recursive: true });
      spoil(spoiled);
      await expect(importTo(target(), spoiled), words).rejects.toThrow(words);
      rmSync(spoiled, { recursive: true });
    }
    expect(readdirSync(folder.path).sort()).toEqual(['archived', 'later', 'source']);
    writeFileSync(join(archived(), '.DS_Store'), 'left by a desktop');
    await importTo(target());
  });

  test('What was edited by hand, with all sums made anew, is refused before anything is written', async () => {
    await archiveOf(source());
    const events = (change: (lines: string[]) => string[]) => (of: string) => {
      const path = join(of, 'events/000001.jsonl');
      const lines = change(readFileSync(path, 'utf8').trimEnd().split('\n'));
      writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    };
    const second = (change: (line: string) => string) =>
      events((lines) => lines.map((line, at) => (at === 1 ? change(line) : line)));
    const state = (text: string) => (of: string) => appendFileSync(join(of, 'state/state.jsonl'), text);
    const faults: [string, (of: string) => void][] = [
      ['It says that it has 5 events, and has 4', events((lines) => lines.slice(0, -1))],
      [
        'Line 2 of events/000001.jsonl cannot be put back',
        events(([one = '', two = '', ...rest]) => [two, one, ...rest]),
      ],
      ['an event TreeTalked', second((line) => line.replace(/"type":"\w+"/, '"type":"TreeTalked"'))],
      ['in version 99 is not known here', second((line) => line.replace(/"version":\d+/, '"version":99'))],
      ['is not the next event of its stream', second((line) => line.replace(/"revision":\d+/, '"revision":7'))],
      ['metadata.recordedAt: ', second((line) => line.replace(/"recordedAt":"[^"]+"/, '"recordedAt":"yesterday"'))],
      ['cannot be put back (', second((line) => line.replace(/"data":.*$/, '"data":{"name":{}}}'))],
      ['no archive has a record credential/owner', state('{"key":"credential/owner","value":{"hash":"x"}}\n')],
      ['the record funnel/2026-01-02 comes twice', state('{"key":"funnel/2026-01-02","value":1}\n'.repeat(2))],
      [
        'state/state.jsonl cannot be put back',
        state(`{"key":"funnel/x","value":${'['.repeat(1e5)}${']'.repeat(1e5)}}\n`),
      ],
      ['state/state.jsonl cannot be put back', state('{{{\n')],
    ];
    for (const [words, edit] of faults) {
      const edited = inFolder('edited');
      cpSync(archived(), edited, { recursive: true });
      edit(edited);
      makeSums(edited);
      await expect(importTo(target(), edited), words).rejects.toThrow(words);
      rmSync(edited, { recursive: true });
    }
    expect(readdirSync(folder.path).sort()).toEqual(['archived', 'source']);
    makeSums(archived());
    await importTo(target());
  });

  test('A folder that holds something else is no target, nor is one in the archive; nothing of it is changed', async () => {
    await archiveOf(source());
    const letters = inFolder('letters');
    mkdirSync(letters);
    writeFileSync(join(letters, 'letter.txt'), 'mine');
    chmodSync(join(letters, 'letter.txt'), 0o644);
    await expect(importTo(embedded('letters'))).rejects.toThrow('holds something else');
    expect(readdirSync(letters)).toEqual(['letter.txt']);
    if (process.platform !== 'win32') expect(statSync(join(letters, 'letter.txt')).mode & 0o777).toBe(0o644);
    await expect(importTo(embedded('archived/data'))).rejects.toThrow('is in the archive');
    await importTo(target());
  });

  test('An import that was ended is no company until the same archive is imported whole', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => captured(`Lead ${at}`));
    await inStores(source(), async ({ log }) => {
      for (let turn = 0; turn < 4; turn++) await appendTo(log, `lead-many-${turn}`, ...many(300));
    });
    await archiveOf(source());
    await archiveOf(source(), inFolder('later'));
    const stop = new AbortController();
    const progress = () => stop.abort(new Error('Interrupted.'));
    const importing = importArchive(target(), archived(), { print() {}, progress, signal: stop.signal });
    await expect(importing).rejects.toThrow('Interrupted.');

    await expect(openStores(target(), systemClock)).rejects.toThrow('the import did not finish');
    await expect(archiveOf(target(), inFolder('half'))).rejects.toThrow('the import did not finish');
    await expect(importTo(target(), inFolder('later'))).rejects.toThrow('Another archive was being imported');
    await importTo(target());
    expect(await inStores(target(), async (stores) => (await all(stores)).map(equalPart))).toEqual(
      await inStores(source(), async (stores) => (await all(stores)).map(equalPart)),
    );
    await expect(importTo(target())).rejects.toThrow('There is a company here already.');
  });

  test('An event that cannot be read is in the archive as it is stored, which then says so and is not imported', async () => {
    const stores = await openProductStores({ folder: inFolder('source') });
    await appendTo(stores.openLog({ registry: newerRegistry }), 'lead-Bob', blessed);
    await stores.release();
    const { code, output } = await archiveOf(source());
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('1 events could not be read') });
    const line = JSON.parse(eventLines().at(-1) ?? '');
    expect(line).toMatchObject({ type: 'LeadBlessed', error: expect.any(String), stored: { data: '{}' } });
    await expect(importTo(target())).rejects.toThrow('1 of its events could not be read');
  });

  test('A history that is not what was signed is archived, and said to be that', async () => {
    await inStores(source(), async ({ state }) => {
      for (const { key, value, version } of await state.list('proof/')) {
        if (typeof value !== 'object' || value === null || !('root' in value)) continue;
        await state.put(key, { ...value, root: Buffer.alloc(32).toString('base64') }, { expected: version });
      }
    });
    const { code, output } = await archiveOf(source());
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('NOT WHAT WAS SIGNED') });
  });

  test('Of whom is erased while an archive is made, nothing is kept: it has to be made again', async () => {
    const stores = await openStores(source(), systemClock);
    onTestFinished(() => stores.close());
    const progress = () => stores.keys.erase('subject-of-lead-Ada', '2026-11-21T12:00:00.000Z');
    const making = archive(source(), archived(), { print() {}, progress, signal });
    await expect(making).rejects.toThrow('Somebody was erased while the archive was made');
    expect(readdirSync(folder.path)).toEqual(['source']);
    await archiveOf(source());
    expect(eventLines().join()).not.toContain('Ada Lovelace');
  });

  test('What an early version of the product stored in the clear of somebody who was erased is in no file', async () => {
    const SECRET = 'Secret Lane 38';
    const stores = await openProductStores({ folder: inFolder('source') });
    const log = stores.openLog({ registry: firstRegistry });
    const told = [...firstRegistry.values()].flatMap((definition) => inClearOnce(definition, SECRET));
    for (const event of told) await appendTo(log, 'first-gone', event);
    expect(told).not.toEqual([]);
    await stores.keys.erase('subject-of-first-gone', '2026-11-21T13:00:00.000Z');
    await createProofs(stores.log, stores.state, systemClock).checkpoint('asked');
    await stores.release();
    expect(readFileSync(join(inFolder('source'), 'log.db')).includes(SECRET)).toBe(true);

    expect((await archiveOf(source())).code).toBe(0);
    for (const { parentPath, name } of readdirSync(archived(), { recursive: true, withFileTypes: true }))
      if (statSync(join(parentPath, name)).isFile())
        expect(readFileSync(join(parentPath, name)).includes(SECRET), name).toBe(false);
    if (verifiersAvailable())
      expect(await runIn(join(archived(), 'proof'), ['check.py'])).toMatch(/^The first (\d+) of \1 events/);
  });
});
