import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONNECTIONS, LEAD, load, type Measured, type Target } from './support/load.ts';
import { startProcess, startProduct } from './support/processes.ts';
import { median, report, round } from './support/report.ts';

// npm run bench:commands [-- SECONDS ROUNDS]: POST /api/leads, signed in, over 32 connections, against two Fastify
// routes with the same zod body, in turn in the same run: one that inserts one row durably, and one that does what an
// ordinary product does for the same features; and against POST /api/jobs, where each takes a number. What counts are
// the ratios within each round, and the CPU time of a request.

const seconds = Number(process.argv[2] ?? 5);
const rounds = Number(process.argv[3] ?? 5);
const JOB = {
  title: LEAD.name,
  address: LEAD.address,
  serviceType: 'tree_removal',
  priority: 'high',
  estimatedDuration: 6,
  amount: LEAD.estimatedValue,
  description: LEAD.description,
};

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
const bare = await startProcess('support/bare-route.ts', [join(folder, 'bare.db')]);
const ordinary = await startProcess('support/ordinary-route.ts', [join(folder, 'ordinary.db')]);
const product = await startProduct(join(folder, 'product'));
try {
  const cookie = await product.signIn();
  const targets: (Target & { name: string })[] = [
    { name: 'bare route, one durable insert', of: bare, path: '/leads', cookie: '' },
    { name: 'ordinary product', of: ordinary, path: '/leads', cookie: ordinary.said[0] ?? '' },
    { name: 'POST /api/leads', of: product, path: '/api/leads', cookie },
    { name: 'POST /api/jobs', of: product, path: '/api/jobs', cookie, body: JOB },
  ];
  for (const target of targets) await load(target, 2);
  const results: Measured[][] = [];
  for (let round = 0; round < rounds; round++) {
    const inTurn: Measured[] = [];
    for (const target of targets) inTurn.push(await load(target, seconds));
    results.push(inTurn);
  }
  const rows = targets.map(({ name }, index) => {
    const each = results.map((round) => round[index] as Measured);
    return {
      route: name,
      'requests/s': round(median(each.map(({ rate }) => rate))),
      'p50, ms': median(each.map(({ p50 }) => p50)),
      'p99, ms': median(each.map(({ p99 }) => p99)),
      'processor, µs': round(Math.min(...each.map(({ microseconds }) => microseconds))),
      failed: each.reduce((sum, { failed }) => sum + failed, 0),
    };
  });
  report('commands', rows, {
    toBare: ratiosTo(0, results),
    toOrdinary: ratiosTo(1, results),
    jobsToLeads: round(median(results.map(([, , leads, jobs]) => (jobs?.p99 ?? 0) / (leads?.p99 ?? 1))), 2),
    connections: CONNECTIONS,
    seconds,
    rounds,
  });
} finally {
  for (const each of [product, ordinary, bare]) await each.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Ratio of the product's requests per second to another's, over the rounds. */
function ratiosTo(index: number, results: readonly Measured[][]): { median: number; least: number; most: number } {
  const ratios = results.map((inTurn) => (inTurn[2]?.rate ?? 0) / (inTurn[index]?.rate ?? 0));
  return {
    median: round(median(ratios), 2),
    least: round(Math.min(...ratios), 2),
    most: round(Math.max(...ratios), 2),
  };
}
