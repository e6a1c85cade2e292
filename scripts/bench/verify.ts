import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseConfig } from '../../platform/configuration/config.ts';
import { createProofs } from '../../platform/proof/proofs.ts';
import { givenKey, readAnchor } from '../../platform/proof/verify/anchors.ts';
import { openToVerify } from '../../platform/proof/verify/open.ts';
import { verifyLog } from '../../platform/proof/verify/verify.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { makeCompany, withStores } from './support/make-company.ts';
import { report, round } from './support/report.ts';
import { spent } from './support/spent.ts';

// npm run bench:verify [-- EVENTS]: verifying a long log against a checkpoint that was kept elsewhere, beside a bare read of the
// same rows and one SHA-256 over each, in turn in the same run. Making the company, whose tree is hashed in small steps
// with rests, takes many times as long.

const EVENTS = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 3;

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
try {
  await makeCompany(folder, EVENTS);
  const handed = await withStores(folder, async ({ log, state }) => {
    const proofs = createProofs(log, state, systemClock);
    return { note: (await proofs.checkpoint('asked')).note, key: await proofs.verifierKey() };
  });
  const rows = [];
  for (let turn = 1; turn <= ROUNDS; turn++) {
    const bare = await spent(readBare);
    const verified = await spent(() => verify(handed));
    rows.push({
      round: turn,
      'bare read and hash, s': bare.seconds,
      'verify, s': verified.seconds,
      'of the bare': round(verified.seconds / bare.seconds, 2),
      'processor of the bare, s': bare.processor,
      'processor of verify, s': verified.processor,
    });
  }
  report('verify', rows, { events: EVENTS, peakMiB: Math.round(process.resourceUsage().maxRSS / 1024) });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function verify({ note, key }: { note: string; key: string }): Promise<void> {
  const opened = await openToVerify(parseConfig({ DATA_DIR: folder }), systemClock);
  const given = givenKey({ name: 'key', text: key });
  const anchor = readAnchor({ name: 'anchor', text: note }, { given, kept: opened.kept.proof });
  const { isWhole, events } = await verifyLog(opened.log, opened.kept, [anchor]);
  await opened.close();
  if (!isWhole || events < EVENTS) throw new Error('The log of the bench is not whole.');
}

/** The same rows, and each of them hashed once. */
async function readBare(): Promise<void> {
  const db = new DatabaseSync(join(folder, 'log.db'), { readOnly: true });
  const rows = db.prepare('SELECT * FROM events NOT INDEXED ORDER BY position').iterate() as Iterable<unknown>;
  for (const row of rows) {
    const { position, stream, revision, id, type, data, metadata } = row as Record<string, string>;
    hash('sha256', `${position}\n${stream}\n${revision}\n${id}\n${type}\n${metadata}\n${data}`, 'buffer');
  }
  db.close();
}
