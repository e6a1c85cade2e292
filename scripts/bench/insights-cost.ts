import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { detectors } from '../../ai/detectors/index.ts';
import { type Pasts, walkPast } from '../../ai/insights/backtest.ts';
import { INSIGHTS } from '../../ai/insights/insights.ts';
import { createWatch, follow, type Watch } from '../../ai/insights/watch.ts';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import { createProofs } from '../../platform/proof/proofs.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { acquireLease } from '../../platform/runtime/lease.ts';
import type { EventStore } from '../../store/event-store.ts';
import { generateCompany } from './support/insight-company.ts';
import { writeEntries } from './support/insight-log.ts';
import { DAY_MS } from './support/insight-stage.ts';
import { COMPANY_DAYS } from './support/insight-terms.ts';
import { markSeen, withStores } from './support/make-company.ts';
import { startProduct } from './support/processes.ts';
import { percentile, report, round } from './support/report.ts';
import { figuresOf, measureCalls } from './support/steady-calls.ts';

// npm run bench:insights-cost [-- CREWS]: what it takes to look for insights in a company of three years, with ten crews
// one of about 200,000 events: reading and folding its log, asking all detectors, and asking again after each
// event more, in processor time; as the system counts that in steps of some milliseconds, the median of single events
// is by the clock. How long it takes to look through all of the company's past, once, and what is held meanwhile. Then
// the product with that log: how long calls take while nobody looks for insights, beside
// the same calls in the same process while its thread reads the log and all detectors are asked again and again.

const CREWS = Number(process.argv[2] ?? 10);
const SEED = 11;
const MORE = 1_000;
const QUIET_MS = 20_000;
/** As long as the bench holds it, the product itself does not look. */
const LEASE_MS = 3_600_000;
/** In weeks of the past: to look at it takes a while itself. */
const MEMORY_EVERY = 13;

setFlagsFromString('--expose-gc');
const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
try {
  const { entries } = generateCompany(SEED, undefined, { crews: CREWS, firstDay: mondayBefore(COMPANY_DAYS) });
  const before = entries.slice(0, -MORE);
  await withStores(folder, ({ log }) => write(log, before));
  const cost = await withStores(folder, async ({ log }) => measureCost(log, entries.slice(-MORE)));
  const past = await withStores(folder, ({ log }) => measurePast(log, entries.at(-1)?.metadata.recordedAt ?? ''));
  await withStores(folder, async (stores) => {
    await markSeen(stores);
    // As long before as the history is.
    await createProofs(stores.log, stores.state, systemClock).checkpoint('asked');
    await acquireLease(stores.state, systemClock, { name: INSIGHTS, holder: 'bench', ttlMs: LEASE_MS });
  });
  const answers = await measureAnswers();
  console.table([...cost, ...past]);
  const load = round(loadavg()[0] ?? 0, 1);
  report('insights-cost', answers, { events: entries.length, crews: CREWS, cost: [...cost, ...past], load });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

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

async function measureAnswers() {
  const product = await startProduct(folder);
  try {
    const headers = { cookie: await product.signIn(), 'content-type': 'application/json' };
    const get = (path: string) => fetch(product.url + path, { headers });
    const post = (path: string, body: object) =>
      fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const calls = [
      () => get('/api/leads-working?limit=50'),
      () => get('/api/jobs?limit=50&sort=customerName'),
      () => get('/api/customers?limit=50'),
      () => post('/api/leads', { name: 'A lead' }),
    ];
    while ((await get('/api/leads-working?limit=50')).status !== 200) await delay(500);
    await measureCalls(calls, delay(5_000));

    const quiet = await measureCalls(calls, delay(QUIET_MS));
    let looks = 0;
    const look = async () => {
      const { status } = await post('/api/ai/insights/generate', {});
      if (status === 200) looks += 1;
      else if (status !== 503) throw new Error(`Looking for insights was answered ${status}.`);
    };
    const reading = await measureCalls(
      calls,
      until(() => looks > 0, look),
    );
    const first = looks;
    const busy = await measureCalls(calls, until(afterMs(QUIET_MS), look));
    const memory = { 'memory, MiB': product.mostMemoryMiB() };
    return [
      { calls: 'nobody looks', ...figuresOf(quiet) },
      { calls: 'the log is read, and all are asked first', ...figuresOf(reading) },
      { calls: `all are asked ${looks - first} times more`, ...figuresOf(busy), ...memory },
    ];
  } finally {
    await product.stop();
  }
}

/** Does something again and again. */
async function until(isOver: () => boolean, act: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await act();
    await delay(100);
  }
}

function afterMs(ms: number): () => boolean {
  const startedAt = performance.now();
  return () => performance.now() - startedAt >= ms;
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
