import { setImmediate as turn } from 'node:timers/promises';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { detectors } from '../../../ai/detectors/index.ts';
import { type Pasts, walkPast } from '../../../ai/insights/backtest.ts';
import { createWatch, follow, type Watch } from '../../../ai/insights/watch.ts';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { generateCompany } from './insight-company.ts';
import { writeEntries } from './insight-log.ts';
import { DAY_MS } from './insight-stage.ts';
import { COMPANY_DAYS } from './insight-terms.ts';
import { withStores } from './make-company.ts';
import { percentile, round } from './report.ts';

// Writes the log of a company of three years into a folder and measures what it takes to look for insights in it. Prints
// one JSON object.

const folder = process.argv[2] as string;
const CREWS = Number(process.argv[3]);
const SEED = 11;
const MORE = 1_000;
/** In weeks of the past: to look at it takes a while itself. */
const MEMORY_EVERY = 13;

setFlagsFromString('--expose-gc');
const { entries } = generateCompany(SEED, undefined, { crews: CREWS, firstDay: mondayBefore(COMPANY_DAYS) });
await withStores(folder, ({ log }) => write(log, entries.slice(0, -MORE)));
const cost = await withStores(folder, async ({ log }) => measureCost(log, entries.slice(-MORE)));
const past = await withStores(folder, ({ log }) => measurePast(log, entries.at(-1)?.metadata.recordedAt ?? ''));
console.log(JSON.stringify({ events: entries.length, rows: [...cost, ...past] }));

async function write(log: EventStore, entries: readonly RecordedEvent[]): Promise<void> {
  await writeEntries(log, entries, (written) => {
    process.stderr.write(`\rwriting ${written} of ${entries.length} events`);
  });
  process.stderr.write('\n');
}

async function measureCost(log: EventStore, more: readonly RecordedEvent[]) {
  const asOf = more.at(-1)?.metadata.recordedAt ?? '';
  const watch = createWatch(detectors);
  const used = heapUsed();
  const reading = await spent(() => readToHead(log, watch));
  const folded = heapUsed();
  const ask = (since: string | null) => spent(async () => watch.evaluate({ asOf, since, withSamples: false }));
  const all = await ask(null);
  const again = await ask(null);
  const kept = heapUsed();

  const { position } = watch.reached();
  await write(log, more);
  const next = await log.readAll(position, more.length);
  const times: number[] = [];
  const each = await spent(async () => {
    for (const entry of next) {
      const since = watch.reached().position;
      const startedAt = performance.now();
      watch.take({ entries: [entry], position: entry.position, eventId: entry.id, live: true });
      watch.evaluate({ asOf, since, withSamples: false });
      times.push(performance.now() - startedAt);
    }
  });
  const at = (share: number) => round(percentile(times, share), 2);
  const mib = (bytes: number) => round(bytes / 2 ** 20);
  return [
    { what: 'reading and folding, s', value: round(reading.ms / 1_000, 2) },
    { what: 'all detectors, the first time, ms', value: round(all.ms) },
    { what: 'all detectors, nothing has changed, ms', value: round(again.ms, 2) },
    { what: 'one event more, mean, ms', value: round(each.ms / next.length, 2) },
    { what: 'one event more, median by the clock, ms', value: at(0.5) },
    { what: 'one event more, p95 by the clock, ms', value: at(0.95) },
    { what: 'one event more, worst by the clock, ms', value: at(1) },
    { what: 'held by the facts, MiB', value: mib(folded - used) },
    { what: 'held by what detectors keep, MiB', value: mib(kept - folded) },
  ];
}

/** Nothing is known of the past yet. @param until ISO UTC */
async function measurePast(log: EventStore, until: string) {
  const pasts: Pasts = new Map();
  const before = heapUsed();
  let [weeks, most, measuring] = [0, 0, 0];
  let [longest, turned] = [0, performance.now()];
  const pause = async () => {
    longest = Math.max(longest, performance.now() - turned);
    await turn();
    turned = performance.now();
  };
  const walking = await spent(() =>
    walkPast({
      log,
      detectors,
      pasts,
      until: until.slice(0, 'YYYY-MM-DD'.length),
      signal: new AbortController().signal,
      pause,
      async afterWeek() {
        weeks += 1;
        if (weeks % MEMORY_EVERY !== 0) return;
        const { ms, result } = await spent(async () => heapUsed());
        most = Math.max(most, result);
        measuring += ms;
        turned = performance.now();
      },
    }),
  );
  const cases = [...pasts.values()].reduce((sum, { cases: { length } }) => sum + length, 0);
  const stored = JSON.stringify(Object.fromEntries(pasts)).length;
  return [
    {
      what: `all of the past, ${weeks} weeks and ${cases} cases, s`,
      value: round((walking.ms - measuring) / 1_000, 1),
    },
    { what: 'longest time without a pause, ms', value: round(longest) },
    { what: 'held meanwhile, at most, MiB', value: round((most - before) / 2 ** 20) },
    { what: 'stored of it, KiB', value: round(stored / 1_024) },
  ];
}

async function readToHead(log: EventStore, watch: Watch): Promise<void> {
  const ending = new AbortController();
  await follow(log, watch, ending.signal, ({ live }) => {
    if (live) ending.abort();
  });
}

/** The processor time that this thread spends, in milliseconds. */
async function spent<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const before = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1_000, result };
}

/** In bytes, of what is still used. */
function heapUsed(): number {
  runInNewContext('gc')();
  return getHeapStatistics().used_heap_size;
}

/** Milliseconds since 1970. */
function mondayBefore(days: number): number {
  const day = Math.floor(Date.now() / DAY_MS) - days;
  // Day 0 was a Thursday.
  return (day - ((day + 3) % 7)) * DAY_MS;
}
