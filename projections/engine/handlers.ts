import type { EventBody } from '../../domain/kit/event.ts';

// What a read model says of each type of event, and the types that hold it to saying something of every one, and
// nothing of a field that its document does not have.

/** For an event whose every field is one of the document's: each takes the place of what was there. */
export const merged = Symbol('merged');
/** For the event that removes a record: the document stays, marked, so that it can be seen and restored. */
export const removed = Symbol('removed');
/** For the event that brings it back. */
export const restored = Symbol('restored');

/** For an event that says nothing of the record that it shows: it is no step of its history, and its revision stays. */
export const unseen = Symbol('unseen');

type DataOf<Event extends EventBody, Type extends string> = Extract<Event, { type: Type }>['data'];

/** What an event changes; a field that is missing or undefined stays as it is. */
type Change<Told> = { [Field in keyof Told]?: Told[Field] | undefined };

/**
 * What makes a document of the event that a record begins with. The event's own id is for what is to name it later: the
 * cause of a timer, or what a link was made for.
 */
export type Firsts<Told, Event extends EventBody> = {
  [Type in Event['type']]?: (data: DataOf<Event, Type>, id: string, eventId: string) => Told;
};

/** What every other event changes, and what the first one does where there is a document already. */
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

/** Fields of an event that the document does not have, or not of that type. */
type UnlikeFields<Told, Data> = {
  [Field in keyof Data]-?: Field extends keyof Told
    ? Exclude<Data[Field], undefined> extends Told[Field]
      ? never
      : Field
    : Field;
}[keyof Data];

/**
 * Refuses a handler of an event that is none of these, and one that returns a field that the document does not have: by
 * itself a function that returns more than is asked for fits everywhere.
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
