import type { MessagePort } from 'node:worker_threads';
import { StoreUnavailable } from '../event-store.ts';
import {
  type Answer,
  FULL_MESSAGE,
  type LogRequest,
  type Outcome,
  type Request,
  type StateRequest,
  WriteFailure,
} from './messages.ts';

/** Each kind of request without its id, which it gets when it is sent. */
type Unsent<Kind> = Kind extends Request ? Omit<Kind, 'id'> : never;

interface Waiting {
  id: number;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

/** What stores send their writes to. */
export type Writer = Pick<WriterClient, 'send' | 'close'>;

/** The writer of stores that were opened only to be read. */
export const NO_WRITER: Writer = {
  async send() {
    throw new StoreUnavailable('These stores were opened only to be read.');
  },
  async close() {},
};

/** One thread's connection to the writer: all requests of one turn go as one message. */
export class WriterClient {
  readonly #port: MessagePort;
  /** In the order of asking, which is also the order of the answers. */
  readonly #waiting: Waiting[] = [];
  #unsent: Request[] = [];
  #nextId = 0;
  readonly #onIdle: (() => void)[] = [];
  /** Why nothing more is sent. */
  #ended: string | null = null;

  constructor(port: MessagePort) {
    this.#port = port;
    // In a turn of its own: Node keeps taking messages while there are any, and handling these causes more.
    port.on('message', (answers: Answer[]) => setImmediate(() => this.#settle(answers)));
    port.on('close', () => this.#end('The writer of the embedded stores has ended. Restart Heartwood.'));
    port.unref();
  }

  /** @throws StoreUnavailable if it could not be written */
  async send(request: Unsent<LogRequest | StateRequest>): Promise<Outcome> {
    if (this.#ended !== null) throw new StoreUnavailable(this.#ended);
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      const id = this.#nextId++;
      if (this.#waiting.length === 0) this.#port.ref();
      this.#waiting.push({ id, resolve, reject });
      if (this.#unsent.length === 0) setImmediate(() => this.#flush());
      this.#unsent.push({ ...request, id });
      if (this.#unsent.length === FULL_MESSAGE) this.#flush();
    });
    if (outcome.kind === 'unavailable') {
      throw new StoreUnavailable(outcome.message, { cause: new WriteFailure(outcome.detail) });
    }
    return outcome;
  }

  /** Waits for every pending request, then disconnects from the writer. */
  async close(): Promise<void> {
    if (this.#ended !== null) return;
    this.#ended = 'The embedded stores are closed.';
    if (this.#waiting.length > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
    this.#port.close();
  }

  #flush(): void {
    if (this.#unsent.length === 0) return;
    const requests = this.#unsent;
    this.#unsent = [];
    this.#port.postMessage(requests);
  }

  #settle(answers: readonly Answer[]): void {
    for (const [id, outcome] of answers) {
      const index = this.#waiting.findIndex((waiting) => waiting.id === id);
      for (const waiting of index < 0 ? [] : this.#waiting.splice(index, 1)) waiting.resolve(outcome);
    }
    if (this.#waiting.length === 0) this.#idle();
  }

  #idle(): void {
    this.#port.unref();
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  #end(reason: string): void {
    this.#ended ??= reason;
    for (const { reject } of this.#waiting.splice(0)) reject(new StoreUnavailable(reason));
    this.#idle();
  }
}
