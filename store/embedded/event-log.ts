import { join } from 'node:path';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import type { Codec, EncodedRecord } from '../codec.ts';
import {
  type Batch,
  type EventLog,
  isDecoded,
  type LogEntry,
  type Position,
  START,
  UndecodableEvent,
} from '../event-store.ts';
import { HEAD, LOG_FILE } from './protocol.ts';
import { changeOf } from './signal.ts';
import { openForReading, statements } from './sqlite.ts';

/** The width of a position as text, so that positions order as text. */
const DIGITS = 16;
const EVERYTHING = 1_000_000_000;
const PAGE = 500;

interface Row {
  position: number;
  stream: string;
  revision: number;
  id: string;
  type: string;
  data: string;
  metadata: string;
}

/** A position of the embedded log as opaque text. */
export function positionText(position: number | bigint): Position {
  return position === 0 || position === 0n ? START : String(position).padStart(DIGITS, '0');
}

function positionNumber(position: Position): number {
  if (position === START) return 0;
  const number = Number(position);
  return Number.isSafeInteger(number) && number >= 0 ? number : Number.MAX_SAFE_INTEGER;
}

/**
 * Reads log.db in the calling thread, never behind a write.
 * @param counters shared with the writer, which puts the head there after each commit
 */
export function openEventLog(folder: string, counters: BigInt64Array, codec: Codec): EventLog {
  const database = openForReading(join(folder, LOG_FILE));
  const prepared = statements(database);
  const columns = 'position, stream, revision, id, type, data, metadata';
  const forwards = prepared(
    `SELECT ${columns} FROM events WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?`,
  );
  const backwards = prepared(
    `SELECT ${columns} FROM events WHERE stream = ? AND revision < ? ORDER BY revision DESC LIMIT ?`,
  );
  const all = prepared(`SELECT ${columns} FROM events WHERE position > ? ORDER BY position LIMIT ?`);
  const one = prepared('SELECT id FROM events WHERE position = ?');

  const headNumber = () => Atomics.load(counters, HEAD);

  async function readAll(after: Position, limit: number): Promise<LogEntry[]> {
    return codec.decode((all.all(positionNumber(after), limit) as unknown as Row[]).map(toRecord));
  }

  async function* subscribe(after: Position, signal: AbortSignal): AsyncGenerator<Batch> {
    const headAtStart = positionText(headNumber());
    let position = after;
    let live = false;
    while (!signal.aborted) {
      const seen = headNumber();
      const entries = position < positionText(seen) ? await readAll(position, PAGE) : [];
      position = entries.at(-1)?.position ?? position;
      if (entries.length > 0 || !live) {
        live ||= position >= headAtStart;
        yield { entries, position, live };
      } else {
        await changeOf(counters, HEAD, seen, signal);
      }
    }
  }

  return {
    readAll,
    subscribe,
    async readStream(stream, options = {}) {
      const { after, limit = EVERYTHING } = options;
      const rows = options.backwards
        ? backwards.all(stream, after ?? EVERYTHING, limit)
        : forwards.all(stream, after ?? -1, limit);
      return allDecoded(await codec.decode((rows as unknown as Row[]).map(toRecord)));
    },
    head: async () => positionText(headNumber()),
    async holds(position, eventId) {
      return (one.get(positionNumber(position)) as { id: string } | undefined)?.id === eventId;
    },
    async close() {
      database.close();
    },
  };
}

function toRecord(row: Row): EncodedRecord {
  return { ...row, revision: BigInt(row.revision), position: positionText(row.position) };
}

function allDecoded(entries: LogEntry[]): RecordedEvent[] {
  return entries.map((entry) => {
    if (!isDecoded(entry)) throw new UndecodableEvent(entry);
    return entry;
  });
}
