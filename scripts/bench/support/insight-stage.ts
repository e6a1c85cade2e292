import type { Decider } from '../../../domain/kit/decider.ts';
import type { EventBody, RecordedEvent } from '../../../domain/kit/event.ts';
import { FIRST_NUMBER } from '../../../domain/kit/numbers.ts';
import { benchEvents } from './bench-events.ts';

export const DAY_MS = 86_400_000;

/** Where a company's days are played: what is to happen waits for its time, and each act goes through its decider. */
export interface Stage {
  /** Milliseconds since 1970. */
  now(): number;
  /** The moment now, ISO UTC. */
  at(): string;
  /** `YYYY-MM-DD`. */
  today(): string;
  /** Does this once its time has come; at once if it has passed. @param time milliseconds since 1970 */
  later(time: number, happens: () => void): void;
  /** @throws Rejection if the rules of the record refuse it */
  act<State, Command, Event extends EventBody>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    actor?: string,
  ): Event[];
  /** Plays until everything has happened, or the time is over. @returns all events in order */
  play(until: number): RecordedEvent[];
}

/** @param start milliseconds since 1970 */
export function createStage(start: number): Stage {
  const entries: RecordedEvent[] = [];
  const streams = new Map<string, { state: unknown; revision: bigint }>();
  const numbers = new Map<string, number>();
  const queue = createQueue();
  let now = start;
  const at = () => new Date(now).toISOString();

  return {
    now: () => now,
    at,
    today: () => at().slice(0, 'YYYY-MM-DD'.length),
    later: (time, happens) => queue.add(Math.max(time, now), happens),
    act(decider, id, command, actor = 'owner') {
      const stream = `${decider.category}-${id}`;
      const before = streams.get(stream) ?? { state: decider.initial, revision: -1n };
      let state = before.state as typeof decider.initial;
      const bodies = decider.decide(command, state).map((body) => numbered(body, decider.numbers, numbers));
      for (const body of bodies) state = decider.evolve(state, body);
      const written = benchEvents(stream, bodies, { recordedAt: at(), after: before.revision });
      streams.set(stream, { state, revision: before.revision + BigInt(bodies.length) });
      for (const [place, { metadata, ...event }] of written.entries()) {
        const revision = before.revision + 1n + BigInt(place);
        const position = String(entries.length + 1).padStart(12, '0');
        entries.push({ ...event, stream, revision, position, metadata: { ...metadata, actor } });
      }
      return bodies;
    },
    play(until) {
      for (let next = queue.first(); next && next.time < until; next = queue.first()) {
        queue.takeFirst();
        now = next.time;
        next.happens();
      }
      return entries;
    },
  };
}

/** With its number from the series, as the command handler gives it. */
function numbered<Event extends EventBody>(
  body: Event,
  numbers: Decider<unknown, unknown, Event>['numbers'],
  taken: Map<string, number>,
): Event {
  const series = numbers?.[body.type as Event['type']];
  if (!series) return body;
  const number = taken.get(series.series) ?? FIRST_NUMBER;
  taken.set(series.series, number + 1);
  return { ...body, data: { ...body.data, [series.field]: number } };
}

interface Waiting {
  time: number;
  /** Of two at the same time, the one that was added first is first. */
  turn: number;
  happens(): void;
}

/** A binary heap by time. */
function createQueue() {
  const heap: Waiting[] = [];
  let turn = 0;
  const isBefore = (one: number, other: number) => {
    const [a, b] = [heap[one] as Waiting, heap[other] as Waiting];
    return a.time < b.time || (a.time === b.time && a.turn < b.turn);
  };
  const swap = (one: number, other: number) => {
    [heap[one], heap[other]] = [heap[other] as Waiting, heap[one] as Waiting];
  };
  return {
    first: () => heap[0],
    add(time: number, happens: () => void) {
      heap.push({ time, turn: turn++, happens });
      for (let place = heap.length - 1; place > 0; ) {
        const parent = (place - 1) >> 1;
        if (!isBefore(place, parent)) return;
        swap(place, parent);
        place = parent;
      }
    },
    takeFirst() {
      swap(0, heap.length - 1);
      heap.pop();
      for (let place = 0; ; ) {
        let least = place;
        for (const child of [2 * place + 1, 2 * place + 2])
          if (child < heap.length && isBefore(child, least)) least = child;
        if (least === place) return;
        swap(place, least);
        place = least;
      }
    },
  };
}
