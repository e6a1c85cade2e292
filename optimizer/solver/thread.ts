import { setPriority } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';

// Threads that are each started for one answer.

/** How far a search is: the share that is done, and the best points so far. */
export interface Progress {
  done: number;
  medium: number;
  soft: number;
}

/** A thread ended before it answered, such as for want of memory. The same may be planned once more. */
export class PlannerDied extends Error {
  constructor(options?: ErrorOptions) {
    super('The planner stopped in the middle of its work. Nothing was changed. Try again.', options);
    this.name = 'PlannerDied';
  }
}

type Said<Answer> = { progress: Progress } | { answer: Answer };

export interface Thread<Answer> {
  worker: Worker;
  /** Rejects with PlannerDied where the thread ends without an answer, else with what it threw. */
  answer: Promise<Answer>;
}

/** Starts a thread. Who starts it ends it, also once it has answered. @param data crosses by structured clone */
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

/** Of it, or of one that it had started: an error loses its class on the way. */
function hasDied(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return cause.name === 'PlannerDied' || ('code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY');
}

/** Said on such a thread: how far it is. */
export function tellProgress(progress: Progress): void {
  parentPort?.postMessage({ progress } satisfies Said<never>);
}

/** Said on such a thread, once. */
export function tellAnswer<Answer>(answer: Answer): void {
  parentPort?.postMessage({ answer } satisfies Said<Answer>);
}

/** On such a thread: planning waits for everything else that the machine has to do. */
export function letOthersGoFirst(): void {
  // Elsewhere the number would be the whole process's.
  if (process.platform === 'linux') setPriority(0, 19);
}
