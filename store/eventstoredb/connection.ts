import type { EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '../event-store.ts';
import { StoreWatch } from '../store-health.ts';
import { openClient } from './client.ts';
import { translate } from './errors.ts';

/** How long any one call may take. A frozen server never answers, and the client alone would wait forever. */
const CALL_MS = 5_000;
/** One client, and the signal for the end of its use: whatever is still running on it starts again on the next one. */
export interface Link {
  client: EventStoreDBClient;
  /** Aborted when another client has replaced it, or the store is closed. */
  left: AbortSignal;
}

/** What a call does with the client. It reports each sign of life from a server that takes long. */
type Work<Result> = (client: EventStoreDBClient, isAlive: () => void) => Promise<Result>;

/**
 * The connection to the server. A client that loses its connection looks for the server by itself, but stays with a
 * node that is frozen, which accepts connections and says nothing. So when a call passes its deadline, or calls have
 * failed as unavailable for that long, a new client starts over and the old one is given up.
 */
export class Connection {
  readonly #address: string;
  readonly #deadlineMs: number;
  #link: Link;
  #leave: AbortController;
  /** Settles when the old client has ended its calls: until then it also fails calls of the new one. */
  #ready: Promise<void> = Promise.resolve();
  /** When the server last answered, or a new client began to look for it: milliseconds of a monotonic clock. */
  #answeredAt = performance.now();
  #isClosed = false;
  readonly watch = new StoreWatch();

  /** @throws if the text is not an address */
  constructor(address: string, deadlineMs = CALL_MS) {
    this.#address = address;
    this.#deadlineMs = deadlineMs;
    this.#leave = new AbortController();
    this.#link = { client: openClient(address), left: this.#leave.signal };
  }

  /** The current client. @throws StoreUnavailable if the store is closed */
  async link(): Promise<Link> {
    await this.#ready;
    this.refuseClosed();
    return this.#link;
  }

  /**
   * Makes a call within its deadline, which restarts with each sign of life that the work reports.
   * @throws StoreUnavailable if no answer comes in time or nobody can be reached; otherwise what the client throws
   */
  async call<Result>(work: Work<Result>): Promise<Result> {
    return this.#callOn(await this.link(), work);
  }

  /**
   * Makes a call that reads. A client that is given up ends its reads as if there were no more data: an existing stream
   * looks empty, an event of the log looks missing. The result of such a read is rejected.
   * @throws what `call` throws
   */
  async read<Result>(work: Work<Result>): Promise<Result> {
    const link = await this.link();
    return this.#callOn(link, async (client, isAlive) => {
      const result = await work(client, isAlive);
      if (link.left.aborted) throw new StoreUnavailable('The connection to EventStoreDB was given up during a read.');
      return result;
    });
  }

  async #callOn<Result>(link: Link, work: Work<Result>): Promise<Result> {
    const deadline = deadlineIn(this.#deadlineMs);
    try {
      const result = await Promise.race([work(link.client, deadline.restart), deadline.passed]);
      this.refuseClosed();
      this.#answeredAt = performance.now();
      this.watch.reached();
      return result;
    } catch (cause) {
      const translated = translate(cause);
      if (translated instanceof StoreUnavailable) this.lost(link, translated);
      throw translated;
    } finally {
      deadline.clear();
    }
  }

  /** Reports that a client did not reach the server. */
  lost(link: Link, cause: StoreUnavailable): void {
    if (link !== this.#link || this.#isClosed) return;
    this.watch.missed(cause.message);
    const isFrozen = cause instanceof DeadlinePassed;
    const now = performance.now();
    if (!isFrozen && now - this.#answeredAt < this.#deadlineMs) return;
    this.#answeredAt = now;
    const leave = this.#leave;
    this.#leave = new AbortController();
    this.#link = { client: openClient(this.#address), left: this.#leave.signal };
    leave.abort();
    this.#ready = link.client.dispose().catch(() => undefined);
  }

  refuseClosed(): void {
    if (this.#isClosed) throw new StoreUnavailable('The event log is closed.');
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#leave.abort();
    await this.#ready;
    await this.#link.client.dispose();
  }
}

/** A server that has accepted a call and says nothing. */
export class DeadlinePassed extends StoreUnavailable {
  constructor(milliseconds: number) {
    super(`The event store has not answered within ${milliseconds / 1000} s.`);
    this.name = 'DeadlinePassed';
  }
}

function deadlineIn(milliseconds: number): { passed: Promise<never>; restart(): void; clear(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  // If the work ends first, nobody awaits it.
  promise.catch(() => undefined);
  const timer = setTimeout(() => reject(new DeadlinePassed(milliseconds)), milliseconds);
  return { passed: promise, restart: () => void timer.refresh(), clear: () => clearTimeout(timer) };
}
