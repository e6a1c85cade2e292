import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

// Reads a whole log and parses its JSON, and nothing else: no rebuild can be faster.

const folder = process.argv[2] as string;
const database = new DatabaseSync(join(folder, 'log.db'), { readOnly: true });
const page = database.prepare(
  'SELECT position, data, metadata FROM events WHERE position > ? ORDER BY position LIMIT 20000',
);
const before = process.cpuUsage();
const startedAt = performance.now();
let events = 0;
for (let after = 0; ; ) {
  const rows = page.all(after) as { position: number; data: string; metadata: string }[];
  for (const row of rows) {
    JSON.parse(row.data);
    JSON.parse(row.metadata);
  }
  events += rows.length;
  if (rows.length === 0) break;
  after = rows.at(-1)?.position ?? 0;
}
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(before);
const cpuMs = (user + system) / 1000;
const { maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ ms, cpuMs, events, peakMiB: maxRSS / 1024 }));
