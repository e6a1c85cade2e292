import type { Document, DocumentChange, ReadModels } from '../../store/read-models.ts';

/** The documents that a run of events works on: loaded once, changed in memory, then committed together. */
export interface Workspace {
  /** Loads those of these documents that exist and are not loaded yet. */
  load(collection: string, ids: ReadonlySet<string>): Promise<void>;
  /** Adds documents that were just read. */
  hold(collection: string, documents: readonly Document[]): void;
  get(collection: string, id: string): Document | null;
  put(collection: string, document: Document): void;
  /** The ids of documents put since the changes were last taken. */
  changed(collection: string): readonly string[];
  /** A linked collection's document as it was before its first put since then; null if there was none. */
  before(collection: string, id: string): Document | null;
  /** The documents put since the last call. */
  takeChanges(): DocumentChange[];
  /** Drops everything that is not waiting to be committed. */
  forget(): void;
}

interface Held {
  documents: Map<string, Document | null>;
  changed: Set<string>;
  before: Map<string, Document | null>;
}

/** @param linked the collections whose documents' earlier versions it keeps */
export function createWorkspace(models: Pick<ReadModels, 'get'>, linked: ReadonlySet<string> = new Set()): Workspace {
  const collections = new Map<string, Held>();

  function held(collection: string): Held {
    let found = collections.get(collection);
    if (!found) {
      found = { documents: new Map(), changed: new Set(), before: new Map() };
      collections.set(collection, found);
    }
    return found;
  }

  return {
    async load(collection, ids) {
      const { documents } = held(collection);
      const missing = [...ids].filter((id) => !documents.has(id));
      if (missing.length === 0) return;
      const found = await models.get(collection, missing);
      for (const id of missing) documents.set(id, found.get(id) ?? null);
    },
    hold(collection, found) {
      const { documents } = held(collection);
      for (const document of found) if (!documents.has(document.id)) documents.set(document.id, document);
    },
    get: (collection, id) => held(collection).documents.get(id) ?? null,
    put(collection, document) {
      const { documents, changed, before } = held(collection);
      const { id } = document;
      if (linked.has(collection) && !changed.has(id)) before.set(id, documents.get(id) ?? null);
      documents.set(id, document);
      changed.add(id);
    },
    changed: (collection) => [...held(collection).changed],
    before: (collection, id) => held(collection).before.get(id) ?? null,
    takeChanges() {
      const changes: DocumentChange[] = [];
      for (const [collection, { documents, changed, before }] of collections) {
        for (const id of changed) changes.push({ collection, document: documents.get(id) as Document });
        changed.clear();
        before.clear();
      }
      return changes;
    },
    forget() {
      for (const { documents, changed } of collections.values()) {
        for (const id of documents.keys()) if (!changed.has(id)) documents.delete(id);
      }
    },
  };
}
