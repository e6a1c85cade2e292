import type { EncodedEvent } from './codec.ts';
import { AppendRefused, type EventToAppend, MAX_APPEND_BYTES, MAX_APPEND_EVENTS } from './event-store.ts';

/**
 * What no adapter accepts, whatever its store could take: refused before anything is sent.
 * @throws AppendRefused
 */
export function refuseBadAppend(events: readonly EventToAppend[]): void {
  if (events.length === 0) throw new AppendRefused('An append needs at least one event.');
  if (events.length > MAX_APPEND_EVENTS) {
    throw new AppendRefused(`An append takes at most ${MAX_APPEND_EVENTS} events, not ${events.length}.`);
  }
  if (new Set(events.map((event) => event.id)).size < events.length) {
    throw new AppendRefused('An append holds the same event id twice.');
  }
}

/**
 * @returns the size of data and metadata together, in bytes
 * @throws AppendRefused if that is too large
 */
export function refuseLargeAppend(events: readonly EncodedEvent[]): number {
  let bytes = 0;
  for (const { data, metadata } of events) bytes += Buffer.byteLength(data) + Buffer.byteLength(metadata);
  if (bytes > MAX_APPEND_BYTES) {
    throw new AppendRefused(`An append takes at most ${MAX_APPEND_BYTES} bytes, not ${bytes}.`);
  }
  return bytes;
}
