import type { DatabaseSync } from 'node:sqlite';
import { START } from '../../event-store.ts';
import { look } from '../folder/look.ts';
import { BrokenContent } from '../folder/unreadable.ts';
import { versionOf } from '../sqlite.ts';
import { type LogMark, recordedAt } from './mark.ts';
import { toPlace, toPosition } from './position.ts';
import { LOG_VERSION } from './schema.ts';

/** How many events at the end of the log are checked more closely before a start: some milliseconds. */
const LAST_EVENTS = 500;

/** What a log was found to hold before anything is written to it. */
export interface LogFound<Mark extends LogMark> {
  /** The last event; null if the log has none. */
  last: LogMark | null;
  /** The marks whose event the log does not hold. */
  missing: readonly Mark[];
}

/**
 * Checks whether a log can be read and holds what others have seen of it. It does not read the whole log: a long one
 * would take minutes.
 * @throws if it cannot be read, or its last events are not where they belong
 */
export function lookAtLog<Mark extends LogMark>(path: string, marks: readonly Mark[]): LogFound<Mark> {
  const found = look(path, (db) => {
    const version = versionOf(db);
    if (version === 0) return null;
    if (version > LOG_VERSION) throw new Error(`${path} was made by a newer version of Heartwood.`);
    const last = lastEvent(db);
    if (last) requireEnd(db, toPlace(last.position) ?? 0);
    const idAt = db.prepare('SELECT id FROM events WHERE position = ?');
    const isHeld = ({ position, eventId }: LogMark) => {
      const place = toPlace(position);
      return place === 0 || (place !== null && idAt.get(place)?.['id'] === eventId);
    };
    return { last, missing: marks.filter((mark) => !isHeld(mark)) };
  });
  return found ?? { last: null, missing: marks.filter(({ position }) => position !== START) };
}

function lastEvent(db: DatabaseSync): LogMark | null {
  const row = db.prepare('SELECT position, id, metadata FROM events ORDER BY position DESC LIMIT 1').get();
  if (!row) return null;
  const { position, id, metadata } = row as { position: number; id: string; metadata: string };
  return { position: toPosition(position), eventId: id, at: recordedAt(metadata) };
}

/** Each of the last events must follow the one before, and be found by its stream and revision. */
function requireEnd(db: DatabaseSync, head: number): void {
  const rows = db.prepare(
    'SELECT position, stream, revision FROM events NOT INDEXED WHERE position > ? ORDER BY position',
  );
  const byRevision = db.prepare('SELECT position FROM events WHERE stream = ? AND revision = ?');
  let expected = Math.max(0, head - LAST_EVENTS);
  for (const row of rows.iterate(expected) as Iterable<unknown>) {
    const { position, stream, revision } = row as { position: number; stream: string; revision: number };
    expected += 1;
    if (position !== expected) throw new BrokenContent(`the event at position ${toPosition(expected)} is missing`);
    if (byRevision.get(stream, revision)?.['position'] !== position)
      throw new BrokenContent(`the event at position ${toPosition(position)} is not in its index`);
  }
}
