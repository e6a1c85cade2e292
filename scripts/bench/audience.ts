import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SegmentBody } from '../../api/audience/schema.ts';
import { benchCustomerId, writeCustomers } from './support/customers-log.ts';
import { writeInvoices } from './support/invoices-log.ts';
import { writeJobs } from './support/jobs-log.ts';
import { markSeen, withStores } from './support/make-company.ts';
import { startProduct } from './support/processes.ts';
import { percentile, report, round } from './support/report.ts';

// npm run bench:audience [-- CUSTOMERS]: how long POST /api/marketing/audience takes over HTTP, one call after another,
// as the form asks while somebody types; beside one customer by their id, which is the least a call takes, and while a
// customer changes before each call. As many jobs, a quarter of them done, and half as many invoices.

const customers = Number(process.argv[2] ?? 50_000);
const jobs = customers;
const invoices = Math.ceil(customers / 2);
const CALLS = 100;

const SEGMENTS: readonly (readonly [string, SegmentBody | null])[] = [
  ['all customers', null],
  ['a service', { services: ['pruning', 'tree_removal'] }],
  ['a service within some days', { services: ['tree_removal'], finishedFrom: '2020-02-01', finishedTo: '2020-02-20' }],
  ['not served since a day', { notServedSince: '2020-02-01' }],
  ['what they are worth', { valueFrom: '1000', valueTo: '2500' }],
  ['a city or a ZIP code', { cities: ['Amherst'], zipCodes: ['01060'] }],
  ['a tag', { tags: ['hoa'] }],
  ['no open quote', { hasOpenQuote: false }],
  [
    'all of these',
    {
      services: ['tree_removal'],
      finishedFrom: '2020-01-01',
      notServedSince: '2020-03-30',
      valueFrom: '1',
      cities: ['Amherst'],
      hasOpenQuote: false,
    },
  ],
];

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
try {
  await withStores(folder, async (stores) => {
    await writeCustomers(stores.log, customers);
    await writeJobs(stores.log, jobs, customers);
    const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
    await writeInvoices(stores.log, { count: invoices, customers, days: 700, today });
    await markSeen(stores);
  });
  const product = await startProduct(folder);
  try {
    const cookie = await product.signIn();
    const call = async (method: string, path: string, body?: object) => {
      const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
      const response = await fetch(product.url + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as { size: number };
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
      return { response, answer };
    };
    await untilBuilt(async () => await fetch(`${product.url}/api/customers?limit=1`, { headers: { cookie } }));
    const count = (segment: SegmentBody | null) => call('POST', '/api/marketing/audience', { segment });
    const one = `/api/customers/${benchCustomerId(0)}`;

    const startedAt = performance.now();
    await count(null);
    const firstMs = round(performance.now() - startedAt);
    const rows = [await timed('bare: one customer by their id', () => call('GET', one))];
    for (const [what, segment] of SEGMENTS) rows.push(await timed(what, () => count(segment)));
    const changed = async (at: number) => {
      await call('PATCH', `/api/customers/${benchCustomerId(at + 100)}`, { email: `changed-${at}@example.com` });
    };
    rows.push(await timed('all customers, one of whom has changed', () => count(null), changed));
    report('audience', rows, { customers, jobs, invoices, calls: CALLS, firstMs });
  } finally {
    await product.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The read models are built on the first start; until then the call says that it is not consistent, or 503. */
async function untilBuilt(get: () => Promise<Response>): Promise<void> {
  for (;;) {
    const response = await get();
    await response.text();
    if (response.ok && !response.headers.has('x-consistent')) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** @param before each call, not measured */
async function timed(
  what: string,
  call: () => Promise<{ answer: { size: number } }>,
  before: (at: number) => Promise<void> = async () => {},
): Promise<Record<string, string | number>> {
  const times: number[] = [];
  let size = 0;
  for (let at = -20; at < CALLS; at++) {
    await before(at);
    const startedAt = performance.now();
    const { answer } = await call();
    if (at >= 0) times.push(performance.now() - startedAt);
    size = answer.size ?? 1;
  }
  const at = (share: number) => round(percentile(times, share), 1);
  return { what, size, 'p50, ms': at(0.5), 'p95, ms': at(0.95), 'worst, ms': at(1) };
}
