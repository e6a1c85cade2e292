import { setTimeout as delay } from 'node:timers/promises';
import { createOpenAiBriefings } from '../../../ai/openai/briefing-writer.ts';
import { createDailyCalls } from '../../../ai/openai/daily-calls.ts';
import { briefingLoop } from '../../../api/insights/briefing-writing.ts';
import type { ApiContext } from '../../../api/kit/context.ts';
import { briefing } from '../../../domain/briefing/briefing.ts';
import { BRIEFING_ID } from '../../../domain/briefing/terms.ts';
import { createLog } from '../../../platform/runtime/log.ts';
import { openModels } from '../../../server/models.ts';
import { dyingAfter } from './dying-log.ts';
import { openDying } from './dying-process.ts';

// Has a briefing written, on the stores of the environment, and kills itself after so many appends; else it ends once the
// loop has looked often enough to ask again if it would.

const [url = '', survived = '-1', minutes = '0'] = process.argv.slice(2);
const { stores, store, streams, commands } = await openDying((log) => dyingAfter(Number(survived), log));
const stopping = new AbortController();
const log = createLog('silent');
const models = openModels(stores, log, { hasThread: false });
const { readModels } = models;
const reading = models.loops.map(({ run }) => run(stopping.signal, () => undefined));
const { state } = stores;
const clock = () => Date.now() + Number(minutes) * 60_000;

const calls = createDailyCalls(state, 100, async () => '2026-06-15');
const writer = createOpenAiBriefings({ apiKey: 'sk-local', baseUrl: url, model: 'm', calls });
const context = { state, store, streams, commands, readModels, clock, log, holder: 'one' };
let looks = 0;
const loop = briefingLoop(context as unknown as ApiContext, writer, 5);
const writing = loop(stopping.signal, () => {
  looks++;
}).catch(() => undefined);

const isWritten = async () => (await streams.load(briefing, BRIEFING_ID)).state.last !== null;
while (looks < 50 || !(await isWritten())) await delay(10);
stopping.abort();
await Promise.all([...reading, writing]);
await stores.close();
