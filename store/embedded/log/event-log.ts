import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import type { Codec } from '../../codec.ts';
import {
  type Batch,
  type CheckableLog,
  type EventHead,
  isDecoded,
  LogDamaged,
  type LogEntry,
  NotAPosition,
  type Position,
  type ScanFrom,
  type Scanned,
  START,
  type StoredEvent,
  StoreUnavailable,
  UndecodableEvent,
} from '../../event-store.ts';
import { scanned } from '../../scan.ts';
import { type StoreHealth, StoreWatch } from '../../store-health.ts';
import { tellFileDamage } from '../folder/open-files.ts';
import { openForReading } from '../sqlite.ts';
import type { HeadSignal } from './head-signal.ts';
import { toPlace, toPosition } from './position.ts';
import { COLUMNS, LogGuard } from './rows.ts';
import type { LogRow } from './schema.ts';

/**
 * Events in one batch of a subscription: in much larger batches, decoded events outlive the garbage of decoding them.
 */
const PAGE_SIZE = 500;
/** The most events that one batch of a subscription to some types skips. */
const SCANNED_EVENTS = 5_000;
/**
 * How long a subscription to some types, which skips most events, lets new ones gather: looking for them costs as much
 * as skipping many. Nobody waits for it: a request carries out its own consequences.
 */
const GATHER_MS = 20;
/** The position at which the index by stream has an event. */
const LISTED = '(SELECT position FROM events AS e WHERE e.stream = events.stream AND e.revision = events.revision)';
/** Means "all" to LIMIT. */
const UNLIMITED = -1;

type At = Pick<Batch, 'position' | 'eventId'>;

type StreamPage = { after?: bigint | undefined; backwards?: boolean; limit?: number };

export interface EventLogOptions {
  path: string;
  codec: Codec;
  signal: HeadSignal;
  /** Events in one batch of a subscription; 500 by default. */
  pageSize?: number | undefined;
}

/** Reads log.db in the calling thread, on a connection of its own that never waits for the writer. */
export class EmbeddedEventLog implements CheckableLog {
  readonly #codec: Codec;
  readonly #signal: HeadSignal;
  readonly #guard: LogGuard;
  readonly #watch = new StoreWatch();
  readonly #pageSize: number;
  readonly #db: DatabaseSync;
  readonly #forwards: StatementSync;
  readonly #backwards: StatementSync;
  readonly #all: StatementSync;
  readonly #latest: StatementSync;
  readonly #between: StatementSync;
  readonly #head: StatementSync;
  readonly #holds: StatementSync;
  readonly #checked: StatementSync;

  constructor({ path, codec, signal, pageSize }: EventLogOptions) {
    this.#codec = codec;
    this.#signal = signal;
    this.#guard = new LogGuard(signal);
    this.#pageSize = pageSize ?? PAGE_SIZE;
    this.#db = openForReading(path);
    const select = (rest: string) => this.#db.prepare(`SELECT ${COLUMNS} FROM events WHERE ${rest} LIMIT ?`);
    this.#forwards = select('stream = ? AND revision > ? ORDER BY revision');
    this.#backwards = select('stream = ? AND revision < ? ORDER BY revision DESC');
    this.#all = select('position > ? ORDER BY position');
    this.#latest = select('position < ? ORDER BY position DESC');
    this.#between = select('position > ? AND position <= ? ORDER BY position');
    this.#head = this.#db.prepare('SELECT max(position) AS head FROM events');
    this.#holds = this.#db.prepare('SELECT id FROM events WHERE position = ?');
    this.#checked = this.#db.prepare(
      `SELECT ${COLUMNS}, ${LISTED} AS listed FROM events NOT INDEXED WHERE position > ? ORDER BY position LIMIT ?`,
    );
  }

  async readStream(
    stream: string,
    options: { after?: bigint; backwards?: boolean; limit?: number } = {},
  ): Promise<RecordedEvent[]> {
    return (await this.#decode(this.#rowsOf(stream, options))).map((entry) => {
      if (!isDecoded(entry)) throw new UndecodableEvent(entry);
      return entry;
    });
  }

  async readAll(after: Position, limit: number): Promise<LogEntry[]> {
    return this.#decode(this.#rowsAfter(this.#all, placeOf(after), limit));
  }

  async readStored(after: Position, limit: number): Promise<StoredEvent[]> {
    const records = this.#rowsAfter(this.#all, placeOf(after), limit).map((row) => this.#guard.toRecord(row));
    if (records.some(({ damage }) => damage !== undefined)) throw new LogDamaged();
    return records;
  }

  async check(after: Position, limit: number): Promise<Position> {
    const rows = this.#rowsAfter(this.#checked, placeOf(after), limit) as (LogRow & { listed: number | null })[];
    for (const row of rows) this.#guard.requireWhole(row);
    const last = rows.at(-1);
    return last ? toPosition(last.position) : after;
  }

  async readLatest(before: Position | null, limit: number): Promise<LogEntry[]> {
    return this.#decode(this.#rowsBefore(before, limit));
  }

  async scan(
    from: ScanFrom,
    options: { backwards: boolean; limit: number; isWanted(head: EventHead): boolean },
  ): Promise<Scanned> {
    const rows = this.#scannedRows(from, options);
    return scanned(
      this.#codec,
      rows.map((row) => this.#guard.toRecord(row)),
      options,
    );
  }

  isPosition(text: string): boolean {
    return toPlace(text) !== null;
  }

  async head(): Promise<Position> {
    const seen = Number(this.#signal.current());
    const { head } = this.#read(() => this.#head.get()) as { head: number | null };
    this.#guard.require((head ?? 0) >= seen);
    return toPosition(head ?? 0);
  }

  async holds(position: Position, eventId?: string): Promise<boolean> {
    const place = toPlace(position);
    const found = place === null ? undefined : this.#read(() => this.#holds.get(place));
    return found !== undefined && (eventId === undefined || found['id'] === eventId);
  }

  async *subscribe(after: Position, signal: AbortSignal, types?: ReadonlySet<string>): AsyncGenerator<Batch> {
    const goal = await this.head();
    let at: At = { position: after, eventId: '' };
    let live = false;
    while (!signal.aborted) {
      // Read before the page, so that anything appended in between ends the wait at once.
      const seen = this.#signal.current();
      const page = await this.#page(at, this.#pageSize, types);
      if (signal.aborted) return;
      const moved = page.position > at.position;
      at = { position: page.position, eventId: page.eventId };
      const arrived: boolean = !live && at.position >= goal;
      live ||= arrived;
      if (moved || arrived) yield { ...page, live };
      else {
        await this.#signal.changed(seen, signal);
        if (types) await delay(GATHER_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** The next page after a place; of some types only, skipping the events in between. */
  async #page(after: At, size: number, types: ReadonlySet<string> | undefined): Promise<At & { entries: LogEntry[] }> {
    if (!types) {
      const entries = await this.readAll(after.position, size);
      const last = entries.at(-1);
      return { entries, ...(last ? { position: last.position, eventId: last.id } : after) };
    }
    const from = toPlace(after.position) ?? 0;
    const until = Math.min(toPlace(await this.head()) ?? 0, from + SCANNED_EVENTS);
    if (until <= from) return { entries: [], ...after };
    const rows = this.#rows(this.#between, from, until, UNLIMITED);
    const places = rows.map(({ position }) => position);
    this.#guard.requireNext(places, { first: from + 1, step: 1 });
    const last = rows.at(-1);
    if (last?.position !== until) throw this.#guard.missing();
    // An event whose type was altered may be one of these.
    const wanted = rows.filter((row) => types.has(row.type) || !this.#guard.isSound(row));
    return { entries: await this.#decode(wanted), position: toPosition(until), eventId: last.id };
  }

  health(): StoreHealth {
    return this.#watch.health();
  }

  damage(): string | null {
    const file = this.#signal.fileDamage();
    if (file) return tellFileDamage(file);
    const damage = this.#signal.damage();
    if (damage === null) return null;
    return damage === 'log'
      ? 'The stored history is damaged.'
      : `The stored history is damaged at position ${toPosition(damage)}.`;
  }

  async close(): Promise<void> {
    if (!this.#db.isOpen) return;
    this.#db.close();
    this.#signal.wake();
  }

  /** A stream's revisions are consecutive; an event missing after the last one goes unnoticed. */
  #requireRevisions(rows: readonly LogRow[], first: number | null, limit: number): void {
    const revisions = rows.map(({ revision }) => revision);
    this.#guard.requireNext(revisions, { first, step: first === null ? -1 : 1 });
    if (first === null) this.#guard.require(rows.length === 0 || rows.length === limit || revisions.at(-1) === 0);
  }

  /** A page of the whole log in order. @throws LogDamaged if it is not all there */
  #rowsAfter(statement: StatementSync, place: number, limit: number): LogRow[] {
    const seen = Number(this.#signal.current());
    const rows = this.#rows(statement, place, limit);
    const places = rows.map(({ position }) => position);
    this.#guard.requireNext(places, { first: place + 1, step: 1 });
    this.#guard.require(rows.length === limit || (places.at(-1) ?? place) >= Math.min(seen, place + limit));
    return rows;
  }

  /** A page of the whole log, newest first. @throws LogDamaged if it is not all there */
  #rowsBefore(before: Position | null, limit: number): LogRow[] {
    const place = before === null ? Number.MAX_SAFE_INTEGER : placeOf(before);
    const seen = Number(this.#signal.current());
    const rows = this.#rows(this.#latest, place, limit);
    const places = rows.map(({ position }) => position);
    this.#guard.requireNext(places, { first: null, step: -1 });
    this.#guard.require(
      (places[0] ?? 0) >= Math.min(seen, place - 1) &&
        (rows.length === limit || places.at(-1) === 1 || rows.length === 0),
    );
    return rows;
  }

  /** A page of a stream. @throws LogDamaged if it is not all there */
  #rowsOf(stream: string, { after, backwards = false, limit = UNLIMITED }: StreamPage): LogRow[] {
    const rows = backwards
      ? this.#rows(this.#backwards, stream, after ?? Number.MAX_SAFE_INTEGER, limit)
      : this.#rows(this.#forwards, stream, after ?? -1, limit);
    this.#requireRevisions(rows, backwards ? null : Number(after ?? -1n) + 1, limit);
    return rows;
  }

  #scannedRows(from: ScanFrom, { backwards, limit }: { backwards: boolean; limit: number }): LogRow[] {
    if ('stream' in from) return this.#rowsOf(from.stream, { after: from.after ?? undefined, backwards, limit });
    if (backwards) return this.#rowsBefore(from.after, limit);
    return this.#rowsAfter(this.#all, placeOf(from.after ?? START), limit);
  }

  #rows(statement: StatementSync, ...parameters: (string | number | bigint)[]): LogRow[] {
    return this.#read(() => statement.all(...parameters)) as unknown as LogRow[];
  }

  #decode(rows: readonly LogRow[]): Promise<LogEntry[]> {
    return this.#codec.decode(rows.map((row) => this.#guard.toRecord(row)));
  }

  #read<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      if (!this.#db.isOpen) throw new StoreUnavailable('The event log is closed.');
      throw this.#guard.damageIn(cause) ?? new StoreUnavailable('The event log could not be read.', { cause });
    }
  }
}

function placeOf(position: Position): number {
  const place = toPlace(position);
  if (place === null) throw new NotAPosition();
  return place;
}
