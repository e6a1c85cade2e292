import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCustomers } from './support/customers-log.ts';
import { writeJobs } from './support/jobs-log.ts';
import { markSeen, withStores } from './support/make-company.ts';
import { startProduct } from './support/processes.ts';
import { percentile, report, round } from './support/report.ts';

// npm run bench:schedule [-- MONTHS]: how long GET /api/schedule takes over HTTP for a company with 2,000 visits a
// month, one call after another, beside one job by its id, which is the least a call takes; and how long that one waits
// while a schedule is made.

const months = Number(process.argv[2] ?? 12);
const A_MONTH = 2_000;
const size = months * A_MONTH;
const customers = Math.ceil(size / 5);
const MINUTES_APART = (30 * 24 * 60) / A_MONTH;
const CALLS = 100;

const RANGES = [
  ['a day', 'from=2020-06-15&to=2020-06-15'],
  ['a week', 'from=2020-06-15&to=2020-06-21'],
  ['a month with its weeks', 'from=2020-06-01&to=2020-07-05'],
  ['100 days', 'from=2020-05-01&to=2020-08-08'],
] as const;

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
try {
  await withStores(folder, async (stores) => {
    await writeCustomers(stores.log, customers);
    await writeJobs(stores.log, size, customers, MINUTES_APART);
    await markSeen(stores);
  });
  const product = await startProduct(folder);
  try {
    const headers = { cookie: await product.signIn() };
    const get = async (path: string) => {
      const startedAt = performance.now();
      const response = await fetch(product.url + path, { headers });
      const text = await response.text();
      return { response, text, took: performance.now() - startedAt };
    };
    for (;;) {
      const { response } = await get('/api/jobs?limit=1');
      if (response.ok && !response.headers.has('x-consistent')) break;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const [job] = JSON.parse((await get('/api/jobs?limit=1')).text) as { id: string }[];
    const bare = `/api/jobs/${job?.id}`;
    const rows = [await timed('bare: one job by its id', () => get(bare))];
    for (const [what, query] of RANGES)
      rows.push(
        await timed(
          what,
          () => get(`/api/schedule?${query}`),
          () => get(bare),
        ),
      );
    report('schedule', rows, { jobs: size, calls: CALLS });
  } finally {
    await product.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Timed {
  response: Response;
  text: string;
  took: number;
}

/** @param beside a small call made at the same time */
async function timed(
  what: string,
  call: () => Promise<Timed>,
  beside?: () => Promise<Timed>,
): Promise<Record<string, string | number>> {
  const times: number[] = [];
  const waits: number[] = [];
  let bytes = 0;
  for (let index = -20; index < CALLS; index++) {
    const [answer, small] = await Promise.all([call(), beside?.()]);
    if (!answer.response.ok) throw new Error(`${what} answered ${answer.response.status}.`);
    bytes = Buffer.byteLength(answer.text);
    if (index < 0) continue;
    times.push(answer.took);
    if (small) waits.push(small.took);
  }
  const at = (of: number[], share: number) => (of.length === 0 ? '' : round(percentile(of, share), 1));
  return {
    what,
    KiB: round(bytes / 1024, 0),
    'p50, ms': at(times, 0.5),
    'p95, ms': at(times, 0.95),
    'one job beside it, p95, ms': at(waits, 0.95),
  };
}
