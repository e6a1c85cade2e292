import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { networkOf } from '../accounts/tries.ts';
import { createPlaces } from '../runtime/places.ts';
import { sharedWork } from '../runtime/shared-work.ts';
import { NoTurn, slots } from '../runtime/slots.ts';
import type { DocumentAnswer } from './document-worker.ts';
import type { Paper } from './paper.ts';

/** Who waits for a document. */
export interface DocumentReader {
  /** The address of a stranger. Staff and mails have none: they go before all strangers, and are never too many. */
  address?: string;
  /** Aborted when they have gone: what nobody waits for any more is not begun. */
  signal?: AbortSignal;
}

/** Draws documents. */
export interface Documents {
  /**
   * Draws a document as a PDF; once for all who ask for the same at the same time.
   * @throws DocumentFailed; NoTurn if too many of the address or of all strangers wait already, or the reader has gone
   */
  draw(paper: Paper, reader?: DocumentReader): Promise<Uint8Array>;
  /** Ends the thread. */
  close(): Promise<void>;
}

/** A document could not be drawn, even on a second try. Nothing was changed. */
export class DocumentFailed extends Error {
  constructor(options?: ErrorOptions) {
    super('The document could not be made. Nothing was changed. Try again in a moment.', options);
    this.name = 'DocumentFailed';
  }
}

export interface DocumentsOptions {
  /** Per document. */
  timeoutMs?: number;
  /** The file that the thread runs. */
  worker?: URL;
}

const WORKER = new URL('./document-worker.ts', import.meta.url);
/** An idle thread gives its memory back. */
const IDLE_MS = 5 * 60_000;
/** How many strangers' documents may wait, and how many of one network at the same time. */
const MOST_WAITING = 24;
const MOST_OF_NETWORK = 4;
/** A document is tried once more: its thread may have died of something else. */
const TRIES = 2;

/** Draws documents on one thread, one at a time, started with the first; a dead or hung thread is replaced. */
export function createDocuments({ timeoutMs = 20_000, worker: file = WORKER }: DocumentsOptions = {}): Documents {
  const withSlot = slots(1, MOST_WAITING);
  const places = createPlaces(MOST_OF_NETWORK);
  const share = sharedWork<Uint8Array>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  function take(): Worker {
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    return worker;
  }

  function start(): Worker {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
    // Already handled by whoever waits for it.
    started.on('error', () => {});
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  async function letGo(): Promise<void> {
    clearTimeout(idle);
    const ended = worker;
    worker = null;
    await ended?.terminate();
  }

  async function attempt(paper: Paper): Promise<Uint8Array> {
    const thread = take();
    try {
      const answer = await ask(thread, paper, timeoutMs);
      if ('failed' in answer) throw new Error(answer.failed);
      thread.unref();
      idle = setTimeout(() => void letGo(), IDLE_MS).unref();
      return answer.bytes;
    } catch (cause) {
      await letGo();
      throw cause;
    }
  }

  async function drawn(paper: Paper): Promise<Uint8Array> {
    let failure: unknown;
    for (let tried = 0; tried < TRIES; tried++) {
      try {
        return await attempt(paper);
      } catch (cause) {
        failure = cause;
      }
    }
    throw new DocumentFailed({ cause: failure });
  }

  return {
    async draw(paper, { address, signal } = {}) {
      if (signal?.aborted) throw new NoTurn();
      const isFirst = address === undefined;
      const leave = isFirst ? () => {} : places.take(networkOf(address));
      if (!leave) throw new NoTurn();
      // One that has begun is drawn to its end, which is sooner than a new thread.
      const begin = (unwanted: AbortSignal) => withSlot(() => drawn(paper), { isFirst, signal: unwanted });
      try {
        return await share(`${isFirst} ${fingerprint(paper)}`, begin, signal);
      } catch (cause) {
        if (signal?.aborted) throw new NoTurn();
        throw cause;
      } finally {
        leave();
      }
    },
    close: letGo,
  };
}

/** The same for papers that look the same. */
function fingerprint(paper: Paper): string {
  const hash = createHash('sha256');
  const plain = JSON.stringify(paper, (_, value: unknown) => {
    if (!(value instanceof Uint8Array)) return value;
    hash.update(value);
    return value.length;
  });
  return hash.update(plain).digest('hex');
}

/** @throws if the thread ends without an answer, or takes too long */
async function ask(worker: Worker, paper: Paper, timeoutMs: number): Promise<DocumentAnswer> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const answered = once(worker, 'message', { signal }).then(([answer]) => answer as DocumentAnswer);
    const ended = once(worker, 'exit', { signal }).then(([code]) => {
      throw new Error(`The thread of documents ended with code ${code}.`);
    });
    worker.postMessage(paper);
    return await Promise.race([answered, ended]);
  } finally {
    settled.abort();
  }
}
