import { parentPort, workerData } from 'node:worker_threads';
import { openForReading } from '../sqlite.ts';
import { isDamage, unaltered } from './damage.ts';
import { documentsTable } from './names.ts';
import { readSchema } from './schema.ts';
import { requireRuns } from './version-check.ts';

// The thread that checks a whole file of read models while others read it and commit to it: some seconds for a large
// file. It posts null, or the damage it found.

export interface CheckData {
  path: string;
}

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');
const db = openForReading((workerData as CheckData).path);
try {
  port.postMessage(damageFound());
} finally {
  db.close();
}

function damageFound(): string | null {
  try {
    const [row] = db.prepare('PRAGMA integrity_check(1)').all();
    const found = String(Object.values(row ?? {})[0]);
    if (found !== 'ok') return found;
    for (const definition of readSchema(db).values()) {
      const rows = db.prepare(`SELECT doc, sum FROM ${documentsTable(definition.collection)}`).iterate();
      for (const each of rows) unaltered(each, 'doc');
      if (definition.versions) requireRuns(db, definition);
    }
    return null;
  } catch (cause) {
    if (isDamage(cause)) return (cause as Error).message;
    throw cause;
  }
}
