import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeMore } from './support/company-log.ts';
import { makeCompany, markSeen, withStores } from './support/make-company.ts';
import { startProcess, startProduct } from './support/processes.ts';
import { median, report, round } from './support/report.ts';

// npm run bench:start [-- EVENTS BEHIND ROUNDS]: from the start of the process until it answers a request for 50 leads
// with `x-min-position` at the head of the log; with the read models up to date, and with them that many events behind.

const events = Number(process.argv[2] ?? 1_000_000);
const behind = Number(process.argv[3] ?? 50_000);
const rounds = Number(process.argv[4] ?? 3);

const root = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
const current = join(root, 'current');
const late = join(root, 'late');
try {
  await makeCompany(current, events);
  // The first start builds the read models and makes the owner; its session is used for all later ones.
  const first = await startProduct(current);
  const cookie = await first.signIn();
  await untilListed(first.url, cookie, await head(first.url, cookie));
  await first.stop();

  const rows = [await measure('bare: a script that only listens', () => bare())];
  rows.push(await measure('read models current', () => timeToList(current, cookie)));
  await withStores(current, async (stores) => {
    await writeMore(stores.log, events, behind);
    await markSeen(stores);
  });
  const behindRow = await measure(`read models ${behind} events behind`, async () => {
    cpSync(current, late, { recursive: true });
    const ms = await timeToList(late, cookie);
    rmSync(late, { recursive: true });
    return ms;
  });
  report('start', [...rows, behindRow], { events, behind, rounds });
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function measure(what: string, once: () => Promise<number>) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await once());
  return { what, 'median, s': round(median(times) / 1000, 2), 'worst, s': round(Math.max(...times) / 1000, 2) };
}

async function bare(): Promise<number> {
  const startedAt = performance.now();
  const running = await startProcess('support/bare-route.ts', [join(root, 'bare.db')]);
  const ms = performance.now() - startedAt;
  await running.stop();
  rmSync(join(root, 'bare.db'));
  return ms;
}

async function timeToList(folder: string, cookie: string): Promise<number> {
  const startedAt = performance.now();
  const product = await startProduct(folder);
  await untilListed(product.url, cookie, await head(product.url, cookie));
  const ms = performance.now() - startedAt;
  await product.stop();
  return ms;
}

async function head(url: string, cookie: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${url}/api/health`, { headers: { cookie } });
    const { head: position } = (await response.json()) as { head?: string };
    if (position !== undefined) return position;
  }
}

async function untilListed(url: string, cookie: string, position: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/api/leads-working?limit=50`, {
      headers: { cookie, 'x-min-position': position },
    });
    const listed = (await response.json()) as unknown[];
    if (response.status === 200 && response.headers.get('x-consistent') === 'true' && listed.length === 50) return;
  }
}
