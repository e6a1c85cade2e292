import { setTimeout as delay } from 'node:timers/promises';
import type { Detector } from '../../../ai/detectors/detector.ts';
import { createTrackRecords, readEarned } from '../../../ai/insights/track-records.ts';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStores } from '../../../platform/runtime/stores.ts';
import type { StateStore } from '../../../store/state.ts';
import { ofLeads } from '../insights/of-leads.ts';

// Looks through the past on the stores of the environment, and kills itself right after so many writes of what it found.

const [survived = '', asOf = ''] = process.argv.slice(2);
const stores = await openStores(parseConfig(process.env), systemClock);
let writes = 0;
const state: StateStore = {
  ...stores.state,
  get: (key) => stores.state.get(key),
  async put(...given) {
    const version = await stores.state.put(...given);
    if (++writes === Number(survived)) process.kill(process.pid, 'SIGKILL');
    return version;
  },
};
// What it finds is right if it is still there a week later.
const detector: Detector = {
  ...ofLeads,
  horizonDays: 7,
  provedRight: ({ subject }, { leads }) => leads.get(subject)?.removed !== true,
};
const records = createTrackRecords({ log: stores.log, state, detectors: [detector], saveEveryMs: 0 });
const [last] = await stores.log.readLatest(null, 1);
if (!last) throw new Error('There is no past.');
const reached = { position: last.position, eventId: last.id, live: true, changedAt: last.position, timeZone: 'UTC' };
await records.load();
await records.take({ ...reached, entries: [] });
records.bringUpTo(asOf, reached);
const isKnown = async () => (await readEarned(state))[detector.name] !== undefined;
while (!(await isKnown())) await Promise.race([records.failed, delay(1)]);
await records.close();
await stores.close();
