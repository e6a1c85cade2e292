import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Position } from '../../event-store.ts';

/** How far something has seen the log. Written only after the log's own commit, so it is never ahead. */
export interface LogMark {
  /** The position of the last event seen. */
  position: Position;
  eventId: string;
  /** When that event was recorded, ISO UTC; null if not known. */
  at: string | null;
}

/** The mark's key among the state records. */
export const STATE_MARK = 'log/seen';
/** The name of the mark's file beside the photos. */
export const FILES_MARK = 'log-seen.json';

/** When the event with this stored metadata was recorded. */
export function recordedAt(metadata: string): string | null {
  try {
    const { recordedAt } = JSON.parse(metadata) as { recordedAt?: unknown };
    return typeof recordedAt === 'string' ? recordedAt : null;
  } catch {
    return null;
  }
}

/** A mark as it is stored, with its checksum: an altered mark must not cast doubt on the log. */
export function markText({ position, eventId, at }: LogMark): string {
  return JSON.stringify({ position, eventId, at, sum: sumOf({ position, eventId, at }) });
}

/** A stored mark; null if the text is not a mark, or was altered. */
export function parseMark(text: string): LogMark | null {
  try {
    const { position, eventId, at, sum } = JSON.parse(text) as LogMark & { sum: number };
    return sum === sumOf({ position, eventId, at }) ? { position, eventId, at } : null;
  } catch {
    return null;
  }
}

function sumOf({ position, eventId, at }: LogMark): number {
  return crc32(`${position} ${eventId} ${at}`);
}

/** The mark beside the files; null if none can be read. */
export function readFilesMark(files: string): LogMark | null {
  try {
    return parseMark(readFileSync(join(files, FILES_MARK), 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Writes the mark beside the files, whole or not at all; without a folder of files there is nothing to guard. After a
 * power cut it may be missing, but never ahead of the log.
 */
export function writeFilesMark(files: string, mark: LogMark): void {
  const path = join(files, FILES_MARK);
  try {
    writeFileSync(`${path}.next`, markText(mark));
    renameSync(`${path}.next`, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
}
