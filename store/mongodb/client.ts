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

/** A server that is down or frozen is noticed within about 5 s, at connecting and later by the heartbeat. */
const SELECTION_MS = 5_000;
const HEARTBEAT_MS = 2_000;
/**
 * A call that got no answer for so long is lost, though the server lives: a connection was cut without a word, or the
 * answer was. It fails as one of the network then, instead of holding whoever waits for it for ever. No call of ours
 * takes nearly as long.
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
 * Connects to a replica set. What is acknowledged is on the disks of a majority, and what is read was so too.
 * Whoever connects closes the client, after the stores on it.
 * @param url `mongodb://…`
 * @param limits.selectionMs how long a call looks for a server that can serve it; 5 s unless given
 * @param limits.answerMs how long it then waits for a sign of an answer; 30 s unless given
 * @throws StoreUnavailable where it cannot be reached; an Error where it is no replica set or refuses the credentials
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
    connectTimeoutMS: SELECTION_MS,
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

/** The same result, with an error of the network as StoreUnavailable. */
export async function reaching<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    throw new StoreUnavailable('MongoDB cannot be reached or cannot write.', { cause: error });
  }
}

/**
 * Runs the work in one transaction, again from its start where the server asks for that, so it must have no effects
 * but those through its session. An error that the work throws aborts it.
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

/** Follows whether the replica set can be written, by what the client's own heartbeats find. */
export function watchMongo(client: MongoClient): StoreWatch {
  const watch = new StoreWatch();
  client.on('topologyDescriptionChanged', ({ newDescription: { type } }) => {
    if (type === 'ReplicaSetWithPrimary' || type === 'Sharded') watch.reached();
    else watch.missed('MongoDB has no primary that can be reached.');
  });
  return watch;
}
