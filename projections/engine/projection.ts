import type { RecordedEvent } from '../../domain/kit/event.ts';
import type { RecordFold } from '../../platform/commands/stream-fold.ts';
import type { CollectionDefinition, Document, DocumentChange } from '../../store/read-models.ts';

/** A document of a read model that shows one record. */
export interface RecordDocument extends Document {
  /** Of the last event that names the record; a person's edit is checked against it. */
  revision: number;
  /** A removed record stays, so that it can be seen and restored. */
  removed?: true;
  /** The personal data of whom it is about is gone. */
  erased?: true;
}

/** The fields of a document that its projection writes, and no other; `id` and `revision` are stamped by `applyEvent`. */
export type Fields<Doc extends RecordDocument> = {
  // Key by key: what is left of a type with an index signature by `Omit` has every field.
  [Field in keyof Doc as string extends Field
    ? never
    : number extends Field
      ? never
      : Exclude<Field, 'id' | 'revision'>]: Doc[Field];
};

/**
 * Fields of another document that a document carries, because it is sorted, searched or filtered by them; what is only
 * shown is joined on reading. The runner keeps them as they are there; `evolve` never sees them, and they leave the
 * `revision` alone. A field that is linked itself cannot be linked to.
 */
export interface Link {
  /** Of the other document. */
  collection: string;
  /** The field that holds its id, which has an index of its own. */
  by: string;
  /**
   * Its fields, by the name that they have here; null where there is no such document. Where several links have a name, it is
   * told by the first that knows it.
   */
  fields: Readonly<Record<string, string>>;
}

/**
 * One read model, pure: no clock, no I/O, no document but its own, so that the same code runs live, in a rebuild, in a
 * reply and as of a moment (docs/design.md#projections). A changed shape or rule is a raised `version`, which builds
 * all anew.
 */
export interface Projection extends CollectionDefinition {
  name: string;
  version: number;
  links?: readonly Link[];
  /** The fields that name files of the file store: these are deleted where the last record that names them is erased. */
  files?: readonly string[];
  /** The ids of every document that the event changes. */
  ids(event: RecordedEvent): readonly string[];
  /** The document after the event; null where there is none. */
  evolve(document: Document | null, event: RecordedEvent, id: string): object | null;
  /**
   * For what follows from a change, where the event tells only what is new: documents of another read model, made of a
   * document before and after the event. Their ids follow from the event's, and no other event names them.
   */
  adds?(before: Document | null, after: Document | null, event: RecordedEvent): readonly DocumentChange[];
}

/** Applies one event to one document and stamps what every document carries. */
export function applyEvent(
  projection: Projection,
  document: Document | null,
  event: RecordedEvent,
  id: string,
): Document | null {
  const own = document && ownFields(projection, document);
  const evolved = projection.evolve(own, event, id);
  if (evolved === null || evolved === own) return document;
  return { ...evolved, id, revision: safeRevision(event.revision) };
}

/** A document without what it carries of others. */
function ownFields({ links }: Projection, document: Document): Document {
  if (!links) return document;
  const own = { ...document };
  for (const { fields } of links) for (const name of Object.keys(fields)) delete own[name];
  return own;
}

/**
 * What the events of one stream make of the records that they name: what a reply and a history show
 * (docs/design.md#replies).
 */
export function recordFold(projection: Projection): RecordFold {
  return {
    ids: (event) => projection.ids(event),
    apply: (document, event, id) => applyEvent(projection, document, event, id),
  };
}

function safeRevision(revision: bigint): number {
  if (revision > Number.MAX_SAFE_INTEGER)
    throw new Error(`The revision ${revision} is beyond what a document can hold.`);
  return Number(revision);
}

const NONE: readonly string[] = [];

/** The one document of a projection that shows a category's records: the record whose stream it is. */
export function idsOfStream(event: RecordedEvent, category: string): readonly string[] {
  const { stream } = event;
  return stream.startsWith(category) && stream[category.length] === '-' ? [stream.slice(category.length + 1)] : NONE;
}
