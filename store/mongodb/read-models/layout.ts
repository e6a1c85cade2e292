import type { Collection, Db } from 'mongodb';
import type { Position } from '../../event-store.ts';
import {
  CHANGES_HELD,
  type ChangedId,
  type Checkpoint,
  type CollectionDefinition,
  type DeadLetter,
  type Document,
} from '../../read-models.ts';

/** The document is kept apart from its search data, so that no field of one is ever taken for the other. */
export interface DocumentRow {
  _id: string;
  doc: Document;
  search?: { text: string; trigrams: string[] };
}

/** The one row that every commit must change: it fences out runners that may no longer write. */
export interface CheckpointRow extends Checkpoint {
  _id: 'checkpoint';
  /** The session of the runner that claimed it. */
  runner: string | null;
  /** The number of the last commit. @see countedChanges */
  changed: number;
}

/** The changes of one commit. */
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

/** What was built, as declared at that time. */
export interface MetaRow {
  _id: 'generation';
  build: string;
  finished: boolean;
  collections: CollectionDefinition[];
}

/** The collections of one build of a generation. */
export interface Layout {
  /** The most recent changed ids, this many, are kept. */
  changesHeld: number;
  meta: Collection<MetaRow>;
  checkpoint: Collection<CheckpointRow>;
  changes: Collection<ChangesRow>;
  deadLetters: Collection<DeadLetter>;
  work: Collection<WorkRow>;
  documents(collection: string): Collection<DocumentRow>;
}

export const META_COLLECTION = 'meta';

/**
 * Names the collections of a build. The names contain its id, so that a runner left behind by a newer build of the same
 * generation writes where nobody reads.
 */
export function layout(database: Db, build: string, changesHeld = CHANGES_HELD): Layout {
  return {
    changesHeld,
    meta: database.collection(META_COLLECTION),
    checkpoint: database.collection(`checkpoint.${build}`),
    changes: database.collection(`changes.${build}`),
    deadLetters: database.collection(`dead-letters.${build}`),
    work: database.collection(`work.${build}`),
    documents: (collection) => database.collection(`documents.${build}.${collection}`),
  };
}

/** The path of a document's field in its row. */
export function fieldPath(field: string): string {
  return field === 'id' ? '_id' : `doc.${field}`;
}

/** The name of a declared index; for no fields, that of the index by id. */
export function indexName(fields: readonly string[]): string {
  return fields.length === 0 ? '_id_' : fields.join('+');
}

/** No declared index can have this name: fields contain no dash. */
export const SEARCH_INDEX = 'search-trigrams';
