import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Beside, lookBeside, wasOpenedSince } from '../../../store/embedded/folder/beside.ts';
import { sizeOf } from '../../../store/embedded/folder/look.ts';
import { isContentDamage, unreadable } from '../../../store/embedded/folder/unreadable.ts';
import { LogInspection } from '../../../store/embedded/log/inspection.ts';
import type { LogMark } from '../../../store/embedded/log/mark.ts';
import { toPlace, toPosition } from '../../../store/embedded/log/position.ts';
import { hasTexts } from '../../../store/embedded/log/schema.ts';
import { TILE } from '../log-tree.ts';
import { eventText, Findings } from './findings.ts';
import { eventIn, type Part, type Tags } from './log-rows.ts';
import type { ThreadData } from './log-thread.ts';
import { type Asked, NO_TILES, type TilesRead } from './tiles.ts';
import type { LogRead, WholeLog } from './whole-log.ts';

/** How far a part of the data folder has seen the log, with its name. */
export type SeenMark = LogMark & { where: string };

/**
 * log.db, read by threads with connections of their own: two for the rows and one for the index by stream.
 * @param seen read before: none of them is ahead of the log
 */
export function embeddedLog(path: string, seen: readonly SeenMark[]): WholeLog {
  return {
    async read(asked) {
      const file = lookBeside(path);
      const read = await whole(file, asked, seen);
      // A Heartwood that started meanwhile has changed pages under the reader.
      return wasOpenedSince(file) ? whole(lookBeside(path), asked, seen) : read;
    },

    async inTile(tile) {
      const log = new LogInspection(lookBeside(path));
      try {
        return log
          .rows()(tile * TILE + 1, (tile + 1) * TILE, TILE)
          .filter(hasTexts)
          .map(eventIn);
      } catch (cause) {
        if (!isContentDamage(cause)) throw unreadable(path, cause);
        return [];
      } finally {
        log.close();
      }
    },
  };
}

/** @throws if it cannot be read just now, which is no sign of damage */
async function whole(file: Beside, asked: Asked, seen: readonly SeenMark[]): Promise<LogRead> {
  const findings = new Findings();
  const empty = { events: 0, tiles: NO_TILES, findings, isRead: true };
  let log: LogInspection | null = null;
  try {
    if (sizeOf(file.path) === 0) {
      tellSeen(findings, seen, () => null);
      return empty;
    }
    log = new LogInspection(file);
    for (const text of log.strangeTables()) findings.add(null, `log.db: ${text}.`);
    const bounds = log.bounds();
    const last = bounds?.last ?? 0;
    const idAt = log.idAt();
    tellSeen(findings, seen, (place) => idAt(place));
    const parts = await Promise.all([...rangesTo(bounds, asked), null].map((rows) => inThread({ file, rows })));
    return { events: Math.max(0, last), isRead: true, ...joined(log, last, parts, findings) };
  } catch (cause) {
    if (!isContentDamage(cause)) throw unreadable(file.path, cause);
    findings.add(null, `log.db cannot be read: ${(cause as Error).message}.`);
    return { ...empty, isRead: false };
  } finally {
    log?.close();
  }
}

/** Two halves, of whole tiles. */
function rangesTo(bounds: { first: number; last: number } | null, asked: Asked) {
  if (bounds === null) return [];
  const from = Math.min(bounds.first, 1);
  const middle = Math.floor(bounds.last / 2 / TILE) * TILE;
  if (middle < TILE) return [{ from, to: bounds.last, asked }];
  return [
    { from, to: middle, asked },
    { from: middle + 1, to: bounds.last, asked },
  ];
}

async function inThread(workerData: ThreadData): Promise<Part> {
  const thread = new Worker(new URL('./log-thread.ts', import.meta.url), { workerData });
  const [part] = (await once(thread, 'message')) as [Part];
  return part;
}

function joined(log: LogInspection, last: number, parts: readonly Part[], findings: Findings) {
  const read = parts.map(({ tiles }) => tiles);
  const tiles: TilesRead = {
    hashes: new Map(read.flatMap(({ hashes }) => [...hashes])),
    rests: new Map(read.flatMap(({ rests }) => [...rests])),
    events: new Map(read.flatMap(({ events }) => [...events])),
  };
  for (const part of parts) findings.take(part.findings);
  const rows = new Map(parts.slice(0, -1).flatMap(({ tags }) => [...tags]));
  compareTags(log, last, { rows, index: parts.at(-1)?.tags ?? new Map() }, findings);
  return { tiles, findings };
}

/** Each row must be found by its stream and revision, and nothing else. */
function compareTags(
  log: LogInspection,
  last: number,
  { rows, index }: { rows: Tags; index: Tags },
  findings: Findings,
) {
  const none = new Uint32Array(TILE);
  for (const tile of new Set([...rows.keys(), ...index.keys()])) {
    const [row, entry] = [rows.get(tile) ?? none, index.get(tile) ?? none];
    for (let at = 0; at < TILE; at++) {
      const place = tile * TILE + at + 1;
      if (row[at] !== entry[at] && place <= last) findings.add(toPosition(place), tagText(log, place, entry[at] !== 0));
    }
  }
}

function tagText(log: LogInspection, place: number, isListed: boolean): string {
  const row = rowAt(log, place);
  if (row === null)
    return `The index by stream names an event at position ${toPosition(place)}, where none can be read.`;
  const said = isListed ? 'has another stream or revision in the index by stream' : 'is not in the index by stream';
  return `The event ${eventText(eventIn(row))} ${said}: it is not found by its record.`;
}

function rowAt(log: LogInspection, place: number) {
  try {
    return log.rows()(place, place, 1)[0] ?? null;
  } catch {
    return null;
  }
}

function tellSeen(findings: Findings, seen: readonly SeenMark[], idAt: (place: number) => string | null): void {
  for (const { where, position, eventId, at } of seen) {
    const place = toPlace(position);
    if (place === 0 || (place !== null && idAt(place) === eventId)) continue;
    const when = at === null ? '' : `, recorded at ${at}`;
    findings.add(
      position,
      `${where} has seen the event ${eventId} at position ${position}${when}: it is not there any more.`,
    );
  }
}
