import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startProcess, startProduct } from './support/processes.ts';
import { median, report, round } from './support/report.ts';

// npm run bench:commands [-- SECONDS ROUNDS]: POST /api/leads, signed in, 32 connections, against a bare Fastify route
// with the same zod body that inserts one row durably; in turn, in the same run.

const seconds = Number(process.argv[2] ?? 8);
const rounds = Number(process.argv[3] ?? 3);
const CONNECTIONS = 32;
const LEAD = {
  name: 'Oak over the garage',
  email: 'oak@example.com',
  phone: '(555) 010-1234',
  address: '12 Mill Lane, Amherst, MA 01002',
  leadSource: 'Referral',
  estimatedValue: '1200.00',
  description: 'Large limb over the roof, wants it down before the winter storms',
  notes: '',
  status: 'New',
};

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
const product = await startProduct(join(folder, 'product'));
const baseline = await startProcess('support/bare-route.ts', [join(folder, 'bare.db')]);
try {
  const cookie = await product.signIn();
  const targets = [
    { name: 'bare route, one durable insert', url: `${baseline.url}/leads`, headers: {} },
    { name: 'POST /api/leads', url: `${product.url}/api/leads`, headers: { cookie } },
  ];
  const results = targets.map(() => [] as { rate: number; p50: number; p99: number; failed: number }[]);
  for (const target of targets) await load(target, 2);
  for (let round = 0; round < rounds; round++) {
    for (const [index, target] of targets.entries()) results[index]?.push(await load(target, seconds));
  }
  const rows = targets.map(({ name }, index) => {
    const of = results[index] ?? [];
    return {
      route: name,
      'requests/s': round(median(of.map((each) => each.rate))),
      'p50, ms': median(of.map((each) => each.p50)),
      'p99, ms': median(of.map((each) => each.p99)),
      failed: of.reduce((sum, each) => sum + each.failed, 0),
    };
  });
  const ratio = round(median((results[1] ?? []).map((each, index) => each.rate / (results[0]?.[index]?.rate ?? 0))), 2);
  report('commands', rows, { ratio, connections: CONNECTIONS, seconds, rounds });
} finally {
  await product.stop();
  await baseline.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function load({ url, headers }: { url: string; headers: Record<string, string> }, duration: number) {
  const result = await autocannon({
    url,
    method: 'POST',
    connections: CONNECTIONS,
    duration,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(LEAD),
  });
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
