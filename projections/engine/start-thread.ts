import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StoresShare } from '../../platform/runtime/stores.ts';
import type { RunnerReport } from './runner.ts';

export interface ThreadData {
  shared: StoresShare['data'];
  /** For the thread that reads for it if it builds. */
  reader: StoresShare;
  holder: string;
  /** A generation that this process found damaged. */
  damaged: string | null;
}

/**
 * Runs the projections in a thread of their own until the signal is aborted.
 * @param options.share how the thread reaches this process's stores
 * @param options.reader how a second thread, which reads for it during a build, reaches them
 * @throws what ended the thread
 */
export async function runInThread(options: {
  share: StoresShare;
  reader: StoresShare;
  holder: string;
  damaged: string | null;
  report(report: RunnerReport): void;
  signal: AbortSignal;
}): Promise<void> {
  const { share, reader, holder, damaged, report, signal } = options;
  const workerData: ThreadData = { shared: share.data, reader, holder, damaged };
  const transferList = [...share.transfer, ...reader.transfer];
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData, transferList });
  const stop = () => worker.postMessage('stop');
  signal.addEventListener('abort', stop, { once: true });
  worker.on('message', report);
  try {
    if (signal.aborted) stop();
    const [code] = (await once(worker, 'exit')) as [number]; // rejects on the worker's 'error'
    if (code !== 0) throw new Error(`The thread of the projections ended with code ${code}.`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
