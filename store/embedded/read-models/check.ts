import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DamagedReadModels } from '../../read-models.ts';
import type { CheckData } from './check-thread.ts';
import type { Generation } from './files.ts';

/** Checks a finished file in a thread of its own; stops when the signal is aborted. @throws DamagedReadModels */
export async function checkGeneration({ generation, finished }: Generation, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const workerData: CheckData = { path: finished };
  const worker = new Worker(new URL('./check-thread.ts', import.meta.url), { workerData });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  let found: string | null = null;
  worker.on('message', (told: string | null) => {
    found = told;
  });
  try {
    await once(worker, 'exit');
  } finally {
    signal.removeEventListener('abort', stop);
  }
  if (found !== null) throw new DamagedReadModels(generation, { cause: new Error(found) });
}
