import type { EventBody } from './event.ts';

/** Why a command was refused; the api maps each to one HTTP status. */
export type RejectionCode = 'invalid' | 'not_found' | 'removed' | 'erased' | 'conflict' | 'taken' | 'forbidden';

/** A refusal by a rule: nothing is appended, and the message is one that a person can act on. */
export class Rejection extends Error {
  readonly code: RejectionCode;
  /** The field that the message is about, where there is one. */
  readonly field: string | undefined;

  constructor(code: RejectionCode, message: string, field?: string) {
    super(message);
    this.name = 'Rejection';
    this.code = code;
    this.field = field;
  }
}

/** What is asked of a record whose person was erased. */
export function erasedRejection(what: string): Rejection {
  return new Rejection(
    'erased',
    `The personal data of this ${what} was erased. Nothing can be changed or brought back.`,
  );
}

/** The record whose person another record is about. */
export interface FollowedRecord {
  /** Of an aggregate with one person per stream. */
  category: string;
  /** The part of the stream name after the dash. */
  id: string;
  /** Where it has no event, the record is about a person of its own; without this it is refused then. */
  orOwn?: true;
}

/**
 * Whose the personal fields of an aggregate's events are: under whose key they are sealed, and with whom they are
 * erased. The command handler finds the subject by it, so that no caller can forget one.
 */
export type Whose<Event extends EventBody> =
  /** A stream is about one person: its first event mints their subject. */
  | 'own'
  /** No event has a personal field. */
  | 'nobody'
  /** A stream is about the person of another record. @param id the part of the stream name after the dash */
  | { follows(first: Event, id: string): FollowedRecord | 'own' }
  /** A stream holds many records, each about a person of its own. @returns the record that an event is about */
  | { each(event: Event): string };

/** Whose the events of a record are that may be about the person of another record: where it names none, about its own. */
export function personOfRecord<Event extends EventBody>(
  category: string,
  idIn: (first: Event) => string | null,
): Whose<Event> {
  return {
    follows(first) {
      const id = idIn(first);
      return id === null ? 'own' : { category, id };
    },
  };
}

/**
 * By what the persons of one stream are told apart: `''` where it is about one only; null where it is about nobody.
 */
export function personOf<Event extends EventBody>(whose: Whose<Event>, event: Event): string | null {
  if (whose === 'nobody') return null;
  return typeof whose === 'object' && 'each' in whose ? whose.each(event) : '';
}

/**
 * An aggregate's rules, pure: no clock, no randomness, no I/O. What a decision needs comes in with the command.
 *
 * - `decide` returns `[]` for "already so" and throws a {@link Rejection} for a refusal.
 * - `evolve` never throws.
 * - `inverse` says how one event is undone, given the state before it; null where it cannot be.
 */
export interface Decider<State, Command, Event extends EventBody> {
  /** The part of the stream name before the dash. */
  category: string;
  whose: Whose<Event>;
  initial: State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): Event[];
  inverse(event: Event, before: State): Command | null;
}

/** Ends a `switch` over a union: the compiler refuses it while a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`Not a case that is known here: ${JSON.stringify(value)}`);
}

/**
 * Ends the `switch` of an `evolve`: the compiler refuses it while an event is missing. What only a newer product knows
 * leaves the state as it is, because `evolve` never throws.
 */
export function unchanged<State>(state: State, _event: never): State {
  return state;
}

/** Folds a stream from its start. */
export function fold<State, Command, Event extends EventBody>(
  decider: Decider<State, Command, Event>,
  events: readonly Event[],
): State {
  return events.reduce((state, event) => decider.evolve(state, event), decider.initial);
}
