import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStoresToRead } from '../../../platform/runtime/stores.ts';
import { buildAsOf } from '../../../projections/engine/as-of.ts';
import { projections } from '../../../projections/index.ts';
import { openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';

// Builds read models of a folder as of an instant once, and prints what that took; in a process of its own, to measure its
// own memory. Arguments: folder, and the instant.

const [folder = '', instant = ''] = process.argv.slice(2);
const stores = await openStoresToRead(parseConfig({ DATA_DIR: folder }), systemClock);
const into = join(folder, 'replayed');
const store = openEmbeddedReadModels({ folder: into });
const before = process.cpuUsage();
const startedAt = performance.now();
const { models, events } = await buildAsOf({
  log: stores.log,
  store,
  projections,
  moment: { instant },
  reader: stores.share(),
  signal: new AbortController().signal,
});
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(before);
await models.close();
await store.close();
await stores.close();
rmSync(into, { recursive: true, force: true });
const peakMiB = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000, events, peakMiB }));
