import type { LiveReadModels } from '../platform/live-read-models.ts';
import type { Stores } from '../platform/stores.ts';
import type { RunnerReport } from './runner.ts';
import { runInThread } from './start-thread.ts';

/** Keeps the live read models fed, from the thread of the projections. */
export interface Feed {
  /**
   * Runs until the signal is aborted.
   * @throws what ended the thread, or that what it fed was found damaged: begun again, it builds the read models anew
   */
  run(signal: AbortSignal): Promise<void>;
  /** Tells that this process has found a generation damaged. */
  damageFound(error: Error, generation: string): void;
}

export function createFeed(stores: Pick<Stores, 'share' | 'holder'>, readModels: () => LiveReadModels): Feed {
  let fed: string | null = null;
  let ending = new AbortController();

  function take(report: RunnerReport): void {
    const models = readModels();
    models.setStanding(report.state === 'building' || report.state === 'damaged');
    if (report.state === 'damaged') models.reportDamage(report.generation, new Error(report.reason));
    if (report.state !== 'running') return;
    fed = report.generation;
    // It was found damaged while the thread was still opening it.
    const damage = models.damage();
    if (damage?.generation === fed) ending.abort(new Error('The read models are damaged.'));
    if (fed !== models.peek()?.generation) models.refresh();
  }

  return {
    async run(signal) {
      fed = null;
      ending = new AbortController();
      const damaged = readModels().damage()?.generation ?? null;
      const until = AbortSignal.any([signal, ending.signal]);
      try {
        await runInThread({ share: stores.share(), holder: stores.holder, damaged, signal: until, report: take });
        ending.signal.throwIfAborted();
      } finally {
        readModels().setStanding(true);
      }
    },
    damageFound(error, generation) {
      if (fed === generation) ending.abort(error);
    },
  };
}
