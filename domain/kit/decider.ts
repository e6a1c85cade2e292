import type { EventBody } from './event.ts';
import type { Series } from './numbers.ts';

/** Why a command was refused; the api maps each to one HTTP status. */
export type RejectionCode =
  | 'invalid'
  | 'not_found'
  | 'removed'
  | 'erased'
  | 'conflict'
  | 'taken'
  | 'forbidden'
  /** A newer version has replaced the one the command names. */
  | 'superseded'
  /** The offer has been withdrawn. */
  | 'revoked'
  | 'expired';

/** A rule refused the command: nothing is appended, and the message tells a person what to do. */
export class Rejection extends Error {
  readonly code: RejectionCode;
  /** The field that the message is about, if it is about one. */
  readonly field: string | undefined;

  constructor(code: RejectionCode, message: string, field?: string) {
    super(message);
    this.name = 'Rejection';
    this.code = code;
    this.field = field;
  }
}

/** Refuses a command on a record whose person was erased. */
export function erasedRejection(what: string): Rejection {
  return new Rejection(
    'erased',
    `The personal data of this ${what} was erased. Nothing can be changed or brought back.`,
  );
}

/**
 * Which person the personal fields of an aggregate's events belong to: whose key seals them, and with whom they are
 * erased. The command handler uses it to find the subject and the erasure to find the records, so no caller can forget
 * one.
 */
export type Whose<Event extends EventBody, Command = unknown> =
  /** Each stream is about one person of its own: its first event mints their subject. */
  | 'own'
  /** No event has a personal field. */
  | 'nobody'
  /** Each stream is about the person of another record. */
  | Following<Event, Command>
  /** Each stream is about the person of that category's stream with the same id, or of its own if that is empty. */
  | { sameAs: string }
  /** A stream holds many records, each about a person of its own. @returns the record that an event is about */
  | { each(event: Event): string };

/** Records about the person of another record, which their first event names. */
export type Following<Event extends EventBody, Command> = {
  [Type in Event['type']]: {
    /** The type of the record's first event. */
    begins: Type;
    /**
     * The kinds of record that can be followed; the first one the event names counts. A record that names none is about
     * a person of its own.
     */
    follows: readonly FollowedKind<string extends Type ? string : FieldOf<Event, Type>>[];
    /**
     * Types of later events, with the same fields, that make a record follow another one: it is then erased with that
     * one too. If it began with a person of its own, that person's key is destroyed.
     */
    joins?: readonly Event['type'][];
    /** Somebody else whom a record names, with a key of their own: erased alone, or together with the record's person. */
    others?: Others<Event>;
    /**
     * The command that erases a record together with the one it follows; null if a user erases it with a separate
     * command.
     */
    erase: Command | null;
  };
}[Event['type']];

/** People whom records name beside the person that they are about. */
export interface Others<Event> {
  /** The kind of person, as a category is named: `local_pro`. */
  called: string;
  /** @returns what tells apart the one that an event is about; null if it is about the record's person */
  told(event: Event): string | null;
}

type FieldOf<Event extends EventBody, Type> = keyof Extract<Event, { type: Type }>['data'] & string;

/** A kind of record that another kind follows. */
export interface FollowedKind<Field extends string = string> {
  /** An aggregate with one person per stream. */
  category: string;
  /** The field that holds the id, in the event and in the record's read-model document alike. */
  by: Field;
  /** Values other fields must have, if the id field alone does not tell the kind. */
  when?: Readonly<Partial<Record<Field, string>>>;
}

/** The record that another one follows: both are about the same person. */
export interface FollowedRecord {
  category: string;
  /** The part of the stream name after the dash. */
  id: string;
  /**
   * The followed stream may still be empty; this record is then about a person of its own. Without this flag, an empty
   * stream is refused.
   */
  orOwn?: true;
}

/** The record that a stream follows, read from its first event; null if the stream is about a person of its own. */
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

/** How records of this kind follow those of a category; null if they do not. */
export function followingOf(whose: Whose<EventBody>, category: string): FollowedKind | null {
  if (typeof whose === 'string' || !('follows' in whose)) return null;
  return whose.follows.find((each) => each.category === category) ?? null;
}

/** The query conditions that find the documents of all records that follow one. */
export function whereFollowing({ by, when }: FollowedKind, id: string): Readonly<Record<string, string>> {
  return { ...(when as Readonly<Record<string, string>>), [by]: id };
}

/** The key that tells apart the persons of one stream: `''` if it is about only one, null if about nobody. */
export function personOf<Event extends EventBody>(whose: Whose<Event>, event: Event): string | null {
  if (whose === 'nobody') return null;
  if (typeof whose === 'object' && 'each' in whose) return whose.each(event);
  return othersOf(whose)?.told(event) ?? '';
}

/** The people whom records of this kind name beside the person that they are about; null if they name none. */
export function othersOf<Event extends EventBody>(whose: Whose<Event>): Others<Event> | null {
  return typeof whose === 'object' && 'others' in whose ? (whose.others ?? null) : null;
}

/**
 * An aggregate's rules, pure: no clock, no randomness, no I/O. Whatever a decision needs comes in with the command.
 *
 * - `decide` returns `[]` for "already so" and throws a {@link Rejection} for a refusal.
 * - `evolve` never throws.
 * - `inverse` returns the command that undoes one event, given the state before it; null if it cannot be undone.
 */
export interface Decider<State, Command, Event extends EventBody> {
  /** The part of the stream name before the dash. */
  category: string;
  /** What messages call one of its records, if not by the category: `person`. */
  noun?: string;
  whose: Whose<Event, Command>;
  /**
   * The event types that take a number from a series, and the field it goes in. `decide` leaves it null: the command
   * handler takes the number once the whole decision is accepted, so that a refusal uses none up.
   */
  numbers?: {
    readonly [Type in Event['type']]?: { field: string extends Type ? string : FieldOf<Event, Type>; series: Series };
  };
  /**
   * Event types that follow from facts and not from anybody's act: an undo of what somebody did before them goes ahead.
   * Whatever its inverse makes of a state with them in it is right.
   */
  asides?: readonly Event['type'][];
  initial: State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): Event[];
  inverse(event: Event, before: State): Command | null;
}

/** What messages call one record of an aggregate. */
export function nounOf({ noun, category }: { noun?: string | undefined; category: string }): string {
  return noun ?? category;
}

/** Ends a `switch` over a union: it does not compile while a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`Not a case that is known here: ${JSON.stringify(value)}`);
}

/**
 * Ends the `switch` of an `evolve`: it does not compile while an event is missing. An event that only a newer release
 * knows leaves the state as it is, because `evolve` never throws.
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
