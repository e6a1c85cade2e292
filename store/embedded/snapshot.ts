import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { type Beside, lookBeside, openBeside, wasOpenedSince } from './folder/beside.ts';
import type { DataFolder } from './folder/data-folder.ts';
import { LogInspection } from './log/inspection.ts';
import type { LogRow } from './log/schema.ts';

/** Events on one page. Pages begin at the same positions each time, so that all but the last are the same. */
const PAGE_EVENTS = 1_024;
/** Records of the state on one page, about: where one ends follows from the keys, so that a new record changes one page. */
const PAGE_RECORDS = 1_024;
/** Each look takes some 100 µs, in which a busy company may append. */
const MOST_LOOKS = 100_000;

/** A record of the state as it is stored. */
export interface StateRow {
  key: string;
  version: string;
  expires_at: number | null;
  value: string;
}

/** Log and state at one moment, read beside whoever writes them: nothing is changed. */
export interface Snapshot {
  /** ISO UTC. */
  takenAt: string;
  /** The first and the last position. */
  bounds: { first: number; last: number };
  /** The state's rows by their keys, in pages, each row as a line of JSON. */
  state: readonly string[];
  /** The log's rows, in pages. They are read only now, as rows do not change. */
  log(): Generator<readonly LogRow[]>;
  rowAt(position: number): LogRow | null;
  /** Whether somebody opened files that nobody had open: what was read counts for nothing. */
  isStale(): boolean;
  close(): void;
}

/**
 * Takes log and state as a `kill -9` would leave them: the state, and the log of the same moment, as no event came while the
 * state was looked at. So the state has the key of every event, and has seen none that is not there.
 * @param now milliseconds since 1970
 * @throws SQLite's error, or an Error if there is no event
 */
export function takeSnapshot({ log: logPath, state: statePath }: DataFolder, now: () => number): Snapshot {
  const [ofLog, ofState] = [lookBeside(logPath), lookBeside(statePath)];
  const log = new LogInspection(ofLog);
  try {
    const { bounds, state, takenAt } = stateAt(log, ofState, now);
    const rows = log.rows();
    return {
      takenAt,
      bounds,
      state,
      *log() {
        for (let from = bounds.first; from <= bounds.last; ) {
          const to = Math.min((Math.floor(from / PAGE_EVENTS) + 1) * PAGE_EVENTS - 1, bounds.last);
          const page = rows(from, to, PAGE_EVENTS);
          if (page.length > 0) yield page;
          from = to + 1;
        }
      },
      rowAt: (position) => rows(position, position, 1)[0] ?? null,
      isStale: () => wasOpenedSince(ofLog) || wasOpenedSince(ofState),
      close: () => log.close(),
    };
  } catch (cause) {
    log.close();
    throw cause;
  }
}

/** The state at a moment at which no event came. It is held only while it is read: else nothing in it could be scrubbed. */
function stateAt(log: LogInspection, file: Beside, now: () => number) {
  const db = openBeside(file);
  try {
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const bounds = log.bounds();
      if (bounds === null) throw new Error('There is no event yet.');
      db.exec('BEGIN');
      // From this read on it stays as it is.
      db.prepare('SELECT 1 FROM records LIMIT 1').get();
      const takenAt = new Date(now()).toISOString();
      if (log.bounds()?.last === bounds.last) return { bounds, takenAt, state: pagesIn(db) };
      db.exec('COMMIT');
    }
    throw new Error('Events came without a pause, so that no moment could be taken. Try again later.');
  } finally {
    db.close();
  }
}

function pagesIn(db: DatabaseSync): string[] {
  const pages: string[] = [];
  let lines: string[] = [];
  const rows = db.prepare('SELECT key, version, expires_at, value FROM records ORDER BY key').iterate();
  for (const row of rows as Iterable<unknown>) {
    lines.push(JSON.stringify(row));
    if (crc32((row as StateRow).key) % PAGE_RECORDS !== 0) continue;
    pages.push(lines.join('\n'));
    lines = [];
  }
  return lines.length > 0 ? [...pages, lines.join('\n')] : pages;
}
