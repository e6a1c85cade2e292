import fc from 'fast-check';
import type { Decider } from '../../../domain/kit/decider.ts';
import type { EventBody, EventDefinition } from '../../../domain/kit/event.ts';
import type { Projection } from '../../../projections/engine/projection.ts';

/** The stream's record; a stream that holds several shows each by its id. */
export const SAMPLE_ID = 'x';

type Shown = Record<string, object>;

/** What the property tests know of an aggregate: the commands that may come, and what its read model shows of its state. */
interface Sample<State, Command> {
  /** A history starts with this, followed by any of `commands`. */
  first?: Command;
  commands: fc.Arbitrary<Command>;
  projection: Projection;
  /** By id, the fields of each document that follow from the state; a removed one says so. */
  shows(state: State): Shown;
  /** An extra invariant of every state. */
  always?(state: State): boolean;
  /** The types of events that cannot be undone: somebody outside did them, or a timer. */
  final?: readonly string[];
  /** Whether an event of another type cannot be undone because of the state before it. */
  isFinalAfter?(type: string, before: State): boolean;
  /** The part of a state that an undo restores; everything by default. */
  essence?(state: State): unknown;
  /** The same for a document. */
  essenceOfDocument?(document: object): unknown;
  /**
   * What the log holds of it in the clear, as `<event>.<field>`, by why that is about nobody. Whoever adds a field decides: sealed
   * with `personal()`, or listed here.
   */
  inClear: Readonly<Record<string, readonly string[]>>;
}

/** Why fields of several aggregates are about nobody. */
export const WHY = {
  id: 'an id of ours, which says nothing without the record that has it',
  number: 'a number that was taken, of which a record may tell',
  choice: 'one of a list of ours, or yes or no',
  worth: 'what the work is worth to the company: figures stay when a person is erased',
  entered: 'when something was entered',
  money: 'when an invoice was issued, sent and is due, and when money moved',
  work: 'how long the work takes, when it is done, and what it asks for',
} as const;

/** A sample whose types its caller does not need to know. */
export interface AggregateSample extends Sample<unknown, object> {
  decider: Decider<unknown, object, EventBody>;
  events: readonly EventDefinition[];
}

/** The sample of an aggregate. @param events all of its events */
export function sample<State, Command, Event extends EventBody>(
  decider: Decider<State, Command, Event>,
  events: readonly EventDefinition[],
  of: Sample<State, Command>,
): AggregateSample {
  return { decider, events, ...of } as unknown as AggregateSample;
}

/** When everything happens. */
export const AT = '2026-06-15T12:00:00.000Z';

export const TODAY = '2026-06-15';

export const LATER = '2026-06-15T15:30:00.000Z';

export const of = <Value extends string>(type: Value) => fc.constant(type);

export const few = fc.constantFrom('a', 'b');

export const text = fc.option(fc.constantFrom('', 'Oak', '555-0142'), { nil: null });

export const some = <Fields extends Record<string, fc.Arbitrary<unknown>>>(fields: Fields) =>
  fc.record(fields, { requiredKeys: [] });

export const mark = (isRemoved: boolean) => (isRemoved ? { removed: true } : {});

export const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

export const hours = maybe(fc.constantFrom({ start: '07:00', end: '15:00' }, { start: '15:00', end: '07:00' }));
