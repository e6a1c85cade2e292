import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { Connection } from './connection.ts';
import { createSearch } from './schema.ts';
import type { SearchBuildData } from './search-build.ts';

// The thread that makes one search index of a build, while the building thread writes the other indexes to the file
// that holds the documents.

/** Long, because a large index is written to the file in one go. */
const WAIT_MS = 10 * 60 * 1_000;
/** 4 MiB: writes are sequential. */
const CACHE_KIB = 4 * 1024;

const { from, into, definition } = workerData as SearchBuildData;
const documents = new DatabaseSync(from, { readOnly: true, timeout: WAIT_MS });
const made = Connection.forBuild(into, CACHE_KIB);
try {
  createSearch(made.db, definition, documents);
} finally {
  made.close();
  documents.close();
}
