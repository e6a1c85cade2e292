import type { AllStreamRecordedEvent, Direction, EventStoreDBClient } from '@eventstore/db-client';
import type { EncodedRecord } from '../codec.ts';
import { type Position, START } from '../event-store.ts';
import { beginningAt, type LogPosition } from './position.ts';
import { positionOf, toRecord } from './records.ts';
import type { StreamNames } from './stream-names.ts';

/** Events of one call; more than one, as a page begins with the event that the one before ended with. */
const SMALLEST_PAGE = 64;
const LARGEST_PAGE = 2_000;

/** $all of a server that others may use too: their events and the server's own are skipped. */
export interface AllStream {
  read(after: Position, limit: number): Promise<EncodedRecord[]>;
  /** Before a position, the newest first; null begins at the end. */
  readLatest(before: Position | null, limit: number): Promise<EncodedRecord[]>;
  /** The position of the namespace's last event, or START. */
  head(): Promise<Position>;
  /** @throws what the client throws, also where this log has no such position */
  holds(position: Position, eventId: string): Promise<boolean>;
}

export function allStream(client: EventStoreDBClient, names: StreamNames): AllStream {
  /** What the last look for the head found, and where it began: nothing up to there is looked at again. */
  let known = { newest: START, head: START };

  async function page(fromPosition: LogPosition | 'start' | 'end', maxCount: number, direction: Direction) {
    const events: AllStreamRecordedEvent[] = [];
    let count = 0;
    for await (const { event } of client.readAll({ fromPosition, maxCount, direction })) {
      count += 1;
      if (event) events.push(event);
    }
    const last = events.at(-1);
    return { events, next: count < maxCount || !last ? null : positionOf(last) };
  }

  /** Every event of the server that is newer than what is known, the newest first. */
  async function* newestFirst(): AsyncGenerator<AllStreamRecordedEvent> {
    let from: LogPosition | 'start' | 'end' = 'end';
    for (let maxCount = SMALLEST_PAGE; ; maxCount = LARGEST_PAGE) {
      const { events, next } = await page(from, maxCount, 'backwards');
      for (const event of events) {
        if (positionOf(event) <= known.newest) return;
        yield event;
      }
      if (next === null) return;
      from = beginningAt(next);
    }
  }

  return {
    async read(after, limit) {
      const records: EncodedRecord[] = [];
      let from: Position | null = after;
      while (records.length < limit && from !== null) {
        const maxCount = Math.min(Math.max(limit - records.length + 1, SMALLEST_PAGE), LARGEST_PAGE);
        const { events, next } = await page(beginningAt(from), maxCount, 'forwards');
        for (const event of events) {
          const record = toRecord({ event }, names);
          // A read begins with the event at its position.
          if (record && record.position > from) records.push(record);
        }
        from = next;
      }
      return records.slice(0, limit);
    },

    async readLatest(before, limit) {
      const records: EncodedRecord[] = [];
      let from: LogPosition | 'start' | 'end' = before === null ? 'end' : beginningAt(before);
      while (records.length < limit && from !== 'start') {
        const maxCount = Math.min(Math.max(limit - records.length, SMALLEST_PAGE), LARGEST_PAGE);
        const { events, next } = await page(from, maxCount, 'backwards');
        records.push(...events.flatMap((event) => toRecord({ event }, names) ?? []));
        from = next === null ? 'start' : beginningAt(next);
      }
      return records.slice(0, limit);
    },

    async head() {
      let newest = START;
      let head = START;
      for await (const event of newestFirst()) {
        if (newest === START) newest = positionOf(event);
        if (names.toOwn(event.streamId) === null) continue;
        head = positionOf(event);
        break;
      }
      if (newest > known.newest) known = { newest, head: head === START ? known.head : head };
      return head > known.head ? head : known.head;
    },

    async holds(position, eventId) {
      const place = beginningAt(position);
      if (place === 'start') return false;
      const { events } = await page(place, 1, 'forwards');
      return events.some((event) => event.id === eventId && positionOf(event) === position);
    },
  };
}
