import { readLive } from '../../../projections/engine/generations.ts';
import type { Projection } from '../../../projections/engine/projection.ts';
import { type RunnerReport, runProjections } from '../../../projections/engine/runner.ts';
import { projections as productProjections } from '../../../projections/index.ts';
import type { EventLog, Position } from '../../../store/event-store.ts';
import type { ReadModels } from '../../../store/read-models.ts';
import type { StateStore } from '../../../store/state.ts';
import type { ProductStores } from './product-stores.ts';

export interface RunnerUnderTest {
  reports: RunnerReport[];
  /** The first matching report, among those received and those to come. @throws what ended the runner first */
  until<Report extends RunnerReport>(fits: (report: RunnerReport) => report is Report): Promise<Report>;
  until(fits: (report: RunnerReport) => boolean): Promise<RunnerReport>;
  /** Waits until it has handled the event at the position. */
  reached(position: Position): Promise<void>;
  /** What ended it, or null if it was stopped. */
  ended: Promise<Error | null>;
  stop(): Promise<void>;
}

/** Runs the projections in this thread until it is stopped. */
export function startRunner(
  stores: ProductStores,
  options: {
    projections?: readonly Projection[];
    log?: EventLog;
    state?: StateStore;
    holder?: string;
    damaged?: string;
    piece?: number;
    skipUnreadable?: boolean;
    clock?: () => number;
  } = {},
): RunnerUnderTest {
  const abort = new AbortController();
  const reports: RunnerReport[] = [];
  let changed = Promise.withResolvers<void>();
  const wake = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  let isOver = false;
  const ended = runProjections({
    log: stores.log,
    state: stores.state,
    store: stores.readModels,
    projections: productProjections,
    clock: Date.now,
    holder: 'test',
    ...options,
    signal: abort.signal,
    report(report) {
      reports.push(report);
      wake();
    },
  })
    .then(
      () => null,
      (cause: Error) => (cause === abort.signal.reason ? null : cause),
    )
    .finally(() => {
      isOver = true;
      wake();
    });

  async function until(fits: (report: RunnerReport) => boolean): Promise<RunnerReport> {
    for (;;) {
      const found = reports.find(fits);
      if (found) return found;
      if (isOver) throw (await ended) ?? new Error('The runner has ended.');
      await changed.promise;
    }
  }

  return {
    reports,
    until: until as RunnerUnderTest['until'],
    async reached(position) {
      await until((report) => report.state === 'running' && report.position >= position);
    },
    ended,
    async stop() {
      abort.abort();
      await ended;
    },
  };
}

/** Opens the live generation. */
export async function openLive(stores: ProductStores): Promise<ReadModels> {
  const live = await readLive(stores.state);
  const models = live && (await stores.readModels.open(live.generation, productProjections));
  if (!models) throw new Error('There is no live generation.');
  return models;
}
