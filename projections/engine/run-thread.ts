import { once } from 'node:events';
import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';

/**
 * Runs a thread until it ends, which it does soon after it was told to stop.
 * @param options.told called with each message of it
 * @param options.signal stops it
 * @param options.resourceLimits of its memory; by default as much as this thread has
 * @throws what ended the thread
 */
export async function runThread<Message>(
  file: URL,
  options: {
    workerData: unknown;
    transferList: Transferable[];
    told(message: Message): void;
    signal: AbortSignal;
    resourceLimits?: ResourceLimits;
  },
): Promise<void> {
  const { told, signal, ...started } = options;
  const worker = new Worker(file, started);
  const stop = () => worker.postMessage('stop');
  signal.addEventListener('abort', stop, { once: true });
  worker.on('message', told);
  try {
    if (signal.aborted) stop();
    const [code] = (await once(worker, 'exit')) as [number]; // rejects on the worker's 'error'
    if (code !== 0) throw new Error(`The thread of ${file.pathname} ended with code ${code}.`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
