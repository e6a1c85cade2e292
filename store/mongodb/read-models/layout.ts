import type { Collection, Db } from 'mongodb';
import type { Position } from '../../event-store.ts';
import type { ChangedId, Checkpoint, CollectionDefinition, DeadLetter, Document } from '../../read-models.ts';

/** A document apart from what is kept for its search, so that no field of the one is ever taken for the other. */
export interface DocumentRow {
  _id: string;
  doc: Document;
  search?: { text: string; trigrams: string[] };
}

/** The one row that a commit must change: it fences out who may not write. */
export interface CheckpointRow extends Checkpoint {
  _id: 'checkpoint';
  /** The session of the runner that made the claim. */
  runner: string | null;
  /** The number of the last commit. @see countedChanges */
  changed: number;
}

/** One commit. */
export interface ChangesRow {
  /** Its number: the checkpoint's `changed` after it. */
  _id: number;
  position: Position;
  previous: Position;
  changes: ChangedId[];
}

/** An entry of the work list. */
export interface WorkRow {
  _id: string;
  doc: Document;
}

/** What was built, as it was declared then. */
export interface MetaRow {
  _id: 'generation';
  build: string;
  finished: boolean;
  collections: CollectionDefinition[];
}

/** The collections of one build of a generation. */
export interface Layout {
  meta: Collection<MetaRow>;
  checkpoint: Collection<CheckpointRow>;
  changes: Collection<ChangesRow>;
  deadLetters: Collection<DeadLetter>;
  work: Collection<WorkRow>;
  documents(collection: string): Collection<DocumentRow>;
}

export const META_COLLECTION = 'meta';

/**
 * Names the collections of a build. Their names hold its id, so that a runner that was left behind by a newer build of the
 * same generation writes where nobody reads.
 */
export function layout(database: Db, build: string): Layout {
  return {
    meta: database.collection(META_COLLECTION),
    checkpoint: database.collection(`checkpoint.${build}`),
    changes: database.collection(`changes.${build}`),
    deadLetters: database.collection(`dead-letters.${build}`),
    work: database.collection(`work.${build}`),
    documents: (collection) => database.collection(`documents.${build}.${collection}`),
  };
}

/** Where a field of a document is in its row. */
export function fieldPath(field: string): string {
  return field === 'id' ? '_id' : `doc.${field}`;
}

/** The name of a declared index, or of the one by id for no fields. */
export function indexName(fields: readonly string[]): string {
  return fields.length === 0 ? '_id_' : fields.join('+');
}

/** No declared index has its name: there is no dash in a field's. */
export const SEARCH_INDEX = 'search-trigrams';
