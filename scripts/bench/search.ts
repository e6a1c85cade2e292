import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBareSearch } from './support/bare-search.ts';
import { benchCustomer, writeCustomers } from './support/customers-log.ts';
import { markSeen, withStores } from './support/make-company.ts';
import { startProduct } from './support/processes.ts';
import { createRandom } from './support/random.ts';
import { percentile, report, round } from './support/report.ts';

// npm run bench:search [-- SIZE …]: GET /api/customers?search=…&limit=50 over HTTP, one after another, for terms cut
// from random customers, beside a LIKE scan of a bare table of the same customers in this process.

const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(50_000, 1_000_000);
const SEARCHES = 1_000;
/** A scan of a million rows is slow, and each takes as long as the next. */
const SCANS = 100;
const FIELDS = ['firstName', 'lastName', 'email', 'phone', 'address'] as const;

const rows = [];
for (const size of sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
  try {
    const data = join(folder, 'product');
    await withStores(data, async (stores) => {
      await writeCustomers(stores.log, size);
      await markSeen(stores);
    });
    const terms = termsOf(size);
    rows.push({ customers: size, search: 'GET /api/customers', ...figures(await searchProduct(data, terms)) });
    rows.push({ customers: size, search: 'bare LIKE', ...figures(searchBare(join(folder, 'bare.db'), size, terms)) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
report('search', rows, { searches: SEARCHES, scans: SCANS });

/** Pieces of 4 to 12 characters from a field of random customers, as typed by somebody who remembers a part. */
function termsOf(size: number): string[] {
  const random = createRandom(17);
  return Array.from({ length: SEARCHES }, () => {
    const text = benchCustomer(random.below(size))[random.pick(FIELDS)] ?? '';
    const length = Math.min(text.length, 4 + random.below(9));
    const start = random.below(text.length - length + 1);
    return text.slice(start, start + length);
  });
}

async function searchProduct(folder: string, terms: readonly string[]): Promise<number[]> {
  const product = await startProduct(folder);
  try {
    const headers = { cookie: await product.signIn() };
    const find = async (text: string) => {
      const query = new URLSearchParams({ search: text, limit: '50' });
      const response = await fetch(`${product.url}/api/customers?${query}`, { headers });
      await response.text();
      return response;
    };
    // The read models are built on the first start; until then the call says that it is not consistent, or 503.
    for (
      let response = await find('');
      !response.ok || response.headers.has('x-consistent');
      response = await find('')
    ) {
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    for (const term of terms.slice(0, 100)) await find(term);
    const times: number[] = [];
    for (const term of terms) {
      const startedAt = performance.now();
      const { status } = await find(term);
      if (status !== 200) throw new Error(`The search for ${term} answered ${status}.`);
      times.push(performance.now() - startedAt);
    }
    return times;
  } finally {
    await product.stop();
  }
}

function searchBare(file: string, size: number, terms: readonly string[]): number[] {
  const bare = openBareSearch(file, size);
  const times = terms.slice(0, SCANS).map((term) => {
    const startedAt = performance.now();
    bare.search(term);
    return performance.now() - startedAt;
  });
  bare.close();
  return times;
}

/** In milliseconds. */
function figures(times: readonly number[]): Record<string, number> {
  const at = (share: number) => round(percentile(times, share), 1);
  return { 'p50, ms': at(0.5), 'p95, ms': at(0.95), 'p99, ms': at(0.99), 'worst, ms': at(1) };
}
