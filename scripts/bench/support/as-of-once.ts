import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStores } from '../../../platform/runtime/stores.ts';
import { readLive } from '../../../projections/engine/generations.ts';
import { projections } from '../../../projections/index.ts';
import { versioned } from '../../../projections/past/version-collections.ts';
import { createVersions } from '../../../projections/past/versions.ts';
import type { Answering } from '../../../store/read-models.ts';
import { createRandom } from './random.ts';
import { percentile } from './report.ts';

// Makes the versions of a folder's log, unless they are there, then asks for lists as of random moments, and prints what that took; in a process of
// its own, to measure its own memory. The live read models must be there. Argument: the folder.

const MOMENTS = 40;
const WARM_UP = 10;
const PAGE = 50;

const [folder = ''] = process.argv.slice(2);
const stores = await openStores(parseConfig({ DATA_DIR: folder }), systemClock);
const { log, state, readModels, share } = stores;
const { generation } = (await readLive(state)) ?? { generation: '' };
const live = await readModels.open(generation, projections);
if (!live) throw new Error('There are no read models.');

const some = versioned(projections);
const firsts: number[] = [];
const nexts: number[] = [];
/** Of the lists after the first. */
let worst = { ms: 0, what: '' };

async function timed(into: number[], what: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  into.push(ms);
  if (into === nexts && ms > worst.ms) worst = { ms, what };
}

/** What a page of a list asks for: its first rows, how many there are, and a search. */
async function lists(models: Answering): Promise<void> {
  for (const { collection, indexes, search } of some) {
    for (const index of indexes) {
      const field = index.at(-1) as string;
      if (index.length > 2 || (index.length === 2 && index[0] !== 'removed')) continue;
      const where = index.length === 2 ? { removed: null } : {};
      await timed(nexts, `${collection} by ${field}`, () =>
        models.find(collection, { where, order: { field, direction: 'desc' }, limit: PAGE }),
      );
    }
    await timed(nexts, `count of ${collection}`, () => models.count(collection, {}));
    if (search.length > 0)
      await timed(nexts, `search of ${collection}`, () => models.find(collection, { search: 'oak', limit: PAGE }));
  }
}

// A company that runs has been asked for lists of today.
for (let nth = 0; nth < WARM_UP; nth += 1) await lists(live);
nexts.length = 0;
worst = { ms: 0, what: '' };

const rss = () => process.memoryUsage.rss() / 1024 / 1024;
const rssBefore = rss();
let peak = 0;
const watching = setInterval(() => {
  peak = Math.max(peak, rss());
}, 20);

const past = join(folder, 'past');
const versions = createVersions({
  folder: past,
  log,
  share,
  isLong: async () => true,
  live: () => live,
});
const stopping = new AbortController();
const cpu = process.cpuUsage();
const madeAt = performance.now();
const running = versions.run(stopping.signal);
const head = await log.head();
while ((await versions.at({ position: head })) === null) await delay(50);
const madeMs = performance.now() - madeAt;
const { user, system } = process.cpuUsage(cpu);
const peakMade = peak;
peak = 0;

const random = createRandom(7);
const last = Number(head);
for (let nth = 0; nth < MOMENTS; nth += 1) {
  const position = String(1 + random.below(last)).padStart(16, '0');
  const [event] = await log.readLatest(position, 1);
  const instant = event && 'metadata' in event ? event.metadata.recordedAt : null;
  const moment = nth % 2 === 0 || instant === null ? { position } : { instant };
  let models: Answering | null = null;
  await timed(firsts, 'first', async () => {
    const place = await versions.at(moment);
    models = place?.models ?? null;
    await place?.models.find('leads', {
      where: { removed: null },
      order: { field: 'createdAt', direction: 'desc' },
      limit: PAGE,
    });
  });
  if (models !== null) await lists(models);
}

stopping.abort();
await running.catch(() => {});
clearInterval(watching);
console.log(
  JSON.stringify({
    madeMs,
    cpuMs: (user + system) / 1000,
    beside: { making: peakMade - rssBefore, asking: peak - rssBefore },
    first: { p50: percentile(firsts, 0.5), max: percentile(firsts, 1) },
    next: { count: nexts.length, p50: percentile(nexts, 0.5), p99: percentile(nexts, 0.99), max: percentile(nexts, 1) },
    worst,
    bytes: readdirSync(past).reduce((sum, file) => sum + statSync(join(past, file)).size, 0),
  }),
);
await versions.close();
await live.close();
await stores.close();
