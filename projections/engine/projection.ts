import type { RecordedEvent } from '../../domain/kit/event.ts';
import type { RecordFold } from '../../platform/commands/stream-fold.ts';
import type { CollectionDefinition, Document, DocumentChange } from '../../store/read-models.ts';

/** A document of a read model that shows one record. */
export interface RecordDocument extends Document {
  /** The revision of the last event that names the record; a person's edit is checked against it. */
  revision: number;
  /** A removed record stays, so that it can be seen and restored. */
  removed?: true;
  /** The personal data of the person it is about is gone. */
  erased?: true;
}

/** The fields of a document that its projection writes, and no others; `applyEvent` sets `id` and `revision`. */
export type Fields<Doc extends RecordDocument> = {
  // Key by key, because `Omit` on a type with an index signature allows every field.
  [Field in keyof Doc as string extends Field
    ? never
    : number extends Field
      ? never
      : Exclude<Field, 'id' | 'revision'>]: Doc[Field];
};

/**
 * Fields copied from another document because this one is sorted, searched or filtered by them; what is only shown is
 * joined on reading. The runner keeps them in step with their source; `evolve` never sees them, and they do not affect
 * `revision`. A field that is itself linked cannot be linked to.
 */
export interface Link {
  /** The other document's collection. */
  collection: string;
  /** The field that holds its id, which a link before may have copied; it must have an index of its own. */
  by: string;
  /**
   * Its fields, by the name they get here; null if there is no such document. If several links fill the same name, the
   * first non-null value wins.
   */
  fields: Readonly<Record<string, string>>;
}

/**
 * One read model, pure: no clock, no I/O, no document but its own, so that the same code runs live, in a rebuild, in a
 * reply and as of a past moment (docs/design/read-models.md#projections). A change of shape or rule means a higher `version`, which
 * rebuilds everything.
 */
export interface Projection<Doc extends Document = Document> extends CollectionDefinition<Doc> {
  name: string;
  version: number;
  /** The categories of the streams it reads; without it, `ids` is shown the events of every stream. */
  of?: readonly string[];
  links?: readonly Link[];
  /** The fields that name files in the file store: a file is deleted when the last record that names it is erased. */
  files?: readonly string[];
  /** Whether one event alone writes each document: it is then not looked up before. */
  writesOnce?: true;
  /** The ids of every document that the event changes. */
  ids(event: RecordedEvent): readonly string[];
  /** The document after the event; null if there is none. */
  evolve(document: Doc | null, event: RecordedEvent, id: string): object | null;
  /**
   * For consequences of a change when the event states only the new values: documents of another read model, made from
   * a document before and after the event. Their ids derive from the event's, and no other event names them.
   */
  adds?(before: Doc | null, after: Doc | null, event: RecordedEvent): readonly DocumentChange[];
}

/** Applies one event to one document and sets what every document has. */
export function applyEvent<Doc extends Document>(
  projection: Projection<Doc>,
  document: Doc | null,
  event: RecordedEvent,
  id: string,
): Doc | null {
  const own = document && withoutLinked(projection, document);
  const evolved = projection.evolve(own, event, id);
  if (evolved === null || evolved === own) return document;
  return { ...evolved, id, revision: safeRevision(event.revision) } as object as Doc;
}

/** A document without the fields copied from others. */
export function withoutLinked<Doc extends Document>({ links }: Pick<Projection<Doc>, 'links'>, document: Doc): Doc {
  if (!links) return document;
  const own: Document = { ...document };
  for (const { fields } of links) for (const name of Object.keys(fields)) delete own[name];
  return own as Doc;
}

/**
 * Folds one stream's events into the records that they name, as replies and histories show them
 * (docs/design/commands.md#replies).
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

/** The id of the one document the event changes, for a projection with one record per stream of a category. */
export function idsOfStream(event: RecordedEvent, category: string): readonly string[] {
  const { stream } = event;
  return stream.startsWith(category) && stream[category.length] === '-' ? [stream.slice(category.length + 1)] : NONE;
}
