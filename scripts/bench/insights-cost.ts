import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { INSIGHTS } from '../../ai/insights/insights.ts';
import { createProofs } from '../../platform/proof/proofs.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { acquireLease } from '../../platform/runtime/lease.ts';
import { markSeen, withStores } from './support/make-company.ts';
import { startProduct } from './support/processes.ts';
import { type Row, report, round } from './support/report.ts';
import { figuresOf, measureCalls } from './support/steady-calls.ts';

// npm run bench:insights-cost [-- CREWS]: what it takes to look for insights in a company of three years, with ten crews
// one of about 200,000 events: reading and folding its log, asking all detectors, and asking again after each
// event more, in processor time; as the system counts that in steps of some milliseconds, the median of single events
// is by the clock. How long it takes to look through all of the company's past, once, and what is held meanwhile. All of
// that in a process of its own: one that holds a whole history collects its memory on both cores, which would hold up
// the calls that it makes. Then the product with that log: how long calls take while nobody looks for insights, beside
// the same calls in the same process while its thread reads the log and all detectors are asked again and again.

const CREWS = Number(process.argv[2] ?? 10);
const QUIET_MS = 20_000;
/** As long as the bench holds it, the product itself does not look. */
const LEASE_MS = 3_600_000;

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
try {
  const { events, rows: cost } = measureCost();
  await withStores(folder, async (stores) => {
    await markSeen(stores);
    // As long before as the history is.
    await createProofs(stores.log, stores.state, systemClock).checkpoint('asked');
    await acquireLease(stores.state, systemClock, { name: INSIGHTS, holder: 'bench', ttlMs: LEASE_MS });
  });
  const answers = await measureAnswers();
  console.table(cost);
  report('insights-cost', answers, { events, crews: CREWS, cost, load: round(loadavg()[0] ?? 0, 1) });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function measureCost(): { events: number; rows: Row[] } {
  const file = new URL('support/insight-cost-once.ts', import.meta.url).pathname;
  const { status, stdout } = spawnSync(process.execPath, [file, folder, String(CREWS)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`Measuring what looking costs ended with code ${status}.`);
  return JSON.parse(stdout);
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
