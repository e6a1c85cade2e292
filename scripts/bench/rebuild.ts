import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCompany } from './support/make-company.ts';
import { report, round } from './support/report.ts';

// npm run bench:rebuild [-- SIZE …]: all embedded read models from logs of so many events, each in a process of its own,
// beside reading and parsing the same log and nothing else.

const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(10_000, 100_000, 1_000_000);

interface Run {
  ms: number;
  events: number;
  peakMiB: number;
}

const rows = [];
for (const size of sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
  try {
    await makeCompany(folder, size);
    const limit = run('support/parse-once.ts', folder);
    const rebuilt = run('support/rebuild-once.ts', folder);
    rows.push({
      events: rebuilt.events,
      'rebuild, s': round(rebuilt.ms / 1000, 2),
      'events/s': round((rebuilt.events / rebuilt.ms) * 1000),
      'peak, MiB': round(rebuilt.peakMiB),
      'SELECT + JSON.parse, events/s': round((limit.events / limit.ms) * 1000),
      'of that limit': round(limit.ms / rebuilt.ms, 2),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
report('rebuild', rows);

function run(script: string, folder: string): Run {
  const file = new URL(script, import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`);
  return JSON.parse(stdout) as Run;
}
