import type { EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '../event-store.ts';
import { StoreWatch } from '../store-health.ts';
import { openClient } from './client.ts';
import { translate } from './errors.ts';

/** How long any one call may take. A frozen server answers nothing at all, and the client alone would wait for ever. */
const CALL_MS = 5_000;
/** One client, and the end of its use: whatever still runs on it begins again on the next one. */
export interface Link {
  client: EventStoreDBClient;
  /** Aborted when another client has taken its place, or the store is closed. */
  left: AbortSignal;
}

/** What a call does with the client. It tells of each sign of life of a server that takes long. */
type Work<Result> = (client: EventStoreDBClient, isAlive: () => void) => Promise<Result>;

/**
 * The way to the server. A client that loses a connection looks for the server by itself, but it keeps to a node that
 * is frozen, which takes connections and says nothing. So when a call passes its deadline, or calls have been
 * unavailable in a row for as long, a new client looks anew, and the old one is given up.
 */
export class Connection {
  readonly #address: string;
  readonly #deadlineMs: number;
  #link: Link;
  #leave: AbortController;
  /** Until the old client has ended its calls: it fails them in the name of the new one as well. */
  #ready: Promise<void> = Promise.resolve();
  /** When the server last answered, or a new client began to look for it: milliseconds of a clock that only rises. */
  #answeredAt = performance.now();
  #isClosed = false;
  readonly watch = new StoreWatch();

  /** @throws where the text is not an address */
  constructor(address: string, deadlineMs = CALL_MS) {
    this.#address = address;
    this.#deadlineMs = deadlineMs;
    this.#leave = new AbortController();
    this.#link = { client: openClient(address), left: this.#leave.signal };
  }

  /** The client of now. @throws StoreUnavailable where the store is closed */
  async link(): Promise<Link> {
    await this.#ready;
    this.refuseClosed();
    return this.#link;
  }

  /**
   * Makes a call within its deadline, which begins anew with each sign of life that the work tells of.
   * @throws StoreUnavailable where there is no answer in time or nobody to answer; else what the client throws
   */
  async call<Result>(work: Work<Result>): Promise<Result> {
    return this.#callOn(await this.link(), work);
  }

  /**
   * Makes a call that reads. A client that is given up ends its reads as if there were no more to read: an existing
   * stream as an empty one, an event of the log as one that is not there. What such a read brought is refused.
   * @throws as `call`
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

  /** Tells that a client did not reach the server. */
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

/** A server that has taken a call and says nothing. */
export class DeadlinePassed extends StoreUnavailable {
  constructor(milliseconds: number) {
    super(`The event store has not answered within ${milliseconds / 1000} s.`);
    this.name = 'DeadlinePassed';
  }
}

function deadlineIn(milliseconds: number): { passed: Promise<never>; restart(): void; clear(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  // Where the work ends first nobody waits for it.
  promise.catch(() => undefined);
  const timer = setTimeout(() => reject(new DeadlinePassed(milliseconds)), milliseconds);
  return { passed: promise, restart: () => void timer.refresh(), clear: () => clearTimeout(timer) };
}
