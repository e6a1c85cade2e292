import { open } from 'node:fs/promises';
import { isAsWritten, type LogRow, openLog } from './log/schema.ts';
import type { StateRow } from './snapshot.ts';
import { checkpoint, inTransaction } from './sqlite.ts';
import { StateWriter } from './state-writer.ts';

/** What log or state is to be made of cannot be stored as it is. */
export class CannotRemake extends Error {}

/** New, and not taken as expired, whatever the time. */
const AS_IT_WAS = { kind: 'put', id: 0, expected: 'none', scrub: false, now: 0 } as const;

/** Makes state.db of rows; it is on the disk on return. @throws CannotRemake */
export async function remakeState(path: string, pages: AsyncIterable<readonly StateRow[]>): Promise<void> {
  const writer = new StateWriter(path, false);
  try {
    for await (const rows of pages) {
      const outcomes = writer.apply(
        rows.map(({ key, value, version, expires_at: expiresAt }) => ({
          key,
          value,
          version,
          expiresAt,
          ...AS_IT_WAS,
        })),
      );
      if (outcomes.some((each) => each.kind !== 'state' || !each.changed))
        throw new CannotRemake('A record of the state comes twice.');
      writer.checkpointWhenDue();
    }
  } finally {
    writer.close();
  }
  await synced(path);
}

/** Makes log.db of rows; it is on the disk on return. @returns how many events it has @throws CannotRemake, or SQLite's error */
export async function remakeLog(path: string, pages: AsyncIterable<readonly LogRow[]>): Promise<number> {
  const db = openLog(path, false);
  let events = 0;
  try {
    const insert = db.prepare(`
      INSERT INTO events (position, stream, revision, id, type, data, metadata, checksum)
      VALUES (:position, :stream, :revision, :id, :type, :data, :metadata, :checksum)`);
    for await (const rows of pages) {
      if (!rows.every(isAsWritten)) throw new CannotRemake('An event is not as it was written.');
      inTransaction(db, () => {
        for (const row of rows) insert.run({ ...row });
      });
      checkpoint(db, 'TRUNCATE');
      events += rows.length;
    }
  } finally {
    db.close();
  }
  await synced(path);
  return events;
}

async function synced(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
