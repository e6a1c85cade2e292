import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkedCollections } from '../../projections/engine/links.ts';
import { withSales } from './support/linked-sales.ts';
import { makeCompany } from './support/make-company.ts';
import { type Row, report, round } from './support/report.ts';

// npm run bench:rebuild [-- SIZE …]: all embedded read models, and one more that links to another, from logs of so many
// events, each in a process of its own, beside reading and parsing the same log and nothing else. Then, from the first of
// the logs of 100,000 events or more, what each read model costs alone: over reading and decoding the log for none.

const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(10_000, 100_000, 1_000_000);

interface Run {
  ms: number;
  events: number;
  peakMiB: number;
  /** Of the processor, in all threads. */
  cpuMs: number;
  /** Of the processor, in the thread that builds. */
  threadMs: number;
}

const COSTS_FROM = 100_000;
/** Of so many rebuilds the one that took least counts. */
const ROUNDS = 2;

const rows = [];
const costs: Row[] = [];
for (const size of sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
  try {
    await makeCompany(folder, size);
    const limit = run('support/parse-once.ts', folder);
    const rebuilt = run('support/rebuild-once.ts', folder, 'ahead');
    const perEvent = ({ events }: Run, ms: number) => round((ms / events) * 1000, 2);
    if (size >= COSTS_FROM && costs.length === 0) costs.push(...costsOf(folder));
    rows.push({
      events: rebuilt.events,
      'rebuild, s': round(rebuilt.ms / 1000, 2),
      'events/s': round((rebuilt.events / rebuilt.ms) * 1000),
      'peak, MiB': round(rebuilt.peakMiB),
      'SELECT + JSON.parse, events/s': round((limit.events / limit.ms) * 1000),
      'of that limit': round(limit.ms / rebuilt.ms, 2),
      'processor, µs per event': perEvent(rebuilt, rebuilt.cpuMs),
      'of the thread that builds': perEvent(rebuilt, rebuilt.threadMs),
      'of SELECT + JSON.parse': perEvent(limit, limit.cpuMs),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.table(costs);
report('rebuild', rows, { costs });

function costsOf(of: string): Row[] {
  const least = (names: string) =>
    Math.min(...Array.from({ length: ROUNDS }, () => run('support/rebuild-once.ts', of, 'alone', names).cpuMs));
  const { events } = run('support/rebuild-once.ts', of, 'alone', '');
  const none = least('');
  const row = (what: string, ms: number): Row => ({
    what,
    'ms of the processor': round(ms),
    'µs per event': round((ms / events) * 1000, 2),
  });
  const each = withSales.map((projection) => {
    // What it links to is needed, and is none of its cost.
    const targets = [...linkedCollections([projection])].join();
    const base = targets === '' ? none : least(targets);
    return row(projection.name, least([projection.name, targets].join()) - base);
  });
  return [row('reading and decoding', none), ...each];
}

function run(script: string, folder: string, ...more: string[]): Run {
  const file = new URL(script, import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, folder, ...more], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`);
  return JSON.parse(stdout) as Run;
}
