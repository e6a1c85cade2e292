import { Worker } from 'node:worker_threads';
import type { MailAddresses, Mailbox, UnsubscribeLinks } from './message.ts';
import type { SmtpAddress } from './smtp.ts';
import type { SmtpAnswer } from './smtp-answer.ts';

/** One of many mails of marketing. */
export interface BulkMail {
  /** Tells what became of it; no two that are under way have the same. */
  key: number;
  /** For its Message-ID. */
  id: string;
  to: string;
  toName: string | null;
  subject: string;
  text: string;
  unsubscribe: UnsubscribeLinks;
  addresses: MailAddresses | null;
  /** Where it comes back to; null for its sender. */
  returnPath: string | null;
}

/** Mails that have the same sender. */
export interface BulkBatch {
  server: SmtpAddress;
  from: Mailbox;
  replyTo: Mailbox | null;
  postalAddress: string;
  /** ISO UTC. */
  now: string;
  mails: readonly BulkMail[];
}

/** What became of a mail; one that was called back has not begun. */
export interface BulkEnd {
  key: number;
  answer: SmtpAnswer | { did: 'called back' };
}

/** What the thread is asked. */
export type BulkRequest = { batch: BulkBatch } | 'call back' | 'close';

/** Sends many mails over a few connections. */
export interface Bulk {
  send(batch: BulkBatch): void;
  /** What has not begun is not sent. */
  callBack(): void;
  /** Ends the thread; whatever it still has is called unknown. */
  close(): Promise<void>;
}

const WORKER = new URL('./bulk-worker.ts', import.meta.url);

/**
 * Composes and sends on a thread of its own, so that nobody waits for an answer of the api meanwhile. It starts with the
 * first mail; one that dies leaves the mails that it had unknown, and the next one gets another.
 * @param onEnds gets each mail once
 */
export function createBulk(onEnds: (ends: readonly BulkEnd[]) => void): Bulk {
  let worker: Worker | null = null;
  const underWay = new Set<number>();

  function take(): Worker {
    worker ??= start();
    return worker;
  }

  function start(): Worker {
    const started = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
    started.on('message', (ends: BulkEnd[]) => {
      for (const { key } of ends) underWay.delete(key);
      onEnds(ends);
    });
    let reason = 'The thread that sends mails has ended.';
    started.on('error', (cause) => {
      reason = `The thread that sends mails has failed: ${(cause as Error).message}`;
    });
    started.once('exit', () => {
      if (worker === started) worker = null;
      const lost = [...underWay];
      underWay.clear();
      if (lost.length > 0) onEnds(lost.map((key) => ({ key, answer: { did: 'unknown', said: reason } })));
    });
    return started;
  }

  const ask = (request: BulkRequest) => take().postMessage(request);

  return {
    send(batch) {
      for (const { key } of batch.mails) underWay.add(key);
      ask({ batch });
    },
    callBack() {
      if (worker) ask('call back');
    },
    async close() {
      const ended = worker;
      if (!ended) return;
      const exited = new Promise<void>((resolve) => void ended.once('exit', () => resolve()));
      if (underWay.size === 0) ended.postMessage('close' satisfies BulkRequest);
      else void ended.terminate();
      await exited;
    },
  };
}
