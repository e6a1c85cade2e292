import type { EventBody } from '../../domain/kit/event.ts';

// What a read model does with each type of event, and the types that make it handle every one and write no field that
// its document lacks.

/** For an event whose every field is a field of the document: each replaces the old value. */
export const merged = Symbol('merged');
/** For the event that removes a record: the document stays, marked, so that it can be seen and restored. */
export const removed = Symbol('removed');
/** For the event that brings it back. */
export const restored = Symbol('restored');

/** For an event that does not show on the record: it is not a step in its history, and the revision stays the same. */
export const unseen = Symbol('unseen');

type DataOf<Event extends EventBody, Type extends string> = Extract<Event, { type: Type }>['data'];

/** What an event changes; a field that is missing or undefined stays as it is. */
type Change<Told> = { [Field in keyof Told]?: Told[Field] | undefined };

/**
 * Makes a document from the event that starts a record. The event's own id is for anything that refers to it later: a
 * timer's cause, or what a link was made for. Its position in the log tells what came before it.
 */
export type Firsts<Told, Event extends EventBody> = {
  [Type in Event['type']]?: (data: DataOf<Event, Type>, id: string, eventId: string, position: string) => Told;
};

/** What every other event changes, and what a starting event does when there is a document already. */
export type Afters<Told, Event extends EventBody, First> = {
  [Type in Exclude<Event['type'], keyof First>]: Handler<Told, DataOf<Event, Type>>;
} & { [Type in Event['type'] & keyof First]?: Handler<Told, DataOf<Event, Type>> };

type Handler<Told, Data> =
  | Mergeable<Told, Data>
  | typeof removed
  | typeof restored
  | typeof unseen
  | ((data: Data, document: Readonly<Told>, id: string, eventId: string) => Change<Told>);

type Mergeable<Told, Data> = [UnlikeFields<Told, Data>] extends [never] ? typeof merged : never;

/** Fields of an event that the document lacks, or has with another type. */
type UnlikeFields<Told, Data> = {
  [Field in keyof Data]-?: Field extends keyof Told
    ? Exclude<Data[Field], undefined> extends Told[Field]
      ? never
      : Field
    : Field;
}[keyof Data];

/**
 * Rejects a handler for an unknown event, and one that returns a field the document lacks: TypeScript alone accepts a
 * function that returns more than asked for.
 */
export type Known<Told, Event extends EventBody, Handlers> = {
  [Type in keyof Handlers]: Type extends Event['type'] ? KnownFields<Told, Handlers[Type]> : never;
};

type KnownFields<Told, Handler> = Handler extends (...of: never) => infer Result
  ? [UnknownFields<Told, Result>] extends [never]
    ? Handler
    : (...of: never) => { [Field in UnknownFields<Told, Result>]?: never }
  : Handler;

type UnknownFields<Told, Result> = Result extends object ? Exclude<keyof Result, keyof Told> : never;
