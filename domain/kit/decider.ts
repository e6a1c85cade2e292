import type { Series } from '../numbering/terms.ts';
import type { EventBody } from './event.ts';

/** Why a command was refused; the api maps each to one HTTP status. */
export type RejectionCode =
  | 'invalid'
  | 'not_found'
  | 'removed'
  | 'erased'
  | 'conflict'
  | 'taken'
  | 'forbidden'
  /** A newer version took the place of the one that is meant. */
  | 'superseded'
  /** What was offered is offered no more. */
  | 'revoked'
  | 'expired';

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

/**
 * Whose the personal fields of an aggregate's events are: under whose key they are sealed, and with whom they are erased.
 * The command handler finds the subject by it and the erasure finds the records, so that no caller can forget one.
 */
export type Whose<Event extends EventBody, Command = unknown> =
  /** A stream is about one person: its first event mints their subject. */
  | 'own'
  /** No event has a personal field. */
  | 'nobody'
  /** A stream is about the person of another record. */
  | Following<Event, Command>
  /** A stream is about the person of the other aggregate's stream of the same id; of their own while that has no event. */
  | { sameAs: string }
  /** A stream holds many records, each about a person of its own. @returns the record that an event is about */
  | { each(event: Event): string };

/** Records that are about the person of another record, which the event names that they begin with. */
export type Following<Event extends EventBody, Command> = {
  [Type in Event['type']]: {
    /** The type of the event that a record begins with. */
    begins: Type;
    /**
     * The kinds of record that are followed: the first that the event names counts. A record that names none is about a
     * person of its own.
     */
    follows: readonly FollowedKind<string extends Type ? string : FieldOf<Event, Type>>[];
    /**
     * The types of later events, with the same fields, by which a record comes to follow another one: it is erased with that
     * too, and where it began as a person's of its own, their key is destroyed.
     */
    joins?: readonly Event['type'][];
    /**
     * The command that erases a record together with the one it follows; null if a person erases it by a command of
     * their own.
     */
    erase: Command | null;
  };
}[Event['type']];

type FieldOf<Event extends EventBody, Type> = keyof Extract<Event, { type: Type }>['data'] & string;

/** A kind of record that another kind follows. */
export interface FollowedKind<Field extends string = string> {
  /** Of an aggregate with one person per stream. */
  category: string;
  /** The field that holds the id, both of the event and of the record's document in its read model. */
  by: Field;
  /** What other fields hold then, where the first alone does not tell. */
  when?: Readonly<Partial<Record<Field, string>>>;
}

/** A record whose person another one is about. */
export interface FollowedRecord {
  category: string;
  /** The part of the stream name after the dash. */
  id: string;
  /**
   * Whether the other record may still be without events, so that this one is about a person of its own. If not, it is
   * refused then.
   */
  orOwn?: true;
}

/** The record whose person a stream is about, by its first event; null where that is a person of its own. */
export function followedBy<Event extends EventBody>(
  whose: Whose<Event>,
  first: Event,
  id: string,
): FollowedRecord | null {
  if (typeof whose === 'string' || 'each' in whose) return null;
  if ('sameAs' in whose) return { category: whose.sameAs, id, orOwn: true };
  if (first.type !== whose.begins) return null;
  const data = first.data as Readonly<Record<string, unknown>>;
  for (const { category, by, when = {} } of whose.follows) {
    const named = data[by];
    const isMeant = Object.entries(when).every(([field, value]) => data[field] === value);
    if (typeof named === 'string' && isMeant) return { category, id: named };
  }
  return null;
}

/** How records of a kind follow those of a category; null where they do not. */
export function followingOf(whose: Whose<EventBody>, category: string): FollowedKind | null {
  if (typeof whose === 'string' || !('follows' in whose)) return null;
  return whose.follows.find((each) => each.category === category) ?? null;
}

/** The conditions that find the documents of all records that follow one. */
export function whereFollowing({ by, when }: FollowedKind, id: string): Readonly<Record<string, string>> {
  return { ...(when as Readonly<Record<string, string>>), [by]: id };
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
  /** What messages call one of its records, where that is not the category: `person`. */
  noun?: string;
  whose: Whose<Event, Command>;
  /**
   * The events that take a number of a series, by type, and their field for it. `decide` leaves it null: the command
   * handler takes the number once all of the decision is accepted, so that a refusal uses none up.
   */
  numbers?: {
    readonly [Type in Event['type']]?: { field: string extends Type ? string : FieldOf<Event, Type>; series: Series };
  };
  initial: State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): Event[];
  inverse(event: Event, before: State): Command | null;
}

/** What messages call a record of an aggregate. */
export function nounOf({ noun, category }: { noun?: string | undefined; category: string }): string {
  return noun ?? category;
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
