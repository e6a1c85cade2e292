// The names of the tables and indexes of a collection.

/**
 * The quoted name of the table of a collection's documents: `id`, a column per indexed field, `doc` as JSON, and its
 * `sum`. The rowid is a named column, because only then does VACUUM leave it alone: the full-text table's rows are
 * found by it.
 */
export function documentsTable(collection: string): string {
  return `"documents ${collection}"`;
}

/** The quoted name of the full-text table, which has the same rows as the documents. */
export function searchTable(collection: string): string {
  return `"search ${collection}"`;
}

/** The quoted name of a declared index. */
export function indexName(collection: string, fields: readonly string[]): string {
  return `"${collection} by ${fields.join(' ')}"`;
}

/** The quoted name that SQLite gave the index by id. */
export function idIndexName(collection: string): string {
  return `"sqlite_autoindex_documents ${collection}_1"`;
}
