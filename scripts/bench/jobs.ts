import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCustomers } from './support/customers-log.ts';
import { writeJobs } from './support/jobs-log.ts';
import { markSeen, withStores } from './support/make-company.ts';
import { startProduct } from './support/processes.ts';
import { percentile, report, round } from './support/report.ts';

// npm run bench:jobs [-- JOBS]: how long GET /api/jobs takes over HTTP, one call after another, as a dispatcher uses
// it, beside one job by its id, which is the least a call takes.

const size = Number(process.argv[2] ?? 100_000);
const customers = Math.ceil(size / 5);
const CALLS = 300;
/** For a list being scrolled: each call continues where the one before ended. */
const PAGES_IN_A_ROW = 20;

const LISTS = [
  ['by customer name', 'sort=customerName'],
  ['active ones, by customer name', 'active=true&sort=customerName'],
  ['active ones, by date', 'active=true&sort=scheduledDate'],
  ['scheduled ones, the last by urgency first', 'status=scheduled&sort=-priority'],
  ['found by a number', 'search=J-50123'],
  ["found by a part of a customer's name", 'search=berson'],
] as const;

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
try {
  await withStores(folder, async (stores) => {
    await writeCustomers(stores.log, customers);
    await writeJobs(stores.log, size, customers);
    await markSeen(stores);
  });
  const product = await startProduct(folder);
  try {
    const headers = { cookie: await product.signIn() };
    const get = async (path: string) => {
      const response = await fetch(product.url + path, { headers });
      return { response, records: (await response.json()) as { id: string }[] };
    };
    await untilBuilt(get);
    const { records } = await get('/api/jobs?limit=1');
    const rows = [];
    rows.push(await timed('bare: one job by its id', get, () => `/api/jobs/${records[0]?.id}`));
    for (const [what, query] of LISTS) rows.push(await timed(what, get, () => `/api/jobs?limit=50&${query}`));
    rows.push(await timed(`page by page, by customer name`, get, pageByPage()));
    report('jobs', rows, { jobs: size, customers, calls: CALLS });
  } finally {
    await product.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

type Get = (path: string) => Promise<{ response: Response; records: unknown }>;

/** The read models are built on the first start; until then the call says that it is not consistent, or 503. */
async function untilBuilt(get: Get): Promise<void> {
  for (;;) {
    const { response } = await get('/api/jobs?limit=1');
    if (response.ok && !response.headers.has('x-consistent')) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** @param next the path of a call, given the answer before it */
async function timed(
  what: string,
  get: Get,
  next: (before?: Response) => string,
): Promise<Record<string, string | number>> {
  const times: number[] = [];
  let before: Response | undefined;
  for (let call = -20; call < CALLS; call++) {
    const path = next(before);
    const startedAt = performance.now();
    const { response } = await get(path);
    if (call >= 0) times.push(performance.now() - startedAt);
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    before = response;
  }
  const at = (share: number) => round(percentile(times, share), 1);
  return { what, 'p50, ms': at(0.5), 'p95, ms': at(0.95), 'worst, ms': at(1) };
}

function pageByPage(): (before?: Response) => string {
  let page = 0;
  return (before) => {
    const cursor = page++ % PAGES_IN_A_ROW === 0 ? null : before?.headers.get('x-next-cursor');
    return `/api/jobs?limit=50&active=true&sort=customerName${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
  };
}
