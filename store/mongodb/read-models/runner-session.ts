import { type ClientSession, type MongoClient, MongoServerError, UUID } from 'mongodb';
import { inTransaction, reaching } from '../client.ts';

/**
 * The one session for all transactions of a runner, which run one after another. The next runner ends it by its id,
 * along with any transaction left open: the server alone would take a minute.
 */
export class RunnerSession {
  readonly #session: ClientSession;
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: MongoClient) {
    this.#session = client.startSession();
  }

  get id(): string {
    const id = this.#session.id;
    if (!id) throw new Error('The session has ended.');
    return id.id.toUUID().toString();
  }

  /** @see inTransaction */
  transaction<Result>(work: (session: ClientSession) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => inTransaction(this.#session, work));
    this.#last = result.catch(() => {});
    return result;
  }

  async end(): Promise<void> {
    await this.#last;
    await this.#session.endSession();
  }
}

/** Ends another runner's session if the server allows it; if not, the server ends what is open there by itself. */
export async function endSessionOf(client: MongoClient, runner: string): Promise<void> {
  try {
    await reaching(client.db('admin').command({ killSessions: [{ id: new UUID(runner) }] }));
  } catch (error) {
    if (!(error instanceof MongoServerError)) throw error;
  }
}
