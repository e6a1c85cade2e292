import type { StoresShare } from '../../platform/runtime/stores.ts';
import type { Position } from '../../store/event-store.ts';
import type { Moment } from '../engine/moment.ts';
import { runThread } from '../engine/run-thread.ts';

/** What the thread is told. */
export interface ToBuild {
  /** How it reaches this process's stores. */
  shared: StoresShare['data'];
  /** For the thread that reads for it. */
  reader: StoresShare;
  /** Where it makes the generation. */
  folder: string;
  moment: Moment;
}

/** What it made. */
export interface Built {
  generation: string;
  /** The last event of it; START if there was none. */
  end: Position;
  /** When the latest of its events was recorded, ISO UTC; null if there was none. */
  recordedAt: string | null;
}

/**
 * Builds the read models of a moment in a thread of its own.
 * @param options.share opens this process's stores in another thread
 * @throws the signal's reason, or what ended the thread
 */
export async function buildInThread(options: {
  share(): StoresShare;
  folder: string;
  moment: Moment;
  signal: AbortSignal;
}): Promise<Built> {
  const { share, folder, moment, signal } = options;
  const [own, reader] = [share(), share()];
  const workerData: ToBuild = { shared: own.data, reader, folder, moment };
  const transferList = [...own.transfer, ...reader.transfer];
  let built: Built | null = null;
  const told = (message: Built) => {
    built = message;
  };
  await runThread(new URL('./thread.ts', import.meta.url), { workerData, transferList, told, signal });
  signal.throwIfAborted();
  if (built === null) throw new Error('The thread that makes a view of an earlier moment ended without one.');
  return built;
}
