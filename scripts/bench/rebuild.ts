import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkedCollections } from '../../projections/engine/links.ts';
import { projections } from '../../projections/index.ts';
import { makeCompany } from './support/make-company.ts';
import { type Row, report, round } from './support/report.ts';

// npm run bench:rebuild [-- SIZE …]: rebuilds all embedded read models from logs of that many events, each in a process
// of its own, beside only reading and parsing the same log, and beside making them as of now through the filter of an
// instant. Then, from the first log of 100,000 events or more, what
// each read model costs alone, beyond reading and decoding the log for none.

const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(10_000, 100_000, 1_000_000);

interface Run {
  ms: number;
  events: number;
  peakMiB: number;
  /** CPU time, over all threads. */
  cpuMs: number;
  /** CPU time of the building thread. */
  threadMs: number;
}

const COSTS_FROM = 100_000;
/** The fastest of this many rebuilds counts. */
const ROUNDS = 2;

const rows = [];
const costs: Row[] = [];
for (const size of sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
  try {
    await makeCompany(folder, size);
    const limit = run('support/parse-once.ts', folder);
    const rebuilt = run('support/rebuild-once.ts', folder, 'ahead');
    const replayed = run('support/replay-once.ts', folder, new Date().toISOString());
    const perEvent = ({ events }: Run, ms: number) => round((ms / events) * 1000, 2);
    if (size >= COSTS_FROM && costs.length === 0) costs.push(...costsOf(folder));
    rows.push({
      events: rebuilt.events,
      'rebuild, s': round(rebuilt.ms / 1000, 2),
      'events/s': round((rebuilt.events / rebuilt.ms) * 1000),
      'peak, MiB': round(rebuilt.peakMiB),
      'replay, s': round(replayed.ms / 1000, 2),
      'its peak, MiB': round(replayed.peakMiB),
      'its processor, µs per event': perEvent(replayed, replayed.cpuMs),
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
  const each = projections.map((projection) => {
    // What it links to is needed, but is not part of its cost.
    const targets = [...linkedCollections([projection])].join();
    const base = targets === '' ? none : least(targets);
    // What it adds to another is part of its cost; only the journal is added to.
    const added = projection.adds ? 'journal' : '';
    return row(projection.name, least([projection.name, targets, added].join()) - base);
  });
  return [row('reading and decoding', none), ...each];
}

function run(script: string, folder: string, ...more: string[]): Run {
  const file = new URL(script, import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, folder, ...more], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`);
  return JSON.parse(stdout) as Run;
}
