import { detectors } from '../ai/detectors/index.ts';
import { createEvaluator } from '../ai/insights/evaluator.ts';
import { createInsights, INSIGHTS, type Insights } from '../ai/insights/insights.ts';
import { readHere, readInThread } from '../ai/insights/reading.ts';
import type { CommandHandler } from '../platform/commands/command-handler.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { LiveReadModels } from '../platform/runtime/live-read-models.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Stores } from '../platform/runtime/stores.ts';
import type { Subsystem } from './subsystem.ts';

export interface InsightsSubsystem extends Subsystem {
  insights: Insights;
}

/** What looks for insights. @param options.hasThread whether the detectors have a thread of their own */
export function openInsights(options: {
  stores: Stores;
  commands: CommandHandler;
  readModels: LiveReadModels;
  clock: Clock;
  log: Log;
  hasThread?: boolean | undefined;
  everyMs?: number | undefined;
}): InsightsSubsystem {
  const { stores, hasThread = true } = options;
  const { log: store, state, holder } = stores;
  const evaluator = createEvaluator((moved) =>
    hasThread ? readInThread(stores, moved) : readHere(stores, detectors, moved),
  );
  const insights = createInsights({ ...options, evaluator, store, state, holder });
  return { insights, loops: [{ name: INSIGHTS, run: insights.loop }] };
}
