import { setPriority } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';

// Threads that each run for one answer.

/** The progress of a search: the share done, and the best points so far. */
export interface Progress {
  done: number;
  medium: number;
  soft: number;
}

/** A thread ended before it answered, for example out of memory. The same run may be tried again. */
export class PlannerDied extends Error {
  constructor(options?: ErrorOptions) {
    super('The planner stopped in the middle of its work. Nothing was changed. Try again.', options);
    this.name = 'PlannerDied';
  }
}

type Said<Answer> = { progress: Progress } | { answer: Answer };

export interface Thread<Answer> {
  worker: Worker;
  /** Rejects with PlannerDied if the thread ends without an answer, or with what it threw. */
  answer: Promise<Answer>;
}

/** Starts a thread. The caller must end it, even after it answered. @param data crosses by structured clone */
export function startThread<Answer>(
  file: URL,
  data: unknown,
  onProgress: (progress: Progress) => void,
): Thread<Answer> {
  const worker = new Worker(file, { workerData: data });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  worker.on('message', (said: Said<Answer>) => {
    if ('progress' in said) onProgress(said.progress);
    else resolve(said.answer);
  });
  worker.on('error', (cause) => reject(hasDied(cause) ? new PlannerDied({ cause }) : cause));
  worker.on('exit', () => reject(new PlannerDied()));
  return { worker, answer: promise };
}

/** Whether the thread died, or one it had started: an error loses its class between threads. */
function hasDied(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return cause.name === 'PlannerDied' || ('code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY');
}

/** Called on such a thread to report progress. */
export function tellProgress(progress: Progress): void {
  parentPort?.postMessage({ progress } satisfies Said<never>);
}

/** Called on such a thread, once. */
export function tellAnswer<Answer>(answer: Answer): void {
  parentPort?.postMessage({ answer } satisfies Said<Answer>);
}

/** Called on such a thread: planning gives way to everything else the machine has to do. */
export function letOthersGoFirst(): void {
  // On other systems this would set the priority of the whole process.
  if (process.platform === 'linux') setPriority(0, 19);
}
