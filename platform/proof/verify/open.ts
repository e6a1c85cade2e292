import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Codec } from '../../../store/codec.ts';
import { lookBeside, openBeside, wasOpenedSince } from '../../../store/embedded/folder/beside.ts';
import { dataFolder } from '../../../store/embedded/folder/data-folder.ts';
import { isContentDamage, unreadable } from '../../../store/embedded/folder/unreadable.ts';
import { parseMark, readFilesMark, STATE_MARK } from '../../../store/embedded/log/mark.ts';
import { RESTORE } from '../../../store/embedded/restore-words.ts';
import { EmbeddedState } from '../../../store/embedded/state.ts';
import { NO_WRITER } from '../../../store/embedded/writer-client.ts';
import type { StateStore } from '../../../store/state.ts';
import { awaitStore } from '../../runtime/await-store.ts';
import type { Clock } from '../../runtime/clock.ts';
import { requireData, type StoreConfig } from '../../runtime/stores.ts';
import { readTiles } from '../log-tree.ts';
import { readKept } from '../proofs.ts';
import { CannotVerify } from './anchors.ts';
import { embeddedLog, type SeenMark } from './embedded-log.ts';
import { servedLog } from './served-log.ts';
import type { Kept } from './verify.ts';
import type { WholeLog } from './whole-log.ts';

/** How long a server that is not there is waited for: nobody starts it together with this. */
const PATIENCE = { waitMs: 5_000, sayEveryMs: 5_000 };

/** A log and what is kept of its proof, opened beside whoever writes them: nothing is changed or locked. */
export interface OpenedToVerify {
  log: WholeLog;
  kept: Kept;
  close(): Promise<void>;
}

type Reader = Pick<StateStore, 'get' | 'list'>;

/**
 * Opens a log to be verified, and reads what is kept of its proof before anything of the log, so that none of it is ahead.
 * @throws if there is nothing, or a store cannot be read just now
 */
export async function openToVerify(config: StoreConfig, clock: Clock): Promise<OpenedToVerify> {
  const paths = dataFolder(resolve(config.dataDir));
  if (config.eventStoreUrl === null || config.mongodbUrl === null) requireData(paths.folder);
  const inFolder = <Result>(read: (state: Reader) => Promise<Result>) => readState(paths.state, clock, read);
  const kept = await (config.mongodbUrl === null ? inFolder(readAll) : readServed(config.mongodbUrl, config, clock));
  if (config.eventStoreUrl !== null) return { ...(await openServed(config.eventStoreUrl, config)), kept };
  const ofState = await inFolder(async (state) =>
    parseMark(JSON.stringify((await state.get(STATE_MARK))?.value ?? null)),
  );
  const ofFiles = readFilesMark(paths.files);
  const seen: SeenMark[] = [
    ...(ofState ? [{ where: 'state.db', ...ofState }] : []),
    ...(ofFiles ? [{ where: 'files', ...ofFiles }] : []),
  ];
  return { log: embeddedLog(paths.log, seen), kept, close: async () => {} };
}

async function readAll(state: Reader): Promise<Kept> {
  return { proof: await readKept(state), tiles: await readTiles(state) };
}

/** Reads state.db, which another process may have open; of none, nothing is kept. */
async function readState<Result>(
  path: string,
  clock: Clock,
  read: (state: Reader) => Promise<Result>,
): Promise<Result> {
  const nothing: Reader = { get: async () => null, list: async () => [] };
  if (!existsSync(path)) return read(nothing);
  const file = lookBeside(path);
  try {
    const state = new EmbeddedState({ db: openBeside(file), writer: NO_WRITER, now: clock });
    try {
      const found = await read(state);
      if (!wasOpenedSince(file)) return found;
    } finally {
      await state.close();
    }
  } catch (cause) {
    if (!isContentDamage(cause)) throw unreadable(path, cause);
    throw new CannotVerify(`${path} is damaged (${(cause as Error).message}). Restore the newest backup: ${RESTORE}.`);
  }
  return readState(path, clock, read);
}

async function readServed(url: string, { mongodbPrefix }: StoreConfig, clock: Clock): Promise<Kept> {
  const mongodb = await import('../../../store/mongodb/index.ts');
  const server = { variable: 'MONGODB_URL', name: 'MongoDB', url } as const;
  const client = await awaitStore(
    server,
    () => mongodb.connectMongo(url),
    () => {},
    PATIENCE,
  );
  try {
    return await readAll(await mongodb.openMongoState({ client, database: mongodbPrefix, now: clock }));
  } finally {
    await client.close();
  }
}

async function openServed(url: string, { eventStoreNamespace: namespace }: StoreConfig) {
  const { openEventStoreDB, whyUnreachable } = await import('../../../store/eventstoredb/index.ts');
  const log = await openEventStoreDB({ url, namespace, codec: NO_CODEC });
  const close = () => log.close();
  try {
    const server = { variable: 'EVENTSTORE_URL', name: 'EventStoreDB', url, why: () => whyUnreachable(url) } as const;
    await awaitStore(
      server,
      () => log.look(),
      () => {},
      PATIENCE,
    );
    return { log: servedLog(log), close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

const AS_STORED = 'What is verified is read as it is stored.';

/** Nothing is encoded or decoded here. */
const NO_CODEC: Codec = {
  encode: () => Promise.reject(new Error(AS_STORED)),
  decode: () => Promise.reject(new Error(AS_STORED)),
};
