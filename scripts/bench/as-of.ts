import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCompany } from './support/make-company.ts';
import { report, round } from './support/report.ts';

// npm run bench:as-of [-- SIZE …]: what it takes to look at earlier moments of a log of that many events. Of its versions: making
// them, then 40 random moments, half of them instants and half positions, each with a first list and then the first pages of
// all lists, their counts and searches. Beside making one moment as a whole, in the same run.

const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(100_000, 1_000_000);

interface Asked {
  madeMs: number;
  cpuMs: number;
  /** MiB. */
  beside: { making: number; asking: number };
  first: { p50: number; max: number };
  next: { count: number; p50: number; p99: number; max: number };
  worst: { ms: number; what: string };
  bytes: number;
}

const rows = [];
for (const size of sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
  try {
    await makeCompany(folder, size);
    run('support/rebuild-once.ts', folder, 'ahead');
    const whole = run('support/replay-once.ts', folder, new Date().toISOString()) as unknown as { ms: number };
    // Those that are made in one process are asked in another, as after a restart.
    const made = run('support/as-of-once.ts', folder) as unknown as Asked;
    const asked = run('support/as-of-once.ts', folder) as unknown as Asked;
    rows.push({
      events: size,
      'as a whole, s': round(whole.ms / 1000, 1),
      'making versions, s': round(made.madeMs / 1000, 1),
      'of the processor, µs per event': round((made.cpuMs / size) * 1000),
      'memory for that, MiB': round(made.beside.making),
      'on disk, MiB': round(asked.bytes / 1024 / 1024),
      'first list, ms': `${round(asked.first.p50)} (max ${round(asked.first.max)})`,
      'next lists, ms': `${round(asked.next.p50, 1)} (p99 ${round(asked.next.p99)}, max ${round(asked.next.max)})`,
      slowest: asked.worst.what,
      'memory, MiB': round(asked.beside.asking),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
report('as-of', rows);

function run(script: string, folder: string, ...more: string[]): Record<string, unknown> {
  const file = new URL(script, import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, folder, ...more], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}
