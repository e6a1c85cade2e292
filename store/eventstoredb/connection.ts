import type { EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '../event-store.ts';
import { StoreWatch } from '../store-health.ts';
import { type OpenedClient, openClient } from './client.ts';
import { wantsLeader } from './connection-string.ts';
import { translate } from './errors.ts';

/** How long any one call may take. A frozen server never answers, and the client alone would wait forever. */
const CALL_MS = 5_000;

/** One client, and the signal for the end of its use: whatever is still running on it starts again on the next one. */
export interface Link {
  client: EventStoreDBClient;
  /** Aborted when the server was lost, or the store is closed. */
  left: AbortSignal;
}

/** What a call does with the client. It reports each sign of life from a server that takes long. */
type Work<Result> = (client: EventStoreDBClient, isAlive: () => void) => Promise<Result>;

/**
 * The connection to the server. A client stays with a node that is frozen, which accepts connections and says nothing,
 * and looks for the leader only when it is refused. So the connection asks the server for a sign of life whenever a
 * call has failed or none was answered for a while. Without one it gives the client up: new ones set out one after the
 * other, and the first that gets a sign of life is given to the calls, which wait for it until their own deadline.
 */
export class Connection {
  readonly #address: string;
  readonly #unwritten: string;
  readonly #deadlineMs: number;
  /** For how long no call was answered when the server is asked for a sign of life. */
  readonly #silenceMs: number;
  /** How long that may take. A server pauses for a second several times a minute, and is not lost then. */
  readonly #signMs: number;
  /** How often another client sets out while there is no server. */
  readonly #everyMs: number;
  #link: OwnLink | null;
  /** Settles with the next link. */
  #next = outcome<OwnLink>();
  /** Clients that have set out and got no sign of life yet. */
  readonly #candidates = new Set<OpenedClient>();
  #search: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly watch = new StoreWatch();

  /**
   * @param unwritten the name of a stream that is never written: reading it is the sign of life
   * @throws if the text is not an address
   */
  constructor(address: string, unwritten: string, deadlineMs = CALL_MS) {
    this.#address = address;
    this.#unwritten = unwritten;
    this.#deadlineMs = deadlineMs;
    this.#silenceMs = deadlineMs / 5;
    this.#signMs = (deadlineMs * 2) / 5;
    this.#everyMs = deadlineMs / 10;
    this.#link = new OwnLink(openClient(address));
  }

  /**
   * The current client, or the next one as soon as there is one.
   * @throws StoreUnavailable if the store is closed; the reason of the signal, which ends the wait
   */
  async link(signal: AbortSignal): Promise<Link> {
    this.#begin();
    if (this.#link) return this.#link;
    const { promise, reject } = Promise.withResolvers<never>();
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
    try {
      return await Promise.race([this.#next.promise, promise]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /**
   * Makes a call within its deadline, which counts from now, also while there is no server, and restarts with each sign
   * of life that the work reports.
   * @throws LinkLeft if the server was lost meanwhile; StoreUnavailable if no answer comes in time or nobody can be
   *   reached; otherwise what the client throws
   */
  async call<Result>(work: Work<Result>): Promise<Result> {
    const deadline = deadlineIn(this.#deadlineMs);
    return this.#callBefore(deadline, work).finally(deadline.clear);
  }

  /**
   * Makes a call that reads, and makes it again if the server was lost meanwhile.
   * @throws what `call` throws, except LinkLeft
   */
  async read<Result>(work: Work<Result>): Promise<Result> {
    const deadline = deadlineIn(this.#deadlineMs);
    try {
      for (;;) {
        const result = await this.#callBefore(deadline, work).catch(passLinkLeft);
        if (!(result instanceof LinkLeft)) return result;
      }
    } finally {
      deadline.clear();
    }
  }

  async #callBefore<Result>(deadline: Deadline, work: Work<Result>): Promise<Result> {
    this.#begin();
    const link = this.#link ?? (await Promise.race([this.#next.promise, deadline.passed]));
    try {
      const result = await link.whileUsed(Promise.race([work(link.client, deadline.restart), deadline.passed]));
      this.#answered(link);
      return result;
    } catch (cause) {
      const translated = translate(cause);
      if (translated instanceof StoreUnavailable) this.lost(link, translated);
      throw translated;
    }
  }

  /** Reports that a client did not reach the server. */
  lost(link: Link, cause: StoreUnavailable): void {
    if (link !== this.#link) return;
    this.watch.missed(cause.message);
    void this.#askForLife(this.#link);
  }

  async #askForLife(link: OwnLink): Promise<void> {
    if (link.isAsked) return;
    link.isAsked = true;
    try {
      await this.#signOfLife(link.client);
      this.#answered(link);
    } catch (cause) {
      this.#giveUp(link, cause as StoreUnavailable);
    } finally {
      link.isAsked = false;
    }
  }

  /** @throws StoreUnavailable; whatever else the server refuses, it is there */
  async #signOfLife(client: EventStoreDBClient): Promise<void> {
    const deadline = deadlineIn(this.#signMs);
    const requiresLeader = wantsLeader(this.#address);
    const sign = Array.fromAsync(client.readStream(this.#unwritten, { maxCount: 1, requiresLeader }));
    try {
      await Promise.race([sign, deadline.passed]);
    } catch (cause) {
      const translated = translate(cause);
      if (translated instanceof StoreUnavailable) throw translated;
    } finally {
      deadline.clear();
    }
  }

  #answered(link: OwnLink): void {
    if (link !== this.#link) return;
    this.watch.reached();
    this.#silence?.refresh();
  }

  #giveUp(link: OwnLink, cause: StoreUnavailable): void {
    if (link !== this.#link) return;
    this.watch.missed(cause.message);
    this.#link = null;
    this.#next = outcome();
    // Nothing waits for its end, which can fail no call of the next one.
    link.end().catch(() => undefined);
    void this.#setOut();
    this.#search = setInterval(() => void this.#setOut(), this.#everyMs).unref();
  }

  async #setOut(): Promise<void> {
    const candidate = openOrNull(this.#address);
    if (!candidate) return;
    this.#candidates.add(candidate);
    try {
      await this.#signOfLife(candidate.client);
      // Otherwise another was faster, and has closed it.
      if (this.#candidates.delete(candidate)) this.#use(candidate);
    } catch (cause) {
      if (!this.#candidates.delete(candidate)) return;
      this.watch.missed((cause as StoreUnavailable).message);
      candidate.close().catch(() => undefined);
    }
  }

  #use(candidate: OpenedClient): void {
    this.#link = new OwnLink(candidate);
    void this.#endSearch();
    this.#next.resolve(this.#link);
    this.#answered(this.#link);
  }

  async #endSearch(): Promise<void> {
    clearInterval(this.#search);
    const others = [...this.#candidates];
    this.#candidates.clear();
    await Promise.allSettled(others.map((other) => other.close()));
  }

  /** From the first call on, silence is noticed. */
  #begin(): void {
    this.refuseClosed();
    this.#silence ??= setTimeout(() => this.#link && void this.#askForLife(this.#link), this.#silenceMs).unref();
  }

  refuseClosed(): void {
    if (this.#isClosed) throw closed();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#silence);
    const link = this.#link;
    this.#link = null;
    this.#next.reject(closed());
    await Promise.allSettled([this.#endSearch(), link?.end()]);
  }
}

class OwnLink implements Link {
  readonly client: EventStoreDBClient;
  readonly left: AbortSignal;
  /** Whether its server is being asked for a sign of life. */
  isAsked = false;
  readonly #opened: OpenedClient;
  readonly #leave = new AbortController();
  /** Ends each call that is running on it. */
  readonly #endings = new Set<() => void>();

  constructor(opened: OpenedClient) {
    this.#opened = opened;
    this.client = opened.client;
    this.left = this.#leave.signal;
  }

  /**
   * The outcome of a call. A client that is closed ends its reads as if there were no more data: an existing stream
   * looks empty, an event of the log looks missing. So no outcome counts after the end.
   * @throws LinkLeft at its end
   */
  async whileUsed<Result>(outcome: Promise<Result>): Promise<Result> {
    const { promise, reject } = Promise.withResolvers<never>();
    const end = () => reject(new LinkLeft());
    if (this.left.aborted) end();
    this.#endings.add(end);
    try {
      return await Promise.race([promise, outcome]);
    } finally {
      this.#endings.delete(end);
    }
  }

  async end(): Promise<void> {
    this.#leave.abort();
    for (const end of this.#endings) end();
    await this.#opened.close();
  }
}

/** The server was lost while it had a call: nobody knows what became of it. */
export class LinkLeft extends StoreUnavailable {
  constructor() {
    super('The connection to EventStoreDB was lost during a call.');
    this.name = 'LinkLeft';
  }
}

function passLinkLeft(cause: unknown): LinkLeft {
  if (cause instanceof LinkLeft) return cause;
  throw cause;
}

function closed(): StoreUnavailable {
  return new StoreUnavailable('The event log is closed.');
}

/** Null for now if a certificate that the address names cannot be read, as while it is being replaced. */
function openOrNull(address: string): OpenedClient | null {
  try {
    return openClient(address);
  } catch {
    return null;
  }
}

interface Deadline {
  passed: Promise<never>;
  restart(): void;
  clear(): void;
}

function deadlineIn(milliseconds: number): Deadline {
  const { promise, reject } = outcome<never>();
  let dueAt = performance.now() + milliseconds;
  const timer = setTimeout(() => {
    // So late, it was this process that stood still: the answer may be there, not yet read.
    if (performance.now() - dueAt > milliseconds / 2) restart();
    else reject(new StoreUnavailable(`The event store has not answered within ${milliseconds / 1000} s.`));
  }, milliseconds);
  function restart(): void {
    dueAt = performance.now() + milliseconds;
    timer.refresh();
  }
  return { passed: promise, restart, clear: () => clearTimeout(timer) };
}

/** A promise that may be rejected when nobody awaits it. */
function outcome<Result>(): PromiseWithResolvers<Result> {
  const resolvers = Promise.withResolvers<Result>();
  resolvers.promise.catch(() => undefined);
  return resolvers;
}
