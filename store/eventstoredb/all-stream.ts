import type { AllStreamRecordedEvent, EventStoreDBClient } from '@eventstore/db-client';
import { streamNameFilter } from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { EncodedRecord } from '../codec.ts';
import { type Position, START, type StoredEvent } from '../event-store.ts';
import { arrivals, type Source } from './arrivals.ts';
import type { Connection } from './connection.ts';
import { beginningAt, type LogPosition } from './position.ts';
import { positionOf, recordIn, toRecord } from './records.ts';
import type { StreamNames } from './stream-names.ts';

/** Events in one backward read. */
const SMALLEST_PAGE = 64;
const LARGEST_PAGE = 2_000;
/** Events that a scan delivers at once, and the most that the client buffers for it. */
const SCAN_PAGE = 500;
/**
 * How often the server reports its progress when none of the events are ours: every 32 events times this. A million
 * events of others then mean a thousand messages, still a sign of life several times a second.
 */
const CHECKPOINT_EVERY = 32;

/** $all of a server that others may use too: their events and the server's own are skipped. */
export interface AllStream {
  read(after: Position, limit: number): Promise<StoredEvent[]>;
  /** Before a position, newest first; null starts at the end. */
  readLatest(before: Position | null, limit: number): Promise<EncodedRecord[]>;
  /** The position of the namespace's last event, or START. */
  head(): Promise<Position>;
  /** @throws what the client throws, also if this log has no such position */
  holds(position: Position, eventId: string | undefined): Promise<boolean>;
  /** Reads whatever is last. @throws if the account may not */
  look(): Promise<void>;
  /** Records that the log holds one of our events at this position: the head is there or later. */
  reached(position: Position): void;
}

/** A subscription that is read by `arrivals`: its items are records. */
export interface OwnSubscription extends Source<StoredEvent> {
  unsubscribe(): Promise<void>;
}

/**
 * Where each subscription of the client makes an event of a message; of null nothing arrives. Private to the client,
 * which parses the contents of each, wanted or not, and makes dates and numbers that are not needed here: most of the
 * cost of reading a long log.
 */
interface Converting {
  convertGrpcEvent(message: ReadResp.ReadEvent): StoredEvent | null;
}

/** A subscription to the namespace's events after a position. The server filters; the result is filtered here again. */
export function subscribeToOwn(
  client: EventStoreDBClient,
  names: StreamNames,
  after: Position,
  options: { held: number; isAlive?: () => void },
): OwnSubscription {
  const { held, isAlive } = options;
  const checkpointReached = async () => isAlive?.();
  const told = { checkpointInterval: CHECKPOINT_EVERY, ...(isAlive && { checkpointReached }) };
  const filter = streamNameFilter({ prefixes: [names.prefix], ...told });
  // The client's transform stream buffers this many on each side.
  const buffered = { highWaterMark: Math.ceil(held / 2) };
  const subscription: unknown = client.subscribeToAll({ fromPosition: beginningAt(after), filter }, buffered);
  const converting: Converting = { convertGrpcEvent: (message) => recordIn(message, names) };
  return Object.assign(subscription as OwnSubscription, converting);
}

export function allStream(connection: Connection, names: StreamNames): AllStream {
  /** The latest position at which one of our events is known: searches for the head start here. */
  let known: Position = START;

  function reached(position: Position): void {
    if (position > known) known = position;
  }

  /**
   * Our events after a position, to the end of the log or to a limit. Reading $all would bring everybody's events to
   * the client, however many; a subscription skips them on the server.
   */
  async function scan(after: Position, limit: number): Promise<StoredEvent[]> {
    return connection.read(async (client, isAlive) => {
      const held = Math.min(limit, SCAN_PAGE);
      const subscription = subscribeToOwn(client, names, after, { held, isAlive });
      const stop = new AbortController();
      const records: StoredEvent[] = [];
      try {
        for await (const { items, isCaughtUp } of arrivals(subscription, held, stop.signal)) {
          isAlive();
          records.push(...items.filter(({ position }) => position > after));
          if (isCaughtUp || records.length >= limit) break;
        }
      } finally {
        subscription.unsubscribe().catch(() => {});
      }
      return records.slice(0, limit);
    });
  }

  async function page(from: LogPosition | 'end', maxCount: number, direction: 'backwards' | 'forwards') {
    return connection.read(async (client, isAlive) => {
      const events: AllStreamRecordedEvent[] = [];
      let count = 0;
      for await (const { event } of client.readAll({ fromPosition: from, maxCount, direction })) {
        isAlive();
        count += 1;
        if (event) events.push(event);
      }
      const last = events.at(-1);
      return { events, next: count < maxCount || !last ? null : positionOf(last) };
    });
  }

  async function head(): Promise<Position> {
    if (known === START) {
      // On a server of our own the last event is at the end; otherwise everything is scanned, once.
      const { events } = await page('end', SMALLEST_PAGE, 'backwards');
      const newest = events.find(({ streamId }) => names.toOwn(streamId) !== null);
      if (newest) reached(positionOf(newest));
    }
    // Page by page, since there may be many: what is found stays known even if the next page fails.
    for (;;) {
      const records = await scan(known, LARGEST_PAGE);
      reached(records.at(-1)?.position ?? START);
      if (records.length < LARGEST_PAGE) return known;
    }
  }

  async function eventAt(position: Position): Promise<AllStreamRecordedEvent | undefined> {
    const place = beginningAt(position);
    if (place === 'start') return undefined;
    const { events } = await page(place, 1, 'forwards');
    return events.find((event) => positionOf(event) === position);
  }

  return {
    reached,
    head,
    read: scan,

    async look() {
      await page('end', 1, 'backwards');
    },

    async readLatest(before, limit) {
      const records: EncodedRecord[] = [];
      let from: LogPosition | 'start' = 'start';
      if (before === null) {
        // Skips whatever others have written after our last event.
        const last = await head();
        const event = last === START ? undefined : await eventAt(last);
        records.push(...(event ? [toRecord({ event }, names) ?? []].flat() : []));
        from = beginningAt(last);
      } else from = beginningAt(before);
      while (records.length < limit && from !== 'start') {
        const maxCount = Math.min(Math.max(limit - records.length, SMALLEST_PAGE), LARGEST_PAGE);
        const { events, next } = await page(from, maxCount, 'backwards');
        records.push(...events.flatMap((event) => toRecord({ event }, names) ?? []));
        from = next === null ? 'start' : beginningAt(next);
      }
      return records.slice(0, limit);
    },

    async holds(position, eventId) {
      const found = await eventAt(position);
      const isOwn = found !== undefined && names.toOwn(found.streamId) !== null;
      const isHeld = isOwn && (eventId === undefined || found.id === eventId);
      if (isHeld) reached(position);
      return isHeld;
    },
  };
}
