import { AsyncLocalStorage } from 'node:async_hooks';
import type { Position } from '../../store/event-store.ts';
import type { Answering, ReadModels } from '../../store/read-models.ts';
import type { Clock } from './clock.ts';
import type { LiveReadModels } from './live-read-models.ts';

// A call that asks for an earlier moment reads the company as it was then. Whatever it goes through on its way finds the
// moment here, so that no list, figure or joined name can forget to ask for it (docs/design/time-travel.md).

/** The company at an earlier moment. */
export interface PastMoment {
  /** Where its clock stands, in milliseconds since 1970. */
  at: number;
  /** Only what was recorded by then had happened, in milliseconds since 1970; infinite where a position says it. */
  recordedBy: number;
  /** The last event that had happened; START if none had. */
  end: Position;
  /** Whether it is now, so that its read models go on. */
  isNow?: true;
  /** What the read models were then. */
  models: Answering;
}

const asked = new AsyncLocalStorage<PastMoment | null>();

/** The moment that the call under way asks for; null: now. */
export function asOf(): PastMoment | null {
  return asked.getStore() ?? null;
}

/** Runs what a call does as of a moment, with all that follows from it. */
export function runAsOf<Result>(moment: PastMoment, work: () => Result): Result {
  return asked.run(moment, work);
}

/** Reads what is now although the call asks for an earlier moment, for whoever keeps to that moment otherwise. */
export function asOfNow<Result>(work: () => Result): Result {
  return asked.run(null, work);
}

/** A part that reads what is now although the call asks for an earlier moment, for whoever keeps to that moment otherwise. */
export function throughAllTime<Part extends object>(part: Part): Part {
  return new Proxy(part, {
    get(target, name) {
      const value = asOfNow(() => Reflect.get(target, name));
      return typeof value === 'function' ? (...given: unknown[]) => asOfNow(() => value.apply(target, given)) : value;
    },
  });
}

/** Goes on as of the same moment wherever its next step is asked for: a connection that has drained knows of no call. */
export function staysAsOf<Value>(values: AsyncIterable<Value>): AsyncIterable<Value> {
  const moment = asOf();
  if (moment === null) return values;
  const iterator = values[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => runAsOf(moment, () => iterator.next()),
      return: (value) => runAsOf(moment, () => iterator.return?.(value) ?? Promise.resolve({ done: true, value })),
    }),
  };
}

/** What was asked as of an earlier moment is only known as it is now. */
export class OnlyNow extends Error {
  constructor() {
    super('This is only known as it is now, not as of an earlier moment. Go back to today to see it.');
    this.name = 'OnlyNow';
  }
}

/** The view of an earlier moment is not made yet. */
export class StillMaking extends Error {
  readonly retryAfterSeconds = 2;

  constructor() {
    super('What there was then is still being put together. Ask again in a moment.');
    this.name = 'StillMaking';
  }
}

/** The clock, which stands still where a call asks for an earlier moment. */
export function clockAsOf(clock: Clock): Clock {
  return () => asOf()?.at ?? clock();
}

/** The live read models, or those of the moment that a call asks for. These never change. */
export function readModelsAsOf(live: LiveReadModels): LiveReadModels {
  const { switched, run, refresh, setPaused, reportDamage, opened } = onlyNow(live);
  return {
    // No call that reads asks them for more.
    current: () => (asOf()?.models as ReadModels | undefined) ?? live.current(),
    peek: () => (asOf()?.models as ReadModels | undefined) ?? live.peek(),
    isAsDeclared: () => asOf() !== null || live.isAsDeclared(),
    position: () => asOf()?.end ?? live.position(),
    isPaused: () => !isPast() && live.isPaused(),
    waitFor: async (position, timeoutMs) => isPast() || live.waitFor(position, timeoutMs),
    damage: () => (asOf() === null ? live.damage() : null),
    switched,
    run,
    refresh,
    setPaused,
    reportDamage,
    opened,
  };
}

/**
 * A part of the product that knows only what is now: a call that asks for an earlier moment is refused as soon as it
 * reaches for it, so that what is now never passes for what was.
 * @param but what of it may be used as of any moment
 * @throws OnlyNow on any other use as of an earlier moment
 */
export function onlyNow<Part>(part: Part, ...but: readonly (keyof Part)[]): Part {
  if (typeof part === 'function') {
    return ((...given: unknown[]) => {
      requireNow();
      return (part as unknown as (...given: unknown[]) => unknown)(...given);
    }) as Part;
  }
  if (typeof part !== 'object' || part === null) return part;
  const bound = new Map<PropertyKey, unknown>();
  return new Proxy(part as object, {
    get(target, name) {
      if (!but.includes(name as keyof Part)) requireNow();
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      // A class's own fields are reached through the part itself, never through the guard.
      if (!bound.has(name)) bound.set(name, value.bind(target));
      return bound.get(name);
    },
  }) as Part;
}

/** Whether what is read never changes any more. */
function isPast(): boolean {
  const moment = asOf();
  return moment !== null && !moment.isNow;
}

function requireNow(): void {
  if (asOf() !== null) throw new OnlyNow();
}
