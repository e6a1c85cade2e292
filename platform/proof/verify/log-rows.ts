import { crc32 } from 'node:zlib';
import { isContentDamage } from '../../../store/embedded/folder/unreadable.ts';
import type { Listed, LogInspection } from '../../../store/embedded/log/inspection.ts';
import { toPosition } from '../../../store/embedded/log/position.ts';
import { hasTexts, isAsWritten, type LogRow } from '../../../store/embedded/log/schema.ts';
import type { Leaf } from '../leaf.ts';
import { TILE } from '../log-tree.ts';
import { eventText, Findings, shown } from './findings.ts';
import { type Asked, NO_TILES, TileReader, type TilesRead } from './tiles.ts';

// What a thread reads of log.db. Its rows and its index by stream are read apart, each in its own order: looking each row up
// in the index would take three times as long.

const PAGE = 20 * TILE;

type RowsReader = ReturnType<LogInspection['rows']>;

/** Of rows or of entries of the index, a number for each place made of stream and revision, by tile; 0 where there is none. */
export type Tags = Map<number, Uint32Array>;

/** What was read of a part of log.db. */
export interface Part {
  tiles: TilesRead;
  tags: Tags;
  findings: Pick<Findings, 'told' | 'more'>;
}

/** Reads the rows from one place to another, in their order. */
export function readRows(log: LogInspection, range: { from: number; to: number; asked: Asked }): Part {
  const { from, to, asked } = range;
  const findings = new Findings();
  const tags: Tags = new Map();
  const tiles = new TileReader(asked);
  let expected = from;
  for (const row of inOrder(log, from, to, findings)) {
    const { position: place, stream, revision } = row;
    if (place > expected) tellMissing(findings, expected, place - 1);
    const event = eventIn(row);
    if (!isAsWritten(row))
      findings.add(event.position, `The event ${eventText(event)} was changed, or its checksum: they do not fit.`);
    expected = Math.max(place, 0) + 1;
    if (place < 1) findings.add(event.position, `The event ${eventText(event)} was added before the first position.`);
    else {
      if (hasTexts(row)) tiles.add(place - 1, event);
      tag(tags, place, stream, revision);
    }
  }
  if (expected <= to) tellMissing(findings, expected, to);
  tiles.end();
  return { tiles: tiles.read, tags, findings };
}

function tellMissing(findings: Findings, from: number, to: number): void {
  // What cannot be read was told as that.
  if (findings.told.some(({ position }) => position === toPosition(from))) return;
  const text =
    from === to
      ? `The event at position ${toPosition(from)} is missing.`
      : `The events from position ${toPosition(from)} to ${toPosition(to)} are missing.`;
  findings.add(toPosition(from), text);
}

/** All rows that can be read, each at a higher place than the one before. */
function* inOrder(log: LogInspection, from: number, to: number, findings: Findings): Generator<LogRow> {
  const read = log.rows();
  for (let next = from; next <= to; ) {
    const { rows, until } = pageAt(read, next, to, findings);
    let reached = next - 1;
    for (const row of rows) {
      if (row.position > reached) yield row;
      else findings.add(null, `The event ${eventText(eventIn(row))} is not in its place in log.db.`);
      reached = Math.max(reached, row.position);
    }
    if (until < next) return;
    next = until + 1;
  }
}

/** The next rows, and up to which place they are all that can be read. */
function pageAt(read: RowsReader, from: number, to: number, findings: Findings): { rows: LogRow[]; until: number } {
  try {
    const rows = read(from, to, PAGE);
    return { rows, until: rows.length < PAGE ? to : (rows.at(-1)?.position ?? to) };
  } catch (cause) {
    if (!isContentDamage(cause)) throw cause;
    const until = findings.isFull() ? to : Math.min(to, from + PAGE - 1);
    return { rows: [...aroundDamage(read, from, until, findings)], until };
  }
}

/** Halves a range that holds damage, down to the events that cannot be read. */
function* aroundDamage(read: RowsReader, from: number, to: number, findings: Findings): Generator<LogRow> {
  try {
    yield* read(from, to, PAGE);
  } catch (cause) {
    if (!isContentDamage(cause)) throw cause;
    if (from === to || findings.isFull()) {
      const which = from === to ? `at position ${toPosition(from)}` : `from position ${toPosition(from)} on`;
      findings.add(toPosition(from), `The event ${which} cannot be read: ${(cause as Error).message}.`);
      return;
    }
    const middle = Math.floor((from + to) / 2);
    yield* aroundDamage(read, from, middle, findings);
    yield* aroundDamage(read, middle + 1, to, findings);
  }
}

/** Looks at the pages of the file, and reads the index by stream: of each stream, every revision once, each at a higher position than the one before. */
export function readIndex(log: LogInspection): Part {
  const findings = new Findings();
  const tags: Tags = new Map();
  try {
    for (const text of log.damagedPages()) findings.add(null, `log.db: ${shown(text)}.`);
  } catch (cause) {
    if (!isContentDamage(cause)) throw cause;
    findings.add(null, `The pages of log.db cannot all be read: ${(cause as Error).message}.`);
  }
  try {
    for (const entry of entries(log, findings)) tag(tags, entry.position, entry.stream, entry.revision);
  } catch (cause) {
    if (!isContentDamage(cause)) throw cause;
    findings.add(null, `The index by stream cannot be read on: ${(cause as Error).message}.`);
  }
  return { tiles: NO_TILES, tags, findings };
}

function* entries(log: LogInspection, findings: Findings): Generator<Listed> {
  const read = log.index();
  let last: Listed = { stream: '', revision: -1, position: 0 };
  for (;;) {
    const page = read(last, PAGE);
    for (const entry of page) {
      tellStep(findings, entry.stream === last.stream ? last : { ...entry, revision: -1, position: 0 }, entry);
      yield entry;
      last = entry;
    }
    // An index in disorder may have no end.
    if (page.length < PAGE || findings.isFull()) return;
  }
}

function tellStep(findings: Findings, before: Listed, { stream, revision, position }: Listed): void {
  const place = toPosition(position);
  const name = shown(stream);
  if (revision > before.revision + 1) {
    const which = revision === before.revision + 2 ? `${revision - 1}` : `${before.revision + 1} to ${revision - 1}`;
    findings.add(place, `Revision ${which} of ${name} is missing, or has another place, before position ${place}.`);
  } else if (revision <= before.revision) {
    findings.add(place, `Revision ${revision} of ${name} is in the index by stream more than once.`);
  }
  if (position <= before.position)
    findings.add(
      place,
      `The event ${name}@${revision} at ${place} stands before ${name}@${before.revision} at ${toPosition(before.position)}: they were put in another order.`,
    );
}

function tag(tags: Tags, place: number, stream: unknown, revision: unknown): void {
  const tile = Math.floor((place - 1) / TILE);
  const tagged = tags.get(tile) ?? new Uint32Array(TILE);
  tags.set(tile, tagged);
  const at = place - 1 - tile * TILE;
  // A place that two claim has neither's.
  tagged[at] = tagged[at] === 0 ? crc32(`${revision} ${stream}`) || 1 : 1;
}

/** A row as an event; what was damaged may be anything. */
export function eventIn(row: LogRow): Leaf {
  return { ...row, position: toPosition(row.position) };
}
