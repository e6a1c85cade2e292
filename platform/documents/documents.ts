import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { slots } from '../runtime/slots.ts';
import type { DocumentAnswer } from './document-worker.ts';
import type { Paper } from './paper.ts';

/** Draws documents. */
export interface Documents {
  /**
   * Draws a document as a PDF.
   * @throws DocumentFailed; NoTurn if too many are already waiting
   */
  draw(paper: Paper): Promise<Uint8Array>;
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
const MOST_WAITING = 100;
/** A document is tried once more: its thread may have died of something else. */
const TRIES = 2;

/** Draws documents on one thread, one at a time, started with the first; a dead or hung thread is replaced. */
export function createDocuments({ timeoutMs = 20_000, worker: file = WORKER }: DocumentsOptions = {}): Documents {
  const withSlot = slots(1, MOST_WAITING);
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

  return {
    draw: (paper) =>
      withSlot(async () => {
        let failure: unknown;
        for (let tried = 0; tried < TRIES; tried++) {
          try {
            return await attempt(paper);
          } catch (cause) {
            failure = cause;
          }
        }
        throw new DocumentFailed({ cause: failure });
      }),
    close: letGo,
  };
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
