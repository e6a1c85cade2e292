import type { LiveReadModels } from '../../platform/runtime/live-read-models.ts';
import type { Stores } from '../../platform/runtime/stores.ts';
import type { Position } from '../../store/event-store.ts';
import { runHere, runInThread } from './run-shared.ts';
import type { RunnerReport } from './runner.ts';

/** Keeps the live read models up to date, from the projection runner. */
export interface Feed {
  /**
   * Runs until the signal is aborted.
   * @param progress called at each step forward
   * @throws what ended the runner, or that the generation it fed was found damaged: the next run then rebuilds the read
   * models
   */
  run(signal: AbortSignal, progress: () => void): Promise<void>;
  /** How often its subscription to the log has resumed, over all its runs. */
  resubscriptions(): number;
  /** Reports that this process has found a generation damaged. */
  damageFound(error: Error, generation: string): void;
}

/** @param hasThread whether the runner has a thread of its own */
export function createFeed(
  stores: Pick<Stores, 'share' | 'holder'>,
  readModels: () => LiveReadModels,
  hasThread = true,
): Feed {
  const runProjections = hasThread ? runInThread : runHere;
  let fed: string | null = null;
  let resubscriptions = { before: 0, inThisRun: 0 };
  let ending = new AbortController();

  function take(report: RunnerReport, moved: (to: Position) => void): void {
    const models = readModels();
    if ('position' in report) moved(report.position);
    models.setPaused(report.state === 'building' || report.state === 'damaged');
    if (report.state === 'damaged') models.reportDamage(report.generation, new Error(report.reason));
    if (report.state !== 'running') return;
    fed = report.generation;
    resubscriptions.inThisRun = report.resubscriptions;
    // Damage was found while the runner was still opening it.
    const damage = models.damage();
    if (damage?.generation === fed) ending.abort(new Error('The read models are damaged.'));
    if (fed !== models.peek()?.generation) models.refresh();
  }

  return {
    async run(signal, progress) {
      let reached: Position | null = null;
      const moved = (to: Position) => {
        if (reached !== null && to > reached) progress();
        reached = to;
      };
      const report = (each: RunnerReport) => take(each, moved);
      resubscriptions = { before: resubscriptions.before + resubscriptions.inThisRun, inThisRun: 0 };
      fed = null;
      ending = new AbortController();
      const damaged = readModels().damage()?.generation ?? null;
      const until = AbortSignal.any([signal, ending.signal]);
      try {
        await runProjections({
          share: stores.share(),
          reader: stores.share(),
          holder: stores.holder,
          damaged,
          signal: until,
          report,
        });
        ending.signal.throwIfAborted();
      } finally {
        readModels().setPaused(true);
      }
    },
    resubscriptions: () => resubscriptions.before + resubscriptions.inThisRun,
    damageFound(error, generation) {
      if (fed === generation) ending.abort(error);
    },
  };
}
