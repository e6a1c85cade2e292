import type { Document, DocumentChange, ReadModels } from '../../store/read-models.ts';

/** The documents that a run of events works on: loaded once, changed in memory, then committed together. */
export interface Workspace {
  /** Makes sure that these documents, where they exist, are at hand. */
  load(collection: string, ids: ReadonlySet<string>): Promise<void>;
  get(collection: string, id: string): Document | null;
  put(collection: string, document: Document): void;
  /** What was put since the last call. */
  takeChanges(): DocumentChange[];
  /** Drops what is not waiting to be committed. */
  forget(): void;
}

interface Held {
  documents: Map<string, Document | null>;
  changed: Set<string>;
}

export function createWorkspace(models: Pick<ReadModels, 'get'>): Workspace {
  const collections = new Map<string, Held>();

  function held(collection: string): Held {
    let found = collections.get(collection);
    if (!found) {
      found = { documents: new Map(), changed: new Set() };
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
    get: (collection, id) => held(collection).documents.get(id) ?? null,
    put(collection, document) {
      const { documents, changed } = held(collection);
      documents.set(document.id, document);
      changed.add(document.id);
    },
    takeChanges() {
      const changes: DocumentChange[] = [];
      for (const [collection, { documents, changed }] of collections) {
        for (const id of changed) changes.push({ collection, document: documents.get(id) as Document });
        changed.clear();
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
