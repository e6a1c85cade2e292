import { setTimeout as delay } from 'node:timers/promises';
import type { Detector } from '../../../ai/detectors/detector.ts';
import { createEvaluator } from '../../../ai/insights/evaluator.ts';
import { createInsights } from '../../../ai/insights/insights.ts';
import { readHere } from '../../../ai/insights/reading.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { createLog } from '../../../platform/runtime/log.ts';
import { ofLeads } from '../insights/of-leads.ts';
import { dyingAfter } from './dying-log.ts';
import { openDying } from './dying-process.ts';

// Looks for insights on the stores of the environment until all is seen, and kills itself right after so many appends.

const [survived = ''] = process.argv.slice(2);
const { stores, store, commands } = await openDying((log) => dyingAfter(Number(survived), log));
// What it finds is held against what followed at the next look.
const detector: Detector = { ...ofLeads, horizonDays: 0, provedRight: () => true };
const before = await stores.state.get('insights/seen');
const insights = createInsights({
  evaluator: createEvaluator((moved) => readHere(stores, [detector], moved)),
  commands,
  store,
  state: stores.state,
  readModels: { isAsDeclared: () => true },
  holder: stores.holder,
  clock: systemClock,
  log: createLog('silent'),
  everyMs: 1,
});
const stopping = new AbortController();
const looking = insights.loop(stopping.signal, () => undefined);
while ((await stores.state.get('insights/seen'))?.version === before?.version) await delay(1);
stopping.abort();
await looking;
await insights.close();
await stores.close();
