import type { ApiContext } from '../api/kit/context.ts';
import { clashesOf, jobsOfBatch } from '../api/schedule/conflicts.ts';
import { planAhead } from '../optimizer/service/plan-ahead.ts';
import { optimizerRoutes } from '../optimizer/service/routes.ts';
import { RULE_PLANS, rulePlans } from '../optimizer/service/rule-plans.ts';
import { createRuns } from '../optimizer/service/runs.ts';
import type { Config } from '../platform/configuration/config.ts';
import type { Mount } from './app.ts';
import { forwardOptimizer } from './forward-optimizer.ts';
import type { NamedLoop, Subsystem } from './subsystem.ts';

export interface Optimizer extends Subsystem {
  /** Its calls; where the configuration names another process for it, they go there. */
  mount: Mount;
}

/** @param everyMs how often to check whether the next day should be planned, in milliseconds */
export function openOptimizer(
  { optimizerUrl, optimizerCron: expression }: Pick<Config, 'optimizerUrl' | 'optimizerCron'>,
  context: ApiContext,
  everyMs?: number,
): Optimizer {
  const runs = createRuns();
  const mount: Mount = (app) =>
    optimizerRoutes(app, context, runs, (applied) => clashesOf(context, jobsOfBatch(applied)));
  if (optimizerUrl !== null) return { mount: forwardOptimizer(optimizerUrl, mount), loops: [] };
  const nextDay = (cron: string): NamedLoop => ({
    name: 'plan-ahead',
    run: planAhead({ ...context, expression: cron, runs, everyMs }),
    isForPlans: true,
  });
  const asked: NamedLoop = { name: RULE_PLANS, run: rulePlans({ ...context, runs }), isForPlans: true };
  return { mount, loops: expression === null ? [asked] : [nextDay(expression), asked] };
}
