import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseConfig } from '../../platform/configuration/config.ts';
import { importArchive } from '../archive/import.ts';
import { archive } from '../archive/run.ts';
import { makeCompany } from './support/make-company.ts';
import { report } from './support/report.ts';
import { spent } from './support/spent.ts';

// npm run bench:archive [-- EVENTS]: an archive of a long history and its import into a new folder, beside a bare read of the same
// rows written as lines of JSON.

const EVENTS = Number(process.argv[2] ?? 1_000_000);

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
const running = { print() {}, signal: new AbortController().signal };
const config = (name: string) => parseConfig({ DATA_DIR: join(folder, name) });
try {
  await makeCompany(join(folder, 'source'), EVENTS);
  const made = join(folder, 'archive');
  const rows = [
    await row('bare read as lines', async () => readBare()),
    await row('archive', () => archive(config('source'), made, running)),
    await row('import', () => importArchive(config('target'), made, running)),
  ];
  report('archive', rows, { events: EVENTS });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function readBare(): void {
  const db = new DatabaseSync(join(folder, 'source/log.db'), { readOnly: true });
  let characters = 0;
  for (const row of db.prepare('SELECT * FROM events ORDER BY position').iterate())
    characters += JSON.stringify(row).length;
  db.close();
  if (characters === 0) throw new Error('The bench has no events.');
}

async function row(what: string, work: () => Promise<unknown>) {
  const { seconds, processor } = await spent(work);
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  return { what, seconds, 'processor, s': processor, 'peak of all so far, MiB': peak };
}
