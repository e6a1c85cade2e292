import { systemClock } from '../../platform/runtime/clock.ts';
import { openSharedStores, type StoresShare } from '../../platform/runtime/stores.ts';
import { projections } from '../index.ts';
import { runThread } from './run-thread.ts';
import { type RunnerReport, runProjections } from './runner.ts';

/** What the runner is told, in a shape that can be sent to a thread. */
export interface SharedRun {
  /** How it reaches this process's stores. */
  shared: StoresShare['data'];
  /** For the thread that reads for it if it builds. */
  reader: StoresShare;
  holder: string;
  /** A generation that this process found damaged. */
  damaged: string | null;
}

/** The same within this process. */
interface RunOptions extends Omit<SharedRun, 'shared'> {
  share: StoresShare;
  report(report: RunnerReport): void;
  signal: AbortSignal;
}

/**
 * Runs the projections in a thread of their own until the signal is aborted.
 * @throws what ended the thread
 */
export async function runInThread({ share, report, signal, ...run }: RunOptions): Promise<void> {
  const workerData: SharedRun = { shared: share.data, ...run };
  const transferList = [...share.transfer, ...run.reader.transfer];
  await runThread(new URL('./thread.ts', import.meta.url), { workerData, transferList, told: report, signal });
}

/** Runs them in the thread that calls it, which saves the loading of another one. @throws what ended them */
export async function runHere({ share, report, signal, ...run }: RunOptions): Promise<void> {
  await runShared({ shared: share.data, ...run }, report, signal);
}

/** Opens the stores, and runs the projections on them until the signal is aborted. @throws what ended them */
export async function runShared(
  { shared, ...run }: SharedRun,
  report: (report: RunnerReport) => void,
  signal: AbortSignal,
): Promise<void> {
  const { log, state, readModels: store, close } = await openSharedStores(shared, systemClock);
  try {
    await runProjections({ ...run, log, state, store, projections, clock: systemClock, report, signal });
  } finally {
    await close();
  }
}
