import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { takeBackup } from '../../platform/backup/backup.ts';
import { restoreBackup } from '../../platform/backup/restore.ts';
import { parseConfig } from '../../platform/configuration/config.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { dataFolder } from '../../store/embedded/folder/data-folder.ts';
import { takeSnapshot } from '../../store/embedded/snapshot.ts';
import { makeCompany } from './support/make-company.ts';
import { report, round } from './support/report.ts';
import { spent } from './support/spent.ts';

// npm run bench:backup [-- EVENTS]: the first backup of a long history, the next one, and a restore with its proof, beside a bare
// copy of the log by SQLite. None has photos: what they take is the disk's.

const EVENTS = Number(process.argv[2] ?? 1_000_000);
const PASSPHRASE = 'a passphrase of the bench';

const root = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
const data = join(root, 'data');
const folder = join(root, 'backups');
try {
  await makeCompany(data, EVENTS);
  const config = parseConfig({ DATA_DIR: data });
  const written: number[] = [];
  const backup = async () => {
    const taken = await takeBackup({ config, folder, passphrase: PASSPHRASE, keep: 14, clock: systemClock });
    written.push(round(taken.written / 1e6, 1));
  };
  const rows = [
    { what: 'bare copy of log.db', ...(await spent(async () => bareCopy())) },
    {
      what: 'state, while it is held',
      ...(await spent(async () => takeSnapshot(dataFolder(data), systemClock).close())),
    },
    { what: 'first backup', ...(await spent(backup)) },
    { what: 'next backup', ...(await spent(backup)) },
    {
      what: 'restore and proof',
      ...(await spent(async () => {
        const { signal } = new AbortController();
        const wanted = { folder, passphrase: PASSPHRASE, which: 1, into: join(root, 'restored'), isProofWaived: false };
        const { isThere } = await restoreBackup({ ...wanted, clock: systemClock, signal });
        if (!isThere) throw new Error('What was restored is not whole.');
      })),
    },
  ];
  report('backup', rows, {
    events: EVENTS,
    'written, MB': written,
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
  });
} finally {
  rmSync(root, { recursive: true, force: true });
}

function bareCopy(): void {
  const db = new DatabaseSync(join(data, 'log.db'), { readOnly: true });
  db.exec(`VACUUM INTO '${join(root, 'copy.db')}'`);
  db.close();
}
