import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOf } from '../../api/kit/company-time.ts';
import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import { addDays } from '../../domain/kit/times.ts';
import { writeCustomers } from './support/customers-log.ts';
import { benchInvoiceId, writeInvoices } from './support/invoices-log.ts';
import { writeJobs } from './support/jobs-log.ts';
import { markSeen, withStores } from './support/make-company.ts';
import { startProduct } from './support/processes.ts';
import { createRandom } from './support/random.ts';
import { percentile, type Row, report, round } from './support/report.ts';

// npm run bench:money [-- INVOICES]: how long figures and lists of money take over HTTP, one call after another, beside
// one invoice by its id, which is the least a call takes; and payments on one invoice that arrive at once.

const size = Number(process.argv[2] ?? 100_000);
const customers = Math.ceil(size / 5);
const CALLS = 300;
const DAYS = 5 * 365;
const AT_ONCE = 20;
const today = dayOf(Date.now(), COMPANY_DEFAULTS.timeZone);

const LISTS = [
  ['invoices by customer name', 'sort=customer'],
  ['overdue ones, by due date', 'status=overdue&sort=dueDate'],
  ['overdue ones, newest first', 'status=overdue&sort=-createdAt'],
  ['found by a number', 'search=INV-50123'],
  ["found by a part of a customer's name", 'search=berson'],
] as const;

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
try {
  await withStores(folder, async (stores) => {
    await writeCustomers(stores.log, customers);
    await writeJobs(stores.log, size, customers, Math.floor((DAYS * 24 * 60) / size));
    await writeInvoices(stores.log, { count: size, customers, days: DAYS, today });
    await markSeen(stores);
  });
  const product = await startProduct(folder);
  try {
    const headers = { cookie: await product.signIn() };
    const call = (path: string, init?: RequestInit) =>
      fetch(product.url + path, { ...init, headers: { ...headers, ...init?.headers } });
    await untilBuilt(call);
    const random = createRandom(18);
    const rows = [
      await timed('bare: one invoice by its id', call, () => `/api/invoices/${benchInvoiceId(random.below(size))}`),
      await timed('figures of any range of days', call, () => `/api/analytics/financial?${anyRange(random.below)}`),
      await timed('figures of all five years', call, () => `/api/analytics/financial?${range(DAYS, 0)}`),
      await timed('cash flow of all five years', call, () => `/api/analytics/cash-flow?${range(DAYS, 0)}`),
    ];
    for (const [what, query] of LISTS) rows.push(await timed(what, call, () => `/api/invoices?limit=50&${query}`));
    const days = (first: number, last: number) => `from=${addDays(today, -first)}&to=${addDays(today, -last)}`;
    const firstAgo = () => 30 + random.below(DAYS - 30);
    const month = (first: number) => days(first, first - 30);
    rows.push(
      await timed('journal of 30 days, 50 lines', call, () => `/api/accounting/journal?limit=50&${month(firstAgo())}`),
      await timed(
        'journal of all five years, 50 lines',
        call,
        () => `/api/accounting/journal?limit=50&${days(DAYS, 0)}`,
      ),
      await timed('trial balance of all five years', call, () => `/api/accounting/trial-balance?${days(DAYS, 0)}`),
      await timed(
        'profitability by service, a year',
        call,
        () => `/api/analytics/profitability?by=service&${range(365, 0)}`,
      ),
    );
    rows.push(await payAtOnce(call));
    report('money', rows, { invoices: size, customers, calls: CALLS });
  } finally {
    await product.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

type Call = (path: string, init?: RequestInit) => Promise<Response>;

/** The read models are built on the first start; until then the call says that it is not consistent, or 503. */
async function untilBuilt(call: Call): Promise<void> {
  for (;;) {
    const response = await call('/api/invoices?limit=1');
    await response.arrayBuffer();
    if (response.ok && !response.headers.has('x-consistent')) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function range(firstAgo: number, lastAgo: number): string {
  return `startDate=${addDays(today, -firstAgo)}&endDate=${addDays(today, -lastAgo)}`;
}

function anyRange(below: (limit: number) => number): string {
  const [one, other] = [below(DAYS), below(DAYS)];
  return range(Math.max(one, other), Math.min(one, other));
}

async function timed(what: string, call: Call, next: () => string): Promise<Row> {
  const times: number[] = [];
  for (let count = -20; count < CALLS; count++) {
    const path = next();
    const startedAt = performance.now();
    const response = await call(path);
    await response.arrayBuffer();
    if (count >= 0) times.push(performance.now() - startedAt);
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  }
  return { what, ...spread(times) };
}

function spread(times: readonly number[]): Row {
  const at = (share: number) => round(percentile(times, share), 1);
  return { 'p50, ms': at(0.5), 'p95, ms': at(0.95), 'worst, ms': at(1) };
}

/** Payments on one open invoice, a dollar each: all of them must count. */
async function payAtOnce(call: Call): Promise<Row> {
  const open = (await (await call('/api/invoices?limit=1&status=pending&sort=-dueDate')).json()) as { id: string }[];
  const path = `/api/invoices/${open[0]?.id}/payments`;
  const times = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, number) => {
      const startedAt = performance.now();
      const response = await call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `bench-payment-${number}` },
        body: JSON.stringify({
          amount: '1.00',
          paymentMethod: 'cash',
          transactionId: `at-once-${number}`,
          processedDate: today,
        }),
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return performance.now() - startedAt;
    }),
  );
  const paid = (await (await call(path)).json()) as unknown[];
  if (paid.length !== AT_ONCE) throw new Error(`${paid.length} of ${AT_ONCE} payments count.`);
  return { what: `each of ${AT_ONCE} payments of one invoice at once`, ...spread(times) };
}
