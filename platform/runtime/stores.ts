import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { registry } from '../../domain/index.ts';
import { type Codec, createCodec } from '../../store/codec.ts';
import { openFolderFiles, sweepFolderFiles } from '../../store/embedded/files.ts';
import { dataFolder } from '../../store/embedded/folder/data-folder.ts';
import { keepNewFilesPrivate } from '../../store/embedded/folder/private.ts';
import { openEmbeddedReadModels } from '../../store/embedded/read-models/store.ts';
import {
  type EmbeddedShare,
  type EmbeddedStores,
  type HistoryRule,
  openEmbeddedStores,
  openSharedStores as openSharedEmbedded,
  shareToRead,
} from '../../store/embedded/stores.ts';
import type { CheckableLog, ImportingStore } from '../../store/event-store.ts';
import type { FileStore, OldFiles } from '../../store/files.ts';
import type { ReadModelStore } from '../../store/read-models.ts';
import { hostsOf } from '../../store/server-address.ts';
import type { StateStore } from '../../store/state.ts';
import { type StoreHealth, StoreWatch } from '../../store/store-health.ts';
import { type SubjectKeys, subjectKeys } from '../../store/subject-keys.ts';
import { awaitStore } from './await-store.ts';
import type { Clock } from './clock.ts';
import { requireNoImport } from './imports.ts';
import type { Log } from './log.ts';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

/** The stores as one thread uses them. */
export interface SharedStores {
  log: ImportingStore;
  /** The log where its files are ours; null where they are a server's, which looks after them itself. */
  checkableLog: CheckableLog | null;
  state: StateStore;
  keys: SubjectKeys;
  readModels: ReadModelStore;
  files: FileStore;
  /** Of the files, those that have been there for a while; null where other processes write them too. */
  oldFiles: OldFiles | null;
  /** The connection to each: the event log; and state, read models and photos. */
  health(): { log: StoreHealth; documents: StoreHealth };
  close(): Promise<void>;
}

/** What another thread of this process needs to open the same stores. */
export interface StoresShare {
  data: ShareData;
  transfer: MessagePort[];
}

interface ShareData {
  config: StoreConfig;
  embedded: EmbeddedShare['data'] | null;
  /** Wakes whoever waits for a commit of the embedded read models. */
  commits: SharedArrayBuffer;
}

/** Where the stores are. */
export interface StoreConfig {
  dataDir: string;
  /** Null: the embedded store. */
  eventStoreUrl: string | null;
  /** Prefixes the streams on a shared EventStoreDB. */
  eventStoreNamespace: string;
  /** Null: the embedded stores. */
  mongodbUrl: string | null;
  /** The prefix of the database names on a MongoDB. */
  mongodbPrefix: string;
}

/** The stores as the process opens them. */
export interface Stores extends SharedStores {
  share(): StoresShare;
  /** The name under which this process takes leases. The only process of a folder gets its own again at once. */
  holder: string;
  /** A folder on this machine for what nobody needs after a restart; what the last process left is already swept. */
  incomingFolder: string;
  /** A folder on this machine for what is known of the past, which can be made again; it need not be there. */
  pastFolder: string;
  /** Where each thing is stored, in words for a person. */
  storage: readonly string[];
  /** What a person should know about what was found on opening, for the log. */
  warnings: readonly string[];
  /** Whether it was opened despite lost history, because it was told to. */
  hasAcceptedLoss: boolean;
}

/** One holder per folder: the folder's lock ensures that. */
const EMBEDDED_HOLDER = 'embedded';

/**
 * Opens the stores that the configuration names: the log, and state with read models, each embedded or on its server.
 * @param options.log gets a line when a thread of the stores crashes, and when a server is being waited for
 * @param options.isThere refuses to start from nothing: a script that changes a company's data must not create an empty
 *   folder
 * @param options.acceptLostHistory goes on although the embedded log has lost events, because a person said so
 * @param options.importing for an import: how it stores events. Without it, what holds half an import is refused.
 * @param options.eventStoreDeadlineMs how long a call of EventStoreDB may take; its own default otherwise
 * @throws if one cannot be opened, or its history is not whole; nothing is left open then
 */
export async function openStores(
  config: StoreConfig,
  clock: Clock,
  options: {
    log?: Log;
    acceptLostHistory?: boolean;
    isThere?: boolean;
    importing?: (keys: SubjectKeys) => Codec;
    eventStoreDeadlineMs?: number;
  } = {},
): Promise<Stores> {
  // What people's records say is written down by processes without a data folder too.
  keepNewFilesPrivate();
  const dataDir = resolve(config.dataDir);
  const storeConfig: StoreConfig = { ...config, dataDir };
  const isEmbedded = config.eventStoreUrl === null || config.mongodbUrl === null;
  if (options.isThere && isEmbedded) requireData(dataDir);
  const kept: HistoryRule = options.acceptLostHistory ? 'what is left' : 'whole';
  const history = config.eventStoreUrl === null ? kept : 'elsewhere';
  const onCrash = (err: Error) => options.log?.fatal({ err }, 'The thread that writes has ended: restart Heartwood');
  const embedded = isEmbedded ? await openEmbeddedStores({ folder: dataDir, now: clock, history, onCrash }) : null;
  const commits = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const say = (line: string) => (options.log ? options.log.warn(line) : console.error(line));
  const { eventStoreDeadlineMs: deadlineMs, importing } = options;
  const stores = await assemble({ config: storeConfig, clock, embedded, commits, say, deadlineMs, codec: importing });
  if (!importing) await closedUnless(stores, requireNoImport);
  // Without a store in the data folder, several processes may share it, and none may sweep what another is writing.
  const { files, past } = dataFolder(dataDir);
  const temporary = embedded ? null : await temporaryFolderFor(stores);
  const incomingFolder = temporary?.path ?? (await sweepFolderFiles(files));
  return {
    ...stores,
    async close() {
      await stores.close();
      await temporary?.remove();
    },
    share: () => shareOf(storeConfig, embedded?.share() ?? null, commits),
    holder: config.mongodbUrl === null ? EMBEDDED_HOLDER : randomUUID(),
    incomingFolder,
    pastFolder: embedded ? past : join(incomingFolder, 'versions'),
    storage: storageLines(storeConfig),
    warnings: embedded?.warnings ?? [],
    hasAcceptedLoss: embedded?.hasAcceptedLoss ?? false,
  };
}

/** @throws if none can be made; the stores are closed then */
async function temporaryFolderFor(stores: SharedStores): Promise<TemporaryFolder> {
  try {
    return makeTemporaryFolder();
  } catch (cause) {
    await stores.close();
    throw cause;
  }
}

/**
 * Opens them only to be read, also while they are in use: what is embedded is not locked, and nothing can be appended or put.
 * A subscription to an embedded log reaches the head, and hears of nothing later.
 * @throws if there are none, or one cannot be opened; nothing is left open then
 */
export async function openStoresToRead(
  config: StoreConfig,
  clock: Clock,
): Promise<SharedStores & Pick<Stores, 'share'>> {
  const storeConfig: StoreConfig = { ...config, dataDir: resolve(config.dataDir) };
  const isEmbedded = config.eventStoreUrl === null || config.mongodbUrl === null;
  if (isEmbedded) requireData(storeConfig.dataDir);
  const shared = () => (isEmbedded ? shareToRead(storeConfig.dataDir) : null);
  const own = shared();
  const embedded = own && openSharedEmbedded(own.data, { now: clock });
  const commits = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const stores = await assemble({ config: storeConfig, clock, embedded, commits, say: console.error });
  await closedUnless(stores, requireNoImport);
  return { ...stores, share: () => shareOf(storeConfig, shared(), commits) };
}

/** Closes stores that something is wrong with. @throws what the check throws */
async function closedUnless(stores: SharedStores, check: (state: StateStore) => Promise<void>): Promise<void> {
  try {
    await check(stores.state);
  } catch (cause) {
    await stores.close();
    throw cause;
  }
}

function shareOf(
  { dataDir, eventStoreUrl, eventStoreNamespace, mongodbUrl, mongodbPrefix }: StoreConfig,
  embedded: EmbeddedShare | null,
  commits: SharedArrayBuffer,
): StoresShare {
  const config = { dataDir, eventStoreUrl, eventStoreNamespace, mongodbUrl, mongodbPrefix };
  return { data: { config, embedded: embedded?.data ?? null, commits }, transfer: embedded?.transfer ?? [] };
}

/** @throws if the folder holds nothing of ours */
export function requireData(dataDir: string): void {
  const { log, state } = dataFolder(dataDir);
  // Not as if there were none where they cannot be looked for.
  if ([log, state].some((path) => statSync(path, { throwIfNoEntry: false }))) return;
  throw new Error(`There is no Heartwood data in ${dataDir}. Set DATA_DIR to the folder that the server uses.`);
}

/** Opens, in another thread, the stores that this process has opened. */
export async function openSharedStores({ config, embedded, commits }: ShareData, clock: Clock): Promise<SharedStores> {
  const shared = embedded && openSharedEmbedded(embedded, { now: clock });
  return assemble({ config, clock, embedded: shared, commits, say: null });
}

function productCodec(keys: SubjectKeys): Codec {
  return createCodec(registry, keys);
}

/** The server clients are loaded only if used: they would double the time and memory of a start. */
async function assemble(parts: {
  config: StoreConfig;
  clock: Clock;
  embedded: EmbeddedStores | null;
  commits: SharedArrayBuffer;
  /** Null: somebody else has already found the servers there. */
  say: ((line: string) => void) | null;
  /** Of a call of EventStoreDB. */
  deadlineMs?: number | undefined;
  /** Instead of the product's. */
  codec?: ((keys: SubjectKeys) => Codec) | undefined;
}): Promise<SharedStores> {
  const { config, clock, embedded, commits, say, deadlineMs, codec = productCodec } = parts;
  const closing: (() => Promise<void>)[] = [];
  let documents = new StoreWatch();
  try {
    const { state, readModels, files, oldFiles } = await openDocuments();
    const keys = subjectKeys(state);
    const { log, checkableLog } = await openLog(codec(keys));
    const health = () => ({ log: log.health(), documents: documents.health() });
    return { log, checkableLog, state, keys, readModels, files, oldFiles, health, close: closeAll };
  } catch (cause) {
    await closeAll();
    throw cause;
  }

  /** Last opened, first closed. */
  async function closeAll(): Promise<void> {
    for (const close of closing.toReversed()) await close();
  }

  async function openDocuments(): Promise<Pick<SharedStores, 'state' | 'readModels' | 'files' | 'oldFiles'>> {
    if (embedded) closing.push(() => embedded.close());
    if (config.mongodbUrl === null) {
      if (!embedded) throw new Error('The embedded stores are not open.');
      const readModels = openEmbeddedReadModels({ folder: config.dataDir, signal: commits });
      closing.push(() => readModels.close());
      const files = openFolderFiles(dataFolder(config.dataDir).files);
      return { state: embedded.state, readModels, files, oldFiles: files };
    }
    const mongodb = await import('../../store/mongodb/index.ts');
    const url = config.mongodbUrl;
    const connect = () => mongodb.connectMongo(url);
    const client = await (say
      ? awaitStore({ variable: 'MONGODB_URL', name: 'MongoDB', url }, connect, say)
      : connect());
    documents = mongodb.watchMongo(client);
    closing.push(() => client.close());
    const state = await mongodb.openMongoState({ client, database: config.mongodbPrefix, now: clock });
    closing.push(() => state.close());
    const readModels = mongodb.mongoReadModels({ client, prefix: config.mongodbPrefix });
    closing.push(() => readModels.close());
    const files = await mongodb.openMongoFiles({ client, database: config.mongodbPrefix });
    return { state, readModels, files, oldFiles: null };
  }

  async function openLog(codec: Codec): Promise<Pick<SharedStores, 'log' | 'checkableLog'>> {
    if (config.eventStoreUrl !== null) {
      const { openEventStoreDB, whyUnreachable } = await import('../../store/eventstoredb/index.ts');
      const url = config.eventStoreUrl;
      const log = await openEventStoreDB({ url, namespace: config.eventStoreNamespace, codec, deadlineMs });
      closing.push(() => log.close());
      const why = () => whyUnreachable(url);
      const awaited = { variable: 'EVENTSTORE_URL', name: 'EventStoreDB', url, why } as const;
      if (say) await awaitStore(awaited, () => log.look(), say);
      return { log, checkableLog: null };
    }
    if (!embedded) throw new Error('The embedded stores are not open.');
    const log = embedded.eventStore(codec);
    return { log, checkableLog: log };
  }
}

function storageLines({ dataDir, eventStoreUrl, eventStoreNamespace, mongodbUrl }: StoreConfig): string[] {
  return [
    eventStoreUrl === null
      ? `The history is in ${dataDir}/log.db`
      : `The history is on the EventStoreDB at ${shown(eventStoreUrl)}, namespace ${eventStoreNamespace}`,
    mongodbUrl === null
      ? `Photos are in ${dataDir}/files; sessions, passwords and keys in ${dataDir}/state.db; the read models next to it can be rebuilt`
      : `Photos, sessions, passwords, keys and read models are on the MongoDB at ${shown(mongodbUrl)}`,
  ];
}

/** Only the hosts, because the address may hold a password. */
function shown(url: string): string {
  return hostsOf(url)?.join(', ') ?? 'the configured address';
}
