import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { CollectionDefinition } from '../../read-models.ts';
import type { Connection } from './connection.ts';
import { documentsTable } from './names.ts';
import { createSearch, takeSearch } from './schema.ts';

/** A collection with fewer documents is indexed before a thread could start. */
const THREAD_FROM = 20_000;

export interface SearchBuildData {
  /** The file that holds the documents. */
  from: string;
  /** The file to make, with nothing but the search index. */
  into: string;
  definition: CollectionDefinition;
}

/**
 * Makes the search indexes of a file being built: each large one in its own thread and file, to be copied in later
 * while this thread does other work; small ones, and any whose thread fails, here.
 * @param path gives the path of a temporary file, which is removed again
 * @returns what is left to do after the other work
 */
export function startSearches(
  connection: Connection,
  from: string,
  definitions: readonly CollectionDefinition[],
  path: () => string,
): () => Promise<void> {
  const started = definitions
    .filter(({ search }) => search.length > 0)
    .map((definition) => {
      if (documentsIn(connection, definition) < THREAD_FROM) return { definition, into: null, isMade: null };
      const into = path();
      const isMade = makeSearch({ from, into, definition }).then(
        () => true,
        () => false,
      );
      return { definition, into, isMade };
    });
  return async () => {
    for (const { definition, into, isMade } of started) {
      if (await isMade) takeSearch(connection.db, definition.collection, into as string);
      else createSearch(connection.db, definition);
      if (into !== null) rmSync(into, { force: true });
    }
  };
}

/** Makes one search index in a thread. @throws what ended the thread */
export async function makeSearch(workerData: SearchBuildData): Promise<void> {
  const worker = new Worker(new URL('./search-build-thread.ts', import.meta.url), { workerData });
  const [code] = (await once(worker, 'exit')) as [number]; // rejects on the worker's 'error'
  if (code !== 0) throw new Error(`The thread that makes a search index ended with code ${code}.`);
}

function documentsIn({ db }: Connection, { collection }: CollectionDefinition): number {
  const row = db.prepare(`SELECT max(rowid) AS documents FROM ${documentsTable(collection)}`).get();
  return Number(row?.['documents'] ?? 0);
}
