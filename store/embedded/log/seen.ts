import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DataFolder } from '../folder/data-folder.ts';
import { look } from '../folder/look.ts';
import { isContentDamage, unreadable } from '../folder/unreadable.ts';
import { readCheckpoint } from '../read-models/commit.ts';
import { Connection } from '../read-models/connection.ts';
import { RESTORE } from '../restore-words.ts';
import { type LogMark, parseMark, readFilesMark, STATE_MARK } from './mark.ts';

/** How far one part of the data folder has seen the log. */
export interface Seen extends LogMark {
  /** Its name in the data folder. */
  where: string;
}

const READ_MODELS = /^read-models-[a-zA-Z0-9_-]+\.db$/;

/**
 * How far state, read models and files have seen the log, by their own account. Read models that cannot be read are
 * skipped: they are rebuilt anyway.
 * @throws if state.db is damaged or cannot be read
 */
export function readSeen({ folder, state, files }: DataFolder): Seen[] {
  const ofState = seenByState(state);
  const ofFiles = readFilesMark(files);
  return [
    ...(ofState ? [{ where: basename(state), ...ofState }] : []),
    ...readdirSync(folder)
      .filter((name) => READ_MODELS.test(name))
      .flatMap((where) => seenByReadModels(join(folder, where)).map((mark) => ({ where, ...mark }))),
    ...(ofFiles ? [{ where: basename(files), ...ofFiles }] : []),
  ];
}

function seenByState(path: string): LogMark | null {
  try {
    const value = look(path, (db) => db.prepare('SELECT value FROM records WHERE key = ?').get(STATE_MARK)?.['value']);
    return typeof value === 'string' ? parseMark(value) : null;
  } catch (cause) {
    const { message } = cause as Error;
    if (message.startsWith('no such table')) return null;
    if (!isContentDamage(cause)) throw unreadable(path, cause);
    throw new Error(
      `${path} is damaged (${message}). It holds people's keys, without which the history cannot be read. Restore the newest backup: ${RESTORE}. Of a mere copy of the files put log.db and state.db back, without the files named -wal and -shm next to them. Nothing was changed.`,
      { cause },
    );
  }
}

function seenByReadModels(path: string): LogMark[] {
  try {
    const checkpoint = look(path, (db) => readCheckpoint(new Connection(db)));
    return checkpoint ? [{ position: checkpoint.position, eventId: checkpoint.eventId, at: null }] : [];
  } catch {
    return [];
  }
}
