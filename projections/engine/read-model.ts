import type { EventBody, RecordedEvent } from '../../domain/kit/event.ts';
import type { CollectionDefinition } from '../../store/read-models.ts';
import { type Afters, type Firsts, type Known, merged, removed, restored, unseen } from './handlers.ts';
import { type Fields, idsOfStream, type Link, type Projection, type RecordDocument } from './projection.ts';

/** The fields that a read model's handlers write: all but the derived ones and those the kit sets itself. */
export type Told<Doc extends RecordDocument, Others extends object> = {
  [Field in keyof Fields<Doc> as Exclude<Field, 'removed' | keyof Others>]: Fields<Doc>[Field];
};

type MayBeRemoved = Pick<RecordDocument, 'removed'>;

/** A link to a document of a known type, which must have the fields. */
export interface LinkTo<Target extends RecordDocument> extends Link {
  fields: Readonly<Record<string, keyof Fields<Target> & string>>;
}

interface Definition<
  Doc extends RecordDocument,
  Event extends EventBody,
  Derived extends object,
  Linked extends object,
> {
  /** Also the name of its collection. */
  name: string;
  /** Raised with every change of shape or rule. */
  version: number;
  /** The category of the streams that hold its records. */
  of: string;
  /** The records that an event is about, for a stream that holds several; without it, the stream's one record. */
  ids?: (event: Event) => readonly string[];
  indexes: readonly (readonly (keyof Fields<Doc> & string)[])[];
  search: readonly (keyof Fields<Doc> & string)[];
  /** The fields that name files of the file store, each with an index `['erased', field]`. */
  files?: readonly (keyof Fields<Doc> & string)[];
  /** Computes the fields that follow from the others. */
  derived?: (told: Readonly<Told<Doc, Derived & Linked> & MayBeRemoved>) => Derived;
  /** The source of each linked field: each `satisfies LinkTo<…Document>`. It is found by a field of its own, or one that a link before has copied. */
  links?: readonly {
    collection: string;
    by: keyof Fields<Doc> & string;
    fields: { readonly [Field in keyof Linked]?: string };
  }[];
}

/**
 * A read model of one category, with a handler for each type of event: the compiler rejects one that forgets an event,
 * misnames a field or leaves one out. Events that belong to no record are ignored: those before the first, and those of
 * a type that only a newer product knows.
 *
 * ```ts
 * export const photos = readModel<PhotoDocument, PhotoEvent>()({
 *   name: 'photos', version: 1, of: 'photo', indexes: [['removed', 'createdAt']], search: [],
 *   first: { PhotoAttached: ({ attachedAt, ...fields }) => ({ ...fields, createdAt: attachedAt }) },
 *   after: { PhotoCaptionRevised: merged, PhotoRemoved: removed, PhotoRestored: restored },
 * });
 * ```
 *
 * Called twice, because the types of the document and its events are given while those of the handlers are inferred.
 */
export function readModel<
  Doc extends RecordDocument & Derived & Linked,
  Event extends EventBody,
  Derived extends object = object,
  Linked extends object = object,
>() {
  type Fields = Told<Doc, Derived & Linked>;
  return <const First extends Firsts<Fields, Event>, const After extends Afters<Fields, Event, First>>(
    definition: Definition<Doc, Event, Derived, Linked> & {
      first: First & Known<Fields, Event, First>;
      after: After & Known<Fields, Event, After>;
    },
  ): Projection<Doc> => {
    const { name, version, of, ids, indexes, search, files, derived, links, first, after } = definition;
    const collection: CollectionDefinition<Doc> = { collection: name, indexes, search };
    const evolve = evolveBy(first as Beginnings, after as Steps);
    return {
      name,
      version,
      of: [of],
      ...collection,
      ...(links && { links: links as readonly Link[] }),
      ...(files && { files }),
      ids: (event) => {
        if ((after as Steps)[event.type] === unseen) return NONE;
        return ids ? idsInStreams(event, of, ids as EventIds) : idsOfStream(event, of);
      },
      evolve(document, event, id) {
        const evolved = evolve(document, event, id);
        if (!derived || evolved === null || evolved === document) return evolved;
        return { ...evolved, ...derived(evolved as Fields & MayBeRemoved) };
      },
    };
  };
}

type EventIds = (event: EventBody) => readonly string[];

const NONE: readonly string[] = [];

function idsInStreams(event: RecordedEvent, category: string, ids: EventIds): readonly string[] {
  return idsOfStream(event, category).length === 0 ? NONE : ids(event);
}

type Values = Readonly<Record<string, unknown>>;
type Beginnings = Readonly<Record<string, (data: object, id: string, eventId: string, position: string) => Values>>;
type Step = symbol | ((data: object, document: Values, id: string, eventId: string) => Values);
type Steps = Readonly<Record<string, Step>>;

function evolveBy(first: Beginnings, after: Steps) {
  const beginnings = new Map(Object.entries(first));
  const steps = new Map(Object.entries(after));
  return (document: Values | null, event: RecordedEvent, id: string): Values | null => {
    const step = document && steps.get(event.type);
    if (document && step) return stepped(document, step, event, id);
    return beginnings.get(event.type)?.(event.data, id, event.id, event.position) ?? document;
  };
}

function stepped(document: Values, step: Step, { data, id: eventId }: RecordedEvent, id: string): Values {
  if (step === unseen) return document;
  if (step === removed) return { ...document, removed: true };
  if (step === restored) {
    const { removed: _, ...rest } = document;
    return rest;
  }
  const changes = step === merged ? data : (step as Exclude<Step, symbol>)(data, document, id, eventId);
  const next: Record<string, unknown> = { ...document };
  for (const [field, value] of Object.entries(changes)) if (value !== undefined) next[field] = value;
  return next;
}
