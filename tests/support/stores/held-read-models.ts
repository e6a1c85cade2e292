import { globSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Reads the read models of a folder, as a program that copies their files does: whatever is written meanwhile, the files keep what
 * they hold.
 * @returns what ends that
 */
export function holdReadModels(dataDir: string): () => void {
  const readers = globSync(`${dataDir}/read-models-*.db`).map((file) => new DatabaseSync(file, { readOnly: true }));
  if (readers.length === 0) throw new Error(`There are no read models in ${dataDir}.`);
  for (const reader of readers) {
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM sqlite_schema').get();
  }
  return () => {
    for (const reader of readers) reader.close();
  };
}
