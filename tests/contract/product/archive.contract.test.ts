import * as crypto from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { noteErasedMailbox } from '../../../api/suppressions/erased-mailboxes.ts';
import { registry } from '../../../domain/index.ts';
import { type EventBody, type EventDefinition, eventRegistry } from '../../../domain/kit/event.ts';
import { reactorKey } from '../../../platform/commands/reactor.ts';
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
import { ArchiveFolders, inStores, makeSmallCompany } from '../../support/archives.ts';
import { isDeep } from '../../support/depth.ts';
import { runIn, verifiersAvailable } from '../../support/proof/verifiers.ts';
import { anyEvent } from '../../support/samples/event-arbitraries.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { appendTo, captured } from '../../support/samples/lead-events.ts';
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

let folders: ArchiveFolders;
let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
  folders = new ArchiveFolders(folder.path);
});
afterEach(() => folder.remove());

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
  await folders.archiveOf(target, folders.at('again'));
  expect(folders.eventLines(folders.at('again'))).toEqual(folders.eventLines());
  expect(listsIn(folders.at('again'), isSameKind)).toEqual(listsIn(folders.archived, isSameKind));
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
    openEmbeddedReadModels({ folder: folders.at('one') }),
    openEmbeddedReadModels({ folder: folders.at('other') }),
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
  await makeCompany(folders.embedded('source'), ACTS);
  const made = await folders.archiveOf(folders.embedded('source'));
  expect(made.output).toContain('NOTHING IN AN ARCHIVE IS ENCRYPTED');
  const output = await folders.importTo(folders.embedded('target'));
  expect(output).toContain('npm run set-password');
  await expectEqual(folders.embedded('source'), folders.embedded('target'), true);
  const bytes = await inStores(folders.embedded('target'), ({ files }) => files.get(PICTURE));
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
      dataDir: folders.at('none'),
      eventStoreUrl: eventStore.url,
      eventStoreNamespace: freshNamespace(),
      mongodbUrl: mongo.url,
      mongodbPrefix: `${mongo.prefix}_${freshNamespace()}`,
    });
    await makeCompany(folders.embedded('source'), FEW_ACTS);
    await folders.archiveOf(folders.embedded('source'));
    const target = servers();
    await folders.importTo(target);
    await expectEqual(folders.embedded('source'), target, false);

    await folders.importTo(folders.embedded('back'), folders.at('again'));
    rmSync(folders.at('again'), { recursive: true });
    await expectEqual(folders.embedded('source'), folders.embedded('back'), true);
    await expect(folders.importTo(target)).rejects.toThrow('There is a company here already.');
  });
});

describe('an archive of a few events', () => {
  const source = () => folders.embedded('source');
  const target = () => folders.embedded('target');

  beforeEach(() => makeSmallCompany(source()));

  test('Its files are private, and appear only when all of them are there', async () => {
    await folders.archiveOf(source());
    for (const name of ['.', 'events', 'files', 'lists', 'state', 'proof'])
      expect(statSync(join(folders.archived, name)).mode & 0o777, name).toBe(0o700);
    for (const { parentPath, name } of readdirSync(folders.archived, { recursive: true, withFileTypes: true }).filter(
      (e) => e.isFile(),
    ))
      expect(statSync(join(parentPath, name)).mode & 0o777, name).toBe(0o600);
    const page = readFileSync(join(folders.archived, 'README.html'), 'utf8');
    expect(page).toContain('Nothing in this folder is encrypted.');
    for (const { collection } of LISTED) {
      expect(LIST_WORDS, `scripts/archive/list-words.ts: ${collection}`).toHaveProperty(collection);
      expect(page).toContain(`>${collection}.csv<`);
    }
    expect(readdirSync(join(folders.archived, 'files')).join()).toMatch(/company/);

    await expect(folders.archiveOf(source())).rejects.toThrow('exists already');
    await expect(folders.archiveOf(source(), join(folders.at('source'), 'own'))).rejects.toThrow(
      'is in the data folder',
    );
    if (process.platform === 'linux')
      await expect(folders.archiveOf(source(), '/proc/none/archive')).rejects.toThrow('ENOENT');
    const link = folders.at('link');
    symlinkSync(folders.at('source'), link, 'junction');
    await expect(folders.archiveOf(source(), join(link, 'own'))).rejects.toThrow('is in the data folder');
    rmSync(link);
    symlinkSync(folders.at('nowhere'), link, 'junction');
    await expect(folders.archiveOf(source(), link)).rejects.toThrow('exists already');
    rmSync(link);
    const stopped = AbortSignal.abort(new Error('Interrupted.'));
    const running = archive(source(), folders.at('other'), { print() {}, signal: stopped });
    await expect(running).rejects.toThrow('Interrupted.');
    expect(readdirSync(folders.root).sort()).toEqual(['archived', 'source']);
  });

  test.skipIf(!verifiersAvailable())(
    'Its proof is checked without Heartwood, and a changed leaf or event is found',
    async () => {
      await folders.archiveOf(source());
      const check = () => runIn(join(folders.archived, 'proof'), ['check.py']);
      expect(await check()).toBe('The first 4 of 5 events are what was signed.');
      const leaves = join(folders.archived, 'proof/leaves/000001.jsonl');
      const whole = readFileSync(leaves, 'utf8');
      writeFileSync(leaves, whole.replace('user-1', 'user-2'));
      await expect(check()).rejects.toThrow('These events are not what was signed.');
      writeFileSync(leaves, whole);
      const events = join(folders.archived, 'events/000001.jsonl');
      writeFileSync(events, readFileSync(events, 'utf8').replace('lead-Bob', 'lead-Eve'));
      await expect(check()).rejects.toThrow('is not that of its leaf');
    },
  );

  test('An import that was ended is no company until the same archive is imported whole', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => captured(`Lead ${at}`));
    await inStores(source(), async ({ log }) => {
      for (let turn = 0; turn < 4; turn++) await appendTo(log, `lead-many-${turn}`, ...many(300));
    });
    await folders.archiveOf(source());
    await folders.archiveOf(source(), folders.at('later'));
    const stop = new AbortController();
    const progress = () => stop.abort(new Error('Interrupted.'));
    const importing = importArchive(target(), folders.archived, { print() {}, progress, signal: stop.signal });
    await expect(importing).rejects.toThrow('Interrupted.');

    await expect(openStores(target(), systemClock)).rejects.toThrow('the import did not finish');
    await expect(folders.archiveOf(target(), folders.at('half'))).rejects.toThrow('the import did not finish');
    await expect(folders.importTo(target(), folders.at('later'))).rejects.toThrow('Another archive was being imported');
    await folders.importTo(target());
    expect(await inStores(target(), async (stores) => (await all(stores)).map(equalPart))).toEqual(
      await inStores(source(), async (stores) => (await all(stores)).map(equalPart)),
    );
    await expect(folders.importTo(target())).rejects.toThrow('There is a company here already.');
  });

  test('What an early version of the product stored in the clear of somebody who was erased is in no file', async () => {
    const SECRET = 'Secret Lane 38';
    const stores = await openProductStores({ folder: folders.at('source') });
    const log = stores.openLog({ registry: firstRegistry });
    const told = [...firstRegistry.values()].flatMap((definition) => inClearOnce(definition, SECRET));
    for (const event of told) await appendTo(log, 'first-gone', event);
    expect(told).not.toEqual([]);
    await stores.keys.erase('subject-of-first-gone', '2026-11-21T13:00:00.000Z');
    await createProofs(stores.log, stores.state, systemClock).checkpoint('asked');
    await stores.release();
    expect(readFileSync(join(folders.at('source'), 'log.db')).includes(SECRET)).toBe(true);

    expect((await folders.archiveOf(source())).code).toBe(0);
    for (const { parentPath, name } of readdirSync(folders.archived, { recursive: true, withFileTypes: true }))
      if (statSync(join(parentPath, name)).isFile())
        expect(readFileSync(join(parentPath, name)).includes(SECRET), name).toBe(false);
    if (verifiersAvailable())
      expect(await runIn(join(folders.archived, 'proof'), ['check.py'])).toMatch(/^The first (\d+) of \1 events/);
  });
});
