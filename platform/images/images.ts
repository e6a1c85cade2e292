import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { slots, type Turn } from '../runtime/slots.ts';
import {
  formatOf,
  ImageRefused,
  type LogoPicture,
  type Look,
  OUT_OF_MEMORY,
  OUT_OF_TIME,
  type Picture,
  type Tasks,
  type WorkerAnswer,
  type WorkerRequest,
} from './image.ts';

/** Takes in photos. */
export interface Images {
  /**
   * Decodes a photo completely and re-encodes it, upright and without metadata.
   * @param path of its file
   * @param turn first for staff: ahead of visitors' photos, however many those send
   * @throws ImageRefused if the file is not such a photo, or takes too much time or memory
   */
  normalize(path: string, turn?: Turn): Promise<Picture>;
  /**
   * Decodes a photo completely to analyze it; nothing of it is stored.
   * @param path of its file
   * @param signal aborted when nobody wants the result anymore: it then leaves the line, unless it has begun
   * @throws ImageRefused as above; NoTurn
   */
  look(path: string, signal?: AbortSignal): Promise<Look>;
  /** Decodes a company's logo. @param path of its file @throws ImageRefused as above */
  logo(path: string): Promise<LogoPicture>;
  /** Ends the workers. */
  close(): void;
}

export interface ImagesOptions {
  /** How many photos are processed at once. */
  atOnce?: number;
  /** How much processor time one photo may take. */
  processorMs?: number;
  /** The time limit for one photo in all, in case its worker hangs. */
  timeoutMs?: number;
  /** The file that a worker runs. */
  worker?: URL;
}

const WORKER = new URL('./image-worker.ts', import.meta.url);
/** An idle worker gives its memory back. */
const IDLE_MS = 60_000;

/**
 * Processes photos in child processes rather than threads: a decoder that crashes takes down only its own process, and
 * the time and memory it uses end with it. They start with the first photo, see none of this process's secrets, and
 * have a lower priority than it.
 */
export function createImages(options: ImagesOptions = {}): Images {
  const { atOnce = 2, processorMs = 10_000, timeoutMs = 60_000, worker: file = WORKER } = options;
  const withSlot = slots(atOnce);
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const busy = new Set<ChildProcess>();

  function take(): ChildProcess {
    const [waiting] = idle;
    if (!waiting) return add();
    const [worker, timer] = waiting;
    clearTimeout(timer);
    idle.delete(worker);
    return worker;
  }

  function add(): ChildProcess {
    const worker = start(file, processorMs);
    worker.once('exit', () => {
      clearTimeout(idle.get(worker));
      idle.delete(worker);
    });
    return worker;
  }

  function putBack(worker: ChildProcess): void {
    idle.set(worker, setTimeout(() => letGo(worker), IDLE_MS).unref());
    worker.unref();
    worker.channel?.unref();
  }

  function letGo(worker: ChildProcess): void {
    idle.delete(worker);
    worker.kill();
  }

  async function work<Task extends keyof Tasks>(request: WorkerRequest & { task: Task }): Promise<Tasks[Task]> {
    const worker = take();
    busy.add(worker);
    try {
      const answer = await ask(worker, request, timeoutMs);
      putBack(worker);
      return read(answer) as Tasks[Task];
    } finally {
      busy.delete(worker);
      if (!idle.has(worker)) worker.kill('SIGKILL');
    }
  }

  return {
    async normalize(path, turn) {
      formatOf(await readStart(path));
      return withSlot(() => work({ task: 'normalize', path }), turn);
    },
    async look(path, signal) {
      formatOf(await readStart(path));
      return withSlot(() => work({ task: 'look', path }), { signal });
    },
    async logo(path) {
      formatOf(await readStart(path));
      return withSlot(() => work({ task: 'logo', path }), { isFirst: true });
    },
    close() {
      for (const worker of [...idle.keys(), ...busy]) letGo(worker);
    },
  };
}

/** The bytes that reveal the format. */
async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function start(file: URL, processorMs: number): ChildProcess {
  const { PATH, SystemRoot } = process.env;
  const worker = fork(file, [String(processorMs)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--max-old-space-size=128'],
    env: { PATH, SystemRoot },
  });
  // The exit code tells what happened.
  worker.on('error', () => {});
  return worker;
}

/** @throws ImageRefused if the photo made the worker exit */
async function ask(worker: ChildProcess, request: WorkerRequest, timeoutMs: number): Promise<WorkerAnswer> {
  worker.ref();
  worker.channel?.ref();
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    worker.send(request);
    const answered = once(worker, 'message', { signal }).then(([answer]) => answer as WorkerAnswer);
    const ended = once(worker, 'exit', { signal }).then(([code]) => {
      throw endedBy(code as number | null);
    });
    return await Promise.race([answered, ended]);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw tooLong();
  } finally {
    settled.abort();
  }
}

function endedBy(code: number | null): Error {
  if (code === OUT_OF_MEMORY) {
    return new ImageRefused('too_large', 'This photo takes too much memory to read. Send a smaller one.');
  }
  if (code === OUT_OF_TIME) return tooLong();
  // No code: the system killed it, as it does when a decoder crashes.
  if (code === null) return new ImageRefused('unreadable', 'This photo cannot be read. Choose another one.');
  return new Error(`The worker for photos ended with code ${code}.`);
}

function tooLong(): ImageRefused {
  return new ImageRefused('unreadable', 'This photo takes too long to read. Send a smaller one.');
}

function read(answer: WorkerAnswer): Tasks[keyof Tasks] {
  if ('done' in answer) return answer.done;
  if ('refused' in answer) throw new ImageRefused(answer.refused, answer.message);
  throw new Error(`The worker for photos failed: ${answer.failed}`);
}
