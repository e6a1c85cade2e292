import {
  type ClientSession,
  MongoClient,
  MongoClientClosedError,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb';
import { StoreUnavailable } from '../event-store.ts';
import { StoreWatch } from '../store-health.ts';

/** A server that is down or frozen is noticed within about 5 s, on connecting and later by the heartbeat. */
const SELECTION_MS = 5_000;
const HEARTBEAT_MS = 2_000;
/**
 * A call without an answer for this long is lost even though the server is alive: the connection or the answer was
 * silently cut. It then fails as a network error instead of blocking its caller forever. None of our calls takes nearly
 * as long.
 */
const ANSWER_MS = 30_000;

const UNREACHABLE = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
  MongoWriteConcernError,
];

/**
 * Connects to a replica set. Acknowledged writes are on the disks of a majority, and reads see only such writes.
 * Whoever connects closes the client, after the stores that use it.
 * @param url `mongodb://…`
 * @param limits.selectionMs how long a call looks for a server that can serve it; 5 s by default
 * @param limits.answerMs how long it then waits for any answer; 30 s by default
 * @throws StoreUnavailable if it cannot be reached; an Error if it is not a replica set or refuses the credentials
 */
export async function connectMongo(
  url: string,
  { selectionMs = SELECTION_MS, answerMs = ANSWER_MS }: { selectionMs?: number; answerMs?: number } = {},
): Promise<MongoClient> {
  const client = new MongoClient(url, {
    appName: 'heartwood',
    ignoreUndefined: true,
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
    serverSelectionTimeoutMS: selectionMs,
    connectTimeoutMS: selectionMs,
    socketTimeoutMS: answerMs,
    heartbeatFrequencyMS: HEARTBEAT_MS,
  });
  try {
    const hello = await reaching(client.db('admin').command({ hello: 1 }));
    if (hello['setName'] === undefined && hello['msg'] !== 'isdbgrid')
      throw new Error(
        'MONGODB_URL names a single server: transactions need a replica set (one of one member will do).',
      );
    return client;
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** The same result, with a network error as StoreUnavailable. */
export async function reaching<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    throw new StoreUnavailable('MongoDB cannot be reached or cannot write.', { cause: error });
  }
}

/**
 * Runs the work in one transaction, and again from the start if the server asks for that, so it must have no effects
 * except through its session. An error from the work aborts it.
 * @throws StoreUnavailable
 */
export async function inTransaction<Result>(
  session: ClientSession,
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  const options = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } } as const;
  return reaching(session.withTransaction(work, options));
}

function isUnreachable(error: unknown): error is MongoError {
  if (!(error instanceof MongoError)) return false;
  return (
    UNREACHABLE.some((kind) => error instanceof kind) ||
    error.hasErrorLabel(MongoErrorLabel.RetryableWriteError) ||
    error.hasErrorLabel(MongoErrorLabel.TransientTransactionError) ||
    error.hasErrorLabel(MongoErrorLabel.UnknownTransactionCommitResult)
  );
}

/** Tracks whether the replica set can be written, from the client's own heartbeats. */
export function watchMongo(client: MongoClient): StoreWatch {
  const watch = new StoreWatch();
  client.on('topologyDescriptionChanged', ({ newDescription: { type } }) => {
    if (type === 'ReplicaSetWithPrimary' || type === 'Sharded') watch.reached();
    else watch.missed('MongoDB has no primary that can be reached.');
  });
  return watch;
}
