import type { EventLog } from '../../../store/event-store.ts';

/** A real log with some of its calls made to wait, fail or repeat. */
export function logWith(log: EventLog, changed: Partial<EventLog>): EventLog {
  return {
    readStream: (stream, options) => log.readStream(stream, options),
    readAll: (after, limit) => log.readAll(after, limit),
    readLatest: (before, limit) => log.readLatest(before, limit),
    scan: (from, options) => log.scan(from, options),
    readStored: (after, limit) => log.readStored(after, limit),
    isPosition: (text) => log.isPosition(text),
    head: () => log.head(),
    holds: (position, eventId) => log.holds(position, eventId),
    subscribe: (after, signal, types) => log.subscribe(after, signal, types),
    damage: () => log.damage(),
    health: () => log.health(),
    close: () => log.close(),
    ...changed,
  };
}

/** A log that delivers events only once the gate is open. */
export function gated(log: EventLog): { log: EventLog; asked: Promise<void>; open(): void } {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const subscribe: EventLog['subscribe'] = async function* (after, signal, types) {
    asked.resolve();
    await gate.promise;
    yield* log.subscribe(after, signal, types);
  };
  return { log: logWith(log, { subscribe }), asked: asked.promise, open: gate.resolve };
}
